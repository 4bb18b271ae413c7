package dev.mcptoolbox.server.state

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.State
import dev.mcptoolbox.server.ServerLimits
import dev.mcptoolbox.server.sha256Hex
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.time.Instant
import java.util.concurrent.Callable
import java.util.concurrent.Executors

@Timeout(30)
class StateFilesTest {
    @TempDir
    lateinit var temp: Path

    private val key = "0123456789abcdef".repeat(4)
    private lateinit var folder: StateFolder
    private lateinit var state: StateFiles
    private val documents get() = folder.projects.resolve(key)

    @BeforeEach
    fun locate() {
        folder = StateFolder.locate(emptyMap(), temp)
        state = StateFiles(folder) { Instant.parse("2026-02-03T04:05:06.789Z") }
    }

    @Test
    fun `a document is written, read, replaced and seen by others`() {
        assertThat(state.read(key, "token")).isEqualTo(Outcome.Ok(null))
        assertThat(Files.exists(folder.projects)).describedAs("reading makes nothing").isFalse

        assertThat(write(null, "one")).isEqualTo(Outcome.Ok(Unit))
        val first = stored()
        assertThat(first.bytes.decodeToString()).isEqualTo("one")
        assertThat(first.digest).isEqualTo(sha256Hex("one".toByteArray()))

        val other = StateFiles(folder).replace(key, "token", first.digest, "two".toByteArray())
        assertThat(other).isEqualTo(Outcome.Ok(Unit))
        assertThat(stored().bytes.decodeToString()).isEqualTo("two")
        assertThat(names()).containsExactly(".lock", "token.json")
    }

    @Test
    fun `what is not as expected is a conflict and stays`() {
        val wrong = sha256Hex("other".toByteArray())
        assertThat(write(wrong, "x")).isEqualTo(CONFLICT)
        assertThat(state.setAside(key, "token", wrong)).isEqualTo(CONFLICT)
        write(null, "one")
        assertThat(write(null, "x")).isEqualTo(CONFLICT)
        assertThat(write(wrong, "x")).isEqualTo(CONFLICT)
        assertThat(state.setAside(key, "token", wrong)).isEqualTo(CONFLICT)
        assertThat(stored().bytes.decodeToString()).isEqualTo("one")
    }

    @Test
    fun `a damaged document is set aside and nothing is overwritten`() {
        val kept = List(3) {
            write(null, "bad $it")
            (state.setAside(key, "token", stored().digest) as Outcome.Ok).value
        }
        val name = documents.resolve("token.damaged-20260203T040506Z").toString()
        assertThat(kept).containsExactly(name, "$name-2", "$name-3")
        assertThat(kept.map { Files.readString(Path.of(it)) }).containsExactly("bad 0", "bad 1", "bad 2")
        assertThat(state.read(key, "token")).isEqualTo(Outcome.Ok(null))
    }

    @Test
    fun `files and folders are their owner's alone`() {
        write(null, "one")
        state.setAside(key, "token", stored().digest)
        write(null, "two")

        val modes = Files.walk(folder.path).use { all ->
            val modeOf = { path: Path -> PosixFilePermissions.toString(Files.getPosixFilePermissions(path)) }
            all.toList().map { Files.isDirectory(it) to modeOf(it) }
        }
        assertThat(modes).hasSize(6)
        assertThat(modes.toSet()).containsExactlyInAnyOrder(true to "rwx------", false to "rw-------")
    }

    @Test
    fun `names that could lead elsewhere are refused`() {
        for (name in listOf("", ".", "..", "a/b", "../a", "a.b", "a b", "a\u0000", "ä", "a".repeat(65))) {
            assertUnavailable(state.read(key, name), "document")
            assertUnavailable(state.replace(key, name, null, ByteArray(0)), "document")
            assertUnavailable(state.setAside(key, name, ""), "document")
        }
        for (bad in listOf("", "..", "../x", key.uppercase(), key.dropLast(1), "$key/")) {
            assertUnavailable(state.replace(bad, "token", null, ByteArray(0)), "project")
        }
        assertThat(Files.exists(folder.projects)).isFalse
    }

    @Test
    fun `links are not followed`() {
        val outside = Files.writeString(temp.resolve("outside"), "secret")
        write(null, "one")
        Files.delete(documents.resolve("token.json"))
        Files.createSymbolicLink(documents.resolve("token.json"), outside)

        assertUnavailable(state.read(key, "token"), "token.json", "link")
        assertUnavailable(write(sha256Hex("secret".toByteArray()), "x"), "link")
        assertUnavailable(write(null, "x"), "link")

        val other = "f".repeat(64)
        val elsewhere = Files.createDirectory(temp.resolve("elsewhere"))
        Files.createSymbolicLink(folder.projects.resolve(other), elsewhere)
        assertUnavailable(state.replace(other, "token", null, "x".toByteArray()), other)
        assertUnavailable(state.read(other, "token"), "link")
        assertThat(Files.readString(outside)).isEqualTo("secret")
        assertThat(Files.list(elsewhere).use { it.count() }).isZero
    }

    @Test
    fun `what a writer that died left behind goes with the next write`() {
        write(null, "one")
        val stale = List(3) { Files.writeString(documents.resolve(".writing-$it"), "hal") }

        assertThat(state.read(key, "token")).isInstanceOf(Outcome.Ok::class.java)
        assertThat(stale).allMatch { Files.exists(it) }
        assertThat(write(stored().digest, "two")).isEqualTo(Outcome.Ok(Unit))
        assertThat(names()).containsExactly(".lock", "token.json")
    }

    @Test
    fun `what cannot be read or written says where and what to do`() {
        write(null, "one")
        val file = documents.resolve("token.json")
        Files.write(file, ByteArray(ServerLimits.DOCUMENT_BYTES + 1))
        assertUnavailable(state.read(key, "token"), "$file", "bytes", StateFolder.VARIABLE)
        assertUnavailable(state.replace(key, "other", null, ByteArray(ServerLimits.DOCUMENT_BYTES + 1)), "other.json")
        val largest = state.replace(key, "other", null, ByteArray(ServerLimits.DOCUMENT_BYTES))
        assertThat(largest).isEqualTo(Outcome.Ok(Unit))

        Files.delete(file)
        Files.createDirectory(file)
        assertUnavailable(state.read(key, "token"), "$file")
        assertUnavailable(write(null, "x"), "$file")
    }

    @Test
    fun `a folder that became a file is unavailable`() {
        Files.writeString(folder.projects, "")

        assertUnavailable(state.read(key, "token"), "${folder.projects}")
        assertUnavailable(write(null, "x"), "${folder.projects}", "no folder")
    }

    @Test
    fun `threads take turns`() {
        write(null, "0")
        val threads = Executors.newFixedThreadPool(8)
        try {
            // Two stores of one process share nothing but the folder.
            val work = List(8) { Callable { countUp(StateFiles(folder), key, 25) } }
            val counts = threads.invokeAll(work).map { it.get() }
            assertThat(counts).containsOnly(25)
        } finally {
            threads.shutdownNow()
        }
        assertThat(stored().bytes.decodeToString()).isEqualTo("200")
    }

    private fun write(expected: String?, text: String) = state.replace(key, "token", expected, text.toByteArray())

    private fun stored(): State.Document = (state.read(key, "token") as Outcome.Ok).value!!

    private fun names() = Files.list(documents).use { all -> all.toList().map { it.fileName.toString() }.sorted() }

    private fun assertUnavailable(outcome: Outcome<*, State.Problem>, vararg says: String) {
        val problem = (outcome as Outcome.Err).error
        assertThat(problem).isInstanceOf(State.Problem.Unavailable::class.java)
        assertThat((problem as State.Problem.Unavailable).value).contains(*says)
    }

    private companion object {
        val CONFLICT = Outcome.Err(State.Problem.Conflict)
    }
}
