package dev.mcptoolbox.headless

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.RunConfigurations
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import java.net.ServerSocket
import java.nio.charset.Charset
import java.nio.file.Files
import java.nio.file.Path

/** Run configurations from a project that means no good, or that another tool wrote. */
@Timeout(20)
class HostileConfigurationsTest {
    @TempDir
    lateinit var folder: Path

    private val project: Path by lazy { Files.createDirectories(folder.resolve("project")) }

    private fun listing(): RunConfigurations.Listing {
        project.write(".run/good.run.xml", configuration("good"))
        val listing = (ProjectRunConfigurations(open(project)).listConfigurations(PROJECT) as Outcome.Ok).value
        assertThat(listing.configurations.map { it.name }).contains("good")
        return listing
    }

    private fun onlyReason(subject: String): String {
        val skipped = listing().skipped
        assertThat(skipped.map { it.subject }).containsExactly(subject)
        return skipped.single().reason
    }

    private fun hostile(documentType: String, value: String) =
        "<?xml version='1.0'?>\n$documentType\n" + configuration("bad", rest = "<module name='$value'/>")

    @Test
    fun `no file outside is read through an entity`() {
        val secret = folder.write("secret.txt", "s3cret")
        val type = "<!DOCTYPE component [<!ENTITY x SYSTEM '${secret.toUri()}'>]>"
        project.write(".run/bad.run.xml", hostile(type, "&x;"))
        val listing = listing()
        assertThat(listing.toString()).doesNotContain("s3cret")
        assertThat(listing.skipped.single().reason).contains("document type").contains("line 2")
    }

    @Test
    fun `nobody is called`() {
        ServerSocket(0).use { server ->
            server.soTimeout = 500
            val url = "http://127.0.0.1:${server.localPort}/x.dtd"
            project.write(".run/a.run.xml", hostile("<!DOCTYPE component SYSTEM '$url'>", "x"))
            project.write(".run/b.run.xml", hostile("<!DOCTYPE component [<!ENTITY % x SYSTEM '$url'> %x;]>", "x"))
            project.write(".run/c.run.xml", hostile("<!DOCTYPE component [<!ENTITY x SYSTEM '$url'>]>", "&x;"))
            assertThat(listing().skipped).hasSize(3)
            assertThat(runCatching { server.accept() }.isFailure).isTrue()
        }
    }

    @Test
    fun `entities are not expanded`() {
        val bomb = (1..12).joinToString("") { "<!ENTITY e$it '${"&e${it - 1};".repeat(10)}'>" }
        project.write(".run/bad.run.xml", hostile("<!DOCTYPE component [<!ENTITY e0 'ha'>$bomb]>", "&e12;"))
        assertThat(onlyReason(".run/bad.run.xml")).contains("document type")
    }

    @Test
    fun `an entity that nothing declares is damage`() {
        project.write(".run/bad.run.xml", hostile("", "&x;"))
        assertThat(onlyReason(".run/bad.run.xml")).contains("line 4")
    }

    @Test
    fun `depth, and many attributes, cost no stack and little time`() {
        val depth = 200_000
        val nested = "<a>".repeat(depth) + "</a>".repeat(depth)
        project.write(".run/deep.run.xml", "<component name='RunManager'>$nested</component>")
        project.write(".run/wide.run.xml", "<component ${(1..50_000).joinToString(" ") { "a$it=''" }}/>")
        val skipped = listing().skipped
        assertThat(skipped.map { it.subject }).isSubsetOf(".run/deep.run.xml", ".run/wide.run.xml")
        assertThat(skipped.map { it.reason }).allSatisfy { assertThat(it).doesNotContain("\n").hasSizeLessThan(300) }
    }

    @Test
    fun `a file that is too large is named, one at the limit is read`() {
        val limit = 1024 * 1024
        val text = configuration("large")
        project.write(".run/fits.run.xml", text + " ".repeat(limit - text.length))
        project.write(".run/large.run.xml", text + " ".repeat(limit - text.length + 1))
        assertThat(onlyReason(".run/large.run.xml")).isEqualTo("it is larger than 1 MiB")
        assertThat(listing().configurations.map { it.name }).contains("large")
    }

    @Test
    fun `links are followed inside the project alone`() {
        folder.write("outside/x.run.xml", configuration("outside"))
        project.write("shared/inside.xml", configuration("inside"))
        Files.createDirectories(project.resolve(".run"))
        Files.createSymbolicLink(project.resolve(".run/in.run.xml"), Path.of("../shared/inside.xml"))
        Files.createSymbolicLink(project.resolve(".run/out.run.xml"), folder.resolve("outside/x.run.xml"))
        Files.createSymbolicLink(project.resolve(".run/loop.run.xml"), Path.of("loop.run.xml"))
        Files.createSymbolicLink(project.resolve(".run/nowhere.run.xml"), Path.of("none"))
        val listing = listing()
        assertThat(listing.configurations.map { it.name }).containsExactly("good", "inside")
        assertThat(listing.skipped.map { it.subject })
            .containsExactly(".run/loop.run.xml", ".run/nowhere.run.xml", ".run/out.run.xml")
        assertThat(listing.skipped.last().reason).isEqualTo("it is a link that leads out of the project")
    }

    @Test
    fun `a folder that leads out of the project is not read`() {
        folder.write("outside/x.xml", configuration("outside"))
        Files.createDirectories(project.resolve(".idea"))
        Files.createSymbolicLink(project.resolve(".idea/runConfigurations"), folder.resolve("outside"))
        assertThat(onlyReason(".idea/runConfigurations")).isEqualTo("it is a link that leads out of the project")
    }

    @Test
    fun `a project reached through a link lists as ever`() {
        listing()
        val link = Files.createSymbolicLink(folder.resolve("link"), project)
        val outcome = ProjectRunConfigurations(open(link)).listConfigurations(PROJECT)
        assertThat((outcome as Outcome.Ok).value.configurations).hasSize(1)
    }

    @Test
    fun `a named pipe does not block`() {
        Files.createDirectories(project.resolve(".run"))
        val made = ProcessBuilder("mkfifo", project.resolve(".run/pipe.run.xml").toString()).start().waitFor()
        assertThat(made).isZero()
        assertThat(onlyReason(".run/pipe.run.xml")).isEqualTo("it is not a regular file")
    }

    @ParameterizedTest
    @ValueSource(strings = ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "GB18030", "Shift_JIS"])
    fun `the declared encoding holds`(name: String) {
        val text = "<?xml version=\"1.0\" encoding=\"$name\"?>\n" + configuration("商店")
        project.write(".run/encoded.run.xml", text.toByteArray(Charset.forName(name)))
        assertThat(listing().configurations.map { it.name }).containsExactly("商店", "good")
    }

    @Test
    fun `a byte order mark alone names the encoding`() {
        project.write(".run/a.run.xml", "\uFEFF" + configuration("é🚀"))
        project.write(".run/b.run.xml", ("\uFEFF" + configuration("商店")).toByteArray(Charsets.UTF_16LE))
        assertThat(listing().configurations.map { it.name }).containsExactly("é🚀", "商店", "good")
    }

    @Test
    fun `bytes that are not of the encoding, or an unknown one, are damage`() {
        project.write(".run/bytes.run.xml", configuration("caf\u00e9").toByteArray(Charsets.ISO_8859_1))
        project.write(".run/unknown.run.xml", "<?xml version='1.0' encoding='no-such'?>" + configuration("x"))
        project.write(".run/zero.run.xml", configuration("a\u0000b"))
        val skipped = listing().skipped
        assertThat(skipped.map { it.subject })
            .containsExactly(".run/bytes.run.xml", ".run/unknown.run.xml", ".run/zero.run.xml")
        assertThat(skipped.map { it.reason }).allSatisfy { assertThat(it).doesNotContain("\n") }
        assertThat(skipped[0].reason).isEqualTo("it is not UTF-8 as it should be, line 2, column 43")
        assertThat(skipped[1].reason).contains("no-such")
    }

    @Test
    fun `more files than anybody has are cut, and it is said`() {
        for (number in 1..2001) project.write(".idea/runConfigurations/$number.xml", configuration("c$number"))
        assertThat(onlyReason(".idea/runConfigurations")).contains("more than 2000 files")
        assertThat(listing().configurations).hasSize(2001)
    }
}
