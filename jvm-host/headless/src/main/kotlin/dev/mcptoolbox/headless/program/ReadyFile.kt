package dev.mcptoolbox.headless.program

import com.fasterxml.jackson.databind.ObjectMapper
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardCopyOption
import java.nio.file.attribute.PosixFilePermissions

/**
 * Writes what a program needs to connect as JSON: `url`, `sseUrl`, `pid`, `coreSha256`, `projects` with `name`, `path`, `token`.
 *
 * The file is its owner's alone (mode 0600), since it holds tokens, and appears whole: whoever sees it may connect.
 *
 * @throws IOException where it cannot be written.
 */
internal fun writeReadyFile(file: Path, host: HeadlessHost) {
    val connections = host.projects.associateWith(host::connection)
    val content = linkedMapOf(
        "url" to connections.values.first().url,
        "sseUrl" to connections.values.first().sseUrl,
        "pid" to ProcessHandle.current().pid(),
        "coreSha256" to host.server.coreSha256,
        "projects" to connections.map { (project, connection) ->
            linkedMapOf("name" to project.name, "path" to project.path, "token" to connection.token)
        },
    )
    writePrivately(file.toAbsolutePath(), ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(content))
}

private fun writePrivately(file: Path, bytes: ByteArray) {
    val folder = file.parent ?: throw IOException("$file is no file")
    val temporary = try {
        // Mode 0600 where the file system knows modes.
        Files.createTempFile(folder, ".ready-", ".tmp")
    } catch (cause: IOException) {
        throw IOException("the ready file $file cannot be written: ${cause.message}", cause)
    }
    try {
        if ("posix" in folder.fileSystem.supportedFileAttributeViews()) {
            Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rw-------"))
        }
        Files.write(temporary, bytes)
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE)
    } finally {
        Files.deleteIfExists(temporary)
    }
}
