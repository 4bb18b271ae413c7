package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.server.ServerLimits
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionStage
import java.util.concurrent.CopyOnWriteArrayList

/**
 * A front without a core: it answers at once with the target and how large the body was, and keeps what was handed
 * over.
 */
class EchoFront(
    limits: ServerLimits = ServerLimits(),
    answer: ((Endpoint.Request) -> CompletionStage<Endpoint.Response>)? = null,
) : AutoCloseable {
    val requests = CopyOnWriteArrayList<Endpoint.Request>()
    val faults = CopyOnWriteArrayList<Throwable>()
    val front = HttpFront.bind(0, limits, faults::add) { request ->
        requests += request
        answer?.invoke(request) ?: CompletableFuture.completedFuture(echo(request))
    }
    val port get() = front.port

    override fun close() = front.close()

    companion object {
        fun echo(request: Endpoint.Request): Endpoint.Response = say("${request.target} ${describe(request.body)}")

        fun say(text: String, status: Int = 200, headers: List<Endpoint.Header> = emptyList()) =
            Endpoint.Response(status.toUShort(), headers, text.toByteArray(), stream = null)

        private fun describe(body: Endpoint.Body) = when (body) {
            is Endpoint.Body.Complete -> "complete ${body.value.size}"
            is Endpoint.Body.TooLarge -> "too large ${body.value}"
        }
    }
}
