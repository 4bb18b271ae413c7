package dev.mcptoolbox.runtime.transcript

import dev.mcptoolbox.runtime.Artifacts
import dev.mcptoolbox.runtime.world.FakeHost
import dev.mcptoolbox.runtime.world.WorldReader
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.extension
import kotlin.io.path.name
import kotlin.io.path.readText

/** One conversation as text; tests/transcripts/README.md describes the format, tests/src/transcript.rs is the twin. */
class Transcript(private val file: Path) {
    /** The conversation as it is written. */
    val expected: String = file.readText()

    /** A fresh host of the transcript's world. */
    fun host(): FakeHost {
        val world = expected.split('\n').firstNotNullOfOrNull { line -> line.removePrefix("world ").takeIf { it != line } }
        checkNotNull(world) { "$file names no world" }
        return FakeHost(WorldReader.read(file.resolveSibling("${world.trim()}.world.json")))
    }

    /** The conversation as [core] holds it. */
    fun play(host: FakeHost, core: Core): String {
        val defaults = Defaults()
        return paragraphs().joinToString("\n") { paragraph ->
            val kept = paragraph.takeWhile { !it.startsWith('<') }
            val exchange = Exchange.read(kept, defaults)
            kept.joinToString("") { "$it\n" } + exchange?.play(host, core).orEmpty()
        }
    }

    private fun paragraphs(): List<List<String>> {
        val paragraphs = mutableListOf(mutableListOf<String>())
        for (line in expected.split('\n')) {
            if (line.isEmpty()) paragraphs += mutableListOf<String>() else paragraphs.last() += line
        }
        return paragraphs.filter { it.isNotEmpty() }
    }

    override fun toString(): String = file.name

    companion object {
        /** Every transcript. @throws IllegalStateException where there is none: nothing to compare is no success. */
        fun all(): List<Transcript> {
            val files = Files.list(Artifacts.transcripts).use { all -> all.filter { it.extension == "txt" }.sorted().toList() }
            check(files.isNotEmpty()) { "no transcript in ${Artifacts.transcripts}" }
            return files.map(::Transcript)
        }
    }
}
