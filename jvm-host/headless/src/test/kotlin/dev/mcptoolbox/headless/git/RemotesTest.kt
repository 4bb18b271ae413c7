package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.headless.PROJECT
import dev.mcptoolbox.headless.write
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path

/** Remotes and upstreams, as git's configuration has them. */
class RemotesTest {
    @TempDir
    lateinit var folder: Path

    private lateinit var shop: GitWorkshop
    private val project get() = shop.project

    @BeforeEach
    fun make() {
        shop = GitWorkshop(folder)
        shop.repository()
    }

    private fun remotes(): List<Git.Remote> = (shop.remotes() as Outcome.Ok).value.remotes

    private fun config(text: String) {
        val file = project.resolve(".git/config")
        Files.writeString(file, Files.readString(file) + text)
    }

    @Test
    fun `no remotes`() {
        assertThat(shop.remotes()).isEqualTo(Outcome.Ok(Git.RemoteListing(project.toString(), emptyList())))
    }

    @Test
    fun `URLs as configured, with several and with their own for push`() {
        shop.git(project, "remote", "add", "origin", "https://me:p@ss@example.com/a.git?token=t")
        shop.git(project, "remote", "add", "远程/two.three", "git@example.com:a b.git")
        shop.git(project, "remote", "set-url", "--add", "origin", "/srv/second")
        shop.git(project, "remote", "set-url", "--push", "远程/two.three", "ssh://example.com/push")
        shop.git(project, "remote", "set-url", "--add", "--push", "远程/two.three", "ssh://example.com/push2")
        assertThat(remotes()).containsExactly(
            Git.Remote("origin", listOf("https://me:p@ss@example.com/a.git?token=t", "/srv/second"), emptyList()),
            Git.Remote(
                "远程/two.three",
                listOf("git@example.com:a b.git"),
                listOf("ssh://example.com/push", "ssh://example.com/push2"),
            ),
        )
        assertThat(shop.only().remoteNames).containsExactly("origin", "远程/two.three")
    }

    /** The one part of git's own logic that we repeat, compared with git itself. */
    @Test
    fun `rewritten URLs are those that git uses`() {
        shop.home.write(
            ".gitconfig",
            """
            [url "https://short.example.com/"]
                insteadOf = gh:
                insteadOf = same:
            [url "ssh://git@long.example.com/"]
                insteadOf = gh:long/
            [url "https://also.example.com/"]
                insteadOf = same:
            [url "ssh://push.example.com/"]
                pushInsteadOf = https://pub.example.com/
                pushInsteadOf = gh:
            [url "ssh://"]
                pushInsteadOf = https://
            """.trimIndent(),
        )
        config(
            """
            [remote "plain"]
                url = /srv/plain
            [remote "short"]
                url = gh:a.git
            [remote "long"]
                url = gh:long/a.git
            [remote "tie"]
                url = same:a.git
            [remote "public"]
                url = https://pub.example.com/a.git
            [remote "half"]
                url = /srv/half
                url = https://pub.example.com/half.git
            [remote "own"]
                url = https://pub.example.com/own.git
                pushurl = gh:own.git
                pushurl = https://pub.example.com/own-push.git
            [remote "twice"]
                url = https://other.example.com/twice.git
            """.trimIndent(),
        )
        val found = remotes()
        assertThat(found.map { it.name }).containsExactlyInAnyOrderElementsOf(shop.git(project, "remote").lines())
        for (remote in found) {
            val fetch = shop.git(project, "remote", "get-url", "--all", remote.name).lines()
            val push = shop.git(project, "remote", "get-url", "--all", "--push", remote.name).lines()
            assertThat(remote.fetchUrls).describedAs(remote.name).isEqualTo(fetch)
            assertThat(remote.pushUrls.ifEmpty { remote.fetchUrls }).describedAs(remote.name).isEqualTo(push)
        }
    }

    @Test
    fun `sections that are odd`() {
        config(
            """
            [remote]
                pushDefault = origin
            [remote "onlyPrune"]
                prune = true
            [remote "/path"]
                url = /srv/x
            [remote "taken"]
                url = /srv/first
                url =
                url = /srv/last
            [remote "novalue"]
                prune
            """.trimIndent(),
        )
        assertThat(shop.only().remoteNames).containsExactly("onlyPrune", "taken")
        assertThat(remotes()).containsExactly(
            Git.Remote("onlyPrune", emptyList(), emptyList()),
            Git.Remote("taken", listOf("/srv/last"), emptyList()),
        )
    }

    @Test
    fun `an upstream, known before it was ever fetched`() {
        shop.git(project, "remote", "add", "origin", "/srv/x")
        assertThat(shop.only().upstream).isNull()
        config("[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/特性/x\n")
        assertThat(shop.only().upstream).isEqualTo(Git.Upstream("origin", "特性/x"))
        shop.commit(project)
        shop.git(project, "checkout", "--quiet", "--detach")
        assertThat(shop.only().upstream).isNull()
    }

    @Test
    fun `a branch of this repository, a URL and a remote that is gone are no upstream`() {
        shop.commit(project)
        shop.git(project, "branch", "base")
        shop.git(project, "branch", "--set-upstream-to=base")
        assertThat(shop.only().upstream).isNull()
        shop.git(project, "config", "branch.main.remote", "https://user:s3cret@example.com/x")
        assertThat(shop.only().upstream).isNull()
        shop.git(project, "config", "branch.main.remote", "gone")
        assertThat(shop.only().upstream).isNull()
    }

    @Test
    fun `a root is compared as the file system does`() {
        val link = Files.createSymbolicLink(folder.resolve("link"), project)
        Files.createDirectories(project.resolve("src"))
        for (same in listOf("$project", "$project/", "$link", "$project/src/..", "$project/.")) {
            val listing = (shop.remotes(same) as Outcome.Ok).value
            assertThat(listing.repositoryRoot).isEqualTo(project.toString())
        }
        val others = listOf("$project/src", "$folder", "", ".", "/", "nowhere", "$project/none", "\u0000", "$project\n")
        for (other in others) {
            assertThat(shop.remotes(other)).describedAs(other).isEqualTo(Outcome.Err(Git.Problem.NotFound))
        }
    }

    @Test
    fun `a repository that git refuses is no empty list`() {
        config("[broken\n")
        val problem = (shop.remotes() as Outcome.Err).error as Git.Problem.Failed
        assertThat(problem.value).contains("bad config line")
        assertThat(shop.adapter().listRemotes("closed", "$project"))
            .isEqualTo(Outcome.Err(Git.Problem.ProjectClosed))
        assertThat(shop.adapter().listRepositories(PROJECT)).isInstanceOf(Outcome.Ok::class.java)
    }
}
