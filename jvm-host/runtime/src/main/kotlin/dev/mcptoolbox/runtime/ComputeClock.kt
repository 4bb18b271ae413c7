package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.ImportScope
import java.util.concurrent.TimeUnit

/**
 * Counts how long a guest computes and ends it by interrupting its thread.
 *
 * The thread that calls the guest brackets each call with [begin] and [end]; the bindings bracket each import with [enter] and
 * [exit]. A [Watchdog] calls [check], the pool's `close` calls [stop]; both from their own threads. Whoever interrupts holds
 * the lock and has seen the phase, so an interrupt reaches the guest or nothing: never an import, never the next call.
 *
 * [limitMs]: what one call may compute, milliseconds. [now]: nanoseconds of a clock that never goes back.
 */
internal class ComputeClock(
    limitMs: Long,
    private val now: () -> Long = System::nanoTime,
) : ImportScope {
    private enum class Phase { IDLE, GUEST, IMPORT }

    private val limitNs = TimeUnit.MILLISECONDS.toNanos(limitMs)
    private val lock = Any()
    private var phase = Phase.IDLE
    private var thread: Thread? = null
    private var computedNs = 0L
    private var enteredGuestAt = 0L
    private var stopped = false

    /** Whether the call that runs, or ran last, used up its time. */
    var isExpired: Boolean = false
        private set

    /** A call begins on this thread. @throws PoolClosed after [stop]. */
    fun begin(): Unit = synchronized(lock) {
        if (stopped) throw PoolClosed()
        // Whoever ran on this thread before may have left it interrupted; the guest would die of it.
        Thread.interrupted()
        thread = Thread.currentThread()
        computedNs = 0
        isExpired = false
        enterGuest()
    }

    /** The call is over, whatever came of it. */
    fun end(): Unit = synchronized(lock) {
        phase = Phase.IDLE
        thread = null
        Thread.interrupted()
    }

    /** The guest called an import: the clock stops. */
    override fun enter(): Unit = synchronized(lock) {
        computedNs += now() - enteredGuestAt
        phase = Phase.IMPORT
        // The interrupt was meant for the guest, which had left before it looked.
        if (isExpired && !stopped) Thread.interrupted()
    }

    /** The import is done: the clock goes on, and an interrupt that came too late for the guest is given again. */
    override fun exit(): Unit = synchronized(lock) {
        enterGuest()
        if (isExpired || stopped) Thread.currentThread().interrupt() else Thread.interrupted()
    }

    /** Interrupts the guest if it has used up its time. Any thread. */
    fun check(): Unit = synchronized(lock) {
        if (phase == Phase.GUEST && !isExpired && computedNs + (now() - enteredGuestAt) > limitNs) {
            isExpired = true
            thread?.interrupt()
        }
    }

    /** Ends the call that runs, also inside an import, and refuses every further one. Any thread. */
    fun stop(): Unit = synchronized(lock) {
        stopped = true
        thread?.interrupt()
    }

    private fun enterGuest() {
        phase = Phase.GUEST
        enteredGuestAt = now()
    }
}

/** The pool was closed while a call ran. */
internal class PoolClosed : RuntimeException("the pool was closed")
