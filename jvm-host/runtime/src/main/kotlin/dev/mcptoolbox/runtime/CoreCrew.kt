package dev.mcptoolbox.runtime

import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.Condition
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock

/**
 * A pool's threads and the requests that wait for one. Any thread may call any function.
 *
 * The thread that became idle last is called first, so that under little load the others stay idle long enough to end.
 * [recruit] makes the worker of a new thread; the worker gets its requests from the function that it is given.
 */
internal class CoreCrew(private val limits: CoreLimits, private val recruit: (next: () -> CoreJob<*>?) -> CoreWorker) {
    private val lock = ReentrantLock()
    private val members = LinkedHashSet<Member>()
    private val idle = ArrayDeque<Member>()
    private val waiting = ArrayDeque<CoreJob<*>>()
    private var closed = false
    private var startedThreads = 0

    /** The workers of all living threads. */
    val workers: List<CoreWorker> get() = lock.withLock { members.map { it.worker } }

    /** Calls that wait because all are busy. */
    val queued: Int get() = lock.withLock { waiting.size }

    /** Finds [job] a thread or a place to wait; false where there is neither. */
    fun submit(job: CoreJob<*>): Boolean = lock.withLock {
        val free = if (closed) null else idle.removeLastOrNull()
        when {
            closed -> false
            free != null -> free.call(job)
            members.size < limits.instances -> start(job)
            waiting.size < limits.queuedRequests -> waiting.add(job)
            else -> false
        }
    }

    /** Ends all threads and waits for them, [CoreLimits.closeMs] at most. Answers every request that is left. */
    fun close() {
        dismiss().forEach { it.refuse() }
        val left = lock.withLock { members.toList() }
        left.forEach { it.worker.close() }
        val deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limits.closeMs)
        left.forEach { it.join(deadline) }
        left.forEach { it.worker.job?.refuse() }
    }

    /** Takes no more requests and wakes who waits for one. Returns the requests that nobody has begun. */
    private fun dismiss(): List<CoreJob<*>> = lock.withLock {
        closed = true
        members.forEach { it.worker.announceClose() }
        val orphans = waiting + members.mapNotNull { it.take() }
        waiting.clear()
        idle.forEach { it.called.signal() }
        orphans
    }

    private fun start(job: CoreJob<*>): Boolean {
        val member = Member(job, "mcp-toolbox-core-${++startedThreads}")
        members += member
        try {
            member.thread.start()
        } catch (_: OutOfMemoryError) {
            // The system grants no more threads.
            members -= member
            return false
        }
        return true
    }

    /** What [member] does next; null to end. Waits while there is nothing. */
    private fun next(member: Member): CoreJob<*>? = lock.withLock {
        if (closed) return null
        (member.take() ?: waiting.removeFirstOrNull())?.let { return it }
        idle.addLast(member)
        var remainingNs = TimeUnit.MILLISECONDS.toNanos(limits.idleMs)
        while (!closed && remainingNs > 0) {
            remainingNs = member.await(remainingNs)
            member.take()?.let { return it }
        }
        idle.remove(member)
        null
    }

    private fun ended(member: Member) {
        val left = lock.withLock {
            members -= member
            // A request may have been told to wait between this thread's last look and now.
            val late = if (closed) null else waiting.removeFirstOrNull()
            late?.takeUnless { start(it) }
        }
        left?.refuse()
    }

    private inner class Member(private var handed: CoreJob<*>?, name: String) {
        val worker: CoreWorker = recruit { next(this) }
        val called: Condition = lock.newCondition()
        val thread: Thread = Thread(null, ::run, name, limits.stackBytes).apply { isDaemon = true }

        fun call(job: CoreJob<*>): Boolean {
            handed = job
            called.signal()
            return true
        }

        fun take(): CoreJob<*>? = handed.also { handed = null }

        /** Returns what is left of [ns]. */
        fun await(ns: Long): Long = try {
            called.awaitNanos(ns)
        } catch (_: InterruptedException) {
            // Nobody but the clock interrupts this thread, and it does so only during a call; whoever did has no say here.
            ns
        }

        fun join(deadline: Long) {
            val remainingMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())
            if (thread === Thread.currentThread()) return
            try {
                thread.join(remainingMs.coerceAtLeast(1))
            } catch (_: InterruptedException) {
                Thread.currentThread().interrupt()
            }
        }

        private fun run() {
            try {
                worker.run()
            } finally {
                ended(this)
            }
        }
    }
}
