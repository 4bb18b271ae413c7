package dev.mcptoolbox.server.state

import dev.mcptoolbox.server.ServerLimits
import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.channels.FileLock
import java.nio.channels.OverlappingFileLockException
import java.nio.file.Path
import java.nio.file.StandardOpenOption
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock

/**
 * One writer at a time for each folder, over threads and processes.
 *
 * The file lock keeps other processes out; it belongs to the process, so threads need a lock of their own. The lock
 * file is never removed: a lock on a removed file locks nothing.
 */
internal object StateLock {
    private const val FILE = ".lock"
    private const val RETRY_MS = 5L

    private val threads = ConcurrentHashMap<Path, ReentrantLock>()

    /**
     * Runs [action] while nobody else writes in [folder].
     *
     * @throws IOException after [ServerLimits.STATE_LOCK_MS], when interrupted, and what [action] throws.
     */
    fun <T> holding(folder: Path, action: () -> T): T {
        val deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ServerLimits.STATE_LOCK_MS)
        val lock = threads.computeIfAbsent(folder) { ReentrantLock() }
        if (!tryLock(lock)) throw busy(folder)
        try {
            openPrivately(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE).use { channel ->
                await(channel, folder, deadlineNs).use { return action() }
            }
        } finally {
            lock.unlock()
        }
    }

    private fun await(channel: FileChannel, folder: Path, deadlineNs: Long): FileLock {
        while (true) {
            tryLock(channel)?.let { return it }
            if (System.nanoTime() > deadlineNs) throw busy(folder)
            interruptibly { Thread.sleep(RETRY_MS) }
        }
    }

    private fun tryLock(lock: ReentrantLock): Boolean =
        interruptibly { lock.tryLock(ServerLimits.STATE_LOCK_MS, TimeUnit.MILLISECONDS) }

    private fun tryLock(channel: FileChannel): FileLock? = try {
        channel.tryLock()
    } catch (_: OverlappingFileLockException) {
        // A second copy of this class in the same process: another class loader's.
        null
    }

    private fun <T> interruptibly(wait: () -> T): T = try {
        wait()
    } catch (_: InterruptedException) {
        Thread.currentThread().interrupt()
        throw IOException("the wait for its lock was interrupted")
    }

    private fun busy(folder: Path) =
        IOException("another writer has held ${folder.resolve(FILE)} for ${ServerLimits.STATE_LOCK_MS} ms")
}
