package dev.mcptoolbox.runtime

import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.atomic.AtomicLongArray

/** Counts a pool's instances and tells the listener of every drop. Any thread. */
internal class DropJournal(private val image: CoreImage, private val listener: CoreListener) {
    private val createdCount = AtomicLong()
    private val droppedCounts = AtomicLongArray(DropReason.values().size)

    /** Instances created so far. */
    val created: Long get() = createdCount.get()

    /** Instances dropped so far, by reason; reasons that never occurred are left out. */
    val dropped: Map<DropReason, Long>
        get() = DropReason.values().associateWith { droppedCounts.get(it.ordinal) }.filterValues { it > 0 }

    fun created() {
        createdCount.incrementAndGet()
    }

    /** [existed]: false where the instance died while it was made. [bytes]: its linear memory. */
    fun dropped(reason: DropReason, existed: Boolean, bytes: Long, cause: Throwable?) {
        if (existed) droppedCounts.incrementAndGet(reason.ordinal)
        val what = if (existed) "dropped an instance of ${image.name}" else "could not make an instance of ${image.name}"
        val why = cause?.let { ": $it" }.orEmpty()
        tell(reason, "$what ($reason, ${bytes / 1024} kB)$why".lineSequence().first(), cause)
    }

    private fun tell(reason: DropReason, message: String, cause: Throwable?) {
        try {
            listener.dropped(reason, message, cause)
        } catch (_: Throwable) {
            // A log that fails, even by an Error of a plugin that was unloaded, must not cost the caller its answer.
        }
    }
}
