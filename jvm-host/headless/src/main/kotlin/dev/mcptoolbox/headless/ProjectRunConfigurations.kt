package dev.mcptoolbox.headless

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.RunConfigurations
import dev.mcptoolbox.bindings.toolbox.Types
import dev.mcptoolbox.headless.files.XmlDamaged
import dev.mcptoolbox.headless.runs.ConfigurationList
import dev.mcptoolbox.headless.runs.ConfigurationParser
import dev.mcptoolbox.headless.runs.StoredConfiguration
import dev.mcptoolbox.headless.runs.TypeNames
import dev.mcptoolbox.server.ProjectPaths
import dev.mcptoolbox.server.files.ProjectFolder
import java.io.IOException
import java.nio.file.Path

/**
 * The run configurations that IDEA keeps in a project's folder: `.idea/workspace.xml`, the `.xml` files of
 * `.idea/runConfigurations` and the `.run.xml` files of `.run`. This is the order in which IDEA loads them.
 *
 * A configuration is known by its type and name, as in IDEA: where several files hold it, the one that is loaded last
 * counts (`.run` before `.idea/runConfigurations` before the workspace; among files of one folder the last by name).
 * Configurations of the same name but of different types are different ones and both list. Templates do not list.
 * Folders, which only group what a person sees, are ignored.
 *
 * Every call reads the files anew, so what changed on disk is seen at once. A file that is damaged, too large, or a
 * link that leads out of the project is named in `skipped`, and the rest still lists. No document type, entity or file
 * outside the project is ever read. Any thread may call, several at a time.
 */
public class ProjectRunConfigurations(private val projects: ProjectPaths) : RunConfigurations {
    override fun listConfigurations(project: String): Outcome<RunConfigurations.Listing, RunConfigurations.Problem> {
        val path = projects.pathOf(project) ?: return Outcome.Err(RunConfigurations.Problem.ProjectClosed)
        return try {
            Outcome.Ok(Reading(ProjectFolder.open(path)).listing())
        } catch (problem: IOException) {
            val why = ProjectFolder.sentence(problem)
            Outcome.Err(RunConfigurations.Problem.Unavailable("the project folder $path cannot be read: $why"))
        }
    }

    /** One call's work. */
    private class Reading(private val folder: ProjectFolder) {
        private val list = ConfigurationList()
        private val skipped = ArrayList<Types.Skipped>()

        fun listing(): RunConfigurations.Listing {
            file(folder.root.resolve(".idea/workspace.xml"), WORKSPACE_LIMIT_BYTES)
            filesIn(folder.root.resolve(".idea/runConfigurations"), ".xml")
            filesIn(folder.root.resolve(".run"), ".run.xml")
            return RunConfigurations.Listing(list.sorted().map(::described), skipped)
        }

        private fun filesIn(parent: Path, suffix: String) {
            val found = folder.files(parent, suffix, FILES_LIMIT)
            found.fault?.let { skip(parent, it) }
            found.files.forEach { file(it, SHARED_LIMIT_BYTES) }
        }

        private fun file(path: Path, limitBytes: Int) {
            when (val content = folder.read(path, limitBytes)) {
                ProjectFolder.Content.Absent -> Unit
                is ProjectFolder.Content.Refused -> skip(path, content.reason)
                is ProjectFolder.Content.Bytes -> parse(path, content.value)
            }
        }

        private fun parse(path: Path, bytes: ByteArray) {
            try {
                val stored = ConfigurationParser.parse(bytes)
                list.add(path.fileName.toString(), stored)
                stored.faults.forEach { skip(path, it) }
            } catch (damaged: XmlDamaged) {
                skip(path, damaged.reason)
            }
        }

        private fun skip(path: Path, reason: String) {
            val subject = folder.root.relativize(path).joinToString("/")
            skipped += Types.Skipped(subject, reason)
        }

        private fun described(stored: StoredConfiguration) = RunConfigurations.RunConfiguration(
            name = stored.name,
            typeId = stored.typeId,
            typeName = TypeNames.of(stored.typeId),
            temporary = stored.temporary,
            moduleName = stored.module,
            mainClassName = stored.mainClass,
        )
    }

    private companion object {
        /** A workspace collects years of small state; one configuration is a page of text. */
        const val WORKSPACE_LIMIT_BYTES = 32 * 1024 * 1024
        const val SHARED_LIMIT_BYTES = 1024 * 1024

        /** In each of the two folders. */
        const val FILES_LIMIT = 2000
    }
}
