package dev.mcptoolbox.headless

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.RunConfigurations
import dev.mcptoolbox.bindings.toolbox.Types
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path

class ProjectRunConfigurationsTest {
    @TempDir
    lateinit var project: Path

    private fun listing(): RunConfigurations.Listing {
        val outcome = ProjectRunConfigurations(open(project)).listConfigurations(PROJECT)
        return (outcome as Outcome.Ok).value
    }

    private fun names() = listing().configurations.map { it.name }

    @Test
    fun `a project as a person has it`() {
        copyOfMavenProject(project)
        val listing = listing()
        assertThat(listing.skipped).isEmpty()
        val lines = listing.configurations.map {
            listOf(it.typeName, it.name, it.moduleName, it.mainClassName, if (it.temporary) "temporary" else null)
                .joinToString(" | ") { part -> part ?: "-" }
        }
        assertThat(lines).containsExactly(
            // In the order that the workspace has.
            "Spring Boot | Shop | shop | com.example.shop.ShopApplication | -",
            "Spring Boot | 商店 服务 | shop | com.example.shop.商店 | -",
            "Application | Shop Main | shop | com.example.shop.ShopApplication | temporary",
            "Remote JVM Debug | Attach | shop | - | -",
            "Compound | Everything | - | - | -",
            "JUnit | CartTest.addsUp | shop | com.example.shop.CartTest | temporary",
            "Maven | shop [clean,verify] | - | - | temporary",
            // By file name.
            "Shell Script | 🚀 Launch | - | - | -",
            "Kotlin | MainKt | shop.main | com.example.shop.MainKt | -",
            "TestNG | Slow tests | shop | - | -",
            "Tomcat Server | Tomcat | - | - | -",
            "Gradle | build | - | - | -",
            "Docker | database | - | - | -",
            "Go Build | gateway | shop | - | -",
            "Python | import & \"check\" | shop | - | -",
            "Node.js | server.js | - | - | -",
            "npm | web: dev | - | - | -",
            "Jest | web tests | - | - | -",
            "Magic Wand | wizard | - | - | -",
        )
        assertThat(listing.configurations.first().typeId).isEqualTo("SpringBootApplicationConfigurationType")
    }

    @Test
    fun `a folder without configurations has an empty list`() {
        assertThat(listing()).isEqualTo(RunConfigurations.Listing(emptyList(), emptyList()))
        Files.createDirectories(project.resolve(".idea/runConfigurations"))
        Files.createDirectories(project.resolve(".run"))
        project.write(".idea/workspace.xml", "<project version=\"4\" />")
        assertThat(listing()).isEqualTo(RunConfigurations.Listing(emptyList(), emptyList()))
    }

    @Test
    fun `a project that is closed or gone is said to be so`() {
        val adapter = ProjectRunConfigurations(open(project.resolve("gone")))
        assertThat(adapter.listConfigurations("other")).isEqualTo(Outcome.Err(RunConfigurations.Problem.ProjectClosed))
        val gone = (adapter.listConfigurations(PROJECT) as Outcome.Err).error as RunConfigurations.Problem.Unavailable
        assertThat(gone.value).contains(project.resolve("gone").toString()).endsWith("it does not exist")
    }

    @Test
    fun `only the configurations themselves count, not what they mention`() {
        project.write(
            ".run/a.run.xml",
            configuration(
                "a",
                rest = """<option name="MAIN_CLASS_NAME" value="" /><module name="" /><method v="2">
                    <option name="MAIN_CLASS_NAME" value="no.Such" /><configuration name="inner" type="JUnit" />
                    <module name="inner" /></method>""",
            ),
        )
        project.write(".run/other.xml", configuration("not a run.xml file"))
        project.write(".idea/runConfigurations/notes.txt", "no XML")
        assertThat(listing().configurations).containsExactly(
            RunConfigurations.RunConfiguration("a", "Application", "Application", false, null, null),
        )
    }

    @Test
    fun `the last file that IDEA loads wins, and the type tells configurations apart`() {
        val local = configuration("same", rest = "<module name='workspace' />")
            .replace("ProjectRunConfigurationManager", "RunManager")
        project.write(".idea/workspace.xml", "<project>$local</project>")
        assertThat(modules()).containsExactly("same workspace")
        project.write(".idea/runConfigurations/same.xml", configuration("same", rest = "<module name='idea' />"))
        assertThat(modules()).containsExactly("same idea")
        project.write(".run/b.run.xml", configuration("same", rest = "<module name='run' />"))
        assertThat(modules()).containsExactly("same run")
        project.write(".run/a.run.xml", configuration("same", "JUnit", "<module name='tests' />"))
        assertThat(modules()).containsExactly("same tests", "same run")
    }

    private fun workspace(content: String) =
        "<project version='4'><component name='RunManager'>$content</component></project>"

    private fun modules() = listing().configurations.map { "${it.name} ${it.moduleName}" }

    @Test
    fun `the chosen order holds for names with dots and for types of unknown plugins`() {
        project.write(".run/1.run.xml", configuration("Main"))
        project.write(".run/2.run.xml", configuration("com.example.Main"))
        project.write(".run/3.run.xml", configuration("wand", "com.example.WandType"))
        project.write(".run/4.run.xml", configuration("unlisted"))
        val order = listOf("Fairy Wand.wand", "Application.com.example.Main", "Application.gone", "Application.Main")
            .joinToString("") { "<item index='0' class='java.lang.String' itemvalue='$it' />" }
        project.write(".idea/workspace.xml", workspace("<list>$order</list>"))
        assertThat(names()).containsExactly("wand", "com.example.Main", "Main", "unlisted")
    }

    @Test
    fun `a damaged file is named and the rest lists`() {
        project.write(".run/good.run.xml", configuration("good"))
        project.write(".run/bad.run.xml", "<component name='RunManager'>\n  <configuration name='x'\n</component>")
        project.write(".run/empty.run.xml", "")
        project.write(".idea/workspace.xml", workspace("<configuration name='y' type='JUnit'>"))
        val listing = listing()
        assertThat(listing.configurations.map { it.name }).containsExactly("good")
        assertThat(listing.skipped.map { it.subject })
            .containsExactly(".idea/workspace.xml", ".run/bad.run.xml", ".run/empty.run.xml")
        assertThat(listing.skipped.map { it.reason }).allSatisfy {
            assertThat(it).containsPattern(", line \\d+, column \\d+$").doesNotContain("\n")
        }
        assertThat(listing.skipped[1].reason).endsWith(", line 3, column 1")
    }

    @Test
    fun `a configuration without a name or type is named and its neighbours list`() {
        val three = listOf("type='JUnit'", "name='b'", "name='c' type='JUnit'")
            .joinToString("\n") { "<configuration $it />" }
        project.write(".idea/workspace.xml", workspace("\n$three"))
        assertThat(names()).containsExactly("c")
        assertThat(listing().skipped).containsExactly(
            Types.Skipped(".idea/workspace.xml", "the configuration in line 2 has no name"),
            Types.Skipped(".idea/workspace.xml", "the configuration in line 3 has no type"),
        )
    }

    @Test
    fun `what changes on disk is seen by the next call`() {
        val file = project.write(".run/a.run.xml", configuration("one"))
        val modified = Files.getLastModifiedTime(file)
        assertThat(names()).containsExactly("one")
        project.write(".run/a.run.xml", configuration("two"))
        Files.setLastModifiedTime(file, modified)
        assertThat(names()).containsExactly("two")
        Files.delete(file)
        assertThat(names()).isEmpty()
    }
}
