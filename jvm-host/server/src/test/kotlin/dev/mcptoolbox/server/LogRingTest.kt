package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.toolbox.Log
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import java.time.Instant
import kotlin.concurrent.thread

class LogRingTest {
    @Test
    fun `the newest entries are kept, with time and project`() {
        var second = 0L
        val log = LogRing(capacity = 3) { Instant.ofEpochSecond(++second) }
        for (number in 1..5) log.write("p${number % 2}", Log.Level.INFO, "test", "message $number")

        val times = log.entries().map { Triple(it.number, it.time.epochSecond, it.message) }
        assertThat(times).isEqualTo((3L..5L).map { Triple(it, it, "message $it") })
        assertThat(log.entriesOf("p0").map { it.number }).containsExactly(4)
        assertThat(log.entriesOf("p2")).isEmpty()
    }

    @Test
    fun `by default 2000 are kept`() {
        val log = LogRing()
        repeat(2_001) { log.write(null, Log.Level.INFO, "test", "$it") }
        assertThat(log.entries().map { it.message }).hasSize(2_000).startsWith("1").endsWith("2000")
    }

    @Test
    fun `a message is one line of bounded length`() {
        val log = LogRing()
        log.write(null, Log.Level.INFO, "s".repeat(81), "a\nb\u001b[2J\u0000")
        log.write(null, Log.Level.INFO, "s", "m".repeat(4_001))
        log.write(null, Log.Level.INFO, "s", "m".repeat(4_000))

        val (first, second, third) = log.entries()
        assertThat(first.message).isEqualTo("a b [2J ")
        assertThat(first.source).hasSize(80).endsWith("…")
        assertThat(second.message).hasSize(4_000).endsWith("…")
        assertThat(third.message).isEqualTo("m".repeat(4_000))
    }

    @Test
    fun `listeners hear what comes until they stop, and cannot break the log`() {
        val log = LogRing()
        val heard = ArrayList<String>()
        log.listen { error("a window that fails") }
        val listening = log.listen { heard += it.message }
        log.write(null, Log.Level.INFO, "test", "one")
        listening.close()
        log.write(null, Log.Level.INFO, "test", "two")

        assertThat(heard).containsExactly("one")
        assertThat(log.entries()).hasSize(2)
    }

    @Test
    fun `threads lose nothing and numbers have no gap`() {
        val log = LogRing(capacity = 10_000)
        val writers = List(4) { thread { repeat(1_000) { log.write(null, Log.Level.INFO, "test", "x") } } }
        writers.forEach { it.join(10_000) }
        assertThat(log.entries().map { it.number }).isEqualTo((1L..4_000L).toList())
    }
}
