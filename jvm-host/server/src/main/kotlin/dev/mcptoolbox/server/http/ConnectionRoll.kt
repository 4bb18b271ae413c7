package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.ServerLimits
import io.netty.channel.EventLoop
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit

/**
 * The connections that are open. Belongs to the event loop; only [ended] may be used elsewhere.
 *
 * [accept]: told whether the socket may take further connections. [onFault]: hears what should not happen; must not throw.
 */
internal class ConnectionRoll(
    private val limits: ServerLimits,
    private val loop: EventLoop,
    private val accept: (Boolean) -> Unit,
    val onFault: (Throwable) -> Unit,
) {
    private val connections = LinkedHashSet<HttpConnection>()
    private var isSweeping = false
    private var isFull = false

    /** Whether [stop] was called. */
    var isStopping = false
        private set

    /** Completed when the last connection has ended after [stop]. */
    val ended = CompletableFuture<Unit>()

    /** Whether a connection that has answered should end: the host stops, or others wait for its place. */
    val wantsRoom: Boolean get() = isStopping || isFull

    fun add(connection: HttpConnection) {
        connections += connection
        if (isStopping) return connection.stop()
        if (connections.size >= limits.connections) makeRoom(connection)
        limitAccepting()
        if (!isSweeping) sweepLater()
    }

    fun remove(connection: HttpConnection) {
        connections -= connection
        limitAccepting()
        endIfEmpty()
    }

    /** Takes no more connections and ends those that answer nothing; the others end with their answer. */
    fun stop() {
        isStopping = true
        connections.toList().forEach { it.stop() }
        endIfEmpty()
    }

    /** Ends the oldest connection that waits for nothing but a next request. */
    private fun makeRoom(newcomer: HttpConnection) {
        connections.firstOrNull { it !== newcomer && it.phase == HttpConnection.Phase.IDLE }?.stop()
    }

    private fun limitAccepting() {
        val full = connections.size >= limits.connections
        if (full == isFull) return
        isFull = full
        accept(!full)
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
        // A server that nobody talks to sleeps.
        isSweeping = false
        if (connections.isNotEmpty()) sweepLater()
    }
}
