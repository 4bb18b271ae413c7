package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.toolbox.Git
import java.io.IOException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.Path

/**
 * The folder in which git keeps what it knows of one working tree: `.git`, or what a file of this name points to
 * (linked working trees, submodules). Only files that git documents are looked at.
 */
internal class GitFolder private constructor(private val folder: Path) {
    /**
     * What the repository is in the middle of, by the marks that git leaves and in the order in which IDEA asks: a
     * merge during a rebase is a merge, a pick during a rebase is a rebase. `git am` and a rebase share a folder; a
     * file tells them apart. Between two commits of a series there is only the list of what is still to be done.
     */
    fun state(onBranch: Boolean): Git.RepositoryState = when {
        has("MERGE_HEAD") -> Git.RepositoryState.MERGING
        has("rebase-merge") -> Git.RepositoryState.REBASING
        has("rebase-apply/applying") -> Git.RepositoryState.GRAFTING
        has("rebase-apply") -> Git.RepositoryState.REBASING
        has("CHERRY_PICK_HEAD") -> Git.RepositoryState.GRAFTING
        has("REVERT_HEAD") -> Git.RepositoryState.REVERTING
        else -> series() ?: if (onBranch) Git.RepositoryState.NORMAL else Git.RepositoryState.DETACHED
    }

    /** Whether there is a file for [ref] of its own, readable for git or not. */
    fun hasFileFor(ref: String): Boolean {
        val common = readSmall(folder.resolve("commondir"))?.let { folder.resolve(it.trimEnd('\n')) } ?: folder
        return Files.exists(folder.resolve(ref)) || Files.exists(common.resolve(ref))
    }

    private fun series(): Git.RepositoryState? {
        val todo = readSmall(folder.resolve("sequencer/todo")) ?: return null
        val first = todo.lineSequence().map(String::trim).firstOrNull { it.isNotEmpty() && !it.startsWith("#") }
        return when (first?.substringBefore(' ')) {
            "pick", "p" -> Git.RepositoryState.GRAFTING
            "revert" -> Git.RepositoryState.REVERTING
            else -> null
        }
    }

    private fun has(name: String): Boolean = Files.exists(folder.resolve(name))

    companion object {
        private const val SMALL_BYTES = 64 * 1024

        /** The git folder of the working tree whose top folder is [root]; null where nothing usable is there. */
        fun of(root: Path): GitFolder? {
            val entry = root.resolve(".git")
            if (Files.isDirectory(entry)) return GitFolder(entry)
            val text = readSmall(entry) ?: return null
            if (!text.startsWith("gitdir: ")) return null
            return try {
                GitFolder(root.resolve(text.removePrefix("gitdir: ").trimEnd('\n', '\r')))
            } catch (_: InvalidPathException) {
                null
            }
        }

        /** The start of a regular file as text; null where there is none. */
        private fun readSmall(file: Path): String? = try {
            // A named pipe would block whoever opens it.
            if (Files.isRegularFile(file)) {
                Files.newInputStream(file).use { String(it.readNBytes(SMALL_BYTES)) }
            } else {
                null
            }
        } catch (_: IOException) {
            null
        }
    }
}
