package dev.mcptoolbox.headless.git

import dev.mcptoolbox.bindings.toolbox.Types
import dev.mcptoolbox.headless.files.XmlDamaged
import dev.mcptoolbox.server.files.ProjectFolder
import java.io.IOException
import java.nio.file.DirectoryIteratorException
import java.nio.file.Files
import java.nio.file.LinkOption.NOFOLLOW_LINKS
import java.nio.file.Path
import java.util.TreeSet

/**
 * Finds the repositories of a project without asking git: folders that have `.git`.
 *
 * IDEA's `.idea/vcs.xml` decides, if it maps folders to Git; such a folder may lie outside the project, as in IDEA.
 * Where it maps nothing, or the project as a whole, the repositories are the one that the project's folder is or lies
 * in, and those below the folder: nested ones, submodules, linked working trees. The search follows no links, has
 * bounds that it reports when it meets them, and leaves out what builds and tools make. One instance for each search
 * and thread.
 */
internal class RepositoryFinder(private val folder: ProjectFolder, private val home: String?) {
    private val roots = TreeSet<Path>()
    private val skipped = ArrayList<Types.Skipped>()

    class Found(
        /** Canonical paths, sorted. */
        val roots: List<Path>,
        val skipped: List<Types.Skipped>,
    )

    fun find(): Found {
        val mappings = mappings()
        mappings.folders.forEach(::addMapped)
        if (mappings.detect) {
            addContaining()
            addNested()
        }
        if (roots.size > ROOTS_LIMIT) skip(folder.root, "only $ROOTS_LIMIT of its ${roots.size} repositories were read")
        return Found(roots.take(ROOTS_LIMIT), skipped)
    }

    private fun mappings(): VcsMappings {
        val reason = when (val content = folder.read(folder.root.resolve(VCS_FILE), VCS_FILE_LIMIT_BYTES)) {
            ProjectFolder.Content.Absent -> return VcsMappings.NONE
            is ProjectFolder.Content.Refused -> content.reason
            is ProjectFolder.Content.Bytes -> try {
                return VcsMappings.parse(content.value, folder.root, home)
            } catch (damaged: XmlDamaged) {
                damaged.reason
            }
        }
        skipped += Types.Skipped(VCS_FILE, reason)
        return VcsMappings.NONE
    }

    private fun addMapped(written: String, path: Path?) {
        val reason = when {
            path == null -> "only IDEA knows what folder this is"
            !Files.isDirectory(path) -> "$VCS_FILE maps it to Git, but there is no such folder"
            !isRoot(path) -> "$VCS_FILE maps it to Git, but it is not the top folder of a repository"
            else -> return add(path)
        }
        skipped += Types.Skipped(path?.let(RepositoryReader::text) ?: written, reason)
    }

    private fun add(root: Path) {
        try {
            roots.add(root.toRealPath())
        } catch (problem: IOException) {
            skip(root, ProjectFolder.sentence(problem))
        }
    }

    /** The project's folder or the nearest one above it. */
    private fun addContaining() {
        generateSequence(folder.root) { it.parent }.firstOrNull(::isRoot)?.let(::add)
    }

    /** Level by level, so that a bound cuts off what is deepest. */
    private fun addNested() {
        var level = listOf(folder.root)
        var entries = 0
        repeat(DEPTH_LIMIT) {
            val next = ArrayList<Path>()
            for (parent in level) {
                if (entries > ENTRIES_LIMIT) return reportCut()
                entries += list(parent, next)
            }
            next.filter(::isRoot).forEach(::add)
            level = next.filter { it.fileName.toString() !in MADE_BY_TOOLS }
        }
    }

    private fun reportCut() =
        skip(folder.root, "only $ENTRIES_LIMIT files were searched for repositories; $VCS_FILE can name the others")

    /** Puts the folders in [parent] into [folders] and returns how much was looked at. */
    private fun list(parent: Path, folders: MutableList<Path>): Int {
        var count = 0
        try {
            Files.newDirectoryStream(parent).use { entries ->
                for (entry in entries) {
                    count++
                    if (Files.isDirectory(entry, NOFOLLOW_LINKS)) folders.add(entry)
                }
            }
        } catch (_: IOException) {
            // A folder that nobody may read, or that just vanished, has no repositories for us.
        } catch (_: DirectoryIteratorException) {
            // The same, noticed later.
        }
        return count
    }

    private fun isRoot(path: Path): Boolean = Files.exists(path.resolve(".git"))

    private fun skip(path: Path, reason: String) {
        skipped += Types.Skipped(RepositoryReader.text(path), reason)
    }

    private companion object {
        const val VCS_FILE = ".idea/vcs.xml"
        const val VCS_FILE_LIMIT_BYTES = 1024 * 1024
        const val ROOTS_LIMIT = 100

        /** Levels of folders below the project's. */
        const val DEPTH_LIMIT = 5

        /** Files and folders, over all levels. */
        const val ENTRIES_LIMIT = 100_000

        /** Looked at, but not into: what is below is made anew at will, or belongs to a tool. */
        val MADE_BY_TOOLS = setOf(
            ".git", ".hg", ".svn", ".idea", ".gradle", ".mvn", ".venv", "venv", ".tox", ".cache", ".next", ".terraform",
            "__pycache__", "node_modules", "bower_components", "Pods", "target", "build", "out", "dist",
        )
    }
}
