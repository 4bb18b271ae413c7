package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.headless.PROJECT
import dev.mcptoolbox.headless.write
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.time.Duration
import java.util.concurrent.TimeUnit

/** Repositories that mean no good, environments that lead astray, and a git that is missing or hangs. */
@Timeout(30)
class HostileGitTest {
    @TempDir
    lateinit var folder: Path

    private lateinit var shop: GitWorkshop
    private val project get() = shop.project

    @BeforeEach
    fun make() {
        shop = GitWorkshop(folder)
        shop.repository()
        shop.commit(project)
    }

    private fun script(path: Path, text: String): Path {
        path.parent.write(path.fileName.toString(), "#!/bin/sh\n$text\n")
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"))
    }

    @Test
    fun `no program that a repository names is started`() {
        val marker = folder.resolve("started")
        val evil = script(folder.resolve("evil.sh"), "echo \"\$0 \$*\" >> '$marker'; cat")
        val settings = listOf(
            "core.fsmonitor", "core.pager", "core.sshCommand", "core.askPass", "core.editor", "core.gitProxy",
            "core.alternateRefsCommand", "pager.config", "pager.rev-parse", "diff.external", "credential.helper",
            "filter.x.clean", "filter.x.smudge", "filter.x.process", "sequence.editor", "gpg.program",
            "uploadpack.packObjectsHook",
        )
        settings.forEach { shop.git(project, "config", it, "$evil") }
        for (name in listOf("rev-parse", "config", "symbolic-ref", "show-ref", "remote")) {
            shop.git(project, "config", "alias.$name", "!$evil")
        }
        shop.git(project, "config", "remote.origin.url", "ext::$evil")
        shop.git(project, "config", "remote.origin.promisor", "true")
        shop.git(project, "config", "extensions.partialClone", "origin")
        project.write(".gitattributes", "* filter=x diff=x\n")
        for (hook in Files.newDirectoryStream(project.resolve(".git/hooks")).use { it.toList() }) {
            script(hook.resolveSibling(hook.fileName.toString().removeSuffix(".sample")), "echo hook >> '$marker'")
        }
        script(project.resolve(".git/hooks/reference-transaction"), "echo hook >> '$marker'")
        script(project.resolve(".git/hooks/post-index-change"), "echo hook >> '$marker'")
        project.write("file.txt", "changed")

        assertThat(shop.only().remoteNames).containsExactly("origin")
        assertThat(shop.remotes()).isInstanceOf(Outcome.Ok::class.java)
        shop.git(project, "symbolic-ref", "HEAD", "refs/heads/HEAD")
        Files.deleteIfExists(marker)
        assertThat(shop.only().head).isNull()
        assertThat(marker).doesNotExist()
    }

    @Test
    fun `a commit that is not there is not fetched`() {
        val marker = folder.resolve("started")
        val evil = script(folder.resolve("evil.sh"), "touch '$marker'")
        shop.git(project, "config", "remote.origin.url", "ext::$evil")
        shop.git(project, "config", "remote.origin.promisor", "true")
        shop.git(project, "config", "extensions.partialClone", "origin")
        shop.git(project, "config", "protocol.ext.allow", "always")
        project.write(".git/refs/heads/main", "1".repeat(40) + "\n")
        shop.listing()
        assertThat(marker).doesNotExist()
    }

    @Test
    fun `a repository of somebody else is named with git's hint`() {
        val foreign = shop.repository(project.resolve("foreign"))
        // Only root can give files away; git's own switch for its tests makes the real git see another owner, for anybody.
        val git = script(
            folder.resolve("bin/git"),
            "case \"\$* \$PWD\" in *foreign*) export GIT_TEST_ASSUME_DIFFERENT_OWNER=1;; esac\nexec git \"\$@\"",
        )
        val listing = shop.listing(shop.adapter("$git"))
        assertThat(listing.repositories.map { it.root }).containsExactly("$project")
        assertThat(listing.skipped.single().subject).isEqualTo("$foreign")
        assertThat(listing.skipped.single().reason).startsWith("detected dubious ownership").contains("safe.directory")
    }

    @Test
    fun `variables of the environment do not lead to another repository`() {
        val other = shop.repository(folder.resolve("other"))
        shop.git(other, "remote", "add", "wrong", "/srv/wrong")
        val variables = mapOf(
            "GIT_DIR" to "$other/.git",
            "GIT_WORK_TREE" to "$other",
            "GIT_INDEX_FILE" to "/nope",
            "GIT_COMMON_DIR" to "$other/.git",
            "GIT_OBJECT_DIRECTORY" to "/nope",
            "GIT_NAMESPACE" to "x",
            "GIT_CONFIG" to "$other/.git/config",
            "GIT_CONFIG_GLOBAL" to "$other/.git/config",
            "GIT_CONFIG_COUNT" to "1",
            "GIT_CONFIG_KEY_0" to "remote.injected.url",
            "GIT_CONFIG_VALUE_0" to "/srv/injected",
            "GIT_CONFIG_PARAMETERS" to "'remote.also.url=/srv/also'",
            "GIT_TRACE" to "$folder/trace",
            "GIT_EXEC_PATH" to "/nope",
            "LC_ALL" to "de_DE.UTF-8",
        )
        val found = shop.listing(shop.adapter(also = variables)).repositories.single()
        assertThat(found).isEqualTo(shop.only())
        assertThat(found.remoteNames).isEmpty()
        assertThat(folder.resolve("trace")).doesNotExist()
    }

    private fun missing(executable: String, also: Map<String, String> = emptyMap()): String {
        val outcome = shop.adapter(executable, also = also).listRepositories(PROJECT)
        return ((outcome as Outcome.Err).error as Git.Problem.GitMissing).value
    }

    @Test
    fun `a git that is missing is named, with where it was looked for`() {
        assertThat(missing("git", mapOf("PATH" to "/nowhere:/nor/here"))).contains("/nowhere:/nor/here", "Git 2.31")
        assertThat(missing("git", mapOf("PATH" to ""))).contains("empty")
        assertThat(missing("/no/such/git")).contains("/no/such/git")
        assertThat(missing("$folder")).contains("$folder")
        val damaged = script(folder.resolve("bin/git"), "")
        Files.writeString(damaged, "#!/no/such/program\n")
        assertThat(missing("$damaged")).contains("$damaged cannot be started")
    }

    @Test
    fun `a git in a folder that PATH names relative to nothing is not taken`() {
        assertThat(missing("git", mapOf("PATH" to ".:bin::$folder/none"))).contains("no git on PATH")
    }

    @Test
    fun `a git that hangs is ended with its children, and soon`() {
        val pids = folder.resolve("pids")
        val git = script(
            folder.resolve("bin/git"),
            "sh -c 'sleep 300 & echo \$! >> $pids; wait' & echo \$! >> $pids; echo \$\$ >> $pids; wait; sleep 300",
        )
        val started = System.nanoTime()
        val listing = shop.listing(shop.adapter("$git", timeoutMs = 1000))
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5))
        assertThat(listing.repositories).isEmpty()
        assertThat(listing.skipped.single().reason).isEqualTo("git did not answer within 1 s")
        val handles = Files.readAllLines(pids).map { ProcessHandle.of(it.toLong()) }
        assertThat(handles).hasSize(3)
        // Killed processes are gone once their parent, or the system, has taken notice.
        handles.forEach { handle -> handle.ifPresent { it.onExit().get(5, TimeUnit.SECONDS) } }
    }

    @Test
    fun `many repositories do not add up to many timeouts`() {
        repeat(20) { shop.repository(project.resolve("r$it")) }
        val git = script(folder.resolve("bin/git"), "exec sleep 300")
        val started = System.nanoTime()
        val listing = shop.listing(shop.adapter("$git", timeoutMs = 300))
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5))
        assertThat(listing.skipped).hasSize(21)
        assertThat(listing.skipped.last().reason).isEqualTo("those before it took too long")
    }

    @Test
    fun `a git that prints without end is ended`() {
        val git = script(folder.resolve("bin/git"), "exec yes")
        assertThat(shop.listing(shop.adapter("$git")).skipped.single().reason).startsWith("git printed more than")
    }

    @Test
    fun `a daemon that keeps the output open is not waited for`() {
        val git = script(folder.resolve("bin/git"), "sleep 8 & exec git \"\$@\"")
        val started = System.nanoTime()
        assertThat(shop.listing(shop.adapter("$git")).repositories).hasSize(1)
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(7))
    }

    @Test
    fun `an interrupt ends the call and stays set`() {
        val git = script(folder.resolve("bin/git"), "exec sleep 300")
        Thread.currentThread().interrupt()
        val listing = shop.listing(shop.adapter("$git"))
        assertThat(Thread.interrupted()).isTrue()
        assertThat(listing.skipped.single().reason).contains("its caller")
    }

    @Test
    fun `two processes are enough for a repository, three before its first commit`() {
        val count = folder.resolve("count")
        val git = script(folder.resolve("bin/git"), "echo x >> '$count'; exec git \"\$@\"")
        shop.listing(shop.adapter("$git"))
        assertThat(Files.readAllLines(count)).hasSize(2)
        shop.git(project, "checkout", "--quiet", "--orphan", "fresh")
        Files.delete(count)
        shop.listing(shop.adapter("$git"))
        assertThat(Files.readAllLines(count)).hasSize(3)
        Files.delete(count)
        shop.adapter("$git").listRemotes(PROJECT, "$project")
        assertThat(Files.readAllLines(count)).hasSize(2)
    }
}
