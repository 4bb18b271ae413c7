package dev.mcptoolbox.runtime.transcript

import dev.mcptoolbox.bindings.toolbox.Endpoint
import java.io.ByteArrayOutputStream

/** Reads the lines of one exchange, one after the other. */
internal class ExchangeReader(private val defaults: Defaults) {
    private var requestLine: String? = null
    private val own = ArrayList<Endpoint.Header>()
    private val removed = ArrayList<String>()
    private val bodyLines = ArrayList<ByteArray>()
    private var remoteAddress = "127.0.0.1"
    private var endpointPort: UShort = 63342u
    private var tooLargeBytes: ULong? = null
    private var failure: Endpoint.Failure? = null
    private var question: Exchange? = null
    private var asks = false

    fun take(line: String) {
        val rest = line.substringAfter(' ', missingDelimiterValue = "")
        if (listOf("#", "world ", "default ").none(line::startsWith)) asks = true
        when (line.substringBefore(' ')) {
            "default" -> defaults += header(rest)
            ">" -> if (requestLine == null) requestLine = rest else takeHeader(rest)
            "?" -> question = questionOf(rest)
            "@remote" -> remoteAddress = rest
            "@port" -> endpointPort = rest.toUShort()
            "@too-large" -> tooLargeBytes = rest.toULong()
            "@failed" -> failure = Endpoint.Failure.valueOf(rest.uppercase().replace('-', '_'))
            "|" -> bodyLines += expand(rest)
            "world", "==" -> {}
            else -> require(line.startsWith('#')) { "not a line of a transcript: $line" }
        }
    }

    fun exchange(): Exchange? {
        question?.let { return it }
        val line = requestLine
        if (line == null) {
            require(!asks) { "a paragraph asks nothing" }
            return null
        }
        val (method, target) = line.split(' ', limit = 2)
        val body = tooLargeBytes?.let { Endpoint.Body.TooLarge(it) } ?: Endpoint.Body.Complete(joined(bodyLines))
        return RequestExchange(Endpoint.Request(method, target, headers(), body, remoteAddress, endpointPort), failure)
    }

    private fun takeHeader(text: String) {
        if (text.startsWith('-')) removed += text.drop(1) else own += header(text)
    }

    private fun headers(): List<Endpoint.Header> {
        val replaced = own.map { it.name } + removed
        return defaults.filterNot { default -> replaced.any { it.equals(default.name, ignoreCase = true) } } + own
    }
}

private fun header(line: String): Endpoint.Header {
    require(':' in line) { "a header needs a colon: $line" }
    return Endpoint.Header(line.substringBefore(':'), expand(line.substringAfter(':').trim()))
}

/** Replaces `%{ef bb bf}` and `%{TEXT * COUNT}` by the bytes that they stand for. */
private fun expand(text: String): ByteArray {
    val out = ByteArrayOutputStream()
    var rest = text
    while ("%{" in rest) {
        out.writeBytes(rest.substringBefore("%{").encodeToByteArray())
        val tail = rest.substringAfter("%{")
        require('}' in tail) { "%{ without }: $text" }
        out.writeBytes(expandOne(tail.substringBefore('}')))
        rest = tail.substringAfter('}')
    }
    out.writeBytes(rest.encodeToByteArray())
    return out.toByteArray()
}

private fun expandOne(inside: String): ByteArray {
    if (" * " in inside) {
        return inside.substringBeforeLast(" * ").repeat(inside.substringAfterLast(" * ").toInt()).encodeToByteArray()
    }
    return inside.split(' ').map { it.toInt(16).toByte() }.toByteArray()
}

private fun joined(lines: List<ByteArray>): ByteArray {
    val out = ByteArrayOutputStream()
    lines.forEachIndexed { index, line ->
        if (index > 0) out.write('\n'.code)
        out.writeBytes(line)
    }
    return out.toByteArray()
}
