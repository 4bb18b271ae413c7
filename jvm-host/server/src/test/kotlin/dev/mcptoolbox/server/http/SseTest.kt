package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.Answer
import dev.mcptoolbox.server.RawClient
import dev.mcptoolbox.server.ServerLimits
import dev.mcptoolbox.server.TestServer
import dev.mcptoolbox.server.ask
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Path
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.Duration.Companion.seconds

/** HTTP+SSE over real sockets. What the core says in each case is in tests/transcripts/sse.txt. */
@Timeout(60)
class SseTest {
    @TempDir
    lateinit var top: Path

    @Test
    fun `answers to messages are events of the stream`() {
        TestServer(top).use { test ->
            Stream(test).use { stream ->
                assertThat(stream.head.status).isEqualTo(200)
                assertThat(stream.head.header("content-type")).isEqualTo("text/event-stream; charset=utf-8")
                assertThat(stream.head.header("transfer-encoding")).isEqualTo("chunked")
                assertThat(stream.head.header("content-length")).isNull()
                assertThat(post(test, stream.path, TestServer.ping(7)).status).isEqualTo(202)
                assertThat(stream.next()).isEqualTo("event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n\n")
                assertThat(post(test, stream.path, TestServer.list(8)).status).isEqualTo(202)
                assertThat(stream.next()).contains("run-shop").endsWith("\n\n")
            }
        }
    }

    @Test
    fun `a stream is gone the moment its connection is, whoever ends it`() {
        TestServer(top).use { test ->
            val ends = listOf<(Stream) -> Unit>(
                { it.client.close() },
                { it.client.endSending() },
                { it.client.apply { socket.setSoLinger(true, 0) }.close() },
            )
            for (end in ends) {
                val stream = Stream(test)
                assertThat(post(test, stream.path).status).isEqualTo(202)
                end(stream)
                eventually { post(test, stream.path).status == 404 }
            }
        }
    }

    @Test
    fun `streams end with their project, and those of others go on`() {
        TestServer(top, projectNames = listOf("shop", "blog")).use { test ->
            val (shop, blog) = listOf("shop", "blog").map { Stream(test, project = it) }
            test.server.projects.close(test.key("shop"))
            assertThat(shop.client.isClosed()).isTrue
            assertThat(post(test, blog.path, project = "blog").status).isEqualTo(202)
            assertThat(blog.next()).startsWith("event: message")
            assertThat(post(test, blog.path).status).isEqualTo(401)
        }
    }

    @Test
    fun `a server stops in spite of its streams`() {
        val test = TestServer(top)
        val streams = List(5) { Stream(test) }
        val startedNs = System.nanoTime()
        test.close()
        assertThat((System.nanoTime() - startedNs).nanoseconds).isLessThan(3.seconds)
        assertThat(streams).allMatch { it.client.isClosed() }
    }

    @Test
    fun `a silent stream has a heartbeat`() {
        TestServer(top, limits = ServerLimits(heartbeatMs = 50)).use { test ->
            Stream(test).use { stream -> repeat(3) { assertThat(stream.next()).isEqualTo(": \n\n") } }
        }
    }

    @Test
    fun `a client that does not read is cut off, and nobody else notices`() {
        TestServer(top).use { test ->
            val slow = Stream(test)
            slow.client.socket.receiveBufferSize = 1024
            val big = """{"jsonrpc":"2.0","id":"${"x".repeat(500_000)}","method":"ping"}"""
            eventually { post(test, slow.path, big).status == 404 }
            Stream(test).use { other ->
                post(test, other.path)
                assertThat(other.next()).startsWith("event: message")
            }
        }
    }

    @Test
    fun `a project has thirty-two streams, and a place is free again at once`() {
        TestServer(top).use { test ->
            val streams = List(32) { Stream(test) }
            assertThat(streams).allMatch { it.head.status == 200 }
            assertThat(ask(test.port, get(test)).status).isEqualTo(503)
            streams.first().close()
            eventually { RawClient(test.port).use { it.send(get(test)).head().status } == 200 }
            streams.forEach { it.close() }
        }
    }

    @Test
    fun `what a client sends on its stream is dropped`() {
        TestServer(top).use { test ->
            Stream(test).use { stream ->
                stream.client.send(test.post() + "nonsense\r\n\r\n".repeat(1000))
                post(test, stream.path, TestServer.ping(2))
                assertThat(stream.next()).contains("\"id\":2")
            }
        }
    }

    @Test
    fun `an old client gets a stream without chunks`() {
        TestServer(top).use { test ->
            RawClient(test.port).use { client ->
                client.send(get(test).replace("HTTP/1.1", "HTTP/1.0"))
                val head = client.head()
                assertThat(head.status).isEqualTo(200)
                assertThat(head.header("transfer-encoding")).isNull()
                assertThat(head.header("connection")).isEqualTo("close")
                assertThat(client.read(15)).isEqualTo("event: endpoint")
            }
        }
    }

    @Test
    fun `thousands of streams come and go`() {
        TestServer(top).use { test ->
            repeat(2_000) { Stream(test).close() }
            Stream(test).use { stream ->
                post(test, stream.path)
                assertThat(stream.next()).startsWith("event: message")
            }
        }
    }

    /** An open stream and the path for its messages. */
    private class Stream(test: TestServer, project: String = "shop") : AutoCloseable {
        val client = RawClient(test.port)
        val head: Answer = client.send(get(test, project)).head()
        val path: String by lazy { next().substringAfter("data: ").trim() }

        init {
            if (head.status == 200) path
        }

        fun next(): String = client.chunk()

        override fun close() = client.close()
    }

    private companion object {
        fun get(test: TestServer, project: String = "shop") = "GET ${TestServer.PATH}/sse HTTP/1.1\r\n${test.headers(project)}\r\n"

        fun post(test: TestServer, path: String, body: String = TestServer.ping(), project: String = "shop"): Answer =
            ask(test.port, test.post(body, project).replaceFirst(TestServer.PATH, path))

        fun eventually(condition: () -> Boolean) {
            val deadlineNs = System.nanoTime() + 10.seconds.inWholeNanoseconds
            while (!condition()) {
                check(System.nanoTime() < deadlineNs) { "it did not happen within 10 s" }
                Thread.sleep(5)
            }
        }
    }
}
