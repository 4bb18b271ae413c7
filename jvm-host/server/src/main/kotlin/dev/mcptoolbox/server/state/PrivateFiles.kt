package dev.mcptoolbox.server.state

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.AccessDeniedException
import java.nio.file.FileAlreadyExistsException
import java.nio.file.FileSystemException
import java.nio.file.Files
import java.nio.file.LinkOption
import java.nio.file.NoSuchFileException
import java.nio.file.OpenOption
import java.nio.file.Path
import java.nio.file.StandardCopyOption
import java.nio.file.StandardOpenOption
import java.nio.file.attribute.FileAttribute
import java.nio.file.attribute.PosixFilePermission
import java.nio.file.attribute.PosixFilePermissions

// Files and folders that belong to one person. Every function throws IOException.

private const val NO_FOLDER = "it is no folder"
private val ONLY_OWNER_ENTERS = PosixFilePermissions.fromString("rwx------")
private val ONLY_OWNER_READS = PosixFilePermissions.fromString("rw-------")

internal val Path.isPosix: Boolean get() = fileSystem.supportedFileAttributeViews().contains("posix")

/** Makes [folder], which has a parent, unless it is there; mode 0700. A link in its place is refused. */
internal fun makePrivateFolder(folder: Path) {
    try {
        Files.createDirectory(folder, *folder.mode(ONLY_OWNER_ENTERS))
        syncFolder(folder.parent)
    } catch (_: FileAlreadyExistsException) {
        // Whoever could lead us elsewhere with a link could have our secrets written there.
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) throw FileSystemException("$folder", null, NO_FOLDER)
    }
}

/** Opens [file], made with mode 0600 where [options] create it. A link in its place is refused. */
internal fun openPrivately(file: Path, vararg options: OpenOption): FileChannel =
    FileChannel.open(file, setOf(*options, LinkOption.NOFOLLOW_LINKS), *file.mode(ONLY_OWNER_READS))

/** All of [file]; null where there is none. A link, or anything else that is no plain file, is refused. */
internal fun readPrivately(file: Path, maxBytes: Int): ByteArray? {
    val channel = try {
        openPrivately(file, StandardOpenOption.READ)
    } catch (_: NoSuchFileException) {
        return null
    }
    channel.use {
        // Asked of the open file: what the name stands for may change.
        if (it.size() > maxBytes) throw FileSystemException("$file", null, "it has more than $maxBytes bytes")
        val buffer = ByteBuffer.allocate(it.size().toInt())
        while (buffer.hasRemaining() && it.read(buffer) >= 0) Unit
        return buffer.array().copyOf(buffer.position())
    }
}

/** Writes [file] whole or not at all, and so that it outlives a crash. [temporary]: a free name in the same folder. */
internal fun writeAtomically(file: Path, temporary: Path, bytes: ByteArray) {
    try {
        openPrivately(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW).use { channel ->
            val buffer = ByteBuffer.wrap(bytes)
            while (buffer.hasRemaining()) channel.write(buffer)
            channel.force(true)
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE)
    } finally {
        Files.deleteIfExists(temporary)
    }
    syncFolder(file.parent)
}

/** Makes what was renamed in [folder] outlive a crash. Windows has no such thing and needs none. */
internal fun syncFolder(folder: Path) {
    if (folder.isPosix) FileChannel.open(folder, StandardOpenOption.READ).use { it.force(true) }
}

/** What went wrong, for people, without the path. */
internal fun IOException.reason(): String = when (this) {
    is AccessDeniedException -> "permission denied"
    is NoSuchFileException -> "it does not exist"
    is FileSystemException -> reason ?: javaClass.simpleName
    else -> message ?: javaClass.simpleName
}

private fun Path.mode(permissions: Set<PosixFilePermission>): Array<FileAttribute<*>> =
    if (isPosix) arrayOf(PosixFilePermissions.asFileAttribute(permissions)) else emptyArray()
