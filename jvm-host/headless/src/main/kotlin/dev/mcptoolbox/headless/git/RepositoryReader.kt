package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.toolbox.Git
import java.nio.file.Path

/**
 * Reads one repository with two commands; one more where HEAD names no commit yet, up to two more where its names are
 * odd.
 *
 * Every function throws [GitMissing], and [GitRefused] where git does not take the folder for a repository of its own.
 */
internal class RepositoryReader(private val git: GitProgram) {
    private class Head(
        /** A full object id; null before the first commit. */
        val commit: String?,
        /** The full name of the ref that HEAD names; null where it names a commit. */
        val ref: String?,
    )

    /** All of the repository whose working tree's top folder is [root], a canonical path. */
    fun repository(root: Path): Git.Repository {
        val head = head(root)
        val config = config(root)
        val branch = head.ref?.takeIf { it.startsWith(BRANCHES) }?.removePrefix(BRANCHES)
        return Git.Repository(
            root = text(root),
            state = folder(root).state(onBranch = branch != null),
            head = head.commit,
            currentBranch = branch,
            upstream = branch?.let(config::upstreamOf),
            remoteNames = config.remoteNames,
        )
    }

    /** The remotes of the repository at [root], a canonical path. */
    fun remotes(root: Path): Git.RemoteListing {
        requireTop(git.read(root, *TOP))
        return Git.RemoteListing(text(root), config(root).remotes())
    }

    private fun config(root: Path): GitConfig {
        val output = git.read(root, "config", "--null", "--get-regexp", GitConfig.SECTIONS)
        // Exit code 1: nothing fits.
        if (!output.succeeded && output.exitCode != 1) throw GitRefused(output.message())
        return GitConfig.parse(output.text)
    }

    private fun head(root: Path): Head {
        val output = git.read(root, *TOP, "HEAD", "--symbolic-full-name", "HEAD")
        val answers = requireTop(output)
        if (output.succeeded && answers.size == 2) {
            val (commit, name) = answers
            if (name == "HEAD") return Head(commit, ref = null)
            // "HEAD" also fits a branch or tag of this name: only what cannot be meant by it is taken at its word.
            if (name.startsWith(BRANCHES) && name != BRANCHES + "HEAD") return Head(commit, name)
        }
        return oddHead(root, resolves = answers != listOf("HEAD"))
    }

    /** HEAD asked step by step. [resolves]: something goes by the name HEAD, though perhaps not HEAD itself. */
    private fun oddHead(root: Path, resolves: Boolean): Head {
        val named = git.read(root, "symbolic-ref", "--quiet", "HEAD")
        // Exit code 1: HEAD is no symbolic ref.
        if (named.exitCode > 1) throw GitRefused(named.message())
        if (!named.succeeded) {
            val commit = git.read(root, "rev-parse", "--verify", "--quiet", "HEAD")
            if (!commit.succeeded) throw GitRefused("its HEAD names neither a branch nor a commit")
            return Head(commit.text.trim(), ref = null)
        }
        val ref = named.text.trimEnd('\n')
        return Head(if (resolves) commitOf(root, ref) else noCommit(root, ref), ref)
    }

    private fun commitOf(root: Path, ref: String): String? {
        val shown = git.read(root, "show-ref", "--verify", "--hash", "--", ref)
        return when {
            shown.succeeded -> shown.text.trim()
            shown.says("not a valid ref") -> noCommit(root, ref)
            else -> throw GitRefused(shown.message())
        }
    }

    /** Before the first commit [ref] has no file; git says the same of one that is damaged. */
    private fun noCommit(root: Path, ref: String): String? {
        if (folder(root).hasFileFor(ref)) throw GitRefused("its $ref is damaged")
        return null
    }

    /** What [output] of [TOP] goes on with, if git agrees that the folder is a working tree's top. */
    private fun requireTop(output: GitOutput): List<String> {
        val lines = output.text.removeSuffix("\n").split('\n')
        when {
            lines.first() == "true" && lines.getOrNull(1) == "" -> return lines.drop(2)
            lines.first() == "true" -> throw GitRefused("it is part of another repository")
            lines.first() == "false" -> throw GitRefused("it has no working tree, or one that is elsewhere")
            else -> throw GitRefused(output.message())
        }
    }

    private fun folder(root: Path): GitFolder =
        GitFolder.of(root) ?: throw GitRefused("its .git vanished while it was read")

    companion object {
        private const val BRANCHES = "refs/heads/"

        /** Answers `true` and an empty line at the top of a working tree. */
        private val TOP = arrayOf("rev-parse", "--is-inside-work-tree", "--show-cdup")

        /** A canonical path as the contract writes it. */
        fun text(root: Path): String = root.toString().replace(root.fileSystem.separator, "/")
    }
}
