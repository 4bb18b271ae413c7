package dev.mcptoolbox.runtime

import dev.mcptoolbox.bindings.toolbox.Endpoint
import dev.mcptoolbox.bindings.toolbox.Projects
import dev.mcptoolbox.runtime.world.FakeHost
import dev.mcptoolbox.runtime.world.Projects
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CopyOnWriteArrayList

/** What a listener was told of one drop. */
class Drop(val reason: DropReason, val message: String, val cause: Throwable?)

/**
 * A pool of the faults core over a world with one project. [beforeProjects] runs inside the import that every authenticated
 * request calls, once or more, and may block or throw there.
 */
internal class TestPool(
    limits: CoreLimits = CoreLimits(),
    image: CoreImage = Artifacts.faults,
    beforeProjects: () -> Unit = {},
) : AutoCloseable {
    val host: FakeHost = fakeHost()
    val drops = CopyOnWriteArrayList<Drop>()
    val pool = CorePool(image, host.imports(projects(beforeProjects)), limits) { reason, message, cause ->
        drops += Drop(reason, message, cause)
    }

    private fun projects(before: () -> Unit): Projects = Projects {
        before()
        host.openProjects()
    }

    fun handle(request: Endpoint.Request): CompletableFuture<Endpoint.Response> = pool.handle(request)

    /** The answer's body, after a status of 200. */
    fun ask(request: Endpoint.Request): String = handle(request).answer()

    override fun close(): Unit = pool.close()
}

/** What the core answers to [ping]. */
fun pong(id: Int = 1): String = """{"jsonrpc":"2.0","id":$id,"result":{}}"""
