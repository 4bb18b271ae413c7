package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.RawClient
import dev.mcptoolbox.server.ServerLimits
import dev.mcptoolbox.server.ask
import io.netty.util.ResourceLeakDetector
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import java.net.ConnectException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.TimeUnit
import java.util.logging.Handler
import java.util.logging.LogRecord
import java.util.logging.Logger

/** Clients that go away, and a front that does. */
@Timeout(30)
class LeaveTest {
    @Test
    fun `a client that goes away at any moment leaves nothing behind`() {
        val leaks = LeakWatch()
        val calls = CopyOnWriteArrayList<CompletableFuture<Unit>>()
        EchoFront(ServerLimits(connections = 64, closeMs = 500)) { request ->
            CompletableFuture<Unit>().also(calls::add).thenApply { EchoFront.echo(request) }
        }.use { echo ->
            val body = "POST /a HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n" + "a".repeat(100_000)
            val two = "GET /b HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\n\r\n"
            val moments = listOf("", "GET", "GET / HTTP/1.1\r\nX: ", body, two + body)
            repeat(200) { round ->
                val client = RawClient(echo.port).send(moments[round % moments.size])
                if (round % 2 == 0) client.socket.setSoLinger(true, 0)
                client.close()
            }
            Thread.sleep(300)
            calls.forEach { it.complete(Unit) }
            val late = RawClient(echo.port).use { client ->
                client.send("GET /d HTTP/1.1\r\n\r\n")
                while (echo.requests.none { it.target == "/d" }) Thread.sleep(10)
                calls.forEach { it.complete(Unit) }
                client.answer()
            }
            assertThat(late.body).isEqualTo("/d complete 0")
            assertThat(echo.faults).isEmpty()
        }
        assertThat(leaks.found()).isEmpty()
    }

    @Test
    fun `close lets running calls finish`() {
        val gate = CompletableFuture<Unit>()
        val echo = EchoFront { request -> gate.thenApply { EchoFront.echo(request) } }
        val busy = RawClient(echo.port).send("GET /busy HTTP/1.1\r\n\r\nGET /next HTTP/1.1\r\n\r\n")
        val idle = RawClient(echo.port)
        val half = RawClient(echo.port).send("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\na")
        while (echo.requests.isEmpty()) Thread.sleep(10)

        val closing = CompletableFuture.runAsync(echo::close)
        assertThat(idle.isClosed()).isTrue
        assertThat(half.isClosed()).isTrue
        assertThat(isTurnedAway(echo.port)).isTrue
        assertThat(closing.isDone).isFalse

        gate.complete(Unit)
        val answer = busy.answer()
        assertThat(answer.body).isEqualTo("/busy complete 0")
        assertThat(answer.header("connection")).isEqualTo("close")
        assertThat(busy.isClosed()).isTrue
        busy.close()
        closing.get(5, TimeUnit.SECONDS)
        assertThat(frontThreads()).isEmpty()
        echo.close()
    }

    @Test
    fun `close does not wait for ever`() {
        val echo = EchoFront(ServerLimits(closeMs = 300)) { CompletableFuture() }
        RawClient(echo.port).use { client ->
            client.send("GET / HTTP/1.1\r\n\r\n")
            while (echo.requests.isEmpty()) Thread.sleep(10)
            val before = System.nanoTime()
            echo.close()
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before)).isBetween(250, 3_000)
            assertThat(client.isClosed()).isTrue
        }
        assertThat(frontThreads()).isEmpty()
    }

    @Test
    fun `its port is free at once`() {
        val first = EchoFront()
        ask(first.port, "GET / HTTP/1.1\r\n\r\n")
        val port = first.port
        first.close()

        HttpFront.bind(port) { CompletableFuture.completedFuture(EchoFront.echo(it)) }.use { second ->
            assertThat(ask(second.port, "GET / HTTP/1.1\r\n\r\n").status).isEqualTo(200)
        }
    }

    /** The system may still shake hands for a moment before the socket is gone; nobody is served. */
    private fun isTurnedAway(port: Int): Boolean = try {
        RawClient(port).use { it.isClosed() }
    } catch (_: ConnectException) {
        true
    }

    private fun frontThreads() =
        Thread.getAllStackTraces().keys.map { it.name }.filter { it.startsWith("mcp-toolbox-http") }
}

/** Hears Netty complain of buffers that nobody released. */
private class LeakWatch : Handler() {
    private val messages = CopyOnWriteArrayList<String>()
    private val logger = Logger.getLogger(ResourceLeakDetector::class.java.name)

    init {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID)
        logger.addHandler(this)
    }

    /** Complaints come when further buffers are made after the garbage collector has run. */
    fun found(): List<String> {
        repeat(3) {
            System.gc()
            Thread.sleep(50)
            EchoFront().use { ask(it.port, "GET / HTTP/1.1\r\n\r\n") }
        }
        logger.removeHandler(this)
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE)
        return messages
    }

    override fun publish(record: LogRecord) {
        messages += record.message
    }

    override fun flush() = Unit

    override fun close() = Unit
}
