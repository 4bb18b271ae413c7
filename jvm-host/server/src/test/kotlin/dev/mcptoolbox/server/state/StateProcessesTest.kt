package dev.mcptoolbox.server.state

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.State
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit

private const val TIMES = 100
private val KEY = "ab".repeat(32)

/** Several processes with one state folder. */
@Timeout(60)
class StateProcessesTest {
    @TempDir
    lateinit var temp: Path

    private val folder by lazy { StateFolder.locate(emptyMap(), temp) }

    @Test
    fun `processes take turns and see what the others wrote`() {
        val state = StateFiles(folder)
        state.replace(KEY, COUNTER, null, "0".toByteArray())
        val others = List(2) { spawn() }
        try {
            countUp(state, KEY, TIMES)
            others.forEach { assertThat(it.waitFor(40, TimeUnit.SECONDS)).isTrue }
        } finally {
            others.forEach { it.destroyForcibly() }
        }
        assertThat(others.map { it.exitValue() }).containsOnly(0)
        assertThat(count(state)).isEqualTo(3 * TIMES)
    }

    @Test
    fun `a process that is killed while it writes leaves the old document or the new one, and no lock`() {
        val state = StateFiles(folder)
        state.replace(KEY, COUNTER, null, "0".toByteArray())
        var before = 0
        repeat(3) {
            val other = spawn(Int.MAX_VALUE)
            try {
                while (count(state) < before + 20) Thread.sleep(5)
            } finally {
                other.destroyForcibly().waitFor()
            }
            before = count(state)
            assertThat(countUp(state, KEY, 1)).isEqualTo(1)
            assertThat(count(state)).isEqualTo(++before)
        }
        val names = Files.list(folder.projects.resolve(KEY)).use { all -> all.toList().map { it.fileName.toString() } }
        assertThat(names).containsExactlyInAnyOrder(".lock", "$COUNTER.json")
    }

    private fun count(state: StateFiles): Int =
        (state.read(KEY, COUNTER) as Outcome.Ok).value!!.bytes.decodeToString().toInt()

    private fun spawn(times: Int = TIMES): Process {
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        val classPath = System.getProperty("java.class.path")
        val counter = "${javaClass.packageName}.CounterKt"
        return ProcessBuilder(java, "-cp", classPath, counter, "$temp", KEY, "$times").inheritIO().start()
    }
}
