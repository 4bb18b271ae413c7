package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.server.ServerLimits
import io.netty.channel.ChannelFutureListener
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.ChannelInboundHandlerAdapter
import io.netty.channel.socket.ChannelInputShutdownEvent
import io.netty.channel.socket.SocketChannel
import io.netty.handler.codec.http.FullHttpResponse
import io.netty.handler.codec.http.HttpContent
import io.netty.handler.codec.http.HttpRequest
import io.netty.handler.codec.http.LastHttpContent
import io.netty.handler.codec.http.HttpObject
import io.netty.util.ReferenceCountUtil
import java.io.IOException
import java.util.concurrent.CompletionStage
import java.util.concurrent.TimeUnit

/** Where requests go. Called on the event loop: must not block. */
internal typealias RequestHandler = (Endpoint.Request) -> CompletionStage<Endpoint.Response>

/**
 * One connection: one request after the other, each answered before the next is looked at.
 *
 * Lives on the event loop; only the answer of [handle] comes from elsewhere and is passed on to it. Reading is on
 * demand (`AUTO_READ` is off): while a request is being answered, at most one read's worth of what follows is kept.
 */
internal class HttpConnection(
    private val channel: SocketChannel,
    private val limits: ServerLimits,
    private val roll: ConnectionRoll,
    private val streams: EventStreams,
    private val handle: RequestHandler,
) : ChannelInboundHandlerAdapter() {
    /** What the connection is busy with; see [ServerLimits] for how long each may last. */
    private enum class Phase { IDLE, HEAD, BODY, CALL, ANSWER, STREAM, LINGER, CLOSED }

    private var phase = Phase.IDLE
    private var phaseSinceNs = 0L

    // Asked once, while the connection is known to be there: a socket that has gone tells nobody who it was.
    private var remoteAddress = ""
    private var endpointPort = 0
    private var incoming: IncomingRequest? = null

    /** What arrived after the request that is being answered. */
    private val waiting = ArrayDeque<HttpObject>()
    private var lingeredBytes = 0L

    /** The event stream that this connection has become. */
    private var stream: EventConnection? = null

    /** Whether the client has closed its side. */
    private var isPeerDone = false

    private val isReading get() = phase == Phase.IDLE || phase == Phase.HEAD || phase == Phase.BODY
    private val isAnswering get() = phase == Phase.CALL || phase == Phase.ANSWER

    /** The host stops: what is not being answered ends now. */
    fun stop() {
        if (isReading || phase == Phase.STREAM) channel.close()
    }

    /** Whether it has waited for a next request for [ms] milliseconds. */
    fun isIdleFor(ms: Long): Boolean =
        phase == Phase.IDLE && System.nanoTime() - phaseSinceNs >= TimeUnit.MILLISECONDS.toNanos(ms)

    /** Ends what took too long. [nowNs]: as [System.nanoTime]. */
    fun expire(nowNs: Long) {
        val limitMs = limitMs() ?: return
        if (nowNs - phaseSinceNs <= TimeUnit.MILLISECONDS.toNanos(limitMs)) return
        if (phase == Phase.HEAD || phase == Phase.BODY) refuse(Refusal.TIMEOUT) else channel.close()
    }

    override fun channelActive(context: ChannelHandlerContext) {
        remoteAddress = channel.remoteAddress()?.address?.hostAddress.orEmpty().substringBefore('%')
        endpointPort = channel.localAddress()?.port ?: 0
        enter(Phase.IDLE)
        roll.add(this)
        readOn()
    }

    override fun channelRead(context: ChannelHandlerContext, message: Any) {
        if (isAnswering && message is HttpObject) waiting.addLast(message) else consume(message)
    }

    override fun channelReadComplete(context: ChannelHandlerContext) {
        // Bytes came, but not yet a whole header block.
        if (phase == Phase.IDLE) enter(Phase.HEAD)
        readOn()
    }

    override fun userEventTriggered(context: ChannelHandlerContext, event: Any) {
        if (event !is ChannelInputShutdownEvent) return
        isPeerDone = true
        // Who closes its side after a request may still read the answer.
        if (!isAnswering) channel.close()
    }

    override fun channelInactive(context: ChannelHandlerContext) {
        enter(Phase.CLOSED)
        stream?.gone()
        dropWaiting()
        incoming = null
        roll.remove(this)
    }

    @Deprecated("Deprecated in the interface that declares it for other handlers too")
    override fun exceptionCaught(context: ChannelHandlerContext, cause: Throwable) {
        // That a client went away is no fault.
        if (cause !is IOException) roll.onFault(cause)
        channel.close()
    }

    private fun consume(message: Any) {
        try {
            when {
                phase == Phase.LINGER -> discard(message)
                isReading && message is HttpObject -> take(message)
            }
        } finally {
            ReferenceCountUtil.release(message)
        }
    }

    private fun take(message: HttpObject) {
        val broken = message.decoderResult().cause()
        when {
            broken != null -> refuse(Refusal.of(broken))
            message is HttpRequest -> begin(message)
            message is HttpContent -> append(message)
        }
    }

    private fun begin(head: HttpRequest) {
        Refusal.of(head)?.let { return refuse(it) }
        val request = IncomingRequest(head, limits)
        incoming = request
        enter(Phase.BODY)
        if (request.isHopeless) return call(request)
        if (request.awaitsContinue) channel.writeAndFlush(goOn())
    }

    private fun append(piece: HttpContent) {
        val request = incoming ?: return
        request.add(piece.content())
        if (request.isHopeless || piece is LastHttpContent) call(request)
    }

    private fun call(request: IncomingRequest) {
        incoming = null
        enter(Phase.CALL)
        handle(request.record(remoteAddress, endpointPort)).whenComplete { response, _ ->
            // Refused only by a loop that has ended, and the connection with it.
            channel.eventLoop().execute { answer(request, response ?: BARE_500) }
        }
    }

    private fun answer(request: IncomingRequest, response: Endpoint.Response) {
        if (phase != Phase.CALL) return
        val id = response.stream
        if (id != null && !request.isHead) return openStream(id, request, response)
        val persistence = when {
            !request.keepsAlive || roll.isStopping -> Persistence.CLOSE
            request.isOld -> Persistence.KEEP_OLD
            else -> Persistence.KEEP
        }
        val answer = try {
            answerOf(response, request.isHead, persistence)
        } catch (cause: IllegalArgumentException) {
            roll.onFault(cause)
            answerOf(BARE_500, request.isHead, persistence)
        }
        send(answer, keep = persistence != Persistence.CLOSE)
    }

    /** The response stays open; whatever the client still sends on this connection is dropped. */
    private fun openStream(id: String, request: IncomingRequest, response: Endpoint.Response) {
        val opened = EventConnection(channel, limits, streams, id)
        if (roll.isStopping || isPeerDone || !streams.take(id, opened)) {
            channel.close()
            return
        }
        stream = opened
        enter(Phase.STREAM)
        dropWaiting()
        opened.begin(response, isChunked = !request.isOld)
        readOn()
    }

    private fun refuse(refusal: Refusal) {
        incoming = null
        send(answerOf(refusal), keep = false)
    }

    private fun send(answer: FullHttpResponse, keep: Boolean) {
        enter(Phase.ANSWER)
        val sent = ChannelFutureListener { future -> if (future.isSuccess) answered(keep) else channel.close() }
        channel.writeAndFlush(answer).addListener(sent)
    }

    private fun answered(keep: Boolean) {
        if (phase != Phase.ANSWER) return
        if (!keep) return linger()
        enter(Phase.IDLE)
        while (isReading) consume(waiting.removeFirstOrNull() ?: break)
        if (isReading && (isPeerDone || roll.isStopping)) channel.close() else readOn()
    }

    /**
     * Closes so that the answer arrives: a socket that is closed with unread bytes resets the connection, and the
     * client, which may still be sending, never reads what was said.
     */
    private fun linger() {
        dropWaiting()
        if (isPeerDone) {
            channel.close()
            return
        }
        enter(Phase.LINGER)
        channel.shutdownOutput()
        readOn()
    }

    private fun discard(message: Any) {
        if (message is HttpContent) lingeredBytes += message.content().readableBytes()
        if (lingeredBytes > limits.lingerBytes) channel.close()
    }

    private fun readOn() {
        if (!isPeerDone && waiting.isEmpty() && phase != Phase.CLOSED) channel.read()
    }

    private fun dropWaiting() {
        waiting.forEach(ReferenceCountUtil::release)
        waiting.clear()
    }

    private fun enter(next: Phase) {
        phase = next
        phaseSinceNs = System.nanoTime()
    }

    private fun limitMs(): Long? = when (phase) {
        Phase.IDLE -> limits.idleMs
        Phase.HEAD -> limits.headMs
        Phase.BODY -> limits.bodyMs
        Phase.ANSWER -> limits.answerMs
        Phase.LINGER -> limits.lingerMs
        // How long a call lasts is the core's business, and a stream lasts until somebody ends it.
        Phase.CALL, Phase.STREAM, Phase.CLOSED -> null
    }
}
