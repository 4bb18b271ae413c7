package dev.mcptoolbox.server.state

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions

class StateFolderTest {
    @TempDir
    lateinit var temp: Path

    private val home by lazy { temp.toRealPath() }

    @Test
    fun `the default is a private folder in the home folder`() {
        val folder = StateFolder.locate(emptyMap(), home)

        assertThat(folder.path).isEqualTo(home.resolve(".jetbrains-mcp-tools"))
        assertThat(mode(folder.path)).isEqualTo("rwx------")
        assertThat(Files.list(folder.path).use { it.count() }).describedAs("leftovers of the probe").isZero
        assertThat(StateFolder.locate(mapOf(StateFolder.VARIABLE to " "), home).path).isEqualTo(folder.path)
    }

    @Test
    fun `the variable names another one, which is made with its parents`() {
        val named = home.resolve("a/b/c")

        assertThat(StateFolder.locate(mapOf(StateFolder.VARIABLE to "$named"), home).path).isEqualTo(named)
        assertThat(mode(named)).isEqualTo("rwx------")
        assertThat(Files.exists(home.resolve(".jetbrains-mcp-tools"))).isFalse
    }

    @Test
    fun `a folder of ours that is open to others is closed`() {
        val ours = open(home.resolve(".jetbrains-mcp-tools"))
        Files.createFile(ours.resolve("something"))
        StateFolder.locate(emptyMap(), home)
        assertThat(mode(ours)).isEqualTo("rwx------")

        val empty = open(home.resolve("empty"))
        StateFolder.locate(mapOf(StateFolder.VARIABLE to "$empty"), home)
        assertThat(mode(empty)).isEqualTo("rwx------")
    }

    @Test
    fun `a folder that serves others too is refused and left alone`() {
        val shared = open(home.resolve("shared"))
        Files.createFile(shared.resolve("something"))

        assertRefused(shared, mapOf(StateFolder.VARIABLE to "$shared"), "others may enter it")
        assertThat(mode(shared)).isEqualTo("rwxr-xr-x")
    }

    @Test
    fun `a link to a folder is followed`() {
        val target = Files.createDirectory(home.resolve("target"))
        Files.createSymbolicLink(home.resolve(".jetbrains-mcp-tools"), target)

        assertThat(StateFolder.locate(emptyMap(), home).path).isEqualTo(target)
    }

    @Test
    fun `what cannot be a folder is refused by name`() {
        val file = Files.createFile(home.resolve("file"))
        for (bad in listOf(file, file.resolve("below"), Path.of("/proc/none"))) {
            assertRefused(bad, mapOf(StateFolder.VARIABLE to "$bad"))
        }
        Files.createSymbolicLink(home.resolve(".jetbrains-mcp-tools"), home.resolve("nowhere"))
        assertRefused(home.resolve(".jetbrains-mcp-tools"), emptyMap())
    }

    private fun assertRefused(folder: Path, env: Map<String, String>, vararg says: String) {
        assertThatThrownBy { StateFolder.locate(env, home) }
            .isInstanceOf(UnusableStateFolder::class.java)
            .hasMessageContainingAll("$folder", StateFolder.VARIABLE, *says)
    }

    private fun open(folder: Path): Path =
        Files.setPosixFilePermissions(Files.createDirectory(folder), PosixFilePermissions.fromString("rwxr-xr-x"))

    private fun mode(path: Path) = PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
}
