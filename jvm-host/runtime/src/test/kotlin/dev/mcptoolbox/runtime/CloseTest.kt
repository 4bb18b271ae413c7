package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.Outcome
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

/** However busy it is, a pool that is closed completes every future and leaves no thread. */
class CloseTest {
    private val inside = AtomicInteger()
    private val never = CountDownLatch(1)

    @Test
    fun `close ends calls that spin and calls that wait`() {
        TestPool(CoreLimits(instances = 2), beforeProjects = { inside.incrementAndGet() }).use { test ->
            val calls = List(5) { test.handle(call("fault_spin", id = it)) }
            await("two calls spin, three wait") { inside.get() >= 2 && test.pool.stats.queued == 3 }

            test.close()

            assertThat(calls).allSatisfy { assertThat(it).isCompletedWithValue(BareResponse.UNAVAILABLE) }
            assertThat(poolThreads()).isEmpty()
            assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.CLOSED to 2L))
            assertThat(test.pool.stats.live).isZero()
        }
    }

    @Test
    fun `close ends an import that heeds interruption`() {
        TestPool(beforeProjects = { inside.incrementAndGet(); never.await() }).use { test ->
            val calls = List(2) { test.handle(ping(id = it)) }
            await("both calls are inside their imports") { inside.get() == 2 }

            test.close()

            assertThat(calls).allSatisfy { assertThat(it).isCompletedWithValue(BareResponse.UNAVAILABLE) }
            assertThat(poolThreads()).isEmpty()
        }
    }

    @Test
    fun `close does not wait for ever for an import that ignores interruption`() {
        TestPool(CoreLimits(closeMs = 200), beforeProjects = { inside.incrementAndGet(); awaitStubbornly(never) }).use { test ->
            val call = test.handle(ping())
            await("the call is inside its import") { inside.get() == 1 }

            test.close()

            assertThat(call).isCompletedWithValue(BareResponse.UNAVAILABLE)
            assertThat(poolThreads()).hasSize(1)
            never.countDown()
            await("the thread ends with the import") { poolThreads().isEmpty() }
        }
    }

    @Test
    fun `close by a thread that is interrupted still ends everything and keeps the interrupt`() {
        val test = TestPool()
        test.ask(ping())

        Thread.currentThread().interrupt()
        test.close()

        assertThat(Thread.interrupted()).isTrue()
        await("all threads end") { poolThreads().isEmpty() }
    }

    @Test
    fun `close by a callback on the pool's own thread comes to an end`() {
        val test = TestPool(beforeProjects = { never.await() })
        val closed = test.handle(ping()).thenRun(test::close)
        never.countDown()

        closed.await()
        await("all threads end") { poolThreads().isEmpty() }
    }

    @Test
    fun `a closed pool answers, and may be closed again`() {
        val test = TestPool()
        test.ask(ping())
        test.close()
        test.close()

        assertThat(test.handle(ping())).isCompletedWithValue(BareResponse.UNAVAILABLE)
        assertThat(test.pool.connection("p").await()).isInstanceOf(Outcome.Err::class.java)
        assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.CLOSED to 1L))
        assertThat(poolThreads()).isEmpty()
    }

    @Test
    fun `an idle pool has its watchdog alone, and none once it is closed`() {
        TestPool().use { assertThat(poolThreads()).containsExactly("mcp-toolbox-watchdog") }
        assertThat(poolThreads()).isEmpty()
    }
}

private fun awaitStubbornly(latch: CountDownLatch) {
    while (true) {
        try {
            return latch.await()
        } catch (_: InterruptedException) {
            // On purpose.
        }
    }
}
