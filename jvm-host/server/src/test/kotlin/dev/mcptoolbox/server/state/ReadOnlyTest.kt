package dev.mcptoolbox.server.state

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.TimeUnit

private val KEY = "cd".repeat(32)

/** Folders that may not be written. To root modes mean nothing, so another process tries, without root's privilege. */
@Timeout(60)
class ReadOnlyTest {
    @TempDir
    lateinit var temp: Path

    private val folder by lazy { StateFolder.locate(emptyMap(), temp.toRealPath()) }
    private val documents by lazy { folder.projects.resolve(KEY) }

    @AfterEach
    fun makeWritable() {
        for (path in listOf(temp, folder.path, documents)) setMode(path, "rwx------")
    }

    @Test
    fun `a project's folder that may not be written is unavailable, and still read`() {
        StateFiles(folder).replace(KEY, "token", null, "one".toByteArray())
        setMode(documents, "r-x------")

        val (read, replaced, setAside) = tryAsUnprivileged()
        assertThat(read).isEqualTo("one")
        for (refusal in listOf(replaced, setAside)) {
            val file = documents.resolve("token.json")
            assertThat(refusal).contains("$file", "permission denied", StateFolder.VARIABLE)
        }
        assertThat(Files.readString(documents.resolve("token.json"))).isEqualTo("one")
    }

    @Test
    fun `a state folder that may not be written is refused`() {
        setMode(folder.path, "r-x------")

        assertThat(tryAsUnprivileged().single()).contains("${folder.path}", "permission denied", StateFolder.VARIABLE)
    }

    @Test
    fun `so is a home folder without one`() {
        val home = temp.toRealPath()
        documents
        Files.delete(folder.path)
        setMode(home, "r-x------")

        assertThat(tryAsUnprivileged().single()).contains("$home", "permission denied", StateFolder.VARIABLE)
        setMode(home, "rwx------")
        Files.createDirectories(documents)
    }

    private fun tryAsUnprivileged(): List<String> {
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        val command = listOf(java, "-cp", System.getProperty("java.class.path"), "${javaClass.packageName}.AttemptKt")
        val process = ProcessBuilder(withoutPrivilege(command) + listOf("${temp.toRealPath()}", KEY))
            .redirectErrorStream(true)
            .start()
        val said = process.inputStream.bufferedReader().readLines()
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue
        assertThat(process.exitValue()).describedAs("$said").isZero
        return said
    }

    private fun withoutPrivilege(command: List<String>): List<String> {
        if (System.getProperty("user.name") != "root") return command
        return listOf("setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search") + command
    }

    private fun setMode(path: Path, mode: String) {
        if (Files.exists(path)) Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode))
    }
}
