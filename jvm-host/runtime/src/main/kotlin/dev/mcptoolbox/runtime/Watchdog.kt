package dev.mcptoolbox.runtime

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport

/**
 * One daemon thread that looks at every running call's clock now and then, and sleeps while none runs.
 *
 * [watch] and [forget] may be called from any thread. [close] ends the thread and waits for it.
 *
 * [limitMs]: what one call may compute, milliseconds; a call is ended at most a twentieth of it too late.
 */
internal class Watchdog(name: String, limitMs: Long) : AutoCloseable {
    private val tickNs = TimeUnit.MILLISECONDS.toNanos((limitMs / 20).coerceIn(5, 250))
    private val running = ConcurrentHashMap.newKeySet<ComputeClock>()
    private val thread = Thread(::watchAll, name).apply { isDaemon = true }

    @Volatile
    private var closed = false

    @Volatile
    private var sleeping = false

    init {
        thread.start()
    }

    /** A call began. */
    fun watch(clock: ComputeClock) {
        running.add(clock)
        if (sleeping) LockSupport.unpark(thread)
    }

    /** The call ended. */
    fun forget(clock: ComputeClock) {
        running.remove(clock)
    }

    override fun close() {
        closed = true
        LockSupport.unpark(thread)
        try {
            thread.join()
        } catch (_: InterruptedException) {
            // It ends all the same, by itself.
            Thread.currentThread().interrupt()
        }
    }

    private fun watchAll() {
        while (!closed) {
            if (running.isEmpty()) sleep() else LockSupport.parkNanos(this, tickNs)
            running.forEach(ComputeClock::check)
        }
    }

    private fun sleep() {
        sleeping = true
        // Looked at again after `sleeping` is visible: a call that began in between has not woken us.
        if (running.isEmpty() && !closed) LockSupport.park(this)
        sleeping = false
    }
}
