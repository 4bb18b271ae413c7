package dev.mcptoolbox.server.http

import io.netty.handler.codec.TooLongFrameException
import io.netty.handler.codec.http.HttpHeaderNames
import io.netty.handler.codec.http.HttpHeaderValues
import io.netty.handler.codec.http.HttpRequest
import io.netty.handler.codec.http.HttpVersion
import io.netty.handler.codec.http.TooLongHttpLineException

/**
 * Why the front answers by itself: there is no whole request to hand over. The connection is closed afterwards.
 *
 * [text]: one sentence for people.
 */
internal enum class Refusal(val status: Int, val text: String) {
    MALFORMED(400, "The request line, the header block or the framing of the body cannot be read."),
    FRAMING(400, "Send either one Content-Length or Transfer-Encoding: chunked."),
    TIMEOUT(408, "The request took too long to arrive."),
    TARGET_TOO_LONG(414, "The request line is too long."),
    EXPECTATION(417, "The only expectation that is understood is 100-continue."),
    HEADERS_TOO_LARGE(431, "The header block is too large."),
    VERSION(505, "Speak HTTP/1.1."),
    ;

    companion object {
        /** Why bytes are no request. [cause]: what the decoder says. */
        fun of(cause: Throwable): Refusal = when (cause) {
            is TooLongHttpLineException -> TARGET_TOO_LONG
            is TooLongFrameException -> HEADERS_TOO_LARGE
            else -> MALFORMED
        }

        /**
         * Why a readable head is not followed by a request; null where it is.
         *
         * Where a body ends must be beyond doubt: whoever reads the framing otherwise than its sender takes a part of
         * one request for the next one.
         */
        fun of(request: HttpRequest): Refusal? {
            val version = request.protocolVersion()
            return when {
                version.protocolName() != "HTTP" -> MALFORMED
                version.majorVersion() != 1 -> VERSION
                !hasOneFraming(request) -> FRAMING
                !expectsNothingOdd(request) -> EXPECTATION
                else -> null
            }
        }

        private fun hasOneFraming(request: HttpRequest): Boolean {
            val lengths = request.headers().getAll(HttpHeaderNames.CONTENT_LENGTH)
            val codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING)
            if (codings.isEmpty()) return lengths.isEmpty() || lengths.singleOrNull()?.all { it in '0'..'9' } == true
            val isChunked = codings.singleOrNull()?.trim().equals("chunked", ignoreCase = true)
            return isChunked && lengths.isEmpty() && request.protocolVersion().isKeepAliveDefault
        }

        private fun expectsNothingOdd(request: HttpRequest): Boolean {
            // HTTP/1.0 knows no expectations, so nobody there waits for one to be met.
            if (request.protocolVersion() == HttpVersion.HTTP_1_0) return true
            val expectations = request.headers().getAll(HttpHeaderNames.EXPECT)
            return expectations.all(HttpHeaderValues.CONTINUE::contentEqualsIgnoreCase)
        }
    }
}
