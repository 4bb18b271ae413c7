package dev.mcptoolbox.runtime

import com.dylibso.chicory.wasm.types.MemoryLimits
import dev.mcptoolbox.bindings.toolbox.Endpoint
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

private const val MIB = 1024L * 1024

/** What one call of `fault_grow` brings an instance to, is measured first: then each limit is tried one page around it. */
class MemoryLimitTest {
    @ParameterizedTest
    @ValueSource(longs = [0, 1])
    fun `what fits into the limit is granted`(pagesToSpare: Long) {
        TestPool(CoreLimits(instances = 1, memoryBytes = grownBytes + pagesToSpare * CoreLimits.PAGE_BYTES)).use { test ->
            assertThat(test.ask(GROW)).isEqualTo(GROWN)
            assertThat(test.pool.stats.memoryBytes).isEqualTo(grownBytes)
            assertThat(test.pool.stats.dropped).isEmpty()
        }
    }

    /** One byte less is one page less: the limit is rounded down. */
    @ParameterizedTest
    @ValueSource(longs = [1, CoreLimits.PAGE_BYTES])
    fun `what does not fit is refused`(missingBytes: Long) {
        TestPool(CoreLimits(instances = 1, memoryBytes = grownBytes - missingBytes)).use { test ->
            assertThat(test.ask(GROW)).isEqualTo(Fault.EAT_MEMORY.answer(id = 1))
            assertThat(test.pool.stats.dropped).isEqualTo(mapOf(DropReason.OUT_OF_MEMORY to 1L))
        }
    }

    @ParameterizedTest
    @ValueSource(longs = [0, 1])
    fun `an instance of the kept size is kept`(bytesToSpare: Long) {
        TestPool(CoreLimits(instances = 1, keptMemoryBytes = grownBytes + bytesToSpare)).use { test ->
            assertThat(test.ask(GROW)).isEqualTo(GROWN)
            assertThat(test.pool.stats.dropped).isEmpty()
            assertThat(test.ask(ping())).isEqualTo(pong())
            assertThat(test.pool.stats.created).isEqualTo(1)
        }
    }

    @Test
    fun `one byte more than is kept drops the instance after a correct answer`() {
        TestPool(CoreLimits(instances = 1, keptMemoryBytes = grownBytes - 1)).use { test -> checkDroppedAfter(test, GROW, GROWN) }
    }

    @Test
    fun `above 16 MiB the product's limits drop the instance, below they keep it`() {
        TestPool(CoreLimits(instances = 1)).use { test ->
            assertThat(test.ask(grow(mebibytes = 8))).isEqualTo(grown(mebibytes = 8))
            assertThat(test.pool.stats.dropped).isEmpty()
        }
        TestPool(CoreLimits(instances = 1)).use { test -> checkDroppedAfter(test, grow(mebibytes = 20), grown(mebibytes = 20)) }
    }

    @Test
    fun `an instance that does not even begin costs its call alone`() {
        TestPool(CoreLimits(instances = 1, memoryBytes = CoreLimits.PAGE_BYTES)).use { test ->
            assertThat(test.handle(ping()).await()).isEqualTo(BareResponse.FAILED)
            assertThat(test.handle(ping()).await()).isEqualTo(BareResponse.FAILED)
            assertThat(test.pool.stats.created).isZero()
            assertThat(test.pool.stats.dropped).isEmpty()
            assertThat(test.drops.map { it.message }).allMatch { "could not make an instance" in it }
        }
        assertThat(poolThreads()).isEmpty()
    }

    @Test
    fun `memory remembers that it was refused`() {
        val memory = GuestMemory(MemoryLimits(1, 2))

        assertThat(memory.grow(1)).isEqualTo(1)
        assertThat(memory.wasRefused).isFalse()
        assertThat(memory.grow(1)).isEqualTo(-1)
        assertThat(memory.wasRefused).isTrue()
        assertThat(memory.pages()).isEqualTo(2)
    }

    private fun checkDroppedAfter(test: TestPool, request: Endpoint.Request, answer: String) {
        assertThat(test.ask(request)).isEqualTo(answer)
        await("the instance is dropped") { test.pool.stats.dropped == mapOf(DropReason.GREW to 1L) }
        assertThat(test.drops.single().cause).isNull()
        assertThat(test.ask(ping())).isEqualTo(pong())
        assertThat(test.pool.stats.created).isEqualTo(2)
        assertThat(test.pool.stats.memoryBytes).isLessThan(2 * MIB)
    }

    private companion object {
        val GROW = grow(mebibytes = 3)
        val GROWN = grown(mebibytes = 3)

        /** Linear memory after [GROW]; the same in every run. */
        val grownBytes: Long by lazy {
            TestPool(CoreLimits(instances = 1)).use { test ->
                test.ask(GROW)
                test.pool.stats.memoryBytes
            }
        }

        fun grow(mebibytes: Int) = call("fault_grow", """{"mebibytes":$mebibytes}""")

        fun grown(mebibytes: Int) =
            """{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"$mebibytes"}],"isError":false}}"""
    }
}
