package dev.mcptoolbox.runtime.transcript

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.runtime.world.FakeHost
import java.nio.ByteBuffer

/** A core: answers a request, or says that its `handle` died of `failure` where that is not null. */
typealias Answer = (request: Endpoint.Request, failure: Endpoint.Failure?) -> Endpoint.Response

/** The headers that every following request has. */
typealias Defaults = ArrayList<Endpoint.Header>

/** One request and what is expected to be said of it. */
internal class Exchange(private val request: Endpoint.Request, private val failure: Endpoint.Failure?) {
    /** The expected lines as [answer] gives them. */
    fun play(host: FakeHost, answer: Answer): String = buildString {
        val response = answer(request, failure)
        appendLine("< ${response.status}")
        response.headers.forEach { appendLine("< ${it.name}: ${utf8(it.value)}") }
        if (response.body.isNotEmpty()) utf8(response.body).split('\n').forEach { appendLine("= $it") }
        host.takeLog().forEach { appendLine("~ ${it.level} ${it.project ?: "-"} ${it.source}: ${it.message}") }
    }

    companion object {
        /** Null for a paragraph without a request line. Adds the defaults that it names to [defaults]. */
        fun read(lines: List<String>, defaults: Defaults): Exchange? =
            ExchangeReader(defaults).apply { lines.forEach(::take) }.exchange()
    }
}

/** Strict: bytes that are not UTF-8 are an error, as in the twin. */
private fun utf8(bytes: ByteArray): String = Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()
