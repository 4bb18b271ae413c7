package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.headless.PROJECT
import dev.mcptoolbox.headless.ProjectGit
import dev.mcptoolbox.headless.open
import dev.mcptoolbox.headless.write
import org.assertj.core.api.Assertions.assertThat
import java.nio.file.Files
import java.nio.file.Path

/**
 * A folder with a home of its own, in which the real git makes repositories that nothing of this machine influences.
 */
class GitWorkshop(val folder: Path) {
    val project: Path = Files.createDirectories(folder.resolve("project")).toRealPath()
    val home: Path = Files.createDirectories(folder.resolve("home"))

    /** What both the tests' git and the adapter's git get. */
    val environment: Map<String, String> = System.getenv().filterKeys { !it.startsWith("GIT_") } +
        mapOf("HOME" to home.toString(), "XDG_CONFIG_HOME" to home.resolve("config").toString())

    init {
        home.write(".gitconfig", "[user]\nname = A\nemail = a@example.com\n[init]\ndefaultBranch = main\n")
    }

    /** Runs git in [at] and returns what it printed, without the last line end. A failure is one of the test. */
    fun git(at: Path, vararg arguments: String): String {
        val (code, output) = tryGit(at, *arguments)
        assertThat(code).describedAs("git %s: %s", arguments.toList(), output).isZero()
        return output
    }

    fun tryGit(at: Path, vararg arguments: String): Pair<Int, String> {
        val builder = ProcessBuilder("git", *arguments).directory(at.toFile()).redirectErrorStream(true)
        builder.environment().clear()
        builder.environment().putAll(environment)
        val process = builder.start()
        process.outputStream.close()
        val output = process.inputStream.readBytes().toString(Charsets.UTF_8).trimEnd('\n')
        return process.waitFor() to output
    }

    /** A repository at [at], on the branch main, without a commit. */
    fun repository(at: Path = project): Path {
        Files.createDirectories(at)
        git(at, "init", "--quiet")
        return at
    }

    /** A commit that gives [file] the content [text]; its object id. */
    fun commit(at: Path, text: String = "one", file: String = "file.txt"): String {
        at.write(file, text)
        git(at, "add", "--", file)
        git(at, "commit", "--quiet", "--message", text)
        return head(at)
    }

    fun head(at: Path): String = git(at, "-c", "core.warnAmbiguousRefs=false", "rev-parse", "HEAD")

    fun adapter(
        executable: String = "git",
        timeoutMs: Long = 10_000,
        also: Map<String, String> = emptyMap(),
    ): ProjectGit = ProjectGit(open(project), executable, environment + also, timeoutMs)

    fun listing(adapter: ProjectGit = adapter()): Git.Listing = (adapter.listRepositories(PROJECT) as Outcome.Ok).value

    /** The one repository of the project, with nothing skipped. */
    fun only(): Git.Repository {
        val listing = listing()
        assertThat(listing.skipped).isEmpty()
        return listing.repositories.single()
    }

    fun roots(): List<String> = listing().repositories.map { it.root }

    fun remotes(root: String = project.toString()): Outcome<Git.RemoteListing, Git.Problem> =
        adapter().listRemotes(PROJECT, root)
}
