package dev.mcptoolbox.server.state

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.State
import java.nio.file.Path

// What several threads and processes do to one document at once, so that a lost write would show.

const val COUNTER: String = "token"

/**
 * Counts the document up [times] times, and tries again whenever another writer was faster. Returns how often it
 * succeeded.
 */
fun countUp(state: StateFiles, key: String, times: Int): Int {
    var done = 0
    while (done < times) {
        val document = checkNotNull((state.read(key, COUNTER) as Outcome.Ok).value)
        val next = (document.bytes.decodeToString().toInt() + 1).toString()
        when (val outcome = state.replace(key, COUNTER, document.digest, next.toByteArray())) {
            is Outcome.Ok -> done++
            is Outcome.Err -> check(outcome.error == State.Problem.Conflict) { "$outcome" }
        }
    }
    return done
}

/** Arguments: home folder, key, times. */
fun main(arguments: Array<String>) {
    val (home, key, times) = arguments
    countUp(StateFiles(StateFolder.locate(emptyMap(), Path.of(home))), key, times.toInt())
}
