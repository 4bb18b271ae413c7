package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.RawClient
import dev.mcptoolbox.server.ServerLimits
import dev.mcptoolbox.server.ask
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit

private const val SHORT_MS = 300L

/** Clients that take their time, and clients that are many. */
@Timeout(20)
class PatienceTest {
    @Test
    fun `an idle connection is closed, before and after a request`() {
        EchoFront(ServerLimits(idleMs = SHORT_MS)).use { echo ->
            assertThat(closesInTime(echo) {}).isTrue
            assertThat(closesInTime(echo) { it.send("GET / HTTP/1.1\r\n\r\n").answer() }).isTrue
        }
    }

    @Test
    fun `a head that drips is refused, however steadily it does`() {
        EchoFront(ServerLimits(headMs = SHORT_MS)).use { echo ->
            RawClient(echo.port).use { client ->
                client.send("GET / HTTP/1.1\r\nX: ")
                repeat(8) {
                    Thread.sleep(SHORT_MS / 6)
                    if (client.socket.getInputStream().available() == 0) client.send("a")
                }
                assertThat(client.answer().status).isEqualTo(408)
                assertThat(client.isClosed()).isTrue
            }
            assertThat(echo.requests).isEmpty()
        }
    }

    @Test
    fun `so is a body`() {
        EchoFront(ServerLimits(bodyMs = SHORT_MS)).use { echo ->
            RawClient(echo.port).use { client ->
                client.send("POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n")
                repeat(8) {
                    Thread.sleep(SHORT_MS / 6)
                    if (client.socket.getInputStream().available() == 0) client.send("a")
                }
                assertThat(client.answer().status).isEqualTo(408)
                assertThat(client.isClosed()).isTrue
            }
            assertThat(echo.requests).isEmpty()
        }
    }

    @Test
    fun `a client that does not read its answer is cut off`() {
        val large = EchoFront.say("a".repeat(32 shl 20))
        EchoFront(ServerLimits(answerMs = SHORT_MS)) { CompletableFuture.completedFuture(large) }.use { echo ->
            RawClient(echo.port).use { client ->
                client.send("GET / HTTP/1.1\r\n\r\n")
                Thread.sleep(SHORT_MS * 3)
                assertThat(client.answer().body.length).isLessThan(32 shl 20)
            }
        }
    }

    @Test
    fun `a client that never closes is not waited for long`() {
        EchoFront(ServerLimits(lingerMs = SHORT_MS)).use { echo ->
            RawClient(echo.port).use { client ->
                client.send("GET / HTTP/1.0\r\n\r\n").answer()
                assertThat(client.isClosed()).isTrue
                Thread.sleep(SHORT_MS * 3)
                // The first write after the end is answered with a reset, which the second one meets.
                assertThat(runCatching { repeat(3) { client.send("x").also { Thread.sleep(50) } } }.isFailure).isTrue
            }
        }
    }

    @Test
    fun `a slow answer is waited for`() {
        val limits = ServerLimits(idleMs = SHORT_MS, headMs = SHORT_MS, bodyMs = SHORT_MS, answerMs = SHORT_MS)
        EchoFront(limits) { request -> later(SHORT_MS * 3) { EchoFront.echo(request) } }.use { echo ->
            assertThat(ask(echo.port, "GET /a HTTP/1.1\r\n\r\n").body).isEqualTo("/a complete 0")
        }
    }

    @Test
    fun `at the limit the oldest idle connection makes room`() {
        EchoFront(ServerLimits(connections = 3)).use { echo ->
            val clients = List(3) { RawClient(echo.port) }
            try {
                clients.forEach { it.send("GET / HTTP/1.1\r\n\r\n").answer() }
                clients[0].send("GET / HTTP/1.1\r\n\r\n").answer()
                assertThat(ask(echo.port, "GET /new HTTP/1.1\r\n\r\n").status).isEqualTo(200)
                assertThat(clients[0].isClosed()).isTrue
                assertThat(clients[1].send("GET /old HTTP/1.1\r\n\r\n").answer().status).isEqualTo(200)
            } finally {
                clients.forEach { it.close() }
            }
        }
    }

    @Test
    fun `at the limit without idle ones a newcomer waits`() {
        val gate = CompletableFuture<Unit>()
        EchoFront(ServerLimits(connections = 2)) { request -> gate.thenApply { EchoFront.echo(request) } }.use { echo ->
            val clients = List(5) { RawClient(echo.port).send("GET /$it HTTP/1.1\r\n\r\n") }
            try {
                assertThat(clients[4].isSilent(300)).isTrue
                assertThat(echo.requests.size).isEqualTo(2)
                gate.complete(Unit)
                assertThat(clients.map { it.use(RawClient::answer).body }).isEqualTo(List(5) { "/$it complete 0" })
            } finally {
                clients.forEach { it.close() }
            }
        }
    }

    private fun closesInTime(echo: EchoFront, first: (RawClient) -> Unit): Boolean =
        RawClient(echo.port, timeoutMs = 2_000).use { client ->
            first(client)
            client.isClosed()
        }

    private fun <T> later(ms: Long, value: () -> T): CompletableFuture<T> =
        CompletableFuture.supplyAsync(value, CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS))
}
