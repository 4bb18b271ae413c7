package dev.mcptoolbox.headless.program

import picocli.CommandLine.Command
import picocli.CommandLine.Option
import java.nio.file.Path

/** `token`: what a person does with the tokens of projects. */
@Command(name = "token", mixinStandardHelpOptions = true, description = ["Handles the tokens of projects."])
internal class TokenCommand {
    /** Prints the token and nothing else, so that it can stand in another command. */
    @Command(name = "show", mixinStandardHelpOptions = true, description = ["Prints the token of a project."])
    fun show(
        @Option(
            names = ["--project"],
            paramLabel = "DIR",
            defaultValue = "",
            description = ["The project's folder; by default the current one."],
        ) project: Path,
    ): Int {
        println(HeadlessHost.connectionTo(project).token)
        return 0
    }
}
