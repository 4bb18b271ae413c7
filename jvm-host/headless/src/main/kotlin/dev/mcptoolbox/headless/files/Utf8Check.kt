package dev.mcptoolbox.headless.files

import java.nio.ByteBuffer
import java.nio.CharBuffer
import java.nio.charset.Charset

/**
 * Finds what is not UTF-8 in an XML document that ought to be.
 *
 * The JDK's parser finds it, too, but prints to the standard error stream as it does so, which no setting prevents.
 */
internal object Utf8Check {
    /**
     * Where the first wrong byte is, as `line 2, column 7`; null where there is none or another encoding is in force.
     */
    fun firstFault(document: ByteArray): String? {
        if (!isUtf8(document)) return null
        val bytes = ByteBuffer.wrap(document)
        val text = CharBuffer.allocate(document.size + 1)
        if (!Charsets.UTF_8.newDecoder().decode(bytes, text, true).isError) return null
        val before = text.flip().toString()
        val line = before.count { it == '\n' } + 1
        return "line $line, column ${before.length - before.lastIndexOf('\n')}"
    }

    /** Whether no byte order mark and no declaration names another encoding. */
    private fun isUtf8(document: ByteArray): Boolean {
        val head = String(document, 0, minOf(document.size, LONGEST_DECLARATION), Charsets.ISO_8859_1)
        // The wide encodings begin with a mark or have a zero in their first characters.
        if (head.startsWith("\u00FE\u00FF") || head.startsWith("\u00FF\u00FE") || '\u0000' in head.take(4)) return false
        val declared = DECLARATION.find(head)?.groupValues?.get(1) ?: return true
        return runCatching { Charset.forName(declared) }.getOrNull() == Charsets.UTF_8
    }

    private const val LONGEST_DECLARATION = 200
    private val DECLARATION = Regex("""^(?:\u00EF\u00BB\u00BF)?<\?xml\s[^>]*encoding\s*=\s*["']([^"']*)["']""")
}
