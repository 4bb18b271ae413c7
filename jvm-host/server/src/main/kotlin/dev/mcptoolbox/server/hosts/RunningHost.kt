package dev.mcptoolbox.server.hosts

import java.io.StringReader
import java.io.StringWriter
import java.nio.file.Path
import java.util.Properties

/** What a host tells other processes of itself: its record in the state folder. */
public data class RunningHost(
    /** The process. */
    val pid: Long,
    /** When the process started, milliseconds since 1970; with [pid] it names one process for good. */
    val startedAtMs: Long,
    /** The product's version. */
    val build: String,
    /** Where it serves: `http://127.0.0.1:63342/…`. */
    val url: String,
    /** The Unix-domain socket on which it answers other processes of ours; null where the system has none. */
    val socket: Path?,
) {
    /** Whether the process that wrote this still runs, and is not a later one with the same number. */
    public val isAlive: Boolean
        get() = ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map { isSame(it) }.orElse(false)

    // Systems that do not tell when a process started leave its number to decide.
    private fun isSame(process: ProcessHandle): Boolean =
        process.info().startInstant().map { it.toEpochMilli() == startedAtMs }.orElse(true)

    internal fun toText(): String {
        val properties = Properties()
        properties["pid"] = pid.toString()
        properties["startedAtMs"] = startedAtMs.toString()
        properties["build"] = build
        properties["url"] = url
        socket?.let { properties["socket"] = it.toString() }
        return StringWriter().also { properties.store(it, null) }.toString()
    }

    internal companion object {
        /** Null where [text] is no record. */
        fun parse(text: String): RunningHost? {
            val properties = Properties()
            return try {
                properties.load(StringReader(text))
                RunningHost(
                    pid = properties.getProperty("pid").toLong(),
                    startedAtMs = properties.getProperty("startedAtMs").toLong(),
                    build = properties.getProperty("build") ?: return null,
                    url = properties.getProperty("url") ?: return null,
                    socket = properties.getProperty("socket")?.let(Path::of),
                )
            } catch (_: IllegalArgumentException) {
                null
            } catch (_: NullPointerException) {
                null
            }
        }
    }
}
