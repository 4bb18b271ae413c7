package dev.mcptoolbox.runtime.bench

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.runtime.CoreImage
import dev.mcptoolbox.runtime.CoreLimits
import dev.mcptoolbox.runtime.CorePool
import dev.mcptoolbox.runtime.world
import dev.mcptoolbox.runtime.world.FakeHost
import java.nio.file.Files
import java.nio.file.Path
import java.util.Locale

/** Longer than a host grants, so that a call which is too slow gives a figure instead of a fault. */
private const val COMPUTE_MS = 120_000L
private const val PORT: UShort = 63342u

/**
 * What the first preview of a change costs a person whose file has 20,000 servers: instance, merge and diff, before HotSpot
 * has compiled anything. Prints `NAME VALUE` lines for `cargo xtask bench merge`.
 *
 * Arguments: the name of the figures, the agent, the file's path in the project, and where its text lies, which
 * tests/src/bin/bench-merge.rs wrote. One process measures one agent: the second would find warm code.
 */
fun main(arguments: Array<String>) {
    val (name, agent, path, file) = arguments
    val world = world().apply { projects.single().files = mapOf(path to Files.readString(Path.of(file))) }
    CorePool(CoreImage.product(), FakeHost(world).imports(), CoreLimits(computeMs = COMPUTE_MS)).use { pool ->
        print("${name}_first_ms", previewMs(pool, agent))
        print("${name}_second_ms", previewMs(pool, agent))
    }
}

private fun previewMs(pool: CorePool, agent: String): Double {
    val startNs = System.nanoTime()
    val answer = pool.ask { it.previewAgent("p", PORT, agent, Settings.Wish.SYNC) }.get()
    val tookNs = System.nanoTime() - startNs
    check(answer is Outcome.Ok && answer.value.effect == Settings.Effect.ADD) { "no preview: $answer" }
    return tookNs / 1e6
}

private fun print(name: String, value: Double) {
    println("$name %.3f".format(Locale.ROOT, value))
}
