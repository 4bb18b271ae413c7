package dev.mcptoolbox.server.files

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Files
import dev.mcptoolbox.server.ProjectPaths
import java.io.IOException
import java.nio.file.InvalidPathException
import java.nio.file.Path

/**
 * The files of the open projects as the core may read them: regular ones that lie in the project's folder, links resolved.
 *
 * Any thread may call, several at a time.
 */
internal class ProjectFiles(private val projects: ProjectPaths) : Files {
    override fun inspect(project: String, path: String): Outcome<Files.Kind, Files.Problem> =
        within(project, path) { folder, file ->
            Outcome.Ok(
                when (folder.kind(file)) {
                    ProjectFolder.Kind.MISSING -> Files.Kind.MISSING
                    ProjectFolder.Kind.FILE -> Files.Kind.FILE
                    ProjectFolder.Kind.FOLDER -> Files.Kind.FOLDER
                    ProjectFolder.Kind.OTHER -> Files.Kind.OTHER
                },
            )
        }

    override fun read(project: String, path: String, limitBytes: UInt): Outcome<ByteArray?, Files.Problem> =
        within(project, path) { folder, file ->
            // One byte over the limit is read.
            when (val content = folder.readHead(file, limitBytes.coerceAtMost(Int.MAX_VALUE.toUInt() - 1u).toInt())) {
                is ProjectFolder.Content.Bytes -> Outcome.Ok(content.value)
                ProjectFolder.Content.Absent -> Outcome.Ok(null)
                is ProjectFolder.Content.Refused -> unreadable(content.reason)
            }
        }

    private fun <T> within(
        project: String,
        path: String,
        act: (ProjectFolder, Path) -> Outcome<T, Files.Problem>,
    ): Outcome<T, Files.Problem> {
        val root = projects.pathOf(project) ?: return Outcome.Err(Files.Problem.ProjectClosed)
        return try {
            val folder = ProjectFolder.open(root)
            val file = folder.root.resolve(path).normalize()
            if (file.startsWith(folder.root)) act(folder, file) else unreadable("it lies outside the project's folder")
        } catch (_: InvalidPathException) {
            unreadable("this system has no such path")
        } catch (problem: IOException) {
            unreadable(ProjectFolder.sentence(problem))
        }
    }

    private fun unreadable(reason: String) = Outcome.Err(Files.Problem.Unreadable(reason))
}
