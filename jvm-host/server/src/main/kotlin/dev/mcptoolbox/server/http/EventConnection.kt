package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.server.ServerLimits
import io.netty.buffer.Unpooled
import io.netty.channel.Channel
import io.netty.channel.WriteBufferWaterMark
import io.netty.handler.codec.http.DefaultHttpContent
import io.netty.util.concurrent.ScheduledFuture
import java.util.concurrent.TimeUnit

/**
 * A connection that has become an event stream. A comment every [ServerLimits.heartbeatMs] keeps both sides sure of each other;
 * a client that leaves [ServerLimits.STREAM_BACKLOG_BYTES] unread is cut off, so that it cannot fill the memory.
 */
internal class EventConnection(
    private val channel: Channel,
    private val limits: ServerLimits,
    private val streams: EventStreams,
    private val id: String,
) : EventSink {
    private var heartbeat: ScheduledFuture<*>? = null

    /** Writes the beginning. On the event loop. */
    fun begin(response: Endpoint.Response, isChunked: Boolean) {
        val most = ServerLimits.STREAM_BACKLOG_BYTES
        channel.config().writeBufferWaterMark = WriteBufferWaterMark(most / 2, most)
        channel.write(headOf(response, isChunked))
        write(response.body)
        val everyMs = limits.heartbeatMs
        heartbeat = channel.eventLoop().scheduleAtFixedRate({ write(HEARTBEAT) }, everyMs, everyMs, TimeUnit.MILLISECONDS)
    }

    /** The connection is gone. On the event loop. */
    fun gone() {
        heartbeat?.cancel(false)
        streams.remove(id)
    }

    override fun send(bytes: ByteArray): Boolean {
        if (!channel.isActive) return false
        if (!channel.isWritable) {
            end()
            return false
        }
        channel.eventLoop().execute { write(bytes) }
        return true
    }

    override fun end() {
        channel.close()
    }

    private fun write(bytes: ByteArray) {
        if (channel.isWritable) channel.writeAndFlush(DefaultHttpContent(Unpooled.wrappedBuffer(bytes))) else end()
    }

    private companion object {
        val HEARTBEAT = ": \n\n".toByteArray()
    }
}
