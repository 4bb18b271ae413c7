package dev.mcptoolbox.bindings

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.CodingErrorAction

/** Text as bytes and back, refusing what Java's own conversions silently replace. */
internal object Utf8 {
    private const val REPLACEMENT = '\uFFFD'

    /** @throws AbiViolation if [bytes] are not UTF-8. */
    fun decode(bytes: ByteArray): String {
        val text = String(bytes, Charsets.UTF_8)
        // Java replaces what it cannot decode. Only where a replacement shows is the slow, strict decoder asked whether
        // the guest wrote that character itself.
        return if (text.indexOf(REPLACEMENT) < 0) text else decodeStrictly(bytes)
    }

    private fun decodeStrictly(bytes: ByteArray): String = try {
        Charsets.UTF_8.newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes))
            .toString()
    } catch (@Suppress("SwallowedException") invalid: CharacterCodingException) {
        throw AbiViolation("the guest passed a string of ${bytes.size} bytes that is not UTF-8")
    }

    /** @throws IllegalArgumentException if [text] holds a surrogate without its partner, which UTF-8 cannot express. */
    fun encode(text: String): ByteArray {
        requirePaired(text)
        return text.toByteArray(Charsets.UTF_8)
    }

    private fun requirePaired(text: String) {
        var index = 0
        while (index < text.length) {
            if (text[index].isSurrogate()) {
                val next = text.getOrNull(index + 1)
                require(text[index].isHighSurrogate() && next != null && next.isLowSurrogate()) { "a string for the guest has a lone surrogate at index $index" }
                index++
            }
            index++
        }
    }
}
