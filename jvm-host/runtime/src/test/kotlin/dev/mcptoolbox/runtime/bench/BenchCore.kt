package dev.mcptoolbox.runtime.bench

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.ToolboxImports
import dev.mcptoolbox.runtime.Artifacts
import dev.mcptoolbox.runtime.ComputeClock
import dev.mcptoolbox.runtime.CoreImage
import dev.mcptoolbox.runtime.CoreInstance
import dev.mcptoolbox.runtime.CoreLimits
import dev.mcptoolbox.runtime.CorePool
import dev.mcptoolbox.runtime.header
import dev.mcptoolbox.runtime.post
import dev.mcptoolbox.runtime.text
import dev.mcptoolbox.runtime.world
import dev.mcptoolbox.runtime.world.FakeHost
import dev.mcptoolbox.runtime.world.WorldReader
import java.lang.management.ManagementFactory
import java.util.Locale
import java.util.concurrent.TimeUnit

private const val TOKEN = "shop-token-00000000000000000000000000000000"
/** Before anything is measured; HotSpot needs longer for its best code than wasmtime, which starts with it. */
private const val HOTSPOT_S = 8L
private const val WARM_UP_S = 2L
private const val MEASURE_S = 3L

/**
 * What one call costs in Chicory. Prints `NAME VALUE` lines for `cargo xtask bench core`; the twin in wasmtime is
 * tests/src/bin/bench-core.rs, which asks the same of the same world and also empties the log after each call.
 *
 * The first answer comes before anything is loaded that a host would not load: its world is written in code, since the
 * library that reads the others would be most of the time.
 */
fun main() {
    val image = CoreImage.product()
    printFirstAnswer(image)
    val host = FakeHost(WorldReader.read(Artifacts.transcripts.resolve("two-projects.world.json")))
    val imports = host.imports()
    val instance = newInstance(image, imports)
    val calls = requests().mapValues { (_, request) ->
        { answered(instance.answer(request, failure = null)); host.takeLog(); Unit }
    }
    repeatFor(HOTSPOT_S) { calls.values.forEach { it() } }
    calls.forEach { (name, call) -> print(name, meanUs(call)) }
    print("instance_ms", meanUs { newInstance(image, imports) } / 1_000)
    print("memory_bytes", instance.memoryBytes.toDouble())
    CorePool(image, imports).use { pool ->
        print("pool_ping_us", meanUs { answered(pool.handle(PING).get()); host.takeLog() })
    }
}

private val PING = request("""{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}""")

private fun requests(): Map<String, Endpoint.Request> = mapOf(
    "ping_us" to PING,
    "tools_list_us" to request("""{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"""),
    "tools_call_us" to
        request("""{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_restartable_run_configurations"}}"""),
)

private fun request(message: String): Endpoint.Request =
    post(message, TOKEN).let { it.copy(headers = it.headers + header("User-Agent", "bench")) }

private fun printFirstAnswer(image: CoreImage) {
    CorePool(image, FakeHost(world(token = TOKEN)).imports()).use { pool ->
        answered(pool.handle(PING).get())
        val startedAtMs = ManagementFactory.getRuntimeMXBean().startTime
        print("first_answer_ms", (System.currentTimeMillis() - startedAtMs).toDouble())
    }
}

private fun newInstance(image: CoreImage, imports: ToolboxImports) =
    CoreInstance(image, imports, CoreLimits(), ComputeClock(CoreLimits().computeMs))

private fun answered(response: Endpoint.Response) {
    check(response.status.toInt() == 200 && "\"result\"" in response.text()) { "no result: ${response.text()}" }
}

/** The mean duration of one run, microseconds, after a warm-up. */
private fun meanUs(run: () -> Unit): Double {
    repeatFor(WARM_UP_S, run)
    val startNs = System.nanoTime()
    val runs = repeatFor(MEASURE_S, run)
    return (System.nanoTime() - startNs) / 1_000.0 / runs
}

private fun repeatFor(seconds: Long, run: () -> Unit): Int {
    val endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds)
    var runs = 0
    while (System.nanoTime() < endNs) {
        repeat(10) { run() }
        runs += 10
    }
    return runs
}

private fun print(name: String, value: Double) {
    println("$name %.3f".format(Locale.ROOT, value))
}
