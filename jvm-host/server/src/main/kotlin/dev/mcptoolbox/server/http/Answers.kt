package dev.mcptoolbox.server.http

import dev.mcptoolbox.bindings.toolbox.Endpoint
import io.netty.buffer.Unpooled
import io.netty.handler.codec.DateFormatter
import io.netty.handler.codec.http.DefaultFullHttpResponse
import io.netty.handler.codec.http.DefaultHttpResponse
import io.netty.handler.codec.http.FullHttpResponse
import io.netty.handler.codec.http.HttpHeaderNames
import io.netty.handler.codec.http.HttpHeaderValues
import io.netty.handler.codec.http.HttpHeaders
import io.netty.handler.codec.http.HttpResponse
import io.netty.handler.codec.http.HttpResponseStatus
import io.netty.handler.codec.http.HttpUtil
import io.netty.handler.codec.http.HttpVersion
import java.util.Date

// How answers are written. Framing, date and connection are the front's own; whatever else is said comes from the core.

/** What an answer says of its connection. */
internal enum class Persistence { CLOSE, KEEP, KEEP_OLD }

/**
 * The core's [response]. [isHead]: it has no body, whatever the core wrote.
 *
 * @throws IllegalArgumentException where the core broke its contract: a header that is none, a status out of range.
 */
internal fun answerOf(response: Endpoint.Response, isHead: Boolean, persistence: Persistence): FullHttpResponse {
    val status = response.status.toInt()
    require(status in 200..599) { "the core answered with status $status" }
    val body = if (isHead) Unpooled.EMPTY_BUFFER else Unpooled.wrappedBuffer(response.body)
    val answer = DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), body)
    for (header in response.headers) answer.headers().add(header.name, header.value.toString(Charsets.ISO_8859_1))
    answer.headers().remove(HttpHeaderNames.TRANSFER_ENCODING)
    // To HEAD the core says nothing of the length that GET would have.
    if (isHead && response.body.isEmpty()) answer.headers().remove(HttpHeaderNames.CONTENT_LENGTH)
    else answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.body.size)
    frame(answer.headers(), persistence)
    return answer
}

/** The head of a response that stays open. [isChunked]: the client knows pieces; else the end of the connection ends it. */
internal fun headOf(response: Endpoint.Response, isChunked: Boolean): HttpResponse {
    val answer = DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status.toInt()))
    for (header in response.headers) answer.headers().add(header.name, header.value.toString(Charsets.ISO_8859_1))
    answer.headers().remove(HttpHeaderNames.CONTENT_LENGTH)
    HttpUtil.setTransferEncodingChunked(answer, isChunked)
    frame(answer.headers(), if (isChunked) Persistence.KEEP else Persistence.CLOSE)
    return answer
}

/** What the front says by itself. */
internal fun answerOf(refusal: Refusal): FullHttpResponse {
    val body = "${refusal.text}\n".toByteArray()
    val status = HttpResponseStatus.valueOf(refusal.status)
    val answer = DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body))
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
    answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.size)
    frame(answer.headers(), Persistence.CLOSE)
    return answer
}

/** Go on and send the body. */
internal fun goOn(): FullHttpResponse = DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE)

/** For when the core gave no answer that can be written. */
internal val BARE_500 = Endpoint.Response(500u, headers = emptyList(), body = ByteArray(0), stream = null)

private fun frame(headers: HttpHeaders, persistence: Persistence) {
    headers.set(HttpHeaderNames.DATE, DateFormatter.format(Date()))
    when (persistence) {
        Persistence.CLOSE -> headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
        Persistence.KEEP -> headers.remove(HttpHeaderNames.CONNECTION)
        Persistence.KEEP_OLD -> headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE)
    }
}
