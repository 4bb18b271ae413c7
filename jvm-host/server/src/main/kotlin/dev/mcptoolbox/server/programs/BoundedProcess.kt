package dev.mcptoolbox.server.programs

import java.io.ByteArrayOutputStream
import java.io.IOException
import java.io.InputStream
import java.util.concurrent.TimeUnit

/** How a process ended. */
public sealed interface ProcessEnd {
    /** By itself. */
    public class Exited(public val code: Int, public val output: ByteArray, public val errors: ByteArray) : ProcessEnd

    /** It was ended, with its children; [reason] says why, for people: `did not answer within 10 s`. */
    public class Killed(public val reason: String) : ProcessEnd
}

/**
 * Runs a program that may hang, print without end or leave children behind, and is back in bounded time all the same.
 *
 * A program that was ended takes its children with it. A process that a program set free on purpose (a daemon) is not
 * found; what it still prints is not waited for.
 */
public object BoundedProcess {
    /**
     * Starts what [builder] describes and waits for its end. Blocks the calling thread for at most [timeoutMs] and a
     * second; an interrupt ends the program and stays set. Each of output and errors may have [limitBytes]. Throws
     * [IOException] if the program cannot be started.
     */
    public fun run(builder: ProcessBuilder, timeoutMs: Long, limitBytes: Int): ProcessEnd {
        val process = builder.start()
        process.outputStream.close()
        val output = Collector(process.inputStream, limitBytes) { killTree(process.toHandle()) }
        val errors = Collector(process.errorStream, limitBytes) { killTree(process.toHandle()) }
        try {
            if (!process.waitFor(timeoutMs, TimeUnit.MILLISECONDS)) {
                killTree(process.toHandle())
                return ProcessEnd.Killed("did not answer within ${timeoutMs / MS_PER_SECOND} s")
            }
            output.await()
            errors.await()
        } catch (_: InterruptedException) {
            killTree(process.toHandle())
            Thread.currentThread().interrupt()
            return ProcessEnd.Killed("was ended because its caller was")
        }
        if (output.overflowed || errors.overflowed) return ProcessEnd.Killed("printed more than $limitBytes bytes")
        return ProcessEnd.Exited(process.exitValue(), output.bytes(), errors.bytes())
    }

    /** From the top, and each process's children are listed just before it ends: later nobody knows whose they were. */
    private fun killTree(process: ProcessHandle) {
        val children = process.children().toList()
        process.destroyForcibly()
        children.forEach(::killTree)
    }

    /** Reads a stream to its end on a thread of its own. */
    private class Collector(
        private val stream: InputStream,
        private val limitBytes: Int,
        private val onOverflow: () -> Unit,
    ) : Runnable {
        private val collected = ByteArrayOutputStream()
        private val thread = Thread(this, "process output").apply { isDaemon = true }.also { it.start() }

        @Volatile
        var overflowed = false
            private set

        /** Waits for the end of the stream, but not for a daemon that keeps it open. */
        fun await() = thread.join(AFTER_EXIT_MS)

        fun bytes(): ByteArray = synchronized(collected) { collected.toByteArray() }

        override fun run() {
            val buffer = ByteArray(BUFFER_BYTES)
            try {
                while (true) {
                    val count = stream.read(buffer)
                    if (count < 0 || !take(buffer, count)) break
                }
            } catch (_: IOException) {
                // The process is dead, and its end says what there is to say.
            }
        }

        private fun take(buffer: ByteArray, count: Int): Boolean {
            synchronized(collected) {
                overflowed = collected.size() + count > limitBytes
                if (!overflowed) collected.write(buffer, 0, count)
            }
            if (overflowed) onOverflow()
            return !overflowed
        }
    }

    private const val MS_PER_SECOND = 1000
    private const val AFTER_EXIT_MS = 500L
    private const val BUFFER_BYTES = 8192
}
