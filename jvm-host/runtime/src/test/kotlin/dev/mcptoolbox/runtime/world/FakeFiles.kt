package dev.mcptoolbox.runtime.world

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Files

/** The files of a world, in memory. */
internal class FakeFiles(private val projects: List<WorldProject>) : Files {
    override fun inspect(project: String, path: String): Outcome<Files.Kind, Files.Problem> {
        val files = filesOf(project) ?: return Outcome.Err(Files.Problem.ProjectClosed)
        return Outcome.Ok(kind(files, path))
    }

    override fun read(project: String, path: String, limitBytes: UInt): Outcome<ByteArray?, Files.Problem> {
        val files = filesOf(project) ?: return Outcome.Err(Files.Problem.ProjectClosed)
        return when (kind(files, path)) {
            Files.Kind.MISSING -> Outcome.Ok(null)
            Files.Kind.FOLDER -> unreadable("it is a folder")
            Files.Kind.OTHER -> unreadable("it is not a regular file")
            Files.Kind.FILE -> when (val text = files[path]) {
                "<unreadable>" -> unreadable("permission denied")
                else -> Outcome.Ok(text?.encodeToByteArray())
            }
        }
    }

    private fun kind(files: Map<String, String>, path: String): Files.Kind = when {
        files[path] == "<folder>" -> Files.Kind.FOLDER
        files[path] == "<pipe>" -> Files.Kind.OTHER
        path in files -> Files.Kind.FILE
        files.keys.any { it.startsWith("$path/") } -> Files.Kind.FOLDER
        else -> Files.Kind.MISSING
    }

    private fun filesOf(key: String): Map<String, String>? = projects.find { it.key == key }?.files

    private fun unreadable(reason: String) = Outcome.Err(Files.Problem.Unreadable(reason))
}
