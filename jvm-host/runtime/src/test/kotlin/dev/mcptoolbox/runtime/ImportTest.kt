package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Settings
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.io.IOException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicReference

private const val COMPUTE_MS = 1_000L
private val LIMITS = CoreLimits(computeMs = COMPUTE_MS, instances = 1)

/** What an import may do to a call, and what calls may do to an import. */
class ImportTest {
    @Test
    fun `an import may last longer than a call may compute`() {
        val interrupts = AtomicInteger()
        TestPool(LIMITS, beforeProjects = { if (!sleeps(2 * COMPUTE_MS)) interrupts.incrementAndGet() }).use { test ->
            assertThat(test.ask(ping())).isEqualTo(pong())
            assertThat(interrupts.get()).isZero()
            assertThat(test.pool.stats.dropped).isEmpty()
        }
    }

    @Test
    fun `a call that lasted in an import still may not compute for ever`() {
        val naps = AtomicInteger()
        TestPool(LIMITS, beforeProjects = { if (naps.getAndIncrement() == 0) sleeps(COMPUTE_MS) }).use { test ->
            assertThat(test.ask(call("fault_spin"))).isEqualTo(Fault.SPIN.answer(id = 1))
        }
    }

    @Test
    fun `no interrupt of a call gets into an import, a callback or the next call`() {
        val seen = AtomicInteger()
        val look = { if (Thread.currentThread().isInterrupted) seen.incrementAndGet() }
        TestPool(LIMITS, beforeProjects = { look() }).use { test ->
            repeat(2) {
                val spun = test.handle(call("fault_spin"))
                val called = spun.thenApply { look() }
                assertThat(spun.answer()).isEqualTo(Fault.SPIN.answer(id = 1))
                called.await()
                assertThat(test.ask(ping())).isEqualTo(pong())
            }
            assertThat(seen.get()).isZero()
        }
    }

    @Test
    fun `an import that throws costs one call`() {
        val thrown = listOf(IllegalStateException("a bug"), IOException("a disk"), StackOverflowError("deep"), NoSuchMethodError("old"))
        val next = AtomicReference<Throwable?>()
        TestPool(LIMITS, beforeProjects = { next.getAndSet(null)?.let { throw it } }).use { test ->
            for (throwable in thrown) {
                next.set(throwable)
                assertThat(test.ask(ping(id = 5))).describedAs("$throwable").isEqualTo(Fault.TRAP.answer(id = 5))
                assertThat(test.ask(ping(id = 6))).isEqualTo(pong(id = 6))
            }
            assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.TRAPPED to thrown.size.toLong()))
            assertThat(generateSequence(test.drops.first().cause) { it.cause }.toList()).contains(thrown.first())
        }
    }

    @Test
    fun `an import that always throws gets a bare 500 and is tried again`() {
        TestPool(LIMITS, beforeProjects = { throw IllegalStateException("a bug") }).use { test ->
            repeat(2) { assertThat(test.handle(ping()).await()).isEqualTo(BareResponse.FAILED) }
            assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.TRAPPED to 4L))
        }
        assertThat(poolThreads()).isEmpty()
    }

    /** Nothing words an answer for a dead question about the settings but the pool itself. */
    @Test
    fun `a connection whose import throws is unavailable, and the next one is told`() {
        val calls = AtomicInteger()
        val throwOnce = { if (calls.getAndIncrement() == 0) throw IllegalStateException("a bug") }
        TestPool(LIMITS, beforeProjects = throwOnce).use { test ->
            val died = test.pool.connection("p").await()

            assertThat(died).isEqualTo(Outcome.Err(Settings.Problem.Unavailable("the core died over it; the log says why")))
            assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.TRAPPED to 1L))
            assertThat(test.pool.connection("p").await()).isInstanceOf(Outcome.Ok::class.java)
        }
    }

    @Test
    fun `an import that is out of memory counts as that`() {
        val first = AtomicInteger()
        TestPool(LIMITS, beforeProjects = { if (first.getAndIncrement() == 0) throw OutOfMemoryError("on purpose") }).use { test ->
            assertThat(test.ask(ping())).isEqualTo(Fault.EAT_MEMORY.answer(id = 1))
            assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.OUT_OF_MEMORY to 1L))
        }
    }

    @Test
    fun `an import that leaves its thread interrupted costs its own call and no other`() {
        var misbehaves = true
        TestPool(LIMITS, beforeProjects = { if (misbehaves) Thread.currentThread().interrupt().also { misbehaves = false } }).use { test ->
            assertThat(test.ask(ping())).isEqualTo(Fault.TRAP.answer(id = 1))
            assertThat(test.ask(ping())).isEqualTo(pong())
        }
    }

    @Test
    fun `a callback that leaves its thread interrupted costs nothing`() {
        val begin = CountDownLatch(1)
        TestPool(LIMITS, beforeProjects = { begin.await() }).use { test ->
            val first = test.handle(ping(id = 1))
            val called: CompletableFuture<Void> = first.thenRun { Thread.currentThread().interrupt() }
            val second = test.handle(ping(id = 2))
            begin.countDown()

            called.await()
            assertThat(second.answer()).isEqualTo(pong(id = 2))
            assertThat(test.pool.stats.dropped).isEmpty()
        }
    }
}

/** Whether it slept to the end. [ms]: milliseconds. */
private fun sleeps(ms: Long): Boolean = try {
    Thread.sleep(ms)
    true
} catch (_: InterruptedException) {
    false
}
