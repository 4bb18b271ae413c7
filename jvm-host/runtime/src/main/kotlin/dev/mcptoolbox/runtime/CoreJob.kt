package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.bindings.toolbox.Toolbox
import java.util.concurrent.CompletableFuture

/** One call of a core and its result to come. */
internal abstract class CoreJob<T : Any> {
    /** Always completed with a value, never with an exception; a caller may cancel it before the call begins. */
    val result = CompletableFuture<T>()

    /** What stands for the result where the pool is closed or has no place. */
    abstract val unavailable: T

    /** What stands for the result where every attempt died. */
    abstract val failed: T

    /** The call. */
    abstract fun call(toolbox: Toolbox): T

    /** What to ask a fresh instance after [call] died of [failure]; null where there is nothing more to ask. */
    abstract fun afterDeath(failure: Endpoint.Failure): ((Toolbox) -> T)?

    /** Answers that the pool cannot serve it. */
    fun refuse() {
        result.complete(unavailable)
    }
}

/** One HTTP request. [failure]: what an earlier `handle` of it died of; null to `handle` it. */
internal class RequestJob(val request: Endpoint.Request, val failure: Endpoint.Failure?) : CoreJob<Endpoint.Response>() {
    override val unavailable get() = BareResponse.UNAVAILABLE
    override val failed get() = BareResponse.FAILED

    override fun call(toolbox: Toolbox): Endpoint.Response =
        if (failure == null) toolbox.endpoint.handle(request) else toolbox.endpoint.failed(request, failure)

    override fun afterDeath(failure: Endpoint.Failure): (Toolbox) -> Endpoint.Response =
        { it.endpoint.failed(request, failure) }
}

/** A question to the settings. */
internal class SettingsJob<T>(private val question: (Settings) -> Outcome<T, Settings.Problem>) :
    CoreJob<Outcome<T, Settings.Problem>>() {
    override val unavailable get() = problem("the host is closing or too busy; try again")
    override val failed get() = problem("the core died over it; the log says why")

    override fun call(toolbox: Toolbox): Outcome<T, Settings.Problem> = question(toolbox.settings)

    override fun afterDeath(failure: Endpoint.Failure): Nothing? = null

    private fun problem(reason: String) = Outcome.Err(Settings.Problem.Unavailable(reason))
}

/** Answers for when no instance could give one. They have no body: the core alone writes bodies. */
internal object BareResponse {
    /** The call died, and so did the one that should have said so. */
    val FAILED = bare(500)

    /** The pool is closed, or too many requests wait already. */
    val UNAVAILABLE = bare(503)

    private fun bare(status: Int) = Endpoint.Response(status.toUShort(), headers = emptyList(), body = ByteArray(0), stream = null)
}
