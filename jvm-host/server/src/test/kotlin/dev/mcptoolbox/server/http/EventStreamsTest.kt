package dev.mcptoolbox.server.http

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.util.concurrent.TimeUnit

/** What no socket shows at will: a project that closes, or a client that goes, before the connection takes its stream. */
class EventStreamsTest {
    private class Sink : EventSink {
        var isEnded = false

        override fun send(bytes: ByteArray) = !isEnded

        override fun end() {
            isEnded = true
        }
    }

    private var nowNs = 0L
    private val streams = EventStreams { nowNs }

    @Test
    fun `a stream of a closed project is ended, and not taken later`() {
        val taken = Sink()
        streams.reserve("shop", "a", "", most = 8u)
        streams.take("a", taken)
        streams.reserve("shop", "b", "", most = 8u)
        streams.reserve("blog", "c", "", most = 8u)
        streams.endAll("shop")
        assertThat(taken.isEnded).isTrue
        assertThat(streams.take("b", Sink())).isFalse
        assertThat(streams.take("c", Sink())).isTrue
    }

    @Test
    fun `a place that nobody took is free again after a while`() {
        assertThat(streams.reserve("shop", "a", "", most = 1u)).isTrue
        assertThat(streams.reserve("shop", "b", "", most = 1u)).isFalse
        nowNs += TimeUnit.SECONDS.toNanos(11)
        assertThat(streams.reserve("shop", "b", "", most = 1u)).isTrue
        assertThat(streams.size).isEqualTo(1)
    }
}
