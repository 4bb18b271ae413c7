package dev.mcptoolbox.headless.git

import dev.mcptoolbox.server.programs.BoundedProcess
import dev.mcptoolbox.server.programs.ProcessEnd
import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.nio.file.InvalidPathException
import java.nio.file.Path

/** There is no `git` that could be started. [what] was tried, for people. */
internal class GitMissing(val what: String) : Exception(what)

/** `git` could not do what was asked. [reason] is its message, for people, one line. */
internal class GitRefused(val reason: String) : Exception(reason)

/** What `git` printed. */
internal class GitOutput(val exitCode: Int, val text: String, private val errors: String) {
    val succeeded: Boolean get() = exitCode == 0

    /** Git's message in one line, without its warnings where there is something worse. */
    fun message(): String {
        val lines = errors.lines().map { it.replace(CONTROLS, " ").trim() }.filter { it.isNotEmpty() }
        val worse = lines.filterNot { it.startsWith("warning:") }.ifEmpty { lines }
        val text = worse.joinToString(" ") { it.removePrefix("fatal: ").removePrefix("error: ") }
        return text.trimEnd('.').take(LONGEST_MESSAGE).ifEmpty { "git ended with exit code $exitCode" }
    }

    /** Whether git's message has [part], which is of git's English. */
    fun says(part: String): Boolean = part in errors

    private companion object {
        const val LONGEST_MESSAGE = 500
        val CONTROLS = Regex("\\p{Cntrl}+")
    }
}

/**
 * The `git` of this machine, for commands that only read.
 *
 * A repository may come from anybody, and its configuration names programs. None of them is started: commands that run
 * hooks, filters, pagers or external diffs are not used, and what a command might start on the way (a file system
 * monitor, a transport that fetches missing objects) is switched off. The environment has none of the variables that
 * lead git elsewhere. Holds no state; any thread may use it.
 */
internal class GitProgram private constructor(
    private val executable: Path,
    private val environment: Map<String, String>,
    private val timeoutMs: Long,
) {
    /**
     * Runs `git` with [arguments] in [root], which has to be the top folder of a repository: folders above are not
     * looked at. Throws [GitMissing], and [GitRefused] where git hung or printed without end; any exit code is an
     * answer.
     */
    fun read(root: Path, vararg arguments: String): GitOutput {
        val builder = ProcessBuilder(listOf(executable.toString()) + SAFE_OPTIONS + arguments).directory(root.toFile())
        builder.environment().run {
            clear()
            putAll(environment)
            root.parent?.let { put("GIT_CEILING_DIRECTORIES", it.toString()) }
        }
        val end = try {
            BoundedProcess.run(builder, timeoutMs, OUTPUT_LIMIT_BYTES)
        } catch (problem: IOException) {
            if (!Files.isDirectory(root)) throw GitRefused("it vanished while it was read")
            throw GitMissing("$executable cannot be started: ${problem.cause?.message ?: problem.message}")
        }
        return when (end) {
            is ProcessEnd.Exited -> GitOutput(end.code, String(end.output), String(end.errors))
            is ProcessEnd.Killed -> throw GitRefused("git ${end.reason}")
        }
    }

    companion object {
        private const val OUTPUT_LIMIT_BYTES = 8 * 1024 * 1024
        private const val LONGEST_PATH_SHOWN = 500

        private val SAFE_OPTIONS = listOf(
            "--no-pager",
            // Each overrides what the repository says.
            "-c", "core.fsmonitor=false",
            "-c", "core.hooksPath=/dev/null",
            "-c", "protocol.allow=never",
            // A folder that only looks like a repository without working tree, as a clone may contain, is not taken for
            // one.
            "-c", "safe.bareRepository=explicit",
        )

        private val OWN_ENVIRONMENT = mapOf(
            // Messages in English; names and paths are bytes to git whatever the locale.
            "LC_ALL" to "C",
            "GIT_TERMINAL_PROMPT" to "0",
            "GIT_OPTIONAL_LOCKS" to "0",
            "GIT_NO_LAZY_FETCH" to "1",
        )

        /**
         * Finds the program [name]: a path, or a name that is looked up on the `PATH` of [environment]. Commands get
         * [timeoutMs] each. Throws [GitMissing].
         */
        fun find(name: String, environment: Map<String, String>, timeoutMs: Long): GitProgram {
            val executable = if (Path.of(name).nameCount > 1) given(name) else onPath(name, environment)
            return GitProgram(executable, scrubbed(environment), timeoutMs)
        }

        private fun given(name: String): Path =
            Path.of(name).toAbsolutePath().takeIf(::isProgram)
                ?: throw GitMissing("there is no program at $name; install Git 2.31 or newer")

        private fun onPath(name: String, environment: Map<String, String>): Path {
            val path = environment.entries.firstOrNull { it.key.equals("PATH", ignoreCase = true) }?.value.orEmpty()
            return path.split(File.pathSeparatorChar)
                .mapNotNull(::absolute)
                .flatMap { folder -> listOf(folder.resolve(name), folder.resolve("$name.exe")) }
                .firstOrNull(::isProgram)
                ?: throw GitMissing("no $name on PATH (${shown(path)}); install Git 2.31 or newer")
        }

        /** Relative folders do not count: they would lead into whatever folder this process runs in. */
        private fun absolute(folder: String): Path? = try {
            Path.of(folder).takeIf(Path::isAbsolute)
        } catch (_: InvalidPathException) {
            null
        }

        private fun shown(path: String): String = when {
            path.isEmpty() -> "which is empty"
            path.length > LONGEST_PATH_SHOWN -> path.take(LONGEST_PATH_SHOWN) + "…"
            else -> path
        }

        private fun isProgram(path: Path): Boolean = Files.isRegularFile(path) && Files.isExecutable(path)

        /** Git's own variables lead to other repositories, configurations and programs; what we need is put back. */
        private fun scrubbed(environment: Map<String, String>): Map<String, String> =
            environment.filterKeys { !it.startsWith("GIT_", ignoreCase = true) } - "SSH_ASKPASS" + OWN_ENVIRONMENT
    }
}
