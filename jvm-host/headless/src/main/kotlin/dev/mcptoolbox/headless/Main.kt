package dev.mcptoolbox.headless

import dev.mcptoolbox.headless.program.commandLine
import kotlin.system.exitProcess

/** The program `mcp-toolbox`. Its exit codes: 0 done, 1 it cannot be done, 2 the command line is wrong. */
public fun main(arguments: Array<String>) {
    exitProcess(commandLine().execute(*arguments))
}
