package dev.mcptoolbox.runtime

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.util.concurrent.Callable
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger

private const val CLIENTS = 8
private const val CALLS = 400
private const val CALLS_PER_FAULT = 8
private const val INSTANCES = 4

/** One of ten spins: each costs its whole time. */
private val FAULTS = listOf(
    Fault.TRAP, Fault.PANIC, Fault.RECURSE, Fault.EAT_MEMORY, Fault.TRAP,
    Fault.PANIC, Fault.SPIN, Fault.RECURSE, Fault.EAT_MEMORY, Fault.PANIC,
)
private val LIMITS =
    CoreLimits(memoryBytes = 16L * 1024 * 1024, computeMs = 2_000, instances = INSTANCES, idleMs = 200)

/** Many calls at once. */
class CrowdTest {
    private val inside = AtomicInteger()
    private val most = AtomicInteger()

    @Test
    fun `only faulty calls fail, the cap holds, and idle instances go away`() {
        TestPool(LIMITS, beforeProjects = ::countBusy).use { test ->
            val wrong = askAll(test)

            assertThat(wrong).isEmpty()
            assertThat(most.get()).isBetween(2, INSTANCES)
            val expected = (0 until CALLS).mapNotNull(::faultOf).groupingBy { it.reason }.eachCount()
            assertThat(expected.values.sum()).isEqualTo(50)
            assertThat(faultyDrops(test)).isEqualTo(expected.mapValues { it.value.toLong() })

            await("all threads end") { test.pool.stats.threads == 0 && poolThreads() == listOf("mcp-toolbox-watchdog") }
            val stats = test.pool.stats
            assertThat(stats.live).isZero()
            assertThat(stats.memoryBytes).isZero()
            assertThat(stats.dropped.values.sum()).isEqualTo(stats.created)
            assertThat(test.ask(ping())).isEqualTo(pong())
        }
        assertThat(poolThreads()).isEmpty()
    }

    @Test
    fun `a full queue is refused, and room is used again`() {
        val open = CountDownLatch(1)
        val limits = CoreLimits(instances = 1, queuedRequests = 2)
        TestPool(limits, beforeProjects = { inside.incrementAndGet(); open.await() }).use { test ->
            val running = test.handle(ping(id = 1))
            await("the call is inside its import") { inside.get() == 1 }
            val waiting = listOf(test.handle(ping(id = 2)), test.handle(ping(id = 3)))
            assertThat(test.pool.stats.queued).isEqualTo(2)

            assertThat(test.handle(ping(id = 4))).isCompletedWithValue(BareResponse.UNAVAILABLE)
            assertThat(BareResponse.UNAVAILABLE.status.toInt()).isEqualTo(503)
            assertThat(test.pool.stats.threads).isEqualTo(1)

            open.countDown()
            assertThat((listOf(running) + waiting).map { it.answer() }).isEqualTo(listOf(pong(1), pong(2), pong(3)))
            assertThat(test.ask(ping(id = 5))).isEqualTo(pong(id = 5))
        }
    }

    @Test
    fun `a pool without a queue serves what it has an instance for`() {
        val open = CountDownLatch(1)
        TestPool(CoreLimits(instances = 2, queuedRequests = 0), beforeProjects = { open.await() }).use { test ->
            val running = List(2) { test.handle(ping(id = it)) }
            assertThat(test.handle(ping(id = 2))).isCompletedWithValue(BareResponse.UNAVAILABLE)
            open.countDown()
            assertThat(running.map { it.answer() }).isEqualTo(List(2) { pong(id = it) })
        }
    }

    @Test
    fun `a call that was cancelled while it waited is not made`() {
        val open = CountDownLatch(1)
        TestPool(CoreLimits(instances = 1), beforeProjects = { inside.incrementAndGet(); open.await() }).use { test ->
            val running = test.handle(ping())
            val cancelled = test.handle(ping()).apply { cancel(false) }
            open.countDown()
            running.await()
            val before = inside.get()
            test.ask(ping())
            assertThat(cancelled).isCancelled()
            assertThat(inside.get() - before).describedAs("imports of one call").isEqualTo(before)
        }
    }

    /** What [CLIENTS] threads got that was wrong. */
    private fun askAll(test: TestPool): List<String> {
        val clients = Executors.newFixedThreadPool(CLIENTS)
        try {
            return clients.invokeAll((0 until CALLS).map { Callable { mistakeOf(test, it) } }).mapNotNull { it.await() }
        } finally {
            clients.shutdown()
        }
    }

    private fun mistakeOf(test: TestPool, index: Int): String? {
        val fault = faultOf(index)
        val request = if (fault == null) ping(index) else call(fault.tool, id = index)
        val expected = fault?.answer(index) ?: pong(index)
        val response = test.handle(request).await()
        val stats = test.pool.stats
        return when {
            response.text() != expected -> "call $index, $fault: ${response.status} ${response.text()}"
            stats.threads > INSTANCES || stats.live > INSTANCES -> "after call $index: $stats"
            else -> null
        }
    }

    private fun countBusy() {
        val now = inside.incrementAndGet()
        most.accumulateAndGet(now, ::maxOf)
        Thread.sleep(1)
        inside.decrementAndGet()
    }
}

private fun faultOf(index: Int): Fault? =
    if (index % CALLS_PER_FAULT == 0) FAULTS[index / CALLS_PER_FAULT % FAULTS.size] else null

private fun faultyDrops(test: TestPool): Map<DropReason, Long> = test.pool.stats.dropped - DropReason.IDLE
