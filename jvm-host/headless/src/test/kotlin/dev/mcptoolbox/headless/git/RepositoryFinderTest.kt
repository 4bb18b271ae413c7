package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.bindings.toolbox.Types
import dev.mcptoolbox.headless.PROJECT
import dev.mcptoolbox.headless.ProjectGit
import dev.mcptoolbox.headless.copyOfMavenProject
import dev.mcptoolbox.headless.open
import dev.mcptoolbox.headless.write
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path

/** Which repositories belong to a project. */
class RepositoryFinderTest {
    @TempDir
    lateinit var folder: Path

    private lateinit var shop: GitWorkshop
    private val project get() = shop.project

    @BeforeEach
    fun make() {
        shop = GitWorkshop(folder.toRealPath())
    }

    private fun relative() = shop.roots().map { project.relativize(Path.of(it)).toString() }

    private fun map(vararg directories: String, vcs: String = "Git") {
        val mappings = directories.joinToString("") { "<mapping directory='$it' vcs='$vcs' />" }
        val text = "<project version='4'><component name='VcsDirectoryMappings'>$mappings</component></project>"
        project.write(".idea/vcs.xml", text)
    }

    @Test
    fun `none, and the project's own`() {
        assertThat(shop.listing()).isEqualTo(Git.Listing(emptyList(), emptyList()))
        copyOfMavenProject(project)
        assertThat(shop.listing()).isEqualTo(Git.Listing(emptyList(), emptyList()))
        shop.repository()
        assertThat(shop.roots()).containsExactly(project.toString())
    }

    @Test
    fun `the one that contains the project, nearest first`() {
        shop.repository(folder.toRealPath())
        assertThat(shop.roots()).containsExactly(folder.toRealPath().toString())
        shop.repository()
        assertThat(shop.roots()).containsExactly(project.toString())
    }

    @Test
    fun `nested ones to a depth of five, but not in what tools make`() {
        val odd = listOf(".worktrees/x", "с пробелом", "odd\nname")
        val found = odd + listOf("a", "a/b/c", "1/2/3/4/5", "build", "vendor/x")
        val left = listOf("1/2/3/4/5x/6", "node_modules/x", "target/x", "build/x", ".idea/x")
        (found + left).forEach { shop.repository(project.resolve(it)) }
        assertThat(relative()).containsExactlyInAnyOrderElementsOf(found)
    }

    @Test
    fun `links in the project are not followed`() {
        val outside = shop.repository(folder.resolve("outside"))
        Files.createSymbolicLink(project.resolve("link"), outside)
        Files.createSymbolicLink(project.resolve("loop"), project)
        assertThat(shop.listing()).isEqualTo(Git.Listing(emptyList(), emptyList()))
    }

    @Test
    fun `a project reached through a link has its canonical root`() {
        shop.repository()
        val link = Files.createSymbolicLink(folder.resolve("link"), project)
        val adapter = ProjectGit(open(link), environment = shop.environment)
        assertThat(shop.listing(adapter).repositories.map { it.root }).containsExactly(project.toString())
    }

    @Test
    fun `submodules and linked working trees are repositories of their own`() {
        val library = shop.repository(folder.resolve("library"))
        shop.commit(library)
        shop.repository()
        shop.commit(project)
        shop.git(project, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "$library", "libs/lib")
        shop.git(project, "worktree", "add", "--quiet", "-b", "feature", "trees/feature")
        val listing = shop.listing()
        assertThat(listing.skipped).isEmpty()
        assertThat(listing.repositories.map { project.relativize(Path.of(it.root)).toString() to it.currentBranch })
            .containsExactly("" to "main", "libs/lib" to "main", "trees/feature" to "feature")
        assertThat(listing.repositories.map { it.remoteNames })
            .containsExactly(emptyList(), listOf("origin"), emptyList())
    }

    @Test
    fun `the state of a linked working tree is its own`() {
        shop.repository()
        shop.commit(project, "base")
        val tree = project.resolve("tree")
        shop.git(project, "worktree", "add", "--quiet", "-b", "side", "$tree")
        shop.commit(tree, "side")
        shop.commit(project, "main")
        shop.tryGit(tree, "merge", "main")
        assertThat(shop.listing().repositories.map { it.state })
            .containsExactly(Git.RepositoryState.NORMAL, Git.RepositoryState.MERGING)
        val own = ProjectGit(open(tree), environment = shop.environment)
        assertThat(shop.listing(own).repositories.map { it.root }).containsExactly("$tree")
    }

    @Test
    fun `a mapping decides, also for folders outside the project`() {
        listOf("a", "b").forEach { shop.repository(project.resolve(it)) }
        shop.repository(folder.resolve("sibling"))
        shop.repository(shop.home.resolve("notes"))
        map("\$PROJECT_DIR$/a", "\$PROJECT_DIR$/../sibling", "\$USER_HOME$/notes")
        val expected = listOf(project.resolve("a"), shop.home.resolve("notes"), folder.toRealPath().resolve("sibling"))
        assertThat(shop.roots()).containsExactlyInAnyOrderElementsOf(expected.map { it.toString() })
    }

    @Test
    fun `a mapping of the project as a whole, and one of another system, let repositories be found`() {
        shop.repository(project.resolve("a"))
        map("")
        assertThat(relative()).containsExactly("a")
        map("\$PROJECT_DIR$", vcs = "svn")
        assertThat(relative()).containsExactly("a")
        map()
        assertThat(relative()).containsExactly("a")
    }

    @Test
    fun `a mapping that leads nowhere is named`() {
        shop.repository()
        Files.createDirectories(project.resolve("src"))
        map("\$PROJECT_DIR$", "\$PROJECT_DIR$/src", "\$PROJECT_DIR$/gone", "\$MODULE_DIR$/x")
        val listing = shop.listing()
        assertThat(listing.repositories.map { it.root }).containsExactly("$project")
        assertThat(listing.skipped).containsExactly(
            Types.Skipped("$project/src", ".idea/vcs.xml maps it to Git, but it is not the top folder of a repository"),
            Types.Skipped("$project/gone", ".idea/vcs.xml maps it to Git, but there is no such folder"),
            Types.Skipped("\$MODULE_DIR$/x", "only IDEA knows what folder this is"),
        )
    }

    @Test
    fun `a damaged mapping is named, and repositories are found without it`() {
        shop.repository()
        project.write(".idea/vcs.xml", "<!DOCTYPE x [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><project>&x;</project>")
        val listing = shop.listing()
        assertThat(listing.repositories).hasSize(1)
        assertThat(listing.skipped.single().subject).isEqualTo(".idea/vcs.xml")
    }

    @Test
    fun `what only looks like a repository is named`() {
        shop.repository()
        Files.createDirectories(project.resolve("empty/.git"))
        project.write("file/.git", "no pointer\n")
        project.write("pointer/.git", "gitdir: ../nowhere\n")
        shop.git(project, "init", "--quiet", "--bare", "bare/.git")
        val elsewhere = shop.repository(project.resolve("elsewhere"))
        shop.git(elsewhere, "config", "core.worktree", "/etc")
        val listing = shop.listing()
        assertThat(listing.repositories.map { it.root }).containsExactly("$project")
        assertThat(listing.skipped.map { Path.of(it.subject).fileName.toString() })
            .containsExactly("bare", "elsewhere", "empty", "file", "pointer")
        assertThat(listing.skipped.map { it.reason }).allSatisfy { assertThat(it).isNotBlank().doesNotContain("\n") }
        assertThat(listing.skipped[1].reason).contains("elsewhere")
    }

    @Test
    fun `more repositories than anybody has are cut, and it is said`() {
        for (number in 1..101) project.write("r$number/.git", "no pointer\n")
        assertThat(shop.listing().skipped).hasSize(101).anySatisfy {
            assertThat(it).isEqualTo(Types.Skipped("$project", "only 100 of its 101 repositories were read"))
        }
    }

    @Test
    fun `a closed and a vanished project`() {
        assertThat(shop.adapter().listRepositories("other")).isEqualTo(Outcome.Err(Git.Problem.ProjectClosed))
        Files.delete(project)
        val failed = (shop.adapter().listRepositories(PROJECT) as Outcome.Err).error as Git.Problem.Failed
        assertThat(failed.value).contains("$project").endsWith("it does not exist")
    }
}
