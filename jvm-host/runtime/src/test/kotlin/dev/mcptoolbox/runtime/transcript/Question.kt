package dev.mcptoolbox.runtime.transcript

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Settings
import dev.mcptoolbox.bindings.toolbox.Settings.Problem
import dev.mcptoolbox.bindings.toolbox.Settings.Status

/** The port that the questions name. */
private const val PORT: UShort = 63342u

/** The question of a line `? …`; the twin of tests/src/question.rs. */
internal fun questionOf(line: String): Exchange {
    val words = line.split(' ')
    val project = words.getOrElse(1) { "" }
    return when ("${words.first()} ${words.size}") {
        "connection 2" -> asked({ it.getConnection(project) }, ::connection)
        "agents 2" -> asked({ it.listAgents(project, PORT) }) { it.joinToString("", "< ok\n", transform = ::agent) }
        "preview 4" -> asked({ it.previewAgent(project, PORT, words[2], wish(words[3])) }, ::preview)
        "plan 2" -> asked({ it.planSync(project, PORT) }) { it.joinToString("", "< ok\n", transform = ::planned) }
        "snippet 3" -> asked({ it.getSnippet(project, PORT, snippet(words[2])) }) { "< ok\n" + lines(it) }
        else -> throw IllegalArgumentException("not a question: $line")
    }
}

private fun <T> asked(question: (Settings) -> Outcome<T, Problem>, rendered: (T) -> String) = Exchange { core ->
    when (val answer = core.ask(question)) {
        is Outcome.Ok -> rendered(answer.value)
        is Outcome.Err -> when (val problem = answer.error) {
            Problem.ProjectClosed -> "< project-closed\n"
            is Problem.Unavailable -> "< unavailable ${problem.value}\n"
            is Problem.UnknownAgent -> "< unknown-agent ${problem.value}\n"
            is Problem.Refused -> "< ${refused(problem.value)}\n"
        }
    }
}

private fun connection(found: Settings.Connection) =
    found.run { "< ok\n= token $token\n= endpoint-path $endpointPath\n= sse-path $ssePath\n" }

private fun agent(agent: Settings.Agent): String {
    val columns = listOf(
        agent.id,
        agent.name,
        kebab(agent.setup),
        kebab(agent.proof),
        if (agent.selected) "selected" else "-",
        agent.evidence ?: "-",
        agent.path ?: "-",
        status(agent.status),
    )
    val hints = listOfNotNull(agent.reload, agent.activation, agent.knownIssue)
    return columns.joinToString(" | ", "= ", "\n") + hints.joinToString("") { "=   $it\n" }
}

private fun status(status: Status): String = when (status) {
    Status.Manual -> "manual"
    Status.Absent -> "absent"
    Status.Gone -> "gone"
    Status.Outdated -> "outdated"
    Status.UpToDate -> "up-to-date"
    is Status.Refused -> refused(status.value)
}

private fun preview(preview: Settings.Preview): String =
    "< ok ${kebab(preview.effect)} ${preview.path.ifEmpty { "-" }}\n" + lines(preview.diff) +
        preview.warnings.joinToString("") { "= ! $it\n" } + preview.nextSteps.joinToString("") { "= > $it\n" }

private fun planned(planned: Settings.Planned): String = when (val outcome = planned.outcome) {
    is Outcome.Ok -> "= ${planned.agent}: ${kebab(outcome.value.effect)} ${outcome.value.path}\n"
    is Outcome.Err -> "= ${planned.agent}: ${refused(outcome.error)}\n"
}

private fun refused(refusal: Settings.Refusal) = "refused ${refusal.code}: ${refusal.text}"

private fun wish(name: String) = Settings.Wish.valueOf(name.uppercase())

private fun snippet(name: String): Settings.Snippet = when (name) {
    "headers" -> Settings.Snippet.Headers
    "curl" -> Settings.Snippet.Curl
    else -> Settings.Snippet.Agent(name)
}

private fun kebab(case: Enum<*>) = case.name.lowercase().replace('_', '-')

private fun lines(text: String) = text.removeSuffix("\n").split('\n').filterNot { text.isEmpty() }.joinToString("") { "= $it\n" }
