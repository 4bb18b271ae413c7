package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.RawClient
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit

/** Where requests begin and end, and what becomes of the connection. */
class FramingTest {
    private val echo = EchoFront()
    private val client by lazy { RawClient(echo.port) }

    @AfterEach
    fun close() {
        client.close()
        echo.close()
    }

    @Test
    fun `two requests in one packet are answered in order`() {
        client.send("POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nxxGET /b HTTP/1.1\r\n\r\nGET /c HTT")
        client.send("P/1.1\r\n\r\n")

        assertThat(List(3) { client.answer().body }).containsExactly("/a complete 2", "/b complete 0", "/c complete 0")
    }

    @Test
    fun `a pipelined request waits for the answer to the one before`() {
        val first = CompletableFuture<Unit>()
        EchoFront { request ->
            val answer = if (request.target == "/1") first else CompletableFuture.completedFuture(Unit)
            answer.thenApply { EchoFront.echo(request) }
        }.use { slow ->
            RawClient(slow.port).use { pipelined ->
                pipelined.send((1..500).joinToString("") { "GET /$it HTTP/1.1\r\n\r\n" })
                assertThat(pipelined.isSilent(200)).isTrue
                assertThat(slow.requests).hasSize(1)
                first.completeOnTimeout(Unit, 1, TimeUnit.MILLISECONDS)
                assertThat(List(500) { pipelined.answer().body }).isEqualTo((1..500).map { "/$it complete 0" })
            }
        }
    }

    @Test
    fun `one request in single bytes`() {
        for (byte in "POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc".toByteArray()) client.send(byteArrayOf(byte))

        assertThat(client.answer().body).isEqualTo("/a complete 3")
    }

    @Test
    fun `chunked bodies, with extensions and trailers`() {
        client.send("POST /a HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n5;x=y\r\nhello\r\n")
        client.send("A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nGET /b HTTP/1.1\r\n\r\n")

        assertThat(client.answer().body).isEqualTo("/a complete 15")
        assertThat(client.answer().body).isEqualTo("/b complete 0")
    }

    @Test
    fun `a connection stays or goes as HTTP says`() {
        val cases = listOf(
            Triple("HTTP/1.1", "", null),
            Triple("HTTP/1.1", "Connection: keep-alive\r\n", null),
            Triple("HTTP/1.1", "Connection: Close\r\n", "close"),
            Triple("HTTP/1.1", "Connection: x, close\r\n", "close"),
            Triple("HTTP/1.0", "", "close"),
            Triple("HTTP/1.0", "Connection: Keep-Alive\r\n", "keep-alive"),
        )
        for ((version, headers, connection) in cases) {
            RawClient(echo.port).use { client ->
                val answer = client.send("GET /a $version\r\n$headers\r\n").answer()
                assertThat(answer.header("connection")).describedAs("$version $headers").isEqualTo(connection)
                if (connection == "close") {
                    assertThat(client.isClosed()).isTrue
                } else {
                    assertThat(client.send("GET /b $version\r\n\r\n").answer().body).isEqualTo("/b complete 0")
                }
            }
        }
    }

    @Test
    fun `who stops sending still gets its answers`() {
        client.send("GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n").endSending()

        assertThat(client.answer().body).isEqualTo("/a complete 0")
        assertThat(client.answer().body).isEqualTo("/b complete 0")
        assertThat(client.isClosed()).isTrue
    }

    @Test
    fun `empty lines before a request do not matter`() {
        assertThat(client.send("\r\n\r\nGET /a HTTP/1.1\r\n\r\n").answer().body).isEqualTo("/a complete 0")
    }

    /** Each hides a second request in what another reader might take for a body, or the other way round. */
    @ParameterizedTest
    @ValueSource(
        strings = [
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
            "Content-Length: 4\r\nContent-Length: 5\r\n",
            "Content-Length: 4\r\nContent-Length: 4\r\n",
            "Content-Length: 4, 4\r\n",
            "Content-Length: +4\r\n",
            "Content-Length: -4\r\n",
            "Content-Length: 0x4\r\n",
            "Content-Length: 4 4\r\n",
            "Content-Length: \r\n",
            "Content-Length: 99999999999999999999\r\n",
            "Content-Length : 4\r\n",
            "Transfer-Encoding: identity\r\n",
            "Transfer-Encoding: gzip\r\n",
            "Transfer-Encoding: gzip, chunked\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
            "Transfer-Encoding: xchunked\r\n",
            "Transfer-Encoding: \u000bchunked\r\n",
            "Transfer-Encoding : chunked\r\n",
            "Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n",
        ],
    )
    fun `conflicting or odd framing is refused`(headers: String) {
        client.send("POST /a HTTP/1.1\r\nHost: x\r\n$headers\r\n0\r\n\r\nGET /hidden HTTP/1.1\r\n\r\n")

        assertThat(client.answer().status).isEqualTo(400)
        assertThat(client.isClosed()).isTrue
        assertThat(echo.requests).isEmpty()
    }

    @Test
    fun `chunks with HTTP 1_0 and chunks that are none are refused`() {
        val bad = listOf(
            "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n",
            "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
            "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n",
        )
        for (request in bad) {
            RawClient(echo.port).use {
                assertThat(it.send(request).answer().status).describedAs(request).isEqualTo(400)
                assertThat(it.isClosed()).isTrue
            }
        }
        assertThat(echo.requests).isEmpty()
    }
}
