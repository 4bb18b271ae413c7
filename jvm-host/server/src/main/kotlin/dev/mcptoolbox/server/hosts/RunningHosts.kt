package dev.mcptoolbox.server.hosts

import dev.mcptoolbox.server.ServerLimits
import dev.mcptoolbox.server.state.StateFolder
import dev.mcptoolbox.server.state.makePrivateFolder
import dev.mcptoolbox.server.state.readPrivately
import dev.mcptoolbox.server.state.writeAtomically
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.extension
import kotlin.io.path.nameWithoutExtension

/** The records of the hosts that run with one state folder, one file each. Any thread and any process may use it. */
public class RunningHosts(state: StateFolder) {
    private val folder: Path = state.path.resolve("hosts")

    /** Where the socket of the process [pid] lies. */
    public fun socketOf(pid: Long): Path = folder.resolve("$pid.sock")

    /** Makes the folder of records and sockets. @throws IOException where that fails. */
    public fun prepare(): Unit = makePrivateFolder(folder)

    /** Writes the record of this process; closing the result removes it. @throws IOException where it cannot be written. */
    public fun publish(host: RunningHost): AutoCloseable {
        prepare()
        val file = fileOf(host.pid)
        writeAtomically(file, folder.resolve(".${host.pid}.tmp"), host.toText().toByteArray())
        return AutoCloseable { Files.deleteIfExists(file) }
    }

    /** The hosts that run, newest first. The records and sockets of dead ones are removed. */
    public fun living(): List<RunningHost> {
        if (!Files.isDirectory(folder)) return emptyList()
        val files = Files.list(folder).use { all -> all.filter { it.extension == RECORD }.toList() }
        return files.mapNotNull(::livingIn).sortedByDescending { it.startedAtMs }
    }

    private fun livingIn(file: Path): RunningHost? {
        val host = try {
            readPrivately(file, ServerLimits.DOCUMENT_BYTES)?.let { RunningHost.parse(it.decodeToString()) }
        } catch (_: IOException) {
            return null
        }
        if (host != null && host.isAlive) return host
        forget(file)
        return null
    }

    private fun forget(file: Path) {
        try {
            Files.deleteIfExists(file)
            file.nameWithoutExtension.toLongOrNull()?.let { Files.deleteIfExists(socketOf(it)) }
        } catch (_: IOException) {
            // The next one who looks removes it.
        }
    }

    private fun fileOf(pid: Long) = folder.resolve("$pid.$RECORD")

    private companion object {
        const val RECORD = "properties"
    }
}
