package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Streams
import java.util.concurrent.TimeUnit

/** Where the bytes of an event stream go. Any thread may call. */
internal interface EventSink {
    /** Writes [bytes]; false where the connection is gone or its client reads too slowly, which ends it. */
    fun send(bytes: ByteArray): Boolean

    /** Ends the connection. */
    fun end()
}

/**
 * The event streams of this server. A stream is reserved by the core while it answers a request, taken by the connection of
 * that request, and gone the moment that connection is. Any thread may call any function.
 */
public class EventStreams internal constructor(private val nowNs: () -> Long = System::nanoTime) : Streams {
    private class Entry(val project: String, var note: String, val reservedAtNs: Long) {
        var sink: EventSink? = null
    }

    // Guarded by itself.
    private val entries = LinkedHashMap<String, Entry>()

    override fun reserve(project: String, id: String, note: String, most: UInt): Boolean = synchronized(entries) {
        giveUpWhatNobodyTook()
        val hasPlace = id !in entries && entries.values.count { it.project == project }.toUInt() < most
        if (hasPlace) entries[id] = Entry(project, note, nowNs())
        hasPlace
    }

    override fun find(id: String): Streams.Opened? = synchronized(entries) {
        entries[id]?.takeIf { it.sink != null }?.let { Streams.Opened(it.project, it.note) }
    }

    override fun setNote(id: String, note: String): Unit = synchronized(entries) { entries[id]?.note = note }

    override fun send(id: String, bytes: ByteArray): Boolean = synchronized(entries) { entries[id]?.sink }?.send(bytes) ?: false

    /** How many streams are open or about to be. */
    internal val size: Int get() = synchronized(entries) { entries.size }

    /** Ends the streams of a project: it closed, or its token counts no more. */
    internal fun endAll(project: String) {
        val sinks = synchronized(entries) {
            // What no connection has taken yet must not be taken any more.
            entries.values.removeIf { it.project == project && it.sink == null }
            entries.values.filter { it.project == project }.mapNotNull { it.sink }
        }
        sinks.forEach { it.end() }
    }

    /** The connection of [sink] takes a reserved stream; false where there is none. */
    internal fun take(id: String, sink: EventSink): Boolean = synchronized(entries) {
        val entry = entries[id]?.takeIf { it.sink == null } ?: return false
        entry.sink = sink
        true
    }

    /** The connection of a stream is gone. */
    internal fun remove(id: String): Unit = synchronized(entries) { entries.remove(id) }

    /** A client may go, and a core may die, before the connection takes what was reserved for it. */
    private fun giveUpWhatNobodyTook() {
        val oldest = nowNs() - TimeUnit.MILLISECONDS.toNanos(RESERVED_MS)
        entries.values.removeIf { it.sink == null && it.reservedAtNs - oldest < 0 }
    }

    private companion object {
        const val RESERVED_MS = 10_000L
    }
}
