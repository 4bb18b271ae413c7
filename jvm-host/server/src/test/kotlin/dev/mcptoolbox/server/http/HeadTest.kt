package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.RawClient
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

/** What the front answers by itself: what cannot be handed over, and `Expect`. */
class HeadTest {
    private val echo = EchoFront()
    private val client by lazy { RawClient(echo.port) }

    @AfterEach
    fun close() {
        client.close()
        echo.close()
    }

    @Test
    fun `what cannot be read is refused and closed`() {
        val cases = mapOf(
            "\u0016\u0003\u0001\u0000\u00a5\u0001\r\n\r\n" to 400,
            "GET\r\n\r\n" to 400,
            "GET /\r\n\r\n" to 400,
            "GET / HTTP\r\n\r\n" to 400,
            "GET / FOO/1.1\r\n\r\n" to 400,
            "GET / HTTP/x.y\r\n\r\n" to 400,
            "GET / HTTP/2.0\r\n\r\n" to 505,
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" to 505,
            "GET / HTTP/1.1\r\nno colon\r\n\r\n" to 400,
            "GET / HTTP/1.1\r\n: no name\r\n\r\n" to 400,
            "GET / HTTP/1.1\r\nna me: x\r\n\r\n" to 400,
            "GET / HTTP/1.1\r\nname: a\u0000b\r\n\r\n" to 400,
            "GET /${"a".repeat(5_000)} HTTP/1.1\r\n\r\n" to 414,
            "GET / HTTP/1.1\r\nX: ${"a".repeat(9_000)}\r\n\r\n" to 431,
            "GET / HTTP/1.1\r\n${"X: ${"a".repeat(90)}\r\n".repeat(100)}\r\n" to 431,
        )
        for ((request, status) in cases) {
            RawClient(echo.port).use { client ->
                val answer = client.send(request).answer()
                assertThat(answer.status).describedAs(request.take(60)).isEqualTo(status)
                assertThat(answer.header("connection")).isEqualTo("close")
                assertThat(answer.body).isNotEmpty
                assertThat(client.isClosed()).isTrue
            }
        }
        assertThat(echo.requests).isEmpty()
        assertThat(echo.faults).isEmpty()
    }

    @Test
    fun `a header block that fits is handed over`() {
        client.send("GET /${"a".repeat(4_000)} HTTP/1.1\r\nX: ${"a".repeat(8_000)}\r\n\r\n")

        assertThat(client.answer().status).isEqualTo(200)
    }

    @Test
    fun `a huge header is answered though the client writes on`() {
        client.send("GET / HTTP/1.1\r\nX: ").send(ByteArray(2 shl 20) { 'a'.code.toByte() })

        assertThat(client.answer().status).isEqualTo(431)
    }

    @Test
    fun `who asks before sending a body is told to go on`() {
        client.send("POST /a HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n")
        assertThat(client.answer().status).isEqualTo(100)
        assertThat(client.send("abc").answer().body).isEqualTo("/a complete 3")

        client.send("POST /b HTTP/1.1\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n")
        assertThat(client.answer().status).isEqualTo(100)
        assertThat(client.send("1\r\nx\r\n0\r\n\r\n").answer().body).isEqualTo("/b complete 1")
    }

    @Test
    fun `nobody is told to go on with a body that will not be read`() {
        for (bytes in listOf(1_048_577, 2_000_000, 6_000_000)) {
            RawClient(echo.port).use {
                it.send("POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: $bytes\r\n\r\n")
                assertThat(it.answer().body).isEqualTo("/a too large $bytes")
                assertThat(it.isClosed()).isTrue
            }
        }
    }

    @Test
    fun `no sign where there is no body or HTTP 1_0`() {
        client.send("POST /a HTTP/1.1\r\nExpect: 100-continue\r\n\r\n")
        assertThat(client.answer().body).isEqualTo("/a complete 0")
        client.send("POST /b HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc")
        assertThat(client.answer().body).isEqualTo("/b complete 3")
    }

    @Test
    fun `other expectations cannot be met`() {
        client.send("POST /a HTTP/1.1\r\nExpect: a-miracle\r\nContent-Length: 3\r\n\r\nabc")

        assertThat(client.answer().status).isEqualTo(417)
        assertThat(client.isClosed()).isTrue
    }
}
