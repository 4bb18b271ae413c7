package dev.mcptoolbox.headless.program

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Projects
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.headless.ProjectGit
import dev.mcptoolbox.headless.ProjectRunConfigurations
import dev.mcptoolbox.runtime.CoreImage
import dev.mcptoolbox.server.HostAdapters
import dev.mcptoolbox.server.OpenProjects
import dev.mcptoolbox.server.ProjectConnection
import dev.mcptoolbox.server.ServerConfig
import dev.mcptoolbox.server.ToolboxServer
import dev.mcptoolbox.server.hosts.ControlSocket
import dev.mcptoolbox.server.hosts.RunningHost
import dev.mcptoolbox.server.hosts.RunningHosts
import dev.mcptoolbox.server.http.PortUnavailable
import dev.mcptoolbox.server.state.StateFolder
import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.exists
import kotlin.io.path.readText

/** The private folder that the environment or the person's home names. @throws IOException where it cannot be used. */
internal fun locateState(): StateFolder = StateFolder.locate(System.getenv(), Path.of(System.getProperty("user.home")))

/**
 * A running headless host: the server, its record for other processes, and the socket on which it answers them.
 *
 * [close] may be called from any thread and repeatedly; it takes at most about ten seconds.
 */
internal class HeadlessHost private constructor(
    val server: ToolboxServer,
    private val control: ControlSocket?,
    private val record: AutoCloseable,
) : AutoCloseable {
    val projects: List<Projects.Project> get() = server.projects.openProjects()

    /** @throws IOException where the project's state cannot be used. */
    fun connection(project: Projects.Project): ProjectConnection = connection(server, project)

    override fun close() {
        // The record first: nobody should be sent to a host that is closing. Whatever cannot be removed, the server ends.
        server.use { control.use { record.close() } }
    }

    companion object {
        /**
         * Serves [folders]. [port]: 0 for any free one; null for the one that was used last, if it is free, else any. [image]:
         * what answers.
         *
         * @throws IOException with one line for people: a folder that is none, a port that is taken, state that cannot be kept.
         */
        fun start(folders: List<Path>, port: Int?, image: CoreImage = CoreImage.product()): HeadlessHost {
            val state = locateState()
            val lastPort = LastPort(state)
            val server = startServer(state, folders, port, lastPort, image)
            try {
                // Tokens are made now, so that whatever is wrong with the state shows before anybody is told to connect.
                server.projects.openProjects().forEach { connection(server, it) }
                if (port != 0) lastPort.remember(server.port)
                return publish(server, RunningHosts(state))
            } catch (cause: IOException) {
                server.close()
                throw cause
            }
        }

        /** How to connect to the project in [folder], whether a host serves it or not. */
        fun connectionTo(folder: Path): ProjectConnection {
            // The core answers, as everywhere; its socket takes any port for the moment and tells nobody.
            val server = startServer(locateState(), listOf(folder), port = 0, lastPort = null)
            return server.use { connection(it, it.projects.openProjects().single()) }
        }

        private fun startServer(
            state: StateFolder,
            folders: List<Path>,
            port: Int?,
            lastPort: LastPort?,
            image: CoreImage = CoreImage.product(),
        ): ToolboxServer {
            val projects = OpenProjects()
            folders.forEach { projects.open(it, nameOf(it)) }
            val adapters = HostAdapters(ProjectRunConfigurations(projects), ProjectGit(projects))
            fun on(number: Int) = ToolboxServer.start(ServerConfig(number, state, projects, image = image), adapters)
            if (port != null) return on(port)
            return try {
                on(lastPort?.read() ?: 0)
            } catch (_: PortUnavailable) {
                on(0)
            }
        }

        private fun publish(server: ToolboxServer, hosts: RunningHosts): HeadlessHost {
            val process = ProcessHandle.current()
            val socket = hosts.socketOf(process.pid())
            val control = try {
                hosts.prepare()
                ControlSocket.open(socket) { words -> answer(server, words) }
            } catch (cause: IOException) {
                System.err.println("mcp-toolbox: other commands cannot ask this host: $socket: ${cause.message}")
                null
            }
            val own = RunningHost(
                pid = process.pid(),
                startedAtMs = process.info().startInstant().map { it.toEpochMilli() }.orElse(0),
                build = Version.CURRENT,
                url = server.baseUrl,
                socket = socket.takeIf { control != null },
            )
            val record = try {
                hosts.publish(own)
            } catch (cause: IOException) {
                control?.close()
                throw cause
            }
            return HeadlessHost(server, control, record)
        }

        private fun answer(server: ToolboxServer, words: List<String>): List<String> = when (words.firstOrNull()) {
            "projects" -> server.projects.openProjects().map { "${it.name}  ${it.path}" }
            else -> throw IllegalArgumentException("unknown question; this host knows: projects")
        }

        private fun connection(server: ToolboxServer, project: Projects.Project): ProjectConnection =
            when (val answer = server.connection(project.key)) {
                is Outcome.Ok -> answer.value
                is Outcome.Err -> throw IOException(
                    when (val problem = answer.error) {
                        Settings.Problem.ProjectClosed -> "${project.path} was closed meanwhile"
                        is Settings.Problem.Unavailable -> "${project.path}: ${problem.value}"
                        is Settings.Problem.UnknownAgent -> problem.value
                        is Settings.Problem.Refused -> problem.value.text
                    },
                )
            }

        /** The name that a person gave the project in the IDE, else null for the folder's. */
        private fun nameOf(folder: Path): String? = try {
            folder.resolve(".idea/.name").takeIf { it.exists() && Files.size(it) < 1_000 }?.readText()?.trim()?.ifEmpty { null }
        } catch (_: IOException) {
            null
        }
    }
}

/** The port that the last host with this state folder used, so that agents' configurations stay right. */
private class LastPort(state: StateFolder) {
    private val file = state.path.resolve("last-port")

    fun read(): Int? = try {
        file.takeIf { it.exists() }?.readText()?.trim()?.toIntOrNull()?.takeIf { it in 1..65535 }
    } catch (_: IOException) {
        null
    }

    fun remember(port: Int) {
        Files.writeString(file, "$port\n")
    }
}
