package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.server.ServerLimits
import io.netty.buffer.ByteBuf
import io.netty.handler.codec.http.HttpHeaderNames
import io.netty.handler.codec.http.HttpMethod
import io.netty.handler.codec.http.HttpRequest
import io.netty.handler.codec.http.HttpUtil
import java.io.ByteArrayOutputStream

/**
 * A request whose head was read and whose body is being read. Belongs to the event loop. [head] passed [Refusal.of].
 */
internal class IncomingRequest(private val head: HttpRequest, private val limits: ServerLimits) {
    private val declaredBytes = head.headers()[HttpHeaderNames.CONTENT_LENGTH]?.toLong() ?: 0L
    private var readBytes = 0L

    /** What was read; null once it is known to be too large. */
    private var body: ByteArrayOutputStream? = if (declaredBytes > limits.bodyBytes) null else ByteArrayOutputStream()

    private val isChunked = head.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
    private val asksToContinue = HttpUtil.is100ContinueExpected(head)

    /** Whether its answer has no body whatever it says. */
    val isHead: Boolean get() = head.method() == HttpMethod.HEAD

    /** Whether the client speaks HTTP/1.0 and so has to be told that the connection stays. */
    val isOld: Boolean get() = !head.protocolVersion().isKeepAliveDefault

    /** Whether the connection may serve another request: the client wants it and the end of this body is known. */
    val keepsAlive: Boolean get() = HttpUtil.isKeepAlive(head) && body != null

    /** Whether the client waits for a sign before it sends the body, and gets one. */
    val awaitsContinue: Boolean get() = asksToContinue && !isHopeless && (isChunked || declaredBytes > 0)

    /**
     * Whether reading on is in vain: so large a body is not read to its end. Where the client asked first, it is told
     * before it sends anything too large at all.
     */
    val isHopeless: Boolean
        get() {
            val limit = if (asksToContinue) limits.bodyBytes.toLong() else limits.droppedBodyBytes
            return declaredBytes > limit || readBytes > limits.droppedBodyBytes
        }

    /** Takes in the next piece of the body. */
    fun add(piece: ByteBuf) {
        readBytes += piece.readableBytes()
        if (readBytes > limits.bodyBytes) body = null
        body?.let { piece.readBytes(it, piece.readableBytes()) }
    }

    /** The record for the core. */
    fun record(remoteAddress: String, endpointPort: Int): Endpoint.Request = Endpoint.Request(
        method = head.method().name(),
        target = head.uri(),
        headers = head.headers().map { (name, value) -> Endpoint.Header(name, value.toByteArray(Charsets.ISO_8859_1)) },
        body = bodyRecord(),
        remoteAddress = remoteAddress,
        endpointPort = endpointPort.toUShort(),
    )

    private fun bodyRecord(): Endpoint.Body {
        val bytes = body?.toByteArray() ?: return Endpoint.Body.TooLarge(maxOf(declaredBytes, readBytes).toULong())
        return Endpoint.Body.Complete(bytes)
    }
}
