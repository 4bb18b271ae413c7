package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.toolbox.Projects
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CopyOnWriteArrayList
import kotlin.io.path.invariantSeparatorsPathString

/**
 * The projects that this host has open. They come and go while it runs. Any thread may call any function.
 *
 * A project's key is the SHA-256 of its canonical path, so that two ways to one folder are one project, and a project
 * keeps its state when it is opened again.
 */
public class OpenProjects : Projects, ProjectPaths {
    private class Opened(val path: Path, val project: Projects.Project)

    // Read on every request and hardly ever written: readers take the list as it is.
    @Volatile
    private var opened: List<Opened> = emptyList()

    /**
     * Opens the project in [folder], which may be relative or a link. Returns the project that is already open where
     * there is one, under the name that it has. [name]: what a person sees; by default the folder's name.
     *
     * @throws UnusableProject where there is no such folder or it cannot be read.
     */
    public fun open(folder: Path, name: String? = null): Projects.Project {
        val path = canonical(folder)
        val written = path.invariantSeparatorsPathString
        val project = Projects.Project(
            key = sha256Hex(written.toByteArray()),
            name = name ?: path.fileName?.toString() ?: written,
            path = written,
        )
        return add(Opened(path, project))
    }

    /** Closes the project with this key. False where none is open. Its state stays. */
    public fun close(key: String): Boolean {
        val found = synchronized(this) {
            val left = opened.filter { it.project.key != key }
            (left.size < opened.size).also { opened = left }
        }
        if (found) closeListeners.forEach { it(key) }
        return found
    }

    /** [listener] hears the key of every project that closes, on the thread that closes it. */
    internal fun onClose(listener: (String) -> Unit) {
        closeListeners += listener
    }

    private val closeListeners = CopyOnWriteArrayList<(String) -> Unit>()

    override fun openProjects(): List<Projects.Project> = opened.map { it.project }

    override fun pathOf(key: String): Path? = opened.find { it.project.key == key }?.path

    private fun add(candidate: Opened): Projects.Project = synchronized(this) {
        val same = opened.find { it.project.key == candidate.project.key }
        if (same == null) opened = opened + candidate
        (same ?: candidate).project
    }

    private fun canonical(folder: Path): Path {
        val path = try {
            folder.toRealPath()
        } catch (cause: IOException) {
            throw UnusableProject(folder, cause)
        }
        if (!Files.isDirectory(path)) throw UnusableProject(folder)
        return path
    }
}

/** There is no readable folder at [folder], so there is no project to open. */
public class UnusableProject(public val folder: Path, cause: IOException? = null) :
    IOException("$folder is no folder that can be read; name the top folder of a project", cause)
