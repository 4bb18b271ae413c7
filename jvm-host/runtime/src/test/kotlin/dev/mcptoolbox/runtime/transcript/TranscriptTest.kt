package dev.mcptoolbox.runtime.transcript

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.runtime.Artifacts
import dev.mcptoolbox.runtime.CorePool
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.TestFactory
import java.util.concurrent.TimeUnit

/** The third run of the transcripts, in Chicory. The other two are in tests/tests/transcripts.rs. */
class TranscriptTest {
    @TestFactory
    fun chicory(): List<DynamicTest> = Transcript.all().map { transcript ->
        DynamicTest.dynamicTest("$transcript") { check(transcript) }
    }

    private fun check(transcript: Transcript) {
        val host = transcript.host()
        CorePool(Artifacts.product, host.imports()).use { pool ->
            val played = transcript.play(host, PooledCore(pool))
            assertThat(played.split('\n')).isEqualTo(transcript.expected.split('\n'))
            // An answer that came from a fresh instance after a fault would be equal too.
            assertThat(pool.stats.dropped).isEmpty()
        }
    }
}

private class PooledCore(private val pool: CorePool) : Core {
    override fun answer(request: Endpoint.Request, failure: Endpoint.Failure?): Endpoint.Response =
        (if (failure == null) pool.handle(request) else pool.failed(request, failure)).get(1, TimeUnit.MINUTES)

    override fun <T> ask(question: (Settings) -> Outcome<T, Settings.Problem>): Outcome<T, Settings.Problem> =
        pool.ask(question).get(1, TimeUnit.MINUTES)
}
