package dev.mcptoolbox.headless.program

import picocli.CommandLine
import picocli.CommandLine.Command
import java.io.IOException

/** The name under which a person runs this program; what starts it may know better. */
internal val programName: String = System.getenv("MCP_TOOLBOX_COMMAND") ?: "mcp-toolbox"

/** The command line with all its commands. */
internal fun commandLine(): CommandLine = CommandLine(Toolbox())
    .addSubcommand(ServeCommand())
    .addSubcommand(TokenCommand())
    .addSubcommand(StatusCommand())
    .setExecutionExceptionHandler { failure, line, _ ->
        // What a person can mend is one line; anything else is a fault of ours and needs its trace.
        if (failure is IOException) line.err.println("mcp-toolbox: ${failure.message}") else failure.printStackTrace(line.err)
        1
    }

@Command(
    name = "mcp-toolbox",
    mixinStandardHelpOptions = true,
    versionProvider = Version::class,
    description = ["Serves projects to coding agents over MCP, without the IDE."],
)
private class Toolbox

internal class Version : CommandLine.IVersionProvider {
    override fun getVersion(): Array<String> = arrayOf("MCP Toolbox $CURRENT")

    companion object {
        /** The product's version, as the build wrote it. */
        val CURRENT: String = Version::class.java.getResource("/dev/mcptoolbox/version.txt")?.readText()?.trim() ?: "unknown"
    }
}
