package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.server.RawClient
import dev.mcptoolbox.server.ask
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import java.time.ZonedDateTime
import java.time.format.DateTimeFormatter
import java.util.concurrent.CompletableFuture

/** What is handed over, and what becomes of the answer. */
class RecordTest {
    private val echo = EchoFront()

    @AfterEach
    fun close() = echo.close()

    @Test
    fun `a request is handed over as it was sent`() {
        val head = "pOsT /a%20b/?q=1&q=%2e#x HTTP/1.1\r\nhOsT:  h \r\nX-B: \u00e9\u4e2d\r\n" +
            "A: 1\r\nx-b:\r\nContent-Length: 3\r\n\r\n"
        RawClient(echo.port).use { it.send(head).send(byteArrayOf(0, -1, 13)).answer() }

        val request = echo.requests.single()
        assertThat(request.method).isEqualTo("pOsT")
        assertThat(request.target).isEqualTo("/a%20b/?q=1&q=%2e#x")
        assertThat(request.headers.map { it.name }).containsExactly("hOsT", "X-B", "A", "x-b", "Content-Length")
        assertThat(request.headers.map { it.value.decodeToString() }).containsExactly("h", "\u00e9\u4e2d", "1", "", "3")
        assertThat(request.body).isEqualTo(Endpoint.Body.Complete(byteArrayOf(0, -1, 13)))
        assertThat(request.remoteAddress).isEqualTo("127.0.0.1")
        assertThat(request.endpointPort.toInt()).isEqualTo(echo.port)
    }

    @Test
    fun `what is wrong in the head but readable is for the core`() {
        val twoHosts = "GET / HTTP/1.1\r\nHost: a\r\nHost: b"
        for (head in listOf("GET / HTTP/1.1", twoHosts, "FOO * HTTP/1.1", "GET http://x/ HTTP/1.1")) {
            assertThat(ask(echo.port, "$head\r\n\r\n").status).describedAs(head).isEqualTo(200)
        }
        assertThat(echo.requests[1].headers.map { it.value.decodeToString() }).containsExactly("a", "b")
    }

    @Test
    fun `an answer gets length and date and nothing else`() {
        val answer = ask(echo.port, "GET /x HTTP/1.1\r\n\r\n")

        assertThat(answer.body).isEqualTo("/x complete 0")
        assertThat(answer.headers.map { it.first }).containsExactlyInAnyOrder("content-length", "date")
        val date = ZonedDateTime.parse(answer.header("date"), DateTimeFormatter.RFC_1123_DATE_TIME)
        assertThat(date).isBetween(ZonedDateTime.now().minusSeconds(60), ZonedDateTime.now().plusSeconds(60))
    }

    @Test
    fun `the core's headers are written, but framing is the front's`() {
        val framing = listOf("content-length" to "999", "connection" to "close", "transfer-encoding" to "chunked")
        val headers = (framing + ("x-a" to "\u00e9"))
            .map { Endpoint.Header(it.first, it.second.toByteArray(Charsets.ISO_8859_1)) }
        EchoFront { CompletableFuture.completedFuture(EchoFront.say("hi", 404, headers)) }.use { other ->
            val answer = ask(other.port, "GET / HTTP/1.1\r\n\r\n")
            assertThat(answer.status).isEqualTo(404)
            assertThat(answer.body).isEqualTo("hi")
            assertThat(answer.header("x-a")).isEqualTo("\u00e9")
            assertThat(answer.header("content-length")).isEqualTo("2")
            assertThat(answer.headers.map { it.first }).doesNotContain("connection", "transfer-encoding")
        }
    }

    @Test
    fun `an answer that breaks HTTP becomes a 500`() {
        val broken = listOf(
            EchoFront.say("", 99),
            EchoFront.say("", 101),
            EchoFront.say("", 200, listOf(Endpoint.Header("x", "a\r\nb: c".toByteArray()))),
            EchoFront.say("", 200, listOf(Endpoint.Header("x y", "".toByteArray()))),
        )
        for (response in broken) {
            EchoFront { CompletableFuture.completedFuture(response) }.use { other ->
                assertThat(ask(other.port, "GET / HTTP/1.1\r\n\r\n").status).isEqualTo(500)
                assertThat(other.faults).hasSize(1)
            }
        }
        EchoFront { CompletableFuture.failedFuture(IllegalStateException("broken")) }.use { other ->
            assertThat(ask(other.port, "GET / HTTP/1.1\r\n\r\n").status).isEqualTo(500)
        }
    }

    @Test
    fun `a handler that throws costs its connection and nothing else`() {
        val handler = { request: Endpoint.Request ->
            check(request.target != "/bad")
            CompletableFuture.completedFuture(EchoFront.echo(request))
        }
        EchoFront(answer = handler).use { other ->
            RawClient(other.port).use { assertThat(it.send("GET /bad HTTP/1.1\r\n\r\n").isClosed()).isTrue }
            assertThat(ask(other.port, "GET /a HTTP/1.1\r\n\r\n").status).isEqualTo(200)
            assertThat(other.faults).hasSize(1)
        }
    }

    @Test
    fun `a taken port is named`() {
        assertThatThrownBy { HttpFront.bind(echo.port) { CompletableFuture.completedFuture(EchoFront.echo(it)) } }
            .isInstanceOf(PortUnavailable::class.java)
            .hasMessageContaining("port ${echo.port} ")
            .extracting { (it as PortUnavailable).port }.isEqualTo(echo.port)
    }

    @Test
    fun `204 has no length and HEAD no body`() {
        EchoFront { CompletableFuture.completedFuture(EchoFront.say("", 204)) }.use { other ->
            RawClient(other.port).use { client ->
                assertThat(client.send("GET / HTTP/1.1\r\n\r\n").answer().header("content-length")).isNull()
                assertThat(client.send("GET / HTTP/1.1\r\n\r\n").answer().status).isEqualTo(204)
            }
        }
        RawClient(echo.port).use { client ->
            val answer = client.send("HEAD /x HTTP/1.1\r\n\r\n").answer(toHead = true)
            assertThat(answer.header("content-length")).isEqualTo("13")
            assertThat(client.send("GET /y HTTP/1.1\r\n\r\n").answer().body).isEqualTo("/y complete 0")
        }
    }
}
