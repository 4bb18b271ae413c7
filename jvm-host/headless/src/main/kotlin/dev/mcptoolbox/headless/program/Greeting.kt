package dev.mcptoolbox.headless.program

import java.io.PrintStream
import java.nio.file.Path
import kotlin.io.path.isDirectory

/** Prints what a person needs next: the URL, the projects, how to see a token and how to connect an agent. */
internal fun greet(host: HeadlessHost, out: PrintStream) {
    val url = host.connection(host.projects.first()).url
    out.println("MCP Toolbox ${Version.CURRENT} serves ${count(host.projects.size)} on $url")
    for (project in host.projects) {
        val show = "$programName token show --project '${project.path.replace("'", "'\\''")}'"
        out.println()
        out.println("  ${project.name}  ${project.path}")
        hint(Path.of(project.path))?.let { out.println("    note:         $it") }
        out.println("    show token:   $show")
        out.println("    Claude Code:  claude mcp add --transport http jetbrains-tools $url --header \"Authorization: Bearer \$($show)\"")
    }
    out.println()
    out.println("Other agents: an HTTP server at this URL with the header  Authorization: Bearer <token>")
    out.println("Stop with Ctrl-C.")
    out.flush()
}

private fun count(projects: Int) = if (projects == 1) "1 project" else "$projects projects"

private fun hint(folder: Path): String? = when {
    folder.resolve(".idea").isDirectory() || folder.resolve(".run").isDirectory() -> null
    else -> "no .idea and no .run folder: no run configurations until the project is opened in IDEA once"
}
