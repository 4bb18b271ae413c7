package dev.mcptoolbox.server.state

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.State
import java.nio.file.Path

/** Tries all that can be done to a document and prints what came of it, a line each. Arguments: home folder, key. */
fun main(arguments: Array<String>) {
    val (home, key) = arguments
    val state = try {
        StateFiles(StateFolder.locate(emptyMap(), Path.of(home)))
    } catch (refused: UnusableStateFolder) {
        println(refused.message)
        return
    }
    val document = (state.read(key, "token") as Outcome.Ok).value
    println(document?.bytes?.decodeToString())
    println(textOf(state.replace(key, "token", document?.digest, "two".toByteArray())))
    println(textOf(state.setAside(key, "token", document?.digest.orEmpty())))
}

private fun textOf(outcome: Outcome<*, State.Problem>): String = when (outcome) {
    is Outcome.Ok -> "ok"
    is Outcome.Err -> (outcome.error as? State.Problem.Unavailable)?.value ?: "conflict"
}
