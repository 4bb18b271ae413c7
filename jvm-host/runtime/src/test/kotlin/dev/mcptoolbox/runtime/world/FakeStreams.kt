package dev.mcptoolbox.runtime.world

import dev.mcptoolbox.bindings.toolbox.Streams

/** Event streams that nobody reads: what was sent is kept. */
internal class FakeStreams : Streams {
    private val open = LinkedHashMap<String, Streams.Opened>()
    private val sent = ArrayList<Pair<String, ByteArray>>()

    @Synchronized
    override fun reserve(project: String, id: String, note: String, most: UInt): Boolean {
        if (open.values.count { it.project == project }.toUInt() >= most) return false
        open[id] = Streams.Opened(project, note)
        return true
    }

    @Synchronized
    override fun find(id: String): Streams.Opened? = open[id]

    @Synchronized
    override fun setNote(id: String, note: String) {
        open.computeIfPresent(id) { _, stream -> stream.copy(note = note) }
    }

    @Synchronized
    override fun send(id: String, bytes: ByteArray): Boolean = (id in open).also { if (it) sent += id to bytes }

    /** What was sent since the last call: ids and bytes. */
    @Synchronized
    fun takeSent(): List<Pair<String, ByteArray>> = sent.toList().also { sent.clear() }
}
