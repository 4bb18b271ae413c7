package dev.mcptoolbox.runtime.world

import dev.mcptoolbox.bindings.toolbox.Log
import dev.mcptoolbox.bindings.toolbox.MonotonicClock
import dev.mcptoolbox.bindings.toolbox.Programs
import dev.mcptoolbox.bindings.toolbox.Projects
import dev.mcptoolbox.bindings.toolbox.Random
import dev.mcptoolbox.bindings.toolbox.ToolboxImports
import dev.mcptoolbox.bindings.toolbox.WallClock
import java.util.concurrent.atomic.AtomicLong

/**
 * A host of plain data, the twin of `FakeHost` in guest/core/src/host/fake.rs: the same world gives the same answers, bytes
 * and times. Reading changes it only where the real one would change. Any thread may call it.
 */
class FakeHost(private val world: World) {
    /** One line that was logged. */
    data class Logged(val project: String?, val level: Log.Level, val source: String, val message: String)

    private val log = ArrayList<Logged>()
    private val monotonicNs = AtomicLong()
    private val state = FakeState(world.projects)
    private val random = SplitMix64(world.randomSeed)
    private val streams = FakeStreams()

    /** The imports as an instance gets them. [projects] may be replaced, to misbehave. */
    fun imports(projects: Projects = Projects(::openProjects)): ToolboxImports = ToolboxImports(
        projects = projects,
        state = state,
        runConfigurations = FakeRunConfigurations(world.projects),
        git = FakeGit(world.projects),
        files = FakeFiles(world.projects),
        programs = object : Programs {
            override fun find(name: String) = world.programs[name]?.let { "/bin/$name" }

            override fun version(name: String) = world.programs[name]
        },
        streams = streams,
        log = object : Log {
            override fun write(project: String?, level: Log.Level, source: String, message: String) {
                synchronized(log) { log.add(Logged(project, level, source, message)) }
            }
        },
        random = object : Random {
            override fun getRandomBytes(len: ULong) = random.bytes(len.toInt())
        },
        wallClock = object : WallClock {
            override fun now() = WallClock.Datetime(world.unixTimeS.toULong(), 0u)
        },
        monotonicClock = object : MonotonicClock {
            override fun now() = monotonicNs.getAndAdd(world.monotonicStepNs).toULong()
        },
    )

    /** What was logged since the last call. */
    fun takeLog(): List<Logged> = synchronized(log) { log.toList().also { log.clear() } }

    /** What was written to streams since the last call: ids and bytes. */
    fun takeSent(): List<Pair<String, ByteArray>> = streams.takeSent()

    fun openProjects(): List<Projects.Project> = world.projects.map { Projects.Project(it.key, it.name, it.path) }
}

/** `Projects` from a function. */
fun Projects(open: () -> List<Projects.Project>): Projects = object : Projects {
    override fun openProjects() = open()
}

/** Small enough to be written twice and give the same bytes: its 64-bit outputs, little-endian. */
private class SplitMix64(private var state: Long) {
    @Synchronized
    fun bytes(length: Int): ByteArray {
        val bytes = ByteArray(length)
        for (start in 0 until length step Long.SIZE_BYTES) {
            val word = next()
            for (index in start until minOf(start + Long.SIZE_BYTES, length)) {
                bytes[index] = (word ushr (8 * (index - start))).toByte()
            }
        }
        return bytes
    }

    private fun next(): Long {
        state += 0x9E37_79B9_7F4A_7C15uL.toLong()
        val once = (state xor (state ushr 30)) * 0xBF58_476D_1CE4_E5B9uL.toLong()
        val twice = (once xor (once ushr 27)) * 0x94D0_49BB_1331_11EBuL.toLong()
        return twice xor (twice ushr 31)
    }
}
