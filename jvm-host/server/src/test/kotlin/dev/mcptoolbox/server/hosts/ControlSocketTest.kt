package dev.mcptoolbox.server.hosts

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.io.IOException
import java.net.UnixDomainSocketAddress
import java.nio.channels.SocketChannel
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.Callable
import java.util.concurrent.Executors

class ControlSocketTest {
    @TempDir
    lateinit var folder: Path

    private val path by lazy { folder.resolve("s") }

    private fun echo() = ControlSocket.open(path) { words ->
        require(words.firstOrNull() == "echo") { "unknown question" }
        words.drop(1)
    }

    @Test
    fun `a question is answered line by line`() {
        echo().use { assertThat(ControlSocket.ask(path, "echo", "a", "ü")).containsExactly("a", "ü") }
        assertThat(path).doesNotExist()
    }

    @Test
    fun `a refusal says why`() {
        echo().use {
            assertThatThrownBy { ControlSocket.ask(path, "nonsense") }
                .isInstanceOf(ControlRefused::class.java).hasMessage("unknown question")
        }
    }

    @Test
    fun `whoever asks nothing, or leaves, costs nobody else an answer`() {
        echo().use {
            val silent = List(2) { SocketChannel.open(UnixDomainSocketAddress.of(path)) }
            silent.forEach(SocketChannel::close)
            assertThat(ControlSocket.ask(path, "echo", "still", "here")).containsExactly("still", "here")
        }
    }

    @Test
    fun `many ask at once`() {
        val askers = Executors.newFixedThreadPool(8)
        echo().use {
            val answers = askers.invokeAll(List(100) { Callable { ControlSocket.ask(path, "echo", "$it") } })
            assertThat(answers.map { it.get().single().toInt() }).isEqualTo((0 until 100).toList())
        }
        askers.shutdown()
    }

    @Test
    fun `what a dead host left is replaced`() {
        Files.createFile(path)
        echo().use { assertThat(ControlSocket.ask(path, "echo")).isEmpty() }
    }

    @Test
    fun `nobody there and too long a path are errors`() {
        assertThatThrownBy { ControlSocket.ask(path, "echo") }.isInstanceOf(IOException::class.java)
        assertThatThrownBy { ControlSocket.open(folder.resolve("x".repeat(200))) { it } }.isInstanceOf(IOException::class.java)
    }

    @Test
    fun `no thread is left`() {
        echo().use { ControlSocket.ask(path, "echo") }
        val deadline = System.nanoTime() + 10_000_000_000
        while (ownThreads().isNotEmpty() && System.nanoTime() < deadline) Thread.sleep(10)
        assertThat(ownThreads()).isEmpty()
    }

    private fun ownThreads() =
        Thread.getAllStackTraces().keys.map { it.name }.filter { it.startsWith("mcp-toolbox-control") }
}
