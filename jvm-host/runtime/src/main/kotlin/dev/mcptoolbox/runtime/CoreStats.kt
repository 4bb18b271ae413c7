package dev.mcptoolbox.runtime

/** What a pool did up to one moment. */
public data class CoreStats(
    /** SHA-256 of the core, 64 lower-case hexadecimal digits. */
    public val sha256: String,
    /** Threads of the pool that serve requests; each has at most one instance. */
    public val threads: Int,
    /** Instances now. */
    public val live: Int,
    /** Requests that wait for an instance now. */
    public val queued: Int,
    /** Instances created so far. */
    public val created: Long,
    /** Instances dropped so far. */
    public val dropped: Map<DropReason, Long>,
    /** Linear memory of all instances now, bytes. */
    public val memoryBytes: Long,
)
