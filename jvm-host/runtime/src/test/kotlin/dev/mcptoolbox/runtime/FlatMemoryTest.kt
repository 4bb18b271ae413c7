package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.Outcome
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

private const val CALLS = 10_000
private const val WARM_UP_CALLS = 100

class FlatMemoryTest {
    @Test
    fun `ten thousand calls leave an instance's memory as it was`() {
        TestPool(CoreLimits(instances = 1), image = Artifacts.product).use { test ->
            repeat(WARM_UP_CALLS) { ask(test, it) }
            val bytes = test.pool.stats.memoryBytes
            repeat(CALLS) { ask(test, it) }

            assertThat(test.pool.stats.memoryBytes).isEqualTo(bytes)
            assertThat(test.pool.stats.created).isEqualTo(1)
            assertThat(test.pool.stats.dropped).isEmpty()
        }
    }

    /** All kinds of calls in turn: answered, refused, small, large. */
    private fun ask(test: TestPool, index: Int) {
        when (index % 5) {
            0 -> assertThat(test.ask(ping(index))).isEqualTo(pong(index))
            1 -> assertThat(test.ask(call("get_restartable_run_configurations"))).contains("\"result\"")
            2 -> assertThat(test.handle(post("[".repeat(index % 20_000))).await().status.toInt()).isEqualTo(400)
            3 -> assertThat(test.handle(post("{}", token = "wrong")).await().status.toInt()).isEqualTo(401)
            4 -> assertThat(test.pool.connection("p").await()).isInstanceOf(Outcome.Ok::class.java)
        }
        test.host.takeLog()
    }
}
