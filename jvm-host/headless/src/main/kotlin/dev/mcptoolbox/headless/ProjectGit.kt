package dev.mcptoolbox.headless

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.bindings.toolbox.Types
import dev.mcptoolbox.headless.git.GitMissing
import dev.mcptoolbox.headless.git.GitProgram
import dev.mcptoolbox.headless.git.GitRefused
import dev.mcptoolbox.headless.git.RepositoryFinder
import dev.mcptoolbox.headless.git.RepositoryReader
import dev.mcptoolbox.server.ProjectPaths
import dev.mcptoolbox.server.files.ProjectFolder
import java.io.IOException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.Path

/**
 * The Git repositories of a project, read by the `git` of this machine.
 *
 * [executable] is a path, or a name that is looked up on the `PATH` of [environment], anew at each call; [environment]
 * is what git gets, less the variables that would lead it elsewhere. A command that takes [commandTimeoutMs] is ended
 * with its children, and its repository is left out; after three times as long a listing leaves out what it has not
 * come to.
 *
 * `.idea/vcs.xml` decides which repositories a project has, if it maps folders to Git; else the one that the project's
 * folder is or lies in, and those below it. What git refuses (an owner it does not trust, damage) is in `skipped` with
 * git's message. A branch that follows another of its own repository (the remote `.`) has no upstream, since that is no
 * remote. URLs are what git would use, after `insteadOf` and `pushInsteadOf`, secrets included; they are in no message
 * and no exception. During a rebase HEAD is detached, so there is no current branch.
 *
 * Two git processes for each repository. Nothing that a repository's configuration names is started. Nothing is
 * remembered between calls, so changes are seen at once. Any thread may call, several at a time.
 */
public class ProjectGit(
    private val projects: ProjectPaths,
    private val executable: String = "git",
    private val environment: Map<String, String> = System.getenv(),
    private val commandTimeoutMs: Long = 10_000,
) : Git {
    override fun listRepositories(project: String): Outcome<Git.Listing, Git.Problem> = answer(project) { git, found ->
        val reader = RepositoryReader(git)
        val repositories = ArrayList<Git.Repository>()
        val skipped = ArrayList(found.skipped)
        val started = System.nanoTime()
        for (root in found.roots) {
            try {
                val elapsedMs = (System.nanoTime() - started) / NANOS_PER_MS
                if (elapsedMs > LISTING_TIMEOUTS * commandTimeoutMs) throw GitRefused("those before it took too long")
                repositories += reader.repository(root)
            } catch (refused: GitRefused) {
                skipped += Types.Skipped(RepositoryReader.text(root), refused.reason)
            }
        }
        Outcome.Ok(Git.Listing(repositories, skipped))
    }

    override fun listRemotes(project: String, repositoryRoot: String): Outcome<Git.RemoteListing, Git.Problem> =
        answer(project) { git, found ->
            val root = found.roots.firstOrNull { isSame(it, repositoryRoot) }
            if (root == null) Outcome.Err(Git.Problem.NotFound) else Outcome.Ok(RepositoryReader(git).remotes(root))
        }

    private fun <T> answer(
        project: String,
        answer: (GitProgram, RepositoryFinder.Found) -> Outcome<T, Git.Problem>,
    ): Outcome<T, Git.Problem> {
        val path = projects.pathOf(project) ?: return Outcome.Err(Git.Problem.ProjectClosed)
        return try {
            val git = GitProgram.find(executable, environment, commandTimeoutMs)
            val home = environment["HOME"] ?: System.getProperty("user.home")
            answer(git, RepositoryFinder(ProjectFolder.open(path), home).find())
        } catch (missing: GitMissing) {
            Outcome.Err(Git.Problem.GitMissing(missing.what))
        } catch (refused: GitRefused) {
            Outcome.Err(Git.Problem.Failed(refused.reason))
        } catch (problem: IOException) {
            val why = ProjectFolder.sentence(problem)
            Outcome.Err(Git.Problem.Failed("the project folder $path cannot be read: $why"))
        }
    }

    /** The file system says whether two paths are one folder, so its own idea of letter case holds, and links count. */
    private fun isSame(root: Path, given: String): Boolean = try {
        val path = Path.of(given)
        path.isAbsolute && Files.isSameFile(root, path)
    } catch (_: IOException) {
        false
    } catch (_: InvalidPathException) {
        false
    }

    private companion object {
        const val NANOS_PER_MS = 1_000_000

        /** A listing may take as long as so many commands that hang. */
        const val LISTING_TIMEOUTS = 3
    }
}
