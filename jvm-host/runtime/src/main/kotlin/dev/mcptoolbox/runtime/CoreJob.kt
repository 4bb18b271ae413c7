package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.toolbox.Endpoint
import java.util.concurrent.CompletableFuture

/** One request and its answer to come. [failure]: what an earlier `handle` of it died of; null to `handle` it. */
internal class CoreJob(val request: Endpoint.Request, val failure: Endpoint.Failure?) {
    /** Always completed with a response, never with an exception; a caller may cancel it before the call begins. */
    val response = CompletableFuture<Endpoint.Response>()

    /** Answers that the pool cannot serve it. */
    fun refuse() {
        response.complete(BareResponse.UNAVAILABLE)
    }
}

/** Answers for when no instance could give one. They have no body: the core alone writes bodies. */
internal object BareResponse {
    /** The call died, and so did the one that should have said so. */
    val FAILED = bare(500)

    /** The pool is closed, or too many requests wait already. */
    val UNAVAILABLE = bare(503)

    private fun bare(status: Int) = Endpoint.Response(status.toUShort(), headers = emptyList(), body = ByteArray(0))
}
