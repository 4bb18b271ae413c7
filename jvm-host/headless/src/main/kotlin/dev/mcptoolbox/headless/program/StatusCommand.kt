package dev.mcptoolbox.headless.program

import dev.mcptoolbox.server.hosts.ControlSocket
import dev.mcptoolbox.server.hosts.RunningHost
import dev.mcptoolbox.server.hosts.RunningHosts
import picocli.CommandLine.Command
import java.io.IOException
import java.util.concurrent.Callable

/** `status`: the hosts that run, and what each of them serves. */
@Command(name = "status", mixinStandardHelpOptions = true, description = ["Lists the hosts that run and their projects."])
internal class StatusCommand : Callable<Int> {
    override fun call(): Int {
        val hosts = RunningHosts(locateState()).living()
        if (hosts.isEmpty()) println("No host runs. Start one: $programName serve --project DIR")
        hosts.forEach { host ->
            println("${host.url}  process ${host.pid}, version ${host.build}")
            projectsOf(host).forEach { println("  $it") }
        }
        return 0
    }

    /** The host alone knows what it has open. */
    private fun projectsOf(host: RunningHost): List<String> {
        val socket = host.socket ?: return listOf("(it tells nothing more: it has no control socket)")
        return try {
            ControlSocket.ask(socket, "projects")
        } catch (silent: IOException) {
            listOf("(it does not answer: ${silent.message})")
        }
    }
}
