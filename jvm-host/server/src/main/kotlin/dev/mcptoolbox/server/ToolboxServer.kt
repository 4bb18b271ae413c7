package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Log
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.bindings.toolbox.ToolboxImports
import dev.mcptoolbox.runtime.CoreListener
import dev.mcptoolbox.runtime.CorePool
import dev.mcptoolbox.runtime.CoreStats
import dev.mcptoolbox.runtime.DropReason
import dev.mcptoolbox.server.files.ProjectFiles
import dev.mcptoolbox.server.http.EventStreams
import dev.mcptoolbox.server.http.HttpFront
import dev.mcptoolbox.server.http.PortUnavailable
import dev.mcptoolbox.server.programs.PathPrograms
import dev.mcptoolbox.server.state.StateFiles
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException

/**
 * A running server: the socket, the core, and what the core may use, wired together. Any thread may call any function.
 *
 * The way of a request is [HttpFront] → [CorePool] → the imports below.
 */
public class ToolboxServer private constructor(
    private val front: HttpFront,
    private val pool: CorePool,
    /** The projects that it serves. */
    public val projects: OpenProjects,
    /** What a person reads. */
    public val log: LogRing,
) : AutoCloseable {
    /** The port on which it listens. */
    public val port: Int get() = front.port

    /** The start of every URL of this server, without a path: `http://127.0.0.1:63342`. */
    public val baseUrl: String get() = "http://127.0.0.1:$port"

    /** SHA-256 of the core that answers, 64 lower-case hexadecimal digits. */
    public val coreSha256: String get() = pool.sha256

    /** What the core's instances did so far. */
    public val coreStats: CoreStats get() = pool.stats

    /** How an agent connects to the open project with this key. Waits for the core, [CONNECTION_MS] at most. */
    public fun connection(project: String): Outcome<ProjectConnection, Settings.Problem> {
        val answer = try {
            pool.connection(project).get(CONNECTION_MS, TimeUnit.MILLISECONDS)
        } catch (_: TimeoutException) {
            Outcome.Err(Settings.Problem.Unavailable("there was no answer within $CONNECTION_MS ms; try again"))
        }
        return when (answer) {
            is Outcome.Ok -> Outcome.Ok(
                ProjectConnection(
                    url = baseUrl + answer.value.endpointPath,
                    sseUrl = baseUrl + answer.value.ssePath,
                    token = answer.value.token,
                ),
            )
            is Outcome.Err -> answer
        }
    }

    /**
     * Stops: no more connections are taken, requests that are being answered get up to [ServerLimits.closeMs], then the
     * calls that still run are ended and answered so. Afterwards no thread is left. May be called repeatedly.
     */
    override fun close() {
        front.drain()
        pool.close()
        front.close()
    }

    public companion object {
        private const val CONNECTION_MS = 10_000L

        /** Starts to serve. @throws PortUnavailable where the port is taken or not to be had. */
        public fun start(config: ServerConfig, adapters: HostAdapters): ToolboxServer {
            val streams = EventStreams()
            val pool = CorePool(config.image, imports(config, adapters, streams), config.coreLimits, listener(config.log))
            val front = try {
                HttpFront.bind(config.port, config.limits, { frontFault(config.log, it) }, streams, pool::handle)
            } catch (cause: PortUnavailable) {
                pool.close()
                throw cause
            }
            config.projects.onClose(streams::endAll)
            return ToolboxServer(front, pool, config.projects, config.log)
        }

        private fun imports(config: ServerConfig, adapters: HostAdapters, streams: EventStreams) = ToolboxImports(
            projects = config.projects,
            state = StateFiles(config.state),
            runConfigurations = adapters.runConfigurations,
            git = adapters.git,
            files = ProjectFiles(config.projects),
            programs = PathPrograms(),
            streams = streams,
            log = config.log,
            random = SystemRandom(),
            wallClock = SystemClocks.wall,
            monotonicClock = SystemClocks.monotonic,
        )

        private fun listener(log: LogRing) = CoreListener { reason, message, _ ->
            when (reason) {
                DropReason.TRAPPED, DropReason.OUT_OF_MEMORY, DropReason.OUT_OF_TIME ->
                    log.write(null, Log.Level.ERROR, "core", message)
                // Nothing that a person would want to know.
                DropReason.GREW, DropReason.IDLE, DropReason.CLOSED -> Unit
            }
        }

        private fun frontFault(log: LogRing, cause: Throwable) =
            log.write(null, Log.Level.ERROR, "http", "a connection was ended by a fault of the server: $cause")
    }
}

/** What an agent needs to connect to one project. Has no text form: it holds a secret. */
public class ProjectConnection(
    /** The endpoint: `http://127.0.0.1:63342/…`. */
    public val url: String,
    /** The stream for older clients. */
    public val sseUrl: String,
    /** Sent as `Authorization: Bearer <token>`. A secret: shown only where a person asks for it. */
    public val token: String,
)
