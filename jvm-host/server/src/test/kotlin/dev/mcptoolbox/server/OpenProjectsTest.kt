package dev.mcptoolbox.server

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path

class OpenProjectsTest {
    @TempDir
    lateinit var temp: Path

    private val top get() = temp.toRealPath()
    private val projects = OpenProjects()

    @Test
    fun `a project has a key, a name and a path with slashes`() {
        val folder = Files.createDirectories(top.resolve("订单 🚀"))

        val project = projects.open(folder)

        assertThat(project.path).isEqualTo(folder.toString().replace('\\', '/'))
        assertThat(project.key).isEqualTo(sha256Hex(project.path.toByteArray())).matches("[0-9a-f]{64}")
        assertThat(project.name).isEqualTo("订单 🚀")
        assertThat(projects.pathOf(project.key)).isEqualTo(folder)
        assertThat(projects.openProjects()).containsExactly(project)
    }

    @Test
    fun `two ways to one folder are one project`() {
        val folder = Files.createDirectory(top.resolve("shop"))
        val link = Files.createSymbolicLink(top.resolve("link"), folder)

        val first = projects.open(folder, "Shop")
        val second = projects.open(link, "Other")
        val third = projects.open(folder.resolve("../shop/."))

        assertThat(listOf(second, third)).containsOnly(first)
        assertThat(projects.openProjects()).containsExactly(first)
    }

    @Test
    fun `projects stay in the order of opening and go when they are closed`() {
        val keys = listOf("c", "a", "b").map { projects.open(Files.createDirectory(top.resolve(it))).key }

        assertThat(projects.close(keys[1])).isTrue
        assertThat(projects.close(keys[1])).isFalse

        assertThat(projects.openProjects().map { it.name }).containsExactly("c", "b")
        assertThat(projects.pathOf(keys[1])).isNull()
    }

    @Test
    fun `what is no folder is refused by name`() {
        val file = Files.createFile(top.resolve("file"))

        for (bad in listOf(file, top.resolve("missing"))) {
            assertThatThrownBy { projects.open(bad) }
                .isInstanceOf(UnusableProject::class.java)
                .hasMessageContaining(bad.toString())
        }
        assertThat(projects.openProjects()).isEmpty()
    }
}
