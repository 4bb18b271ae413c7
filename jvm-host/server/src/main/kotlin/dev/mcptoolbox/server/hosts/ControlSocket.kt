package dev.mcptoolbox.server.hosts

import java.io.IOException
import java.net.StandardProtocolFamily
import java.net.UnixDomainSocketAddress
import java.nio.channels.Channels
import java.nio.channels.ClosedChannelException
import java.nio.channels.ServerSocketChannel
import java.nio.channels.SocketChannel
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread

/**
 * The Unix-domain socket over which other processes of the same person ask a host for what only it can do.
 *
 * One question for each connection: a line of words; the answer is lines until the host closes. Whoever may enter the private
 * folder may ask. Two daemon threads answer; a question that takes longer than [ANSWER_MS] loses its connection.
 */
public class ControlSocket private constructor(
    private val server: ServerSocketChannel,
    private val path: Path,
    private val answer: (List<String>) -> List<String>,
) : AutoCloseable {
    private val workers = Executors.newFixedThreadPool(2) { work ->
        Thread(work, "mcp-toolbox-control").apply { isDaemon = true }
    }
    private val reaper = Executors.newSingleThreadScheduledExecutor { work ->
        Thread(work, "mcp-toolbox-control-reaper").apply { isDaemon = true }
    }
    private val listener = thread(name = "mcp-toolbox-control-listener", isDaemon = true) { listen() }

    private fun listen() {
        while (true) {
            val client = try {
                server.accept()
            } catch (_: ClosedChannelException) {
                return
            } catch (_: IOException) {
                continue
            }
            val deadline = reaper.schedule(client::close, ANSWER_MS, TimeUnit.MILLISECONDS)
            workers.execute {
                try {
                    client.use(::serve)
                } catch (_: IOException) {
                    // The asker left.
                } finally {
                    deadline.cancel(false)
                }
            }
        }
    }

    private fun serve(client: SocketChannel) {
        val question = Channels.newInputStream(client).bufferedReader().readLine() ?: return
        val lines = try {
            listOf(OK) + answer(question.take(QUESTION_CHARS).split(' ').filter(String::isNotEmpty))
        } catch (refusal: IllegalArgumentException) {
            listOf("$REFUSED ${refusal.message}")
        }
        Channels.newOutputStream(client).write(lines.joinToString("\n", postfix = "\n").toByteArray())
    }

    /** Ends the threads and removes the socket. */
    override fun close() {
        server.close()
        listener.join(CLOSE_MS)
        workers.shutdownNow()
        reaper.shutdownNow()
        Files.deleteIfExists(path)
    }

    public companion object {
        /** How long one question may take, milliseconds. */
        public const val ANSWER_MS: Long = 10_000

        private const val CLOSE_MS = 1_000L
        private const val QUESTION_CHARS = 8_192
        private const val OK = "ok"
        private const val REFUSED = "refused"

        /**
         * Opens the socket at [path], whose folder is private. [answer] gets the words of a question and returns the lines of
         * its answer, or throws IllegalArgumentException with what is wrong; it is called on two threads.
         *
         * @throws IOException where there can be no such socket, for instance because the path is too long for the system.
         */
        public fun open(path: Path, answer: (List<String>) -> List<String>): ControlSocket {
            // A dead process with our number may have left one.
            Files.deleteIfExists(path)
            val server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
            try {
                server.bind(UnixDomainSocketAddress.of(path))
            } catch (cause: IOException) {
                server.close()
                throw cause
            }
            return ControlSocket(server, path, answer)
        }

        /** Asks the host at [path]. @throws IOException where it does not answer, [ControlRefused] where it refuses. */
        public fun ask(path: Path, vararg words: String): List<String> {
            SocketChannel.open(UnixDomainSocketAddress.of(path)).use { channel ->
                Channels.newOutputStream(channel).write((words.joinToString(" ") + "\n").toByteArray())
                channel.shutdownOutput()
                val lines = Channels.newInputStream(channel).bufferedReader().readLines()
                val first = lines.firstOrNull() ?: throw IOException("the host closed the connection without an answer")
                if (first != OK) throw ControlRefused(first.removePrefix(REFUSED).trim())
                return lines.drop(1)
            }
        }
    }
}

/** The host does not do what it was asked. */
public class ControlRefused(reason: String) : IOException(reason)
