package dev.mcptoolbox.server.state

import java.io.IOException
import java.nio.file.FileAlreadyExistsException
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions

/**
 * The folder outside all projects where our state lies. [path] is canonical; the folder exists, could be written when
 * it was located, and on POSIX systems is its owner's alone (mode 0700).
 */
public class StateFolder private constructor(public val path: Path) {
    /** Where the documents of each project lie. */
    internal val projects: Path get() = path.resolve("projects")

    override fun toString(): String = path.toString()

    public companion object {
        /** The environment variable that names another folder. */
        public const val VARIABLE: String = "MCP_TOOLBOX_HOME"

        private const val DEFAULT_NAME = ".jetbrains-mcp-tools"

        /**
         * Finds the folder and makes it if need be: what [VARIABLE] of [env] names, else `.jetbrains-mcp-tools` in
         * [home].
         *
         * An existing folder that others may enter is closed to them, if it is empty or ours by name; any other one is
         * refused, since closing it might break what it is really for.
         *
         * @throws UnusableStateFolder where it cannot be made, entered, closed to others or written.
         */
        public fun locate(env: Map<String, String>, home: Path): StateFolder {
            val named = env[VARIABLE]?.takeIf(String::isNotBlank)
            val folder = (named?.let(Path::of) ?: home.resolve(DEFAULT_NAME)).toAbsolutePath().normalize()
            try {
                make(folder)
                val canonical = folder.toRealPath()
                closeToOthers(canonical, isOurs = named == null)
                probe(canonical)
                return StateFolder(canonical)
            } catch (cause: IOException) {
                throw UnusableStateFolder(folder, cause)
            }
        }

        private fun make(folder: Path) {
            if (Files.isDirectory(folder)) return
            try {
                Files.createDirectories(folder.parent ?: folder)
            } catch (exists: FileAlreadyExistsException) {
                throw IOException("${exists.file} is no folder")
            }
            makePrivateFolder(folder)
        }

        private fun closeToOthers(folder: Path, isOurs: Boolean) {
            if (!folder.isPosix) return
            val permissions = Files.getPosixFilePermissions(folder)
            val others = permissions.filter { it.name.startsWith("GROUP") || it.name.startsWith("OTHERS") }
            if (others.isEmpty()) return
            if (!isOurs && !isEmpty(folder) && !Files.exists(folder.resolve("projects"))) {
                val mode = PosixFilePermissions.toString(permissions)
                throw IOException("others may enter it, mode $mode, and it holds other things")
            }
            Files.setPosixFilePermissions(folder, permissions - others.toSet())
        }

        private fun isEmpty(folder: Path): Boolean = Files.list(folder).use { it.findFirst().isEmpty }

        /** Writes something: permissions alone do not tell what a read-only file system does. */
        private fun probe(folder: Path) = Files.delete(Files.createTempFile(folder, ".probe-", null))
    }
}

/** Private state cannot be kept in [folder]. */
public class UnusableStateFolder(public val folder: Path, cause: IOException) : IOException(
    "private state cannot be kept in $folder: ${cause.reason()}; " +
        "make it a folder that is yours and writable, or let ${StateFolder.VARIABLE} name another one",
    cause,
)
