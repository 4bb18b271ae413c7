package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.Toolbox
import dev.mcptoolbox.bindings.toolbox.ToolboxImports

/**
 * One thread of a pool and the instance that lives on it.
 *
 * The instance is made by the first request and made anew after each drop. [run] ends when [next] has nothing more to do;
 * whatever a call dies of, it does not end the thread. [next]: the following request, null to end; blocks. Only [close],
 * [hasInstance] and [memoryBytes] may be called by other threads.
 */
internal class CoreWorker(
    private val image: CoreImage,
    private val host: ToolboxImports,
    private val limits: CoreLimits,
    private val watchdog: Watchdog,
    private val journal: DropJournal,
    private val next: () -> CoreJob<*>?,
) : Runnable {
    private val clock = ComputeClock(limits.computeMs)
    private var instance: CoreInstance? = null

    /** The request it works on. */
    @Volatile
    var job: CoreJob<*>? = null
        private set

    /** Whether an instance lives on this thread. */
    @Volatile
    var hasInstance: Boolean = false
        private set

    /** The instance's linear memory after its last call, bytes. */
    @Volatile
    var memoryBytes: Long = 0
        private set

    @Volatile
    private var closed = false

    override fun run() {
        while (true) {
            val job = next() ?: break
            this.job = job
            try {
                if (!job.result.isDone) complete(job)
            } finally {
                // Whatever ended this thread, nobody waits for ever.
                if (!job.result.isDone) job.refuse()
                this.job = null
            }
        }
        if (instance != null) drop(if (closed) DropReason.CLOSED else DropReason.IDLE, cause = null)
    }

    /** Says why the thread will end, before [next] lets it. */
    fun announceClose() {
        closed = true
    }

    /** Ends the call that runs, if any; the thread ends once [next] says so. */
    fun close() {
        announceClose()
        clock.stop()
    }

    private fun <T : Any> complete(job: CoreJob<T>) {
        job.result.complete(resultOf(job))
    }

    /** The core's answer; where the call died, what a fresh instance says of it; where that died too, the job's own. */
    private fun <T : Any> resultOf(job: CoreJob<T>): T {
        var work: (Toolbox) -> T = job::call
        repeat(2) {
            when (val attempt = attempt(work)) {
                is Attempt.Answered -> return attempt.value
                is Attempt.Died -> work = job.afterDeath(attempt.failure) ?: return job.failed
            }
            if (closed) return job.unavailable
        }
        return job.failed
    }

    private fun <T> attempt(work: (Toolbox) -> T): Attempt<T> {
        return try {
            watchdog.watch(clock)
            val living = instance ?: create()
            Attempt.Answered(living.call(work)).also { keep(living) }
        } catch (cause: Throwable) {
            // Every throwable: an import's bug or a full stack costs this one call and not the thread.
            val reason = reasonOf(cause)
            drop(reason, cause)
            Attempt.Died(failureOf(reason))
        } finally {
            watchdog.forget(clock)
        }
    }

    private fun create(): CoreInstance {
        val created = CoreInstance(image, host, limits, clock)
        instance = created
        memoryBytes = created.memoryBytes
        hasInstance = true
        journal.created()
        return created
    }

    private fun keep(living: CoreInstance) {
        memoryBytes = living.memoryBytes
        if (living.memoryBytes > limits.keptMemoryBytes) drop(DropReason.GREW, cause = null)
    }

    private fun drop(reason: DropReason, cause: Throwable?) {
        val bytes = instance?.memoryBytes ?: 0
        val existed = instance != null
        instance = null
        hasInstance = false
        memoryBytes = 0
        journal.dropped(reason, existed, bytes, cause)
    }

    private fun reasonOf(cause: Throwable): DropReason = when {
        closed -> DropReason.CLOSED
        cause is OutOfMemoryError -> DropReason.OUT_OF_MEMORY
        else -> instance?.reasonOf(cause) ?: DropReason.TRAPPED
    }

    private fun failureOf(reason: DropReason): Endpoint.Failure = when (reason) {
        DropReason.OUT_OF_MEMORY -> Endpoint.Failure.OUT_OF_MEMORY
        DropReason.OUT_OF_TIME -> Endpoint.Failure.OUT_OF_TIME
        else -> Endpoint.Failure.TRAPPED
    }

    private sealed interface Attempt<out T> {
        class Answered<T>(val value: T) : Attempt<T>

        class Died(val failure: Endpoint.Failure) : Attempt<Nothing>
    }
}
