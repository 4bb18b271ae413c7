package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.server.ServerLimits
import io.netty.bootstrap.ServerBootstrap
import io.netty.channel.Channel
import io.netty.channel.ChannelInitializer
import io.netty.channel.ChannelOption
import io.netty.channel.EventLoopGroup
import io.netty.channel.FixedRecvByteBufAllocator
import io.netty.channel.nio.NioEventLoopGroup
import io.netty.channel.socket.SocketChannel
import io.netty.channel.socket.nio.NioServerSocketChannel
import io.netty.handler.codec.http.HttpResponseEncoder
import io.netty.util.concurrent.DefaultThreadFactory
import java.io.IOException
import java.net.BindException
import java.net.InetAddress
import java.net.InetSocketAddress
import java.util.concurrent.CompletionStage
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException

/**
 * HTTP/1.1 on a loopback socket. This package is the only one that knows that there is a socket.
 *
 * What has a readable request line and header block is handed over as it came, and the answer is written as given, with
 * length, date and, where HTTP needs it, `connection` added. The front answers alone only where there is no request to
 * hand over ([Refusal]), and says when to go on with a body.
 *
 * In reading order: [HttpConnection] is the life of one connection, [StrictRequestDecoder] finds requests in its bytes,
 * [IncomingRequest] gathers one, `Answers.kt` writes, [ConnectionRoll] counts connections and ends those that took too
 * long.
 *
 * **Threads.** One daemon thread, the event loop, does all of it. It calls the handler, which must not block; the
 * answer may come from any thread. [drain] and [close] may be called from any other thread.
 */
public class HttpFront private constructor(
    private val loops: Loops,
    private val limits: ServerLimits,
    private val streams: EventStreams,
    private val onFault: (Throwable) -> Unit,
    private val handle: RequestHandler,
) : AutoCloseable {
    private val loop = loops.group.next()
    private val roll = ConnectionRoll(limits, loop, accept = { listener.config().isAutoRead = it }, onFault)
    private lateinit var listener: Channel

    /** The port on which it listens. */
    public val port: Int get() = (listener.localAddress() as InetSocketAddress).port

    /**
     * Takes no more connections, closes the idle ones and waits until all others are answered and closed,
     * [ServerLimits.closeMs] at most. Returns whether they were. May be called repeatedly.
     */
    public fun drain(): Boolean {
        listener.close().awaitUninterruptibly()
        if (!loop.isShuttingDown) loop.execute(roll::stop)
        return try {
            roll.ended.get(limits.closeMs, TimeUnit.MILLISECONDS)
            true
        } catch (_: TimeoutException) {
            false
        } catch (_: InterruptedException) {
            Thread.currentThread().interrupt()
            false
        }
    }

    /** As [drain]; then closes what is left and ends the thread. May be called repeatedly. */
    override fun close() {
        if (loop.isShuttingDown) return
        drain()
        loops.end()
    }

    private fun listen(port: Int) {
        val bound = bootstrap().bind(InetSocketAddress(LOOPBACK, port)).awaitUninterruptibly()
        if (!bound.isSuccess) throw PortUnavailable(port, bound.cause())
        listener = bound.channel()
    }

    private fun bootstrap() = ServerBootstrap()
        .group(loops.group)
        .channel(NioServerSocketChannel::class.java)
        // One at a time, so that not even a burst passes the limit of connections.
        .option(ChannelOption.RCVBUF_ALLOCATOR, FixedRecvByteBufAllocator(1).maxMessagesPerRead(1))
        .childOption(ChannelOption.AUTO_READ, false)
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childHandler(object : ChannelInitializer<SocketChannel>() {
            override fun initChannel(channel: SocketChannel) {
                val connection = HttpConnection(channel, limits, roll, streams, handle)
                channel.pipeline().addLast(StrictRequestDecoder(), HttpResponseEncoder(), connection)
            }
        })

    public companion object {
        private val LOOPBACK = InetAddress.getByAddress(byteArrayOf(127, 0, 0, 1))
        private const val END_MS = 2_000L

        /**
         * Listens on 127.0.0.1. [port]: 0 for any free one. [handle] gets every request, on the event loop. [onFault]
         * hears what should not happen, also there; it must not throw. [streams]: where responses that stay open are kept.
         *
         * @throws PortUnavailable where the port is taken or not to be had.
         */
        public fun bind(
            port: Int,
            limits: ServerLimits = ServerLimits(),
            onFault: (Throwable) -> Unit = {},
            streams: EventStreams = EventStreams(),
            handle: (Endpoint.Request) -> CompletionStage<Endpoint.Response>,
        ): HttpFront {
            val front = HttpFront(Loops(), limits, streams, onFault, handle)
            try {
                front.listen(port)
            } catch (cause: PortUnavailable) {
                front.loops.end()
                throw cause
            }
            return front
        }
    }

    /** The event loop and its thread. */
    private class Loops : DefaultThreadFactory("mcp-toolbox-http", true) {
        private val threads = CopyOnWriteArrayList<Thread>()
        val group: EventLoopGroup = NioEventLoopGroup(1, this)

        override fun newThread(work: Runnable?, name: String?): Thread = super.newThread(work, name).also(threads::add)

        /** Closes all channels and waits for the thread. */
        fun end() {
            group.shutdownGracefully(0, END_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(END_MS)
            // The loop is terminated a moment before its thread is.
            threads.forEach { it.join(END_MS) }
        }
    }
}

/** The front cannot listen on [port]. */
public class PortUnavailable(public val port: Int, cause: Throwable) : IOException(
    if (cause is BindException) {
        "port $port of 127.0.0.1 is taken or not allowed (${cause.message}); choose another one, or 0 for any free one"
    } else {
        "cannot listen on port $port of 127.0.0.1: ${cause.message}"
    },
    cause,
)
