package dev.mcptoolbox.headless.program

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.ObjectMapper
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.net.ServerSocket
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.TimeUnit

/** The program as a person runs it: a process of its own, a real socket, real projects, real git. */
class ProgramTest {
    @TempDir
    lateinit var temporary: Path

    private val home by lazy { temporary.resolve("home") }
    private val running = ArrayList<Process>()

    @AfterEach
    fun `nothing keeps running`() {
        running.forEach { it.destroyForcibly().waitFor(10, TimeUnit.SECONDS) }
    }

    private fun program(vararg arguments: String, environment: Map<String, String> = emptyMap()): Process {
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        val builder = ProcessBuilder(listOf(java, "-cp", System.getProperty("java.class.path"), MAIN) + arguments)
        builder.environment()["MCP_TOOLBOX_HOME"] = home.toString()
        builder.environment().putAll(environment)
        return builder.redirectErrorStream(true).start().also { running += it }
    }

    /** Exit code and output of a command that ends by itself. */
    private fun run(vararg arguments: String): Pair<Int, String> {
        val process = program(*arguments)
        val output = process.inputStream.bufferedReader().readText()
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue()
        return process.exitValue() to output
    }

    private fun project(name: String, configuration: String): Path {
        val folder = Files.createDirectories(temporary.resolve(name))
        val file = Files.createDirectories(folder.resolve(".run")).resolve("One.run.xml")
        Files.writeString(
            file,
            """<component name="ProjectRunConfigurationManager">
              <configuration default="false" name="$configuration" type="Application"/></component>""",
        )
        return folder
    }

    private fun serve(vararg arguments: String): Pair<Process, JsonNode> {
        val ready = temporary.resolve("ready-${running.size}.json")
        val process = program("serve", "--ready-file", ready.toString(), *arguments)
        val deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60)
        while (!Files.exists(ready)) {
            check(process.isAlive && System.nanoTime() < deadline) { process.inputStream.bufferedReader().readText() }
            Thread.sleep(20)
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ready))).isEqualTo("rw-------")
        return process to JSON.readTree(Files.readAllBytes(ready))
    }

    private fun call(url: String, token: String, tool: String): JsonNode {
        val body = """{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"$tool"}}"""
        val request = HttpRequest.newBuilder(URI(url))
            .header("Authorization", "Bearer $token").header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream").header("MCP-Protocol-Version", "2025-11-25")
            .POST(HttpRequest.BodyPublishers.ofString(body)).build()
        val response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString())
        assertThat(response.statusCode()).describedAs(response.body()).isEqualTo(200)
        return JSON.readTree(response.body())["result"]["structuredContent"]
    }

    private fun stop(process: Process) {
        process.destroy()
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).describedAs("stops within ten seconds").isTrue()
        assertThat(run("status").second).contains("No host runs")
    }

    @Test
    fun `two projects with two tokens are never mixed up`() {
        val (process, ready) = serve("--project", "${project("one", "Same")}", "--project", "${project("two", "另一个 🚀")}", "--port", "0")
        val url = ready["url"].textValue()
        assertThat(ready["pid"].longValue()).isEqualTo(process.pid())
        assertThat(ready["sseUrl"].textValue()).startsWith(url)
        val tokens = ready["projects"].associate { it["name"].textValue() to it["token"].textValue() }
        for ((name, configuration) in mapOf("one" to "Same", "two" to "另一个 🚀")) {
            val answer = call(url, tokens.getValue(name), "get_restartable_run_configurations")
            assertThat(answer["projectName"].textValue()).isEqualTo(name)
            assertThat(answer["configurations"].map { it["name"].textValue() }).containsExactly(configuration)
        }
        assertThat(run("status").second).contains(url.substringBefore("/api"), "process ${process.pid()}", "/one", "/two")
        stop(process)
    }

    @Test
    fun `the token is shown as it is served, and stays`() {
        val folder = project("one", "a")
        val (code, shown) = run("token", "show", "--project", folder.toString())
        assertThat(code).isZero()
        val (process, ready) = serve("--project", folder.toString(), "--port", "0")
        assertThat(ready["projects"].single()["token"].textValue()).isEqualTo(shown.trim())
        stop(process)
    }

    @Test
    fun `the port is the one used last`() {
        val folder = project("one", "a").toString()
        val (first, ready) = serve("--project", folder)
        stop(first)
        val (second, again) = serve("--project", folder)
        assertThat(again["url"]).isEqualTo(ready["url"])
        stop(second)
    }

    @Test
    fun `two ways to one folder are one project, and git answers for it`() {
        val folder = project("one", "a")
        val link = Files.createSymbolicLink(temporary.resolve("link"), folder)
        check(ProcessBuilder("git", "init", "-q", "-b", "trunk", folder.toString()).start().waitFor() == 0)
        val (process, ready) = serve("--project", folder.toString(), "--project", link.toString(), "--port", "0")
        val only = ready["projects"].single()
        val repositories = call(ready["url"].textValue(), only["token"].textValue(), "get_git_repositories")["repositories"]
        assertThat(repositories.single()["currentBranch"].textValue()).isEqualTo("trunk")
        stop(process)
    }

    @Test
    fun `what is wrong is said in a line, with exit code 1 or 2`() {
        assertThat(run("serve").first).isEqualTo(2)
        assertFails("/nowhere/at/all", "serve", "--project", "/nowhere/at/all")
        ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress()).use { taken ->
            assertFails("${taken.localPort}", "serve", "--project", project("one", "a").toString(), "--port", "${taken.localPort}")
        }
        for (port in listOf("65536", "-1", "http", "99999999999")) {
            val (code, output) = run("serve", "--project", project("one", "a").toString(), "--port", port)
            assertThat(output).contains("'$port' is no port; give 0 to 65535").doesNotContain("\tat ")
            assertThat(code).isEqualTo(2)
        }
        Files.writeString(home.also { Files.deleteIfExists(it.resolve("last-port")); deleteTree(it) }, "a file where the folder should be")
        assertFails("MCP_TOOLBOX_HOME", "serve", "--project", project("one", "a").toString())
    }

    private fun assertFails(named: String, vararg arguments: String) {
        val (code, output) = run(*arguments)
        assertThat(output).contains(named)
        assertThat(output.trim().lines()).hasSize(1)
        assertThat(code).isEqualTo(1)
    }

    private fun deleteTree(folder: Path) {
        if (Files.exists(folder)) Files.walk(folder).use { all -> all.sorted(Comparator.reverseOrder()).forEach(Files::delete) }
    }

    private companion object {
        const val MAIN = "dev.mcptoolbox.headless.MainKt"
        val JSON = ObjectMapper()
    }
}
