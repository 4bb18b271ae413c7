package dev.mcptoolbox.server.hosts

import dev.mcptoolbox.server.state.StateFolder
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.TimeUnit

class RunningHostsTest {
    @TempDir
    lateinit var home: Path

    private val state by lazy { StateFolder.locate(emptyMap(), home) }
    private val hosts by lazy { RunningHosts(state) }

    private fun recordOf(process: ProcessHandle, build: String = "1.0") = RunningHost(
        pid = process.pid(),
        startedAtMs = process.info().startInstant().get().toEpochMilli(),
        build = build,
        url = "http://127.0.0.1:7/x",
        socket = hosts.socketOf(process.pid()),
    )

    @Test
    fun `a host that runs is listed until it takes its record back`() {
        val own = recordOf(ProcessHandle.current(), build = "1.0 = odd: \\ ü")
        hosts.publish(own).use { assertThat(hosts.living()).containsExactly(own) }
        assertThat(hosts.living()).isEmpty()
    }

    @Test
    fun `the record of a dead process is removed with its socket`() {
        val child = ProcessBuilder("sleep", "600").start()
        val record = recordOf(child.toHandle())
        hosts.publish(record)
        Files.createFile(record.socket!!)
        assertThat(hosts.living()).containsExactly(record)

        child.destroyForcibly().waitFor(10, TimeUnit.SECONDS)

        assertThat(hosts.living()).isEmpty()
        assertThat(Files.list(state.path.resolve("hosts")).use { it.toList() }).isEmpty()
    }

    @Test
    fun `a later process with the same number is another one`() {
        hosts.publish(recordOf(ProcessHandle.current()).copy(startedAtMs = 12345))
        assertThat(hosts.living()).isEmpty()
    }

    @Test
    fun `what is no record does not count and is removed`() {
        val folder = Files.createDirectories(state.path.resolve("hosts"))
        Files.writeString(folder.resolve("7.properties"), "pid=seven\n")
        Files.writeString(folder.resolve("8.properties"), "\\u00")
        assertThat(hosts.living()).isEmpty()
        assertThat(folder.resolve("7.properties")).doesNotExist()
    }

    @Test
    fun `records are their owner's alone`() {
        hosts.publish(recordOf(ProcessHandle.current())).use {
            val folder = state.path.resolve("hosts")
            val file = Files.list(folder).use { files -> files.toList().single() }
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))).isEqualTo("rwx------")
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------")
        }
    }
}
