package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.bindings.toolbox.Git.RepositoryState
import dev.mcptoolbox.headless.write
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import java.nio.file.Files
import java.nio.file.Path

/** HEAD, branch and state of one repository, each made by real git commands. */
class RepositoryStatesTest {
    @TempDir
    lateinit var folder: Path

    private lateinit var shop: GitWorkshop
    private val project get() = shop.project

    @BeforeEach
    fun make() {
        shop = GitWorkshop(folder)
        shop.repository()
    }

    /** Two branches that change the same line; main is checked out. */
    private fun conflict() {
        shop.commit(project, "base")
        shop.git(project, "checkout", "--quiet", "-b", "side")
        shop.commit(project, "side")
        shop.git(project, "checkout", "--quiet", "main")
        shop.commit(project, "main")
    }

    private fun stopped(vararg arguments: String) {
        val (code, output) = shop.tryGit(project, *arguments)
        assertThat(code).describedAs(output).isNotZero()
    }

    private fun assertState(state: RepositoryState, branch: String?) {
        val found = shop.only()
        assertThat(found.state).isEqualTo(state)
        assertThat(found.currentBranch).isEqualTo(branch)
        assertThat(found.head).isEqualTo(shop.head(project))
    }

    @Test
    fun `before the first commit`() {
        assertThat(shop.only()).isEqualTo(
            Git.Repository(project.toString(), RepositoryState.NORMAL, null, "main", null, emptyList()),
        )
    }

    @Test
    fun `on a branch`() {
        val head = shop.commit(project)
        assertThat(head).hasSize(40)
        assertState(RepositoryState.NORMAL, "main")
        shop.git(project, "pack-refs", "--all")
        assertState(RepositoryState.NORMAL, "main")
    }

    @Test
    fun `detached`() {
        shop.commit(project)
        shop.git(project, "checkout", "--quiet", "--detach")
        assertState(RepositoryState.DETACHED, null)
    }

    @Test
    fun `a new branch without history after commits`() {
        shop.commit(project)
        shop.git(project, "checkout", "--quiet", "--orphan", "fresh/start")
        val found = shop.only()
        assertThat(found.head).isNull()
        assertThat(found.currentBranch).isEqualTo("fresh/start")
    }

    @Test
    fun `merging, on a branch and detached`() {
        conflict()
        stopped("merge", "side")
        assertState(RepositoryState.MERGING, "main")
        shop.git(project, "merge", "--abort")
        shop.git(project, "checkout", "--quiet", "--detach")
        stopped("merge", "side")
        assertState(RepositoryState.MERGING, null)
    }

    @ParameterizedTest
    @ValueSource(strings = ["--merge", "--apply"])
    fun rebasing(backend: String) {
        conflict()
        stopped("rebase", backend, "side")
        assertState(RepositoryState.REBASING, null)
        shop.git(project, "rebase", "--abort")
        assertState(RepositoryState.NORMAL, "main")
    }

    @Test
    fun `applying a series of patches`() {
        conflict()
        val patch = shop.git(project, "format-patch", "-1", "side", "--output-directory", folder.toString())
        stopped("am", patch)
        assertState(RepositoryState.GRAFTING, "main")
        shop.git(project, "am", "--abort")
        assertState(RepositoryState.NORMAL, "main")
    }

    @Test
    fun `picking a commit`() {
        conflict()
        stopped("cherry-pick", "side")
        assertState(RepositoryState.GRAFTING, "main")
    }

    @Test
    fun `picking several, between two of them`() {
        conflict()
        shop.git(project, "checkout", "--quiet", "side")
        shop.commit(project, "second", "other.txt")
        shop.git(project, "checkout", "--quiet", "main")
        stopped("cherry-pick", "side~1", "side")
        shop.git(project, "commit", "--quiet", "--all", "--message", "solved")
        assertThat(project.resolve(".git/CHERRY_PICK_HEAD")).doesNotExist()
        assertState(RepositoryState.GRAFTING, "main")
    }

    @Test
    fun reverting() {
        shop.commit(project, "one")
        shop.commit(project, "two")
        shop.commit(project, "three")
        stopped("revert", "--no-edit", "HEAD~1")
        assertState(RepositoryState.REVERTING, "main")
    }

    @Test
    fun `bisecting is detached`() {
        repeat(3) { shop.commit(project, "number $it") }
        shop.git(project, "bisect", "start", "HEAD", "HEAD~2")
        assertState(RepositoryState.DETACHED, null)
    }

    @ParameterizedTest
    @ValueSource(
        strings = ["特性/登录", "🚀", "a.b", "user@host", "-x", "with'quote\"", "HEAD", "refs/heads/deep", "%(HEAD)"],
    )
    fun `branches with odd names`(name: String) {
        shop.commit(project)
        shop.git(project, "symbolic-ref", "HEAD", "refs/heads/$name")
        val fresh = shop.only()
        assertThat(fresh.currentBranch).isEqualTo(name)
        assertThat(fresh.head).isNull()
        shop.commit(project, "on the odd one")
        assertState(RepositoryState.NORMAL, name)
    }

    @Test
    fun `names that hide HEAD do not deceive`() {
        val first = shop.commit(project)
        shop.git(project, "update-ref", "refs/tags/HEAD", first)
        shop.git(project, "update-ref", "refs/heads/HEAD", first)
        val second = shop.commit(project, "two")
        assertThat(shop.only().head).isEqualTo(second)
        assertThat(shop.only().currentBranch).isEqualTo("main")
        shop.git(project, "checkout", "--quiet", "--detach", "main")
        assertThat(shop.only().head).isEqualTo(second)
        assertThat(shop.only().state).isEqualTo(RepositoryState.DETACHED)
        shop.git(project, "symbolic-ref", "HEAD", "refs/heads/unborn")
        assertThat(shop.only().head).isNull()
        assertThat(shop.only().currentBranch).isEqualTo("unborn")
        shop.git(project, "update-ref", "-d", "refs/tags/HEAD")
        assertThat(shop.only().head).isNull()
        assertThat(shop.only().currentBranch).isEqualTo("unborn")
    }

    @Test
    fun `HEAD on a ref that is no branch`() {
        val head = shop.commit(project)
        shop.git(project, "update-ref", "refs/remotes/origin/main", head)
        shop.git(project, "symbolic-ref", "HEAD", "refs/remotes/origin/main")
        assertState(RepositoryState.DETACHED, null)
    }

    @Test
    fun `object ids of 64 digits`() {
        val other = Files.createDirectories(project.resolve("other"))
        shop.git(other, "init", "--quiet", "--object-format=sha256")
        val head = shop.commit(other)
        assertThat(head).hasSize(64)
        assertThat(shop.listing().repositories.map { it.head }).containsExactly(null, head)
    }

    @Test
    fun `damage is named with git's own words`() {
        shop.commit(project)
        val odd = shop.repository(project.resolve("odd"))
        shop.commit(odd)
        // A branch with a file of its own would hide a damaged list.
        shop.git(odd, "pack-refs", "--all")
        val git = odd.resolve(".git")
        val cases = listOf(
            Triple("HEAD", "no ref\n", "not a git repository"),
            Triple("config", "[remote \"x\"\nurl = \"https://user:s3cret@example.com\n", "bad config line 2"),
            Triple("refs/heads/main", "no object id\n", "No such ref: HEAD"),
            Triple("refs/heads/main", "", "No such ref: HEAD"),
            Triple("packed-refs", "no list\n", "unexpected line in .git/packed-refs"),
            Triple("objects", "no folder\n", "not a git repository"),
        )
        for ((file, text, words) in cases) {
            val kept = folder.resolve("kept")
            val existed = Files.exists(git.resolve(file))
            if (existed) Files.move(git.resolve(file), kept)
            git.write(file, text)
            val listing = shop.listing()
            assertThat(listing.repositories.map { it.root }).describedAs(file).containsExactly(project.toString())
            val skipped = listing.skipped.single()
            assertThat(skipped.subject).isEqualTo(odd.toString())
            assertThat(skipped.reason).describedAs(file).isNotBlank().doesNotContain("\n", "s3cret").doesNotEndWith(".")
            assertThat(skipped.reason).describedAs(file).contains(words)
            Files.delete(git.resolve(file))
            if (existed) Files.move(kept, git.resolve(file))
        }
        assertThat(shop.listing().skipped).isEmpty()
    }
}
