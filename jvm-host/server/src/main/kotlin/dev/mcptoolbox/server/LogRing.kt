package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.toolbox.Log
import java.time.Instant
import java.util.concurrent.CopyOnWriteArrayList

/**
 * The newest entries of the log, in memory. Any thread may call any function.
 *
 * [capacity]: how many it keeps. [clock]: where the times come from.
 */
public class LogRing(
    private val capacity: Int = ServerLimits.LOG_ENTRIES,
    private val clock: () -> Instant = Instant::now,
) : Log {
    /** One entry. */
    public data class Entry(
        /** Counts up by one from entry to entry, from 1 on. */
        public val number: Long,
        /** When it was written. */
        public val time: Instant,
        /** The key of its project; null where it belongs to none. */
        public val project: String?,
        public val level: Log.Level,
        /** The part of the product that speaks. */
        public val source: String,
        /** One line. */
        public val message: String,
    )

    private val kept = ArrayDeque<Entry>()
    private val listeners = CopyOnWriteArrayList<(Entry) -> Unit>()
    private var written = 0L

    override fun write(project: String?, level: Log.Level, source: String, message: String) {
        val speaker = line(source, ServerLimits.LOG_SOURCE_CHARS)
        val entry = add(project, level, speaker, line(message, ServerLimits.LOG_MESSAGE_CHARS))
        for (listener in listeners) {
            try {
                listener(entry)
            } catch (_: Exception) {
                // A window that fails must not cost a client its answer.
            }
        }
    }

    /** What is kept, oldest first. */
    public fun entries(): List<Entry> = synchronized(kept) { kept.toList() }

    /** What is kept of one project, oldest first. */
    public fun entriesOf(project: String): List<Entry> = synchronized(kept) { kept.filter { it.project == project } }

    /**
     * Tells [listener] of every further entry until the result is closed.
     *
     * It is called on the thread that writes, while a client may be waiting: return soon. Entries of several threads
     * may come out of order; [Entry.number] tells. To miss none, listen first and read [entries] then.
     */
    public fun listen(listener: (Entry) -> Unit): AutoCloseable {
        listeners += listener
        return AutoCloseable { listeners -= listener }
    }

    private fun add(project: String?, level: Log.Level, source: String, message: String): Entry = synchronized(kept) {
        val entry = Entry(++written, clock(), project, level, source, message)
        if (kept.size >= capacity) kept.removeFirst()
        kept.addLast(entry)
        entry
    }

    private fun line(text: String, maxChars: Int): String {
        val short = if (text.length <= maxChars) text else text.take(maxChars - 1) + "…"
        if (short.none(Char::isISOControl)) return short
        return short.map { if (it.isISOControl()) ' ' else it }.joinToString("")
    }
}
