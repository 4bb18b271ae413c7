package dev.mcptoolbox.server

import java.io.ByteArrayOutputStream
import java.io.EOFException
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.Socket
import java.net.SocketException
import java.net.SocketTimeoutException

/** An answer as it came. Names in lower case. */
class Answer(val status: Int, val headers: List<Pair<String, String>>, val body: String) {
    operator fun component1() = status

    operator fun component2() = headers

    fun header(name: String): String? = headers.singleOrNull { it.first == name }?.second
}

/** A socket and nothing that would tidy up what is sent. No wait is longer than [timeoutMs]. */
class RawClient(port: Int, timeoutMs: Int = 8_000) : AutoCloseable {
    val socket = Socket().apply {
        soTimeout = timeoutMs
        tcpNoDelay = true
        connect(InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), timeoutMs)
    }
    private val input = socket.getInputStream().buffered()

    fun send(text: String): RawClient = send(text.toByteArray())

    fun send(bytes: ByteArray): RawClient {
        socket.getOutputStream().write(bytes)
        socket.getOutputStream().flush()
        return this
    }

    fun endSending(): RawClient = apply { socket.shutdownOutput() }

    /** Reads one answer. [toHead]: it has no body, whatever its length says. */
    fun answer(toHead: Boolean = false): Answer {
        val (status, headers) = head()
        val length = headers.find { it.first == "content-length" }?.second?.toInt() ?: 0
        val body = if (toHead) ByteArray(0) else input.readNBytes(length)
        return Answer(status, headers, body.decodeToString())
    }

    /** Reads status and headers and leaves the body. */
    fun head(): Answer {
        val status = line().split(' ')[1].toInt()
        val headers = generateSequence { line().takeIf(String::isNotEmpty) }
            .map { it.substringBefore(':').lowercase() to it.substringAfter(':').trim() }
            .toList()
        return Answer(status, headers, body = "")
    }

    /** Reads the next [count] bytes. */
    fun read(count: Int): String = input.readNBytes(count).decodeToString()

    /** Reads the next chunk of a chunked body. */
    fun chunk(): String {
        val data = input.readNBytes(line().toInt(radix = 16))
        line()
        return data.decodeToString()
    }

    /** Whether the server closes without another byte. */
    fun isClosed(): Boolean = try {
        input.read() < 0
    } catch (_: SocketException) {
        true
    }

    /** Whether nothing comes for [ms] milliseconds. */
    fun isSilent(ms: Int): Boolean {
        val before = socket.soTimeout
        socket.soTimeout = ms
        return try {
            input.mark(1)
            input.read()
            input.reset()
            false
        } catch (_: SocketTimeoutException) {
            true
        } finally {
            socket.soTimeout = before
        }
    }

    override fun close() = socket.close()

    private fun line(): String {
        val line = ByteArrayOutputStream()
        while (true) {
            when (val byte = input.read()) {
                -1 -> throw EOFException("closed after \"$line\"")
                '\n'.code -> return line.toString(Charsets.ISO_8859_1).removeSuffix("\r")
                else -> line.write(byte)
            }
        }
    }
}

/** Sends [text] on a connection of its own and reads the answer. */
fun ask(port: Int, text: String): Answer = RawClient(port).use { it.send(text).answer() }
