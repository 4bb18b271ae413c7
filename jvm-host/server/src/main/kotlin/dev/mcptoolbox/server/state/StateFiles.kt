package dev.mcptoolbox.server.state

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.State
import dev.mcptoolbox.server.ServerLimits
import dev.mcptoolbox.server.sha256Hex
import java.io.IOException
import java.nio.file.Files
import java.nio.file.LinkOption
import java.nio.file.Path
import java.time.Instant
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter
import java.util.UUID

/**
 * State as files: `projects/<key>/<name>.json` below the state folder. Any thread may call any function, and any number
 * of processes may use one folder.
 *
 * A document is replaced by a rename, so a reader sees the old one or the new one and needs no lock; writers of a
 * project take turns. What a writer leaves behind when it dies is removed by the next one. Links are never followed.
 */
public class StateFiles(private val folder: StateFolder, private val clock: () -> Instant = Instant::now) : State {
    override fun read(project: String, name: String): Outcome<State.Document?, State.Problem> {
        val place = Place.of(folder, project, name) ?: return noSuchName(project, name)
        return attempt("read", place.file) { Outcome.Ok(stored(place)) }
    }

    override fun replace(
        project: String,
        name: String,
        expectedDigest: String?,
        bytes: ByteArray,
    ): Outcome<Unit, State.Problem> {
        val place = Place.of(folder, project, name) ?: return noSuchName(project, name)
        return attempt("write", place.file) {
            if (bytes.size > ServerLimits.DOCUMENT_BYTES) throw IOException("${bytes.size} bytes are too many")
            changing(place, expectedDigest) {
                val temporary = place.folder.resolve("$TEMPORARY_PREFIX${UUID.randomUUID()}")
                writeAtomically(place.file, temporary, bytes)
            }
        }
    }

    override fun setAside(project: String, name: String, expectedDigest: String): Outcome<String, State.Problem> {
        val place = Place.of(folder, project, name) ?: return noSuchName(project, name)
        return attempt("set aside", place.file) {
            changing(place, expectedDigest) {
                val kept = freeName(place.folder, "$name.damaged-${TIMESTAMP.format(clock())}")
                Files.move(place.file, kept)
                syncFolder(place.folder)
                kept.toString()
            }
        }
    }

    /** Runs [change] under the project's lock, if what is stored is what the caller expects. */
    private fun <T> changing(place: Place, expectedDigest: String?, change: () -> T): Outcome<T, State.Problem> {
        makePrivateFolder(folder.projects)
        makePrivateFolder(place.folder)
        return StateLock.holding(place.folder) {
            if (stored(place)?.digest != expectedDigest) return@holding Outcome.Err(State.Problem.Conflict)
            removeLeftovers(place.folder)
            Outcome.Ok(change())
        }
    }

    private fun stored(place: Place): State.Document? {
        for (parent in listOf(folder.projects, place.folder)) {
            if (Files.isSymbolicLink(parent)) throw IOException("$parent is a link")
        }
        if (Files.isSymbolicLink(place.file)) throw IOException("it is a link")
        val bytes = readPrivately(place.file, ServerLimits.DOCUMENT_BYTES) ?: return null
        return State.Document(bytes, sha256Hex(bytes))
    }

    /** Under the lock nobody is writing: what looks unfinished was left by a writer that died. */
    private fun removeLeftovers(folder: Path) {
        Files.newDirectoryStream(folder, "$TEMPORARY_PREFIX*").use { it.forEach(Files::deleteIfExists) }
    }

    private fun freeName(folder: Path, wanted: String): Path {
        val names = sequenceOf(wanted) + generateSequence(2) { it + 1 }.map { "$wanted-$it" }
        return names.map(folder::resolve).first { !Files.exists(it, LinkOption.NOFOLLOW_LINKS) }
    }

    private fun <T> attempt(
        what: String,
        file: Path,
        action: () -> Outcome<T, State.Problem>,
    ): Outcome<T, State.Problem> = try {
        action()
    } catch (cause: IOException) {
        unavailable(
            "cannot $what $file: ${cause.reason()}; " +
                "make $folder writable, or let ${StateFolder.VARIABLE} name another folder",
        )
    }

    private fun noSuchName(project: String, name: String) =
        unavailable("no document can be called \"$name\" of the project \"$project\"")

    private fun unavailable(text: String) = Outcome.Err(State.Problem.Unavailable(text))

    /** Where one document lies. */
    private class Place(val folder: Path, val file: Path) {
        companion object {
            private val KEY = Regex("[0-9a-f]{64}")
            private val NAME = Regex("[A-Za-z0-9-]{1,${ServerLimits.DOCUMENT_NAME_CHARS}}")

            /** Null where key or name could lead elsewhere. */
            fun of(state: StateFolder, project: String, name: String): Place? {
                if (!KEY.matches(project) || !NAME.matches(name)) return null
                val folder = state.projects.resolve(project)
                return Place(folder, folder.resolve("$name.json"))
            }
        }
    }

    private companion object {
        const val TEMPORARY_PREFIX = ".writing-"
        val TIMESTAMP: DateTimeFormatter = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC)
    }
}
