package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.RunConfigurations
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.runtime.CoreImage
import dev.mcptoolbox.runtime.CoreLimits
import dev.mcptoolbox.server.TestServer.Companion.LISTING
import dev.mcptoolbox.server.TestServer.Companion.PATH
import dev.mcptoolbox.server.TestServer.Companion.list
import dev.mcptoolbox.server.TestServer.Companion.ping
import dev.mcptoolbox.server.http.PortUnavailable
import dev.mcptoolbox.server.state.StateFolder
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Path
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit

/** The whole way: socket, real core, imports. */
@Timeout(30)
class ToolboxServerTest {
    @TempDir
    lateinit var temp: Path

    @Test
    fun `a call is answered with what the adapters say`() {
        TestServer(temp).use { test ->
            val answer = ask(test.port, test.post(list(7)))

            assertThat(answer.status).isEqualTo(200)
            assertThat(answer.header("content-type")).isEqualTo("application/json; charset=utf-8")
            assertThat(answer.body).contains("\"id\":7").contains("run-shop")
            assertThat(test.server.coreSha256).isEqualTo(CoreImage.product().sha256)
            assertThat(test.server.log.entriesOf(test.key("shop")).map { it.message }).anyMatch { LISTING in it }
            assertThat(test.server.log.entries().map { it.message }).noneMatch { test.token() in it }
        }
    }

    @Test
    fun `refusals come in their order`() {
        TestServer(temp).use { test ->
            val host = "Host: 127.0.0.1:${test.port}\r\n"
            val media = "Content-Type: application/json\r\nAccept: */*\r\n"
            val bearer = "Authorization: Bearer ${test.token()}\r\n"
            val large = "Content-Length: 99999999\r\n\r\n"
            val cases = listOf(
                Triple("GET /nowhere HTTP/1.1\r\nHost: evil\r\n$large", 413, "BODY_TOO_LARGE"),
                Triple("GET /nowhere HTTP/1.1\r\nOrigin: null\r\n\r\n", 400, "HOST_MISSING"),
                Triple("GET /nowhere HTTP/1.1\r\n$host${host}Origin: null\r\n\r\n", 400, "HOST_REPEATED"),
                Triple("GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 403, "HOST"),
                Triple("GET /nowhere HTTP/1.1\r\nHost: evil.example:${test.port}\r\n\r\n", 403, "HOST"),
                Triple("GET /nowhere HTTP/1.1\r\n${host}Origin: null\r\n\r\n", 403, "ORIGIN"),
                Triple("OPTIONS $PATH HTTP/1.1\r\n${host}Origin: http://evil.example\r\n\r\n", 403, "ORIGIN"),
                Triple("GET /nowhere HTTP/1.1\r\n$host\r\n", 404, ""),
                Triple("GET $PATH HTTP/1.1\r\n${host}MCP-Protocol-Version: 2025-11-25\r\n\r\n", 405, ""),
                Triple("POST $PATH/sse HTTP/1.1\r\n$host\r\n", 405, ""),
                Triple("GET $PATH/message HTTP/1.1\r\n$host\r\n", 405, ""),
                Triple("GET $PATH/sse HTTP/1.1\r\n$host\r\n", 401, "TOKEN_MISSING"),
                Triple("OPTIONS $PATH HTTP/1.1\r\n$host\r\n", 405, ""),
                Triple("POST $PATH HTTP/1.1\r\n$host\r\n", 401, "TOKEN_MISSING"),
                Triple("POST $PATH HTTP/1.1\r\n${host}Authorization: Bearer x\r\n\r\n", 401, "TOKEN_UNKNOWN"),
                Triple("POST $PATH HTTP/1.1\r\n$host${bearer}\r\n", 400, "Content-Type"),
                Triple("POST $PATH HTTP/1.1\r\n$host${bearer}Content-Type: application/json\r\n\r\n", 400, "Accept"),
                Triple("POST $PATH HTTP/1.1\r\n$host$bearer$media\r\n", 400, "-32700"),
                Triple("POST $PATH/?x=1 HTTP/1.1\r\n$host$bearer${media}Content-Length: 2\r\n\r\n[]", 400, "-32600"),
                Triple("POST $PATH/message HTTP/1.1\r\n$host$bearer$media\r\n", 400, "SESSION_MISSING"),
                Triple("POST $PATH/message?sessionId=x HTTP/1.1\r\n$host$bearer$media\r\n", 404, "SESSION_UNKNOWN"),
            )
            for ((request, status, says) in cases) {
                val answer = ask(test.port, request)
                assertThat(answer.status).describedAs(request).isEqualTo(status)
                assertThat(answer.body).describedAs(request).contains(says)
            }
        }
    }

    @Test
    fun `405 says what is allowed, 401 how to come in, HEAD says it without a body`() {
        TestServer(temp).use { test ->
            val host = "Host: 127.0.0.1:${test.port}\r\n"
            RawClient(test.port).use { client ->
                val head = client.send("HEAD $PATH HTTP/1.1\r\n$host\r\n").answer(toHead = true)
                assertThat(head.status).isEqualTo(405)
                assertThat(head.header("allow")).isNotNull
                val post = client.send("POST $PATH HTTP/1.1\r\n$host\r\n").answer()
                assertThat(post.status).isEqualTo(401)
                assertThat(post.header("www-authenticate")).startsWith("Bearer")
            }
        }
    }

    @Test
    fun `sizes, chunks and old clients through the real core`() {
        TestServer(temp).use { test ->
            for (bytes in listOf(2 shl 20, 6 shl 20)) {
                RawClient(test.port).use { client ->
                    client.send("POST $PATH HTTP/1.1\r\n${test.headers()}Content-Length: $bytes\r\n\r\n")
                    client.send(ByteArray(bytes))
                    val answer = client.answer()
                    assertThat(answer.status).isEqualTo(413)
                    assertThat(answer.body).contains("BODY_TOO_LARGE")
                    assertThat(client.isClosed()).isTrue
                }
            }
            RawClient(test.port).use { client ->
                val body = ping()
                val half = body.length / 2
                client.send("POST $PATH HTTP/1.1\r\n${test.headers()}Transfer-Encoding: chunked\r\n\r\n")
                for (piece in body.chunked(half)) client.send("${piece.length.toString(16)}\r\n$piece\r\n")
                assertThat(client.send("0\r\n\r\n").answer().body).contains("\"result\"")
                client.send(test.post().replace("HTTP/1.1", "HTTP/1.0"))
                assertThat(client.answer().status).isEqualTo(200)
                assertThat(client.isClosed()).isTrue
            }
            RawClient(test.port).use { client ->
                client.send(test.post(ping(1)) + test.post(ping(2)))
                assertThat(client.answer().body).contains("\"id\":1")
                assertThat(client.answer().body).contains("\"id\":2")
                client.send(test.post("""{"jsonrpc":"2.0","method":"notifications/initialized"}"""))
                val accepted = client.answer()
                assertThat(accepted.status).isEqualTo(202)
                assertThat(accepted.header("content-length")).isEqualTo("0")
                assertThat(accepted.header("content-type")).isNull()
            }
        }
    }

    @Test
    fun `projects come and go while it runs, and keep their token`() {
        TestServer(temp).use { test ->
            val token = test.token()
            val request = test.post()
            assertThat(ask(test.port, request).status).isEqualTo(200)

            test.server.projects.close(test.key("shop"))
            assertThat(ask(test.port, request).status).isEqualTo(401)
            assertThat(test.server.connection(test.key("shop"))).isEqualTo(Outcome.Err(Settings.Problem.ProjectClosed))

            test.server.projects.open(temp.resolve("shop"))
            assertThat(ask(test.port, request).status).isEqualTo(200)
            val connection = (test.server.connection(test.key("shop")) as Outcome.Ok).value
            assertThat(connection.token).isEqualTo(token)
            assertThat(connection.url).isEqualTo("http://127.0.0.1:${test.port}$PATH")
            assertThat(connection.sseUrl).startsWith("${test.server.baseUrl}/")
            assertThat(connection.toString()).doesNotContain(token)
        }
    }

    @Test
    fun `a taken port starts nothing`() {
        TestServer(temp).use { test ->
            val threads = ourThreads().toSet()
            val config = ServerConfig(test.port, StateFolder.locate(emptyMap(), temp))
            val adapters = HostAdapters(OneConfigurationEach(config.projects), NoRepositories)
            assertThatThrownBy { ToolboxServer.start(config, adapters) }
                .isInstanceOf(PortUnavailable::class.java)
                .hasMessageContaining("${test.port}")
            assertThat(ourThreads().toSet()).isEqualTo(threads)
        }
    }

    @Test
    fun `close answers what still runs and leaves no thread`() {
        val entered = CountDownLatch(1)
        val limits = ServerLimits(closeMs = 500)
        val test = TestServer(temp, limits = limits, coreLimits = CoreLimits(closeMs = 2_000)) { Stuck(entered) }
        RawClient(test.port).use { client ->
            client.send(test.post(list()))
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue
            val before = System.nanoTime()
            test.close()
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before)).isLessThan(6_000)
            assertThat(client.answer().status).isEqualTo(503)
            assertThat(client.isClosed()).isTrue
        }
        assertThat(ourThreads()).isEmpty()
        test.close()
    }

    /** Lists nothing until it is interrupted. */
    private class Stuck(private val entered: CountDownLatch) : RunConfigurations {
        override fun listConfigurations(
            project: String,
        ): Outcome<RunConfigurations.Listing, RunConfigurations.Problem> {
            entered.countDown()
            Thread.sleep(60_000)
            return Outcome.Err(RunConfigurations.Problem.ProjectClosed)
        }
    }

    private fun ourThreads() = Thread.getAllStackTraces().keys.map { it.name }.filter { it.startsWith("mcp-toolbox") }
}
