package dev.mcptoolbox.server

private const val MIB: Int = 1024 * 1024

/** What clients, documents and the log may use. Every limit that the server knows is here. */
public data class ServerLimits(
    /** The largest request body that is handed over, bytes: the core's own limit. A larger one is read and dropped. */
    public val bodyBytes: Int = MIB,
    /** How much of too large a body is read before its request is answered, bytes. */
    public val droppedBodyBytes: Long = 4L * MIB,
    /** Connections at the same time. At the limit idle ones make room, and without idle ones new ones wait. */
    public val connections: Int = 256,
    /** How long a connection may wait for its next request, milliseconds. */
    public val idleMs: Long = 120_000,
    /** How long request line and header block may take from their first byte on, milliseconds. */
    public val headMs: Long = 10_000,
    /** How long a body may take from the end of its header block on, milliseconds. */
    public val bodyMs: Long = 30_000,
    /** How long a client may take to receive an answer, milliseconds. */
    public val answerMs: Long = 30_000,
    /** How long a connection that is over still takes in what its client sends, milliseconds. */
    public val lingerMs: Long = 2_000,
    /** How much a connection that is over still takes in, bytes. */
    public val lingerBytes: Long = 64L * MIB,
    /** How long `close` waits for requests that are being answered, milliseconds. */
    public val closeMs: Long = 3_000,
    /** How often a silent event stream says that it is there, milliseconds. */
    public val heartbeatMs: Long = 15_000,
) {
    init {
        require(bodyBytes >= 0) { "bodyBytes must not be negative: $bodyBytes" }
        require(droppedBodyBytes >= bodyBytes) { "droppedBodyBytes must not be below bodyBytes: $droppedBodyBytes" }
        require(connections > 0) { "connections must be positive: $connections" }
        require(lingerBytes >= 0) { "lingerBytes must not be negative: $lingerBytes" }
        for (time in listOf(idleMs, headMs, bodyMs, answerMs, lingerMs, closeMs, heartbeatMs)) {
            require(time > 0) { "times must be positive: $this" }
        }
    }

    internal companion object {
        /** The longest request line, bytes. */
        const val REQUEST_LINE_BYTES = 4096

        /** The largest header block, bytes. */
        const val HEADER_BLOCK_BYTES = 8192

        /** The pieces in which a body is read, bytes. */
        const val BODY_PIECE_BYTES = 8192

        /** How much an event stream's client may leave unread, bytes. */
        const val STREAM_BACKLOG_BYTES = 4 * MIB

        /** How often connections are looked at that took too long, milliseconds. */
        const val SWEEP_MS = 100L

        /** How long a connection must have been idle before it has to make room for another one, milliseconds. */
        const val SPARED_IDLE_MS = 500L

        /** Entries that the log keeps. */
        const val LOG_ENTRIES = 2_000

        /** The longest message of a log entry, characters. */
        const val LOG_MESSAGE_CHARS = 4_000

        /** The longest source of a log entry, characters. */
        const val LOG_SOURCE_CHARS = 80

        /** The largest state document, bytes. */
        const val DOCUMENT_BYTES = 256 * 1024

        /** The longest name of a state document, characters. */
        const val DOCUMENT_NAME_CHARS = 64

        /** How long a writer waits for another writer of the same project's state, milliseconds. */
        const val STATE_LOCK_MS = 5_000L
    }
}
