package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.bindings.toolbox.ToolboxImports
import java.util.concurrent.CompletableFuture

/**
 * Lends instances of one core to requests.
 *
 * **Threads.** Any thread may call any function here. Each instance lives on a daemon thread of its own, made when a request
 * finds no idle one and there are fewer than [CoreLimits.instances], and ended after [CoreLimits.idleMs] without work. The
 * imports of [host] are called on these threads, several at a time: they must be thread safe. They may block, for the compute
 * clock stands still meanwhile, but should end when interrupted, since that is how [close] ends them.
 *
 * **Answers.** [handle]'s future always completes with a response, on the instance's thread. What is chained to it without an
 * executor of its own runs there too and keeps the instance from its next request: it must not block.
 *
 * **Faults.** A call that traps, overflows the stack, runs out of memory or time, or whose import throws, costs its own
 * request and its instance. A fresh instance then words the answer (`endpoint.failed`); if that dies too the answer is a bare
 * 500. No other request notices.
 */
public class CorePool(
    private val image: CoreImage,
    private val host: ToolboxImports,
    private val limits: CoreLimits = CoreLimits(),
    listener: CoreListener = CoreListener { _, _, _ -> },
) : AutoCloseable {
    private val journal = DropJournal(image, listener)
    private val watchdog = Watchdog("mcp-toolbox-watchdog", limits.computeMs)
    private val crew = CoreCrew(limits) { next -> CoreWorker(image, host, limits, watchdog, journal, next) }

    /** SHA-256 of the core, 64 lower-case hexadecimal digits. */
    public val sha256: String get() = image.sha256

    /** What the pool did so far. Its numbers are read one after the other: under load they may disagree by a few. */
    public val stats: CoreStats
        get() {
            val workers = crew.workers
            return CoreStats(
                sha256 = sha256,
                threads = workers.size,
                live = workers.count { it.hasInstance },
                queued = crew.queued,
                created = journal.created,
                dropped = journal.dropped,
                memoryBytes = workers.sumOf { it.memoryBytes },
            )
        }

    /**
     * Answers one request.
     *
     * Never throws. The response is a bare 503 where the pool is closed, is closed before the call ends, or too many requests
     * wait. Cancelling the future spares the call only while it has not begun.
     */
    public fun handle(request: Endpoint.Request): CompletableFuture<Endpoint.Response> =
        submit(RequestJob(request, failure = null))

    /** How to connect to the open project with this key, or why that cannot be told. Never throws. */
    public fun connection(project: String): CompletableFuture<Outcome<Settings.Connection, Settings.Problem>> =
        ask { it.getConnection(project) }

    /**
     * What the settings answer to [question], which runs on a thread of the pool and must not keep what it is given. Where no
     * instance can answer, the answer is [Settings.Problem.Unavailable]. Never throws.
     */
    public fun <T> ask(
        question: (Settings) -> Outcome<T, Settings.Problem>,
    ): CompletableFuture<Outcome<T, Settings.Problem>> = submit(SettingsJob(question))

    /** As [handle], but asks an instance what to say of a `handle` that died of [failure]. */
    internal fun failed(request: Endpoint.Request, failure: Endpoint.Failure): CompletableFuture<Endpoint.Response> =
        submit(RequestJob(request, failure))

    /**
     * Ends every call and every thread of the pool, and waits for them.
     *
     * Requests that wait or run are answered with a bare 503. An import that ignores interruption is waited for
     * [CoreLimits.closeMs] at most; its thread then ends when it returns. May be called repeatedly.
     */
    override fun close() {
        crew.close()
        watchdog.close()
    }

    private fun <T : Any> submit(job: CoreJob<T>): CompletableFuture<T> {
        if (!crew.submit(job)) job.refuse()
        return job.result
    }
}
