package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.toolbox.Log
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import java.lang.management.ManagementFactory

private const val MIB = 1024L * 1024

/** Enough for a cold JVM on a busy machine, and short enough to wait for. */
private val LIMITS = CoreLimits(memoryBytes = 32 * MIB, computeMs = 2_000, instances = 1)

/** Each fault costs exactly one call. */
class FaultTest {
    @ParameterizedTest
    @EnumSource
    fun `a fault costs one call and one instance`(fault: Fault) {
        TestPool(LIMITS).use { test ->
            assertThat(test.ask(ping(id = 6))).isEqualTo(pong(id = 6))
            assertThat(test.ask(call(fault.tool, id = 7))).isEqualTo(fault.answer(id = 7))
            assertThat(test.ask(ping(id = 8))).isEqualTo(pong(id = 8))

            val stats = test.pool.stats
            assertThat(stats.dropped).isEqualTo(mapOf(fault.reason to 1L))
            // The instance that said what went wrong is kept.
            assertThat(stats.created).isEqualTo(2)
            assertThat(stats.live).isEqualTo(1)
            assertThat(stats.threads).isEqualTo(1)
            assertThat(test.drops.map { it.reason }).containsExactly(fault.reason)
            assertThat(test.drops.single().cause).isNotNull()
            assertThat(test.drops.single().message).contains("Faults", fault.reason.name).doesNotContain("\n")
        }
        assertThat(poolThreads()).isEmpty()
    }

    @Test
    fun `a fault of the first call costs that call alone`() {
        TestPool(LIMITS).use { test ->
            assertThat(test.ask(call("fault_trap", id = 1))).isEqualTo(Fault.TRAP.answer(id = 1))
            assertThat(test.ask(ping(id = 2))).isEqualTo(pong(id = 2))
        }
    }

    @Test
    fun `where the error answer dies too, the answer is a bare 500`() {
        TestPool(LIMITS).use { test ->
            val response = test.handle(call("fault_twice")).await()

            assertThat(response).isEqualTo(BareResponse.FAILED)
            assertThat(response.status.toInt()).isEqualTo(500)
            assertThat(response.headers).isEmpty()
            assertThat(response.body).isEmpty()
            assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.TRAPPED to 2L))
            assertThat(test.pool.stats.live).isZero()
            assertThat(test.pool.stats.memoryBytes).isZero()
            assertThat(test.ask(ping(id = 2))).isEqualTo(pong(id = 2))
            assertThat(test.pool.stats.created).isEqualTo(3)
        }
    }

    @Test
    fun `a panic's message gets to the log`() {
        TestPool(LIMITS).use { test ->
            test.ask(call("fault_panic"))

            val line = test.host.takeLog().single { it.source == "core" }
            assertThat(line.level).isEqualTo(Log.Level.ERROR)
            assertThat(line.message).contains("asked to panic").contains("faults.rs")
        }
    }

    @Test
    fun `a listener that throws costs nothing`() {
        val pool = CorePool(Artifacts.faults, fakeHost().imports(), LIMITS) { _, _, _ -> throw NoClassDefFoundError("on purpose") }
        pool.use {
            assertThat(pool.handle(call("fault_trap")).answer()).isEqualTo(Fault.TRAP.answer(id = 1))
            assertThat(pool.handle(ping()).answer()).isEqualTo(pong())
        }
        assertThat(poolThreads()).isEmpty()
    }

    @Test
    fun `dropped instances give their memory back`() {
        TestPool(LIMITS).use { test ->
            test.ask(ping())
            val beforeBytes = usedHeapBytes()
            repeat(12) { test.ask(call("fault_eat_memory")) }

            assertThat(test.pool.stats.memoryBytes).isLessThan(2 * MIB)
            await("the heap shrinks to what it was") { usedHeapBytes() < beforeBytes + LIMITS.memoryBytes }
        }
    }
}

private fun usedHeapBytes(): Long {
    System.gc()
    return ManagementFactory.getMemoryMXBean().heapMemoryUsage.used
}
