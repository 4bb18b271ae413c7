package dev.mcptoolbox.headless.files

import java.io.ByteArrayInputStream
import java.io.IOException
import javax.xml.stream.Location
import javax.xml.stream.XMLInputFactory
import javax.xml.stream.XMLResolver
import javax.xml.stream.XMLStreamConstants
import javax.xml.stream.XMLStreamException
import javax.xml.stream.XMLStreamReader

/** A document that cannot be read. [reason] says why and where, for people, one line. */
internal class XmlDamaged(val reason: String) : Exception(reason)

/**
 * Reads XML from people we do not know: nothing outside the document is opened, no entity is expanded, and a document
 * type is refused as soon as it is seen. IDEA's own files have none.
 *
 * The encoding is the one that the byte order mark or the declaration names, else UTF-8. Memory and time grow with the
 * document's size alone. One instance for each document and thread.
 */
internal class HardenedXml private constructor(private val stream: XMLStreamReader) {
    private var depth = 0

    /** The name of the element at hand. */
    val name: String get() = stream.localName

    /** Where the element at hand begins, counted from 1. */
    val line: Int get() = stream.location.lineNumber

    /** The value of the attribute [name] of the element at hand; null where it has none. */
    fun attribute(name: String): String? = stream.getAttributeValue(null, name)

    /** Calls [child] at each child of the element at hand. It may go on to the child's own children; nobody has to. */
    fun children(child: () -> Unit) {
        val parent = depth
        while (depth >= parent) {
            if (step() == XMLStreamConstants.START_ELEMENT) {
                child()
                while (depth > parent) step()
            }
        }
    }

    private fun step(): Int {
        val event = stream.next()
        when (event) {
            XMLStreamConstants.START_ELEMENT -> depth++
            XMLStreamConstants.END_ELEMENT -> depth--
            XMLStreamConstants.DTD ->
                throw XmlDamaged("it has a document type, which is not read${at(stream.location)}")
        }
        return event
    }

    private fun readAll(root: () -> Unit) {
        while (stream.hasNext()) if (step() == XMLStreamConstants.START_ELEMENT) root()
    }

    companion object {
        private const val LONGEST_REASON = 200
        private val PARSERS_OWN_CODE = Regex("^JAXP\\d+: ")

        /**
         * Calls [root] at the top element of the document [bytes] and checks the rest. Throws [XmlDamaged] if the
         * document is not well-formed XML, has a document type or is in an encoding that this JVM does not know.
         */
        fun read(bytes: ByteArray, root: HardenedXml.() -> Unit) {
            Utf8Check.firstFault(bytes)?.let { throw XmlDamaged("it is not UTF-8 as it should be, $it") }
            var stream: XMLStreamReader? = null
            try {
                stream = factory().createXMLStreamReader(ByteArrayInputStream(bytes))
                HardenedXml(stream).run { readAll { root() } }
            } catch (problem: XMLStreamException) {
                throw XmlDamaged(sentence(problem, stream))
            } catch (problem: IOException) {
                throw XmlDamaged(clean(problem.message ?: problem.javaClass.simpleName))
            } finally {
                stream?.close()
            }
        }

        /** A factory for each document: they are cheap, and two threads may not share one. */
        private fun factory(): XMLInputFactory = XMLInputFactory.newDefaultFactory().apply {
            setProperty(XMLInputFactory.SUPPORT_DTD, false)
            setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false)
            setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false)
            // Never asked, by the two settings above; if it were, it would refuse.
            xmlResolver = XMLResolver { _, _, _, _ -> throw XMLStreamException("nothing outside the document is read") }
        }

        private fun sentence(problem: XMLStreamException, stream: XMLStreamReader?): String {
            // The parser's text is "ParseError at [row,col]:[1,2]\nMessage: what is wrong".
            val text = (problem.message ?: problem.cause?.message ?: "it is no XML").substringAfter("\nMessage: ")
            val place = problem.location ?: stream?.location
            return clean(text) + (place?.let(::at) ?: "")
        }

        private fun clean(text: String): String =
            text.replace(PARSERS_OWN_CODE, "").replace(Regex("\\s+"), " ").trim().trimEnd('.').take(LONGEST_REASON)

        private fun at(place: Location): String =
            if (place.lineNumber < 1) "" else ", line ${place.lineNumber}, column ${place.columnNumber}"
    }
}
