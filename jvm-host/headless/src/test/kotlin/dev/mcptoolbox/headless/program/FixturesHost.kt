package dev.mcptoolbox.headless.program

import dev.mcptoolbox.runtime.CoreImage
import java.nio.file.Path
import java.util.concurrent.CountDownLatch

/**
 * The headless host with the core that has the conformance suite's tools: `FixturesHost PROJECT READY_FILE`. It lives among the
 * tests, and its core does too, so that no switch of the product can bring them in.
 */
fun main(arguments: Array<String>) {
    val (project, readyFile) = arguments.map(Path::of)
    val host = HeadlessHost.start(listOf(project), port = 0, CoreImage.named("Fixtures"))
    Runtime.getRuntime().addShutdownHook(Thread(host::close, "mcp-toolbox-stop"))
    writeReadyFile(readyFile, host)
    CountDownLatch(1).await()
}
