package dev.mcptoolbox.server

import dev.mcptoolbox.server.TestServer.Companion.list
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Path
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

private const val CLIENTS = 64
private const val SECONDS = 4L

/** Many clients at once. */
@Timeout(60)
class CrowdTest {
    @TempDir
    lateinit var temp: Path

    @Test
    fun `64 clients of two projects get their own answers and no error`() {
        TestServer(temp, listOf("shop", "bank")).use { test ->
            assertThat(test.token("shop")).isNotEqualTo(test.token("bank"))
            val crowd = Executors.newFixedThreadPool(CLIENTS)
            try {
                val work = List(CLIENTS) { Callable { visit(test, it) } }
                val served = crowd.invokeAll(work, SECONDS * 5, TimeUnit.SECONDS).sumOf { it.get() }
                assertThat(served).isGreaterThan(CLIENTS * SECONDS.toInt())
                println("$served calls of $CLIENTS clients in $SECONDS s")
            } finally {
                crowd.shutdownNow()
            }
            assertThat(test.server.coreStats.dropped).isEmpty()
            assertThat(test.server.log.entriesOf(test.key("shop"))).isNotEmpty
        }
    }

    /**
     * Half of the clients use one connection, half a new one each time; every other one belongs to the other project.
     */
    private fun visit(test: TestServer, number: Int): Int {
        val project = if (number % 2 == 0) "shop" else "bank"
        val other = if (number % 2 == 0) "bank" else "shop"
        val untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS)
        var client = RawClient(test.port, timeoutMs = 15_000)
        var calls = 0
        while (System.nanoTime() < untilNs) {
            val id = number * 1_000_000 + calls++
            val answer = client.send(test.post(list(id), project)).answer()
            check(answer.status == 200 && "\"id\":$id," in answer.body) { "${answer.status} ${answer.body}" }
            check("run-$project" in answer.body && "run-$other" !in answer.body) { answer.body }
            if (number / 2 % 2 == 0) {
                client.close()
                client = RawClient(test.port, timeoutMs = 15_000)
            }
        }
        client.close()
        return calls
    }
}
