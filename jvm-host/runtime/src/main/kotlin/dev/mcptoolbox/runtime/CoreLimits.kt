package dev.mcptoolbox.runtime

private const val MIB: Long = 1024 * 1024

/** What a core and its pool may use. Every limit that the runtime knows is here. */
public data class CoreLimits(
    /** Linear memory of one instance, bytes; rounded down to whole pages of 64 KiB. Growth past it is refused. */
    public val memoryBytes: Long = 256 * MIB,
    /** An instance with more linear memory than this after a call is dropped, bytes: memory never shrinks by itself. */
    public val keptMemoryBytes: Long = 16 * MIB,
    /** Time that one call may compute, milliseconds; time inside imports does not count. */
    public val computeMs: Long = 5_000,
    /** Instances, and so threads, at the same time. */
    public val instances: Int = 16,
    /** Requests that wait while all instances are busy. */
    public val queuedRequests: Int = 256,
    /** An instance that had nothing to do for this long is dropped, milliseconds. */
    public val idleMs: Long = 60_000,
    /** Stack of one instance's thread, bytes. 256 KiB overflows at a JSON depth of 250. */
    public val stackBytes: Long = 2 * MIB,
    /** How long `close` waits for threads that are inside an import which ignores interruption, milliseconds. */
    public val closeMs: Long = 5_000,
) {
    init {
        require(memoryBytes in PAGE_BYTES..MAX_MEMORY_BYTES) { "memoryBytes must be 64 KiB to 2 GiB - 64 KiB: $memoryBytes" }
        require(keptMemoryBytes >= 0) { "keptMemoryBytes must not be negative: $keptMemoryBytes" }
        require(computeMs > 0) { "computeMs must be positive: $computeMs" }
        require(instances > 0) { "instances must be positive: $instances" }
        require(queuedRequests >= 0) { "queuedRequests must not be negative: $queuedRequests" }
        require(idleMs > 0) { "idleMs must be positive: $idleMs" }
        require(stackBytes > 0) { "stackBytes must be positive: $stackBytes" }
        require(closeMs > 0) { "closeMs must be positive: $closeMs" }
    }

    /** [memoryBytes] in pages. */
    internal val memoryPages: Int get() = (memoryBytes / PAGE_BYTES).toInt()

    internal companion object {
        /** A page of linear memory, bytes. */
        const val PAGE_BYTES: Long = 64 * 1024

        /** What Chicory can address, bytes. */
        const val MAX_MEMORY_BYTES: Long = 2048 * MIB - PAGE_BYTES
    }
}
