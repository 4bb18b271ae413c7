package dev.mcptoolbox.server.http

import dev.mcptoolbox.server.ServerLimits
import io.netty.handler.codec.http.HttpMessage
import io.netty.handler.codec.http.HttpRequestDecoder

/** Netty's decoder, but a request with two framings is refused instead of mended. */
internal class StrictRequestDecoder : HttpRequestDecoder(
    ServerLimits.REQUEST_LINE_BYTES,
    ServerLimits.HEADER_BLOCK_BYTES,
    ServerLimits.BODY_PIECE_BYTES,
) {
    override fun handleTransferEncodingChunkedWithContentLength(message: HttpMessage?) {
        throw IllegalArgumentException("both Content-Length and Transfer-Encoding")
    }
}
