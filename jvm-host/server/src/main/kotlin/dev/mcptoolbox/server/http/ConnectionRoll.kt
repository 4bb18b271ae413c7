package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.ServerLimits
import io.netty.channel.EventLoop
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit

/**
 * The connections that are open. Belongs to the event loop; only [ended] may be used elsewhere.
 *
 * [accept]: told whether the socket may take further connections. [onFault]: hears what should not happen; must not
 * throw.
 */
internal class ConnectionRoll(
    private val limits: ServerLimits,
    private val loop: EventLoop,
    private val accept: (Boolean) -> Unit,
    val onFault: (Throwable) -> Unit,
) {
    private val connections = LinkedHashSet<HttpConnection>()
    private var isSweeping = false
    private var isAccepting = true

    /** Whether [stop] was called. */
    var isStopping = false
        private set

    /** Completed when the last connection has ended after [stop]. */
    val ended = CompletableFuture<Unit>()

    fun add(connection: HttpConnection) {
        connections += connection
        if (isStopping) return connection.stop()
        if (connections.size > limits.connections) oldestIdle()?.stop()
        limitAccepting()
        if (!isSweeping) sweepLater()
    }

    fun remove(connection: HttpConnection) {
        connections -= connection
        if (isStopping) endIfEmpty() else limitAccepting()
    }

    /** Takes no more connections and ends those that answer nothing; the others end with their answer. */
    fun stop() {
        isStopping = true
        connections.toList().forEach { it.stop() }
        endIfEmpty()
    }

    /**
     * The connection that may make room for a newcomer: the oldest that waits for nothing but a next request. One that
     * has just become idle is spared, for its client's request may be on the way.
     */
    private fun oldestIdle(): HttpConnection? = connections.firstOrNull { it.isIdleFor(ServerLimits.SPARED_IDLE_MS) }

    private fun limitAccepting() {
        val accepts = connections.size < limits.connections || oldestIdle() != null
        if (accepts == isAccepting) return
        isAccepting = accepts
        accept(accepts)
    }

    private fun endIfEmpty() {
        if (isStopping && connections.isEmpty()) ended.complete(Unit)
    }

    private fun sweepLater() {
        isSweeping = true
        loop.schedule(::sweep, ServerLimits.SWEEP_MS, TimeUnit.MILLISECONDS)
    }

    private fun sweep() {
        val nowNs = System.nanoTime()
        connections.toList().forEach { it.expire(nowNs) }
        if (!isStopping) limitAccepting()
        // A server that nobody talks to sleeps.
        isSweeping = false
        if (connections.isNotEmpty()) sweepLater()
    }
}
