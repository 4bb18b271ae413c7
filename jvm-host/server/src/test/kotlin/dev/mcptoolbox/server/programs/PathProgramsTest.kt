package dev.mcptoolbox.server.programs

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.io.File
import java.nio.file.Path
import kotlin.io.path.createDirectories
import kotlin.io.path.writeText

@Timeout(20)
class PathProgramsTest {
    @TempDir
    lateinit var temp: Path

    private var nowNs = 0L
    private val first by lazy { temp.resolve("first").createDirectories() }
    private val second by lazy { temp.resolve("second").createDirectories() }
    private val programs by lazy {
        PathPrograms(listOf("relative", "", "$first", "$second").joinToString(File.pathSeparator)) { nowNs }
    }

    @Test
    fun `the first program on the path counts`() {
        val later = program(second, "tool", "echo second")
        assertThat(programs.find("tool")).isEqualTo("$later")
        first.resolve("tool").writeText("not executable")
        assertThat(programs.find("tool")).isEqualTo("$later")
        first.resolve("other").createDirectories()
        assertThat(programs.find("other")).isNull()
    }

    @Test
    fun `a name is never a path`() {
        program(temp, "tool", "true")
        for (name in listOf("../tool", "${temp.resolve("tool")}", "", ".", "..", "a b", "-v")) {
            assertThat(programs.find(name)).describedAs(name).isNull()
            assertThat(programs.version(name)).describedAs(name).isNull()
        }
    }

    @Test
    fun `a version is the first line that says something`() {
        program(first, "tool", "echo; echo \"tool 1.2.3 \$1\"; echo more")
        assertThat(programs.version("tool")).isEqualTo("tool 1.2.3 --version")
        program(first, "fails", "echo 1.0; exit 3")
        assertThat(programs.version("fails")).isNull()
        program(first, "hangs", "sleep 60")
        assertThat(programs.version("hangs")).isNull()
        program(first, "floods", "yes")
        assertThat(programs.version("floods")).isNull()
    }

    @Test
    fun `a version is remembered for a while`() {
        program(first, "tool", "echo 1")
        assertThat(programs.version("tool")).isEqualTo("1")
        program(first, "tool", "echo 2")
        nowNs = 29_000_000_000
        assertThat(programs.version("tool")).isEqualTo("1")
        nowNs = 31_000_000_000
        assertThat(programs.version("tool")).isEqualTo("2")
    }

    private fun program(folder: Path, name: String, script: String): Path {
        val file = folder.resolve(name)
        file.writeText("#!/bin/sh\n$script\n")
        check(file.toFile().setExecutable(true))
        return file
    }
}
