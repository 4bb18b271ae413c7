package dev.mcptoolbox.runtime.transcript

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.runtime.world.FakeHost
import java.nio.ByteBuffer

/** A core, wherever it runs. */
interface Core {
    /** Answers a request, or says that its `handle` died of [failure] where that is not null. */
    fun answer(request: Endpoint.Request, failure: Endpoint.Failure?): Endpoint.Response

    /** What the settings answer. */
    fun <T> ask(question: (Settings) -> Outcome<T, Settings.Problem>): Outcome<T, Settings.Problem>
}

/** The headers that every following request has. */
typealias Defaults = ArrayList<Endpoint.Header>

/** One question to the core. */
internal fun interface Exchange {
    /** The expected lines of the answer as [core] gives it. */
    fun ask(core: Core): String

    /** The expected lines, those of the log included. */
    fun play(host: FakeHost, core: Core): String = buildString {
        append(ask(core))
        for ((id, bytes) in host.takeSent()) utf8(bytes).trimEnd('\n').split('\n').forEach { appendLine("^ $id $it") }
        host.takeLog().forEach { appendLine("~ ${it.level} ${it.project ?: "-"} ${it.source}: ${it.message}") }
    }

    companion object {
        /** Null for a paragraph without a request line. Adds the defaults that it names to [defaults]. */
        fun read(lines: List<String>, defaults: Defaults): Exchange? =
            ExchangeReader(defaults).apply { lines.forEach(::take) }.exchange()
    }
}

/** A request to the endpoint, or what is said of one whose `handle` died of [failure]. */
internal class RequestExchange(private val request: Endpoint.Request, private val failure: Endpoint.Failure?) : Exchange {
    override fun ask(core: Core): String = buildString {
        val response = core.answer(request, failure)
        appendLine("< ${response.status}")
        response.headers.forEach { appendLine("< ${it.name}: ${utf8(it.value)}") }
        response.stream?.let { appendLine("< stream $it") }
        if (response.body.isNotEmpty()) utf8(response.body).split('\n').forEach { appendLine("= $it") }
    }
}

/** Strict: bytes that are not UTF-8 are an error, as in the twin. */
private fun utf8(bytes: ByteArray): String = Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString()
