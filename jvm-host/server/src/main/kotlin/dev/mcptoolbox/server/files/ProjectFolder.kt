package dev.mcptoolbox.server.files

import java.io.IOException
import java.nio.channels.Channels
import java.nio.file.AccessDeniedException
import java.nio.file.DirectoryIteratorException
import java.nio.file.FileSystemException
import java.nio.file.Files
import java.nio.file.LinkOption.NOFOLLOW_LINKS
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardOpenOption.READ

/**
 * A project's folder, from which files are read with care: a project may come from anybody.
 *
 * Links are followed as long as they stay inside. Holds no state; any thread may use it.
 */
public class ProjectFolder private constructor(
    /** The canonical path. */
    public val root: Path,
) {
    /** What [read] found. */
    public sealed interface Content {
        /** All bytes of the file. */
        public class Bytes(public val value: ByteArray) : Content

        /** There is no such file. */
        public object Absent : Content

        /** There is something that is not read; [reason] says why, for people. */
        public class Refused(public val reason: String) : Content
    }

    /** What [files] found. */
    public class Found(
        /** Sorted by name. */
        public val files: List<Path>,
        /** Why some are missing, for people; null where all are there. */
        public val fault: String?,
    )

    /** The content of [file], a path below [root], if it is a regular file of at most [limitBytes]. */
    public fun read(file: Path, limitBytes: Int): Content {
        val content = readHead(file, limitBytes)
        val isTooLarge = content is Content.Bytes && content.value.size > limitBytes
        return if (isTooLarge) Content.Refused("it is larger than ${limitBytes / BYTES_PER_MIB} MiB") else content
    }

    /** As [read], but of a larger file the first [limitBytes] bytes and one more. */
    public fun readHead(file: Path, limitBytes: Int): Content = try {
        val real = file.toRealPath()
        when {
            !real.startsWith(root) -> Content.Refused(LEADS_OUT)
            // A named pipe would block whoever opens it.
            !Files.isRegularFile(real, NOFOLLOW_LINKS) -> Content.Refused("it is not a regular file")
            else -> Content.Bytes(bytesOf(real, limitBytes))
        }
    } catch (_: NoSuchFileException) {
        if (Files.isSymbolicLink(file)) Content.Refused(LEADS_NOWHERE) else Content.Absent
    } catch (problem: IOException) {
        // What is below a file is not there either.
        if (isBelowFile(file)) Content.Absent else Content.Refused(sentence(problem))
    }

    /** What lies at a path, links followed. */
    public enum class Kind { MISSING, FILE, FOLDER, OTHER }

    /** What lies at [file], a path below [root]; [Kind.OTHER] where a link leads out of the project or nowhere. */
    public fun kind(file: Path): Kind = try {
        val real = file.toRealPath()
        when {
            !real.startsWith(root) -> Kind.OTHER
            Files.isDirectory(real, NOFOLLOW_LINKS) -> Kind.FOLDER
            Files.isRegularFile(real, NOFOLLOW_LINKS) -> Kind.FILE
            else -> Kind.OTHER
        }
    } catch (_: NoSuchFileException) {
        if (Files.isSymbolicLink(file)) Kind.OTHER else Kind.MISSING
    } catch (problem: IOException) {
        if (isBelowFile(file)) Kind.MISSING else throw problem
    }

    /**
     * What in [folder], a path below [root], has a name that ends with [suffix], at most [limit]. No folder: nothing.
     */
    public fun files(folder: Path, suffix: String, limit: Int): Found = try {
        val real = folder.toRealPath()
        when {
            !real.startsWith(root) -> Found(emptyList(), LEADS_OUT)
            !Files.isDirectory(real, NOFOLLOW_LINKS) -> Found(emptyList(), null)
            else -> list(folder, suffix, limit)
        }
    } catch (_: NoSuchFileException) {
        Found(emptyList(), if (Files.isSymbolicLink(folder)) LEADS_NOWHERE else null)
    } catch (problem: IOException) {
        Found(emptyList(), sentence(problem))
    } catch (problem: DirectoryIteratorException) {
        Found(emptyList(), sentence(problem.cause ?: IOException(problem)))
    }

    private fun list(folder: Path, suffix: String, limit: Int): Found {
        val files = ArrayList<Path>()
        var fault: String? = null
        Files.newDirectoryStream(folder.toRealPath()).use { entries ->
            for (entry in entries) {
                if (!entry.fileName.toString().endsWith(suffix) || Files.isDirectory(entry)) continue
                if (files.size == limit) {
                    fault = "it holds more than $limit files; the rest was left out"
                    break
                }
                // Not by way of text: a JVM in an ASCII locale cannot spell every name, but can open it.
                files.add(folder.resolve(entry.fileName))
            }
        }
        return Found(files.sortedBy { it.fileName.toString() }, fault)
    }

    // The links are resolved already; one that appears meanwhile is not followed.
    private fun bytesOf(real: Path, limitBytes: Int): ByteArray =
        Files.newByteChannel(real, setOf(READ, NOFOLLOW_LINKS)).use { channel ->
            Channels.newInputStream(channel).readNBytes(limitBytes + 1)
        }

    private fun isBelowFile(file: Path): Boolean =
        generateSequence(file.parent) { it.parent }.takeWhile { it.startsWith(root) }.any { Files.isRegularFile(it) }

    public companion object {
        private const val BYTES_PER_MIB = 1024 * 1024
        private const val LEADS_OUT = "it is a link that leads out of the project"
        private const val LEADS_NOWHERE = "it is a link that leads nowhere"

        /** The folder at [path]. Throws [IOException] where there is none that can be read. */
        public fun open(path: Path): ProjectFolder {
            val root = path.toRealPath()
            if (!Files.isDirectory(root)) throw IOException("it is not a folder")
            if (!Files.isReadable(root)) throw AccessDeniedException(root.toString())
            return ProjectFolder(root)
        }

        /** What went wrong, for people and without the path, which the caller names. */
        public fun sentence(problem: IOException): String = when (problem) {
            is AccessDeniedException -> "access is denied"
            is NoSuchFileException -> "it does not exist"
            is FileSystemException -> problem.reason ?: problem.javaClass.simpleName
            else -> problem.message ?: problem.javaClass.simpleName
        }
    }
}
