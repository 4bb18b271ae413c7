package dev.mcptoolbox.server.files

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Files.Kind
import dev.mcptoolbox.bindings.toolbox.Files.Problem
import dev.mcptoolbox.server.ProjectPaths
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.createDirectories
import kotlin.io.path.createSymbolicLinkPointingTo
import kotlin.io.path.writeText

@Timeout(20)
class ProjectFilesTest {
    @TempDir
    lateinit var temp: Path

    private val project get() = temp.toRealPath().resolve("project")
    private val files = ProjectFiles(ProjectPaths { key -> project.takeIf { key == "p" } })

    @BeforeEach
    fun makeProject() {
        project.resolve(".codex/sub").createDirectories()
        project.resolve(".codex/config.toml").writeText("a = 1")
        temp.resolve("outside.json").writeText("{}")
        temp.resolve("elsewhere").createDirectories().resolve("mcp.json").writeText("{}")
    }

    @Test
    fun `what lies at a path is told`() {
        project.resolve("link").createSymbolicLinkPointingTo(project.resolve(".codex"))
        project.resolve("out").createSymbolicLinkPointingTo(temp.resolve("elsewhere"))
        project.resolve("dead").createSymbolicLinkPointingTo(project.resolve("nothing"))
        val kinds = listOf(
            ".codex" to Kind.FOLDER, ".codex/config.toml" to Kind.FILE, "none" to Kind.MISSING, "none/below" to Kind.MISSING,
            ".codex/config.toml/below" to Kind.MISSING, "link/config.toml" to Kind.FILE, "out/mcp.json" to Kind.OTHER,
            "dead" to Kind.OTHER,
        )
        for ((path, kind) in kinds) assertThat(files.inspect("p", path)).describedAs(path).isEqualTo(Outcome.Ok(kind))
    }

    @Test
    fun `a file is read whole, or one byte over the limit`() {
        assertThat(text(".codex/config.toml", 5u)).isEqualTo("a = 1")
        assertThat(text(".codex/config.toml", 100u)).isEqualTo("a = 1")
        assertThat(text(".codex/config.toml", 2u)).isEqualTo("a =")
        assertThat(text(".codex/config.toml", UInt.MAX_VALUE)).isEqualTo("a = 1")
        for (missing in listOf("none", "none/below", ".codex/config.toml/below")) {
            assertThat(files.read("p", missing, 9u)).describedAs(missing).isEqualTo(Outcome.Ok(null))
        }
    }

    @Test
    fun `nothing outside the project is read`() {
        project.resolve("out.json").createSymbolicLinkPointingTo(temp.resolve("outside.json"))
        project.resolve("out").createSymbolicLinkPointingTo(temp.resolve("elsewhere"))
        project.resolve("dead").createSymbolicLinkPointingTo(project.resolve("nothing"))
        for (path in listOf("out.json", "out/mcp.json", "../outside.json", "${temp.resolve("outside.json")}", ".codex/../../outside.json")) {
            assertThat(reason(path)).describedAs(path).matches("it (is a link that leads out of|lies outside) the project.*")
        }
        assertThat(reason("dead")).isEqualTo("it is a link that leads nowhere")
        assertThat(reason("a\u0000b")).isEqualTo("this system has no such path")
    }

    @Test
    fun `only regular files are read, and a pipe blocks nobody`() {
        check(ProcessBuilder("mkfifo", "${project.resolve("pipe")}").start().waitFor() == 0)
        assertThat(reason("pipe")).isEqualTo("it is not a regular file")
        assertThat(reason(".codex")).isEqualTo("it is not a regular file")
        assertThat(files.inspect("p", "pipe")).isEqualTo(Outcome.Ok(Kind.OTHER))
    }

    @Test
    fun `a project that is closed or gone is told`() {
        assertThat(files.read("q", "x", 1u)).isEqualTo(Outcome.Err(Problem.ProjectClosed))
        assertThat(files.inspect("q", "x")).isEqualTo(Outcome.Err(Problem.ProjectClosed))
        Files.walk(project).use { all -> all.sorted(Comparator.reverseOrder()).forEach(Files::delete) }
        assertThat(reason("x")).isEqualTo("it does not exist")
    }

    private fun text(path: String, limitBytes: UInt): String? =
        (files.read("p", path, limitBytes) as Outcome.Ok).value?.decodeToString()

    private fun reason(path: String): String =
        ((files.read("p", path, 100u) as Outcome.Err).error as Problem.Unreadable).value
}
