package dev.mcptoolbox.server.programs

import dev.mcptoolbox.bindings.toolbox.Programs
import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.Path
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit

/**
 * The programs on [searchPath], as a shell would find them. Versions are remembered for [REMEMBERED_MS]: a page that shows all
 * agents asks for them again and again. Any thread may call, several at a time.
 */
internal class PathPrograms(
    private val searchPath: String = System.getenv("PATH").orEmpty(),
    private val nowNs: () -> Long = System::nanoTime,
) : Programs {
    private class Remembered(val version: String?, val atNs: Long)

    private val versions = ConcurrentHashMap<String, Remembered>()

    override fun find(name: String): String? = locate(name)?.toString()

    override fun version(name: String): String? {
        val remembered = versions[name]?.takeIf { nowNs() - it.atNs < TimeUnit.MILLISECONDS.toNanos(REMEMBERED_MS) }
        if (remembered != null) return remembered.version
        val version = locate(name)?.let(::ask)
        versions[name] = Remembered(version, nowNs())
        return version
    }

    private fun locate(name: String): Path? {
        // A name, never a path: what the core asks for must not reach into a project.
        if (!NAME.matches(name)) return null
        val folders = searchPath.split(File.pathSeparatorChar).filter { it.isNotEmpty() }
        return folders.asSequence().flatMap { folder -> candidates(folder, name) }.firstOrNull(::isProgram)
    }

    private fun candidates(folder: String, name: String): List<Path> = try {
        // A relative folder would depend on where the host was started.
        val absolute = Path.of(folder).takeIf { it.isAbsolute }
        SUFFIXES.mapNotNull { absolute?.resolve(name + it) }
    } catch (_: InvalidPathException) {
        emptyList()
    }

    private fun isProgram(file: Path) = Files.isRegularFile(file) && Files.isExecutable(file)

    private fun ask(program: Path): String? = try {
        val builder = ProcessBuilder("$program", "--version").directory(File(System.getProperty("java.io.tmpdir")))
        val end = BoundedProcess.run(builder, VERSION_MS, OUTPUT_BYTES)
        (end as? ProcessEnd.Exited)?.takeIf { it.code == 0 }?.let { firstLine(it.output) }
    } catch (_: IOException) {
        null
    }

    private fun firstLine(output: ByteArray): String? =
        output.decodeToString().lineSequence().map { it.trim() }.firstOrNull { it.isNotEmpty() }?.take(VERSION_CHARS)

    private companion object {
        const val REMEMBERED_MS = 30_000L
        const val VERSION_MS = 2_000L
        const val OUTPUT_BYTES = 64 * 1024
        const val VERSION_CHARS = 200
        val NAME = Regex("[A-Za-z0-9][A-Za-z0-9._-]*")
        val SUFFIXES = if (File.separatorChar == '\\') listOf(".exe", ".cmd", ".bat") else listOf("")
    }
}
