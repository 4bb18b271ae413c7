package dev.mcptoolbox.server

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Git
import dev.mcptoolbox.bindings.toolbox.RunConfigurations
import dev.mcptoolbox.runtime.CoreLimits
import dev.mcptoolbox.server.state.StateFolder
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.ConcurrentHashMap

/** A server with the real core, on any free port, whose projects lie below [top]. */
class TestServer(
    private val top: Path,
    projectNames: List<String> = listOf("shop"),
    limits: ServerLimits = ServerLimits(),
    coreLimits: CoreLimits = CoreLimits(),
    runConfigurations: (ProjectPaths) -> RunConfigurations = { OneConfigurationEach(it) },
) : AutoCloseable {
    private val projects = OpenProjects()
    private val keys = projectNames.associateWith { projects.open(Files.createDirectories(top.resolve(it))).key }
    val server = ToolboxServer.start(
        ServerConfig(0, StateFolder.locate(emptyMap(), top), projects, limits = limits, coreLimits = coreLimits),
        HostAdapters(runConfigurations(projects), NoRepositories),
    )
    val port: Int get() = server.port
    private val tokens = ConcurrentHashMap<String, String>()

    fun key(project: String): String = keys.getValue(project)

    fun token(project: String = "shop"): String = tokens.getOrPut(project) {
        when (val connection = server.connection(key(project))) {
            is Outcome.Ok -> connection.value.token
            is Outcome.Err -> error("no connection: ${connection.error}")
        }
    }

    /** The header lines of a call that is let through, without those that frame the body. */
    fun headers(project: String = "shop"): String =
        "Host: 127.0.0.1:$port\r\nContent-Type: application/json\r\nAccept: */*\r\n" +
            "Authorization: Bearer ${token(project)}\r\n"

    /** A whole request. [extra]: header lines, each with its end. */
    fun post(body: String = ping(), project: String = "shop", extra: String = ""): String =
        "POST $PATH HTTP/1.1\r\n${headers(project)}${extra}Content-Length: ${body.toByteArray().size}\r\n\r\n$body"

    override fun close() = server.close()

    companion object {
        const val LISTING = "get_restartable_run_configurations"
        const val PATH = "/api/jetbrains-mcp-tools"

        fun ping(id: Int = 1) = """{"jsonrpc":"2.0","id":$id,"method":"ping"}"""

        fun list(id: Int = 1) =
            """{"jsonrpc":"2.0","id":$id,"method":"tools/call","params":{"name":"$LISTING","arguments":{}}}"""
    }
}

/** One configuration for each project, named after the project's folder, so that a mix-up shows. */
class OneConfigurationEach(private val paths: ProjectPaths) : RunConfigurations {
    override fun listConfigurations(project: String): Outcome<RunConfigurations.Listing, RunConfigurations.Problem> {
        val path = paths.pathOf(project) ?: return Outcome.Err(RunConfigurations.Problem.ProjectClosed)
        val name = "run-${path.fileName}"
        val only = RunConfigurations.RunConfiguration(name, "Application", "Application", false, null, null)
        return Outcome.Ok(RunConfigurations.Listing(listOf(only), emptyList()))
    }
}

object NoRepositories : Git {
    override fun listRepositories(project: String): Outcome<Git.Listing, Git.Problem> =
        Outcome.Ok(Git.Listing(emptyList(), emptyList()))

    override fun listRemotes(project: String, repositoryRoot: String): Outcome<Git.RemoteListing, Git.Problem> =
        Outcome.Err(Git.Problem.NotFound)
}
