package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.RawClient
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test

private const val MIB = 1024 * 1024

/** Bodies around the limits. Every client here sends all it has before it reads, as simple clients do. */
class BodySizeTest {
    private val echo = EchoFront()

    @AfterEach
    fun close() = echo.close()

    @Test
    fun `with a declared length`() {
        for ((bytes, told, stays) in listOf(
            Triple(MIB, "/a complete $MIB", true),
            Triple(MIB + 1, "/a too large ${MIB + 1}", false),
            Triple(2 * MIB, "/a too large ${2 * MIB}", false),
            Triple(4 * MIB, "/a too large ${4 * MIB}", false),
            Triple(6 * MIB, "/a too large ${6 * MIB}", false),
            Triple(32 * MIB, "/a too large ${32 * MIB}", false),
        )) {
            RawClient(echo.port).use { client ->
                client.send("POST /a HTTP/1.1\r\nContent-Length: $bytes\r\n\r\n").send(ByteArray(bytes))
                check(client, told, stays)
            }
        }
    }

    @Test
    fun `in chunks`() {
        for ((bytes, told, stays) in listOf(
            Triple(MIB, "/a complete $MIB", true),
            Triple(MIB + 1, "/a too large ${MIB + 1}", false),
            Triple(4 * MIB, "/a too large ${4 * MIB}", false),
        )) {
            RawClient(echo.port).use { client ->
                sendChunked(client, bytes)
                check(client, told, stays)
            }
        }
    }

    @Test
    fun `chunks without end are answered once they pass the limit`() {
        RawClient(echo.port).use { client ->
            sendChunked(client, 6 * MIB)
            val told = client.answer().body.removePrefix("/a too large ").toLong()
            assertThat(told).isBetween(4L * MIB + 1, 4L * MIB + 64 * 1024)
            assertThat(client.isClosed()).isTrue
        }
    }

    @Test
    fun `a declared length alone is answered at once where it is hopeless`() {
        RawClient(echo.port).use { client ->
            client.send("POST /a HTTP/1.1\r\nContent-Length: 9223372036854775807\r\n\r\n")
            assertThat(client.answer().body).isEqualTo("/a too large 9223372036854775807")
            assertThat(client.isClosed()).isTrue
        }
    }

    private fun sendChunked(client: RawClient, bytes: Int) {
        client.send("POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        var left = bytes
        while (left > 0) {
            val piece = minOf(left, 100_000)
            client.send("${piece.toString(16)}\r\n").send(ByteArray(piece)).send("\r\n")
            left -= piece
        }
        client.send("0\r\n\r\n")
    }

    private fun check(client: RawClient, told: String, stays: Boolean) {
        val answer = client.answer()
        assertThat(answer.body).isEqualTo(told)
        assertThat(answer.header("connection")).isEqualTo(if (stays) null else "close")
        if (stays) client.send("GET /b HTTP/1.1\r\n\r\n").answer() else assertThat(client.isClosed()).isTrue
    }
}
