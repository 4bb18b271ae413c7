package dev.mcptoolbox.runtime.transcript

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
            val played = transcript.play(host) { request, failure ->
                val response = if (failure == null) pool.handle(request) else pool.failed(request, failure)
                response.get(1, TimeUnit.MINUTES)
            }
            assertThat(played.split('\n')).isEqualTo(transcript.expected.split('\n'))
            // An answer that came from a fresh instance after a fault would be equal too.
            assertThat(pool.stats.dropped).isEmpty()
        }
    }
}
