package dev.mcptoolbox.runtime.world

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.State
import dev.mcptoolbox.runtime.sha256Hex

/** The state documents of a world, in memory. */
internal class FakeState(private val projects: List<WorldProject>) : State {
    private val documents = HashMap<Pair<String, String>, ByteArray>()

    init {
        for (project in projects) {
            for ((name, text) in project.state) documents[project.key to name] = text.encodeToByteArray()
        }
    }

    @Synchronized
    override fun read(project: String, name: String): Outcome<State.Document?, State.Problem> =
        problemOf(project)?.let { Outcome.Err(it) } ?: Outcome.Ok(document(project, name))

    @Synchronized
    override fun replace(
        project: String,
        name: String,
        expectedDigest: String?,
        bytes: ByteArray,
    ): Outcome<Unit, State.Problem> {
        val problem = problemOf(project) ?: conflict(project, name, expectedDigest)
        if (problem != null) return Outcome.Err(problem)
        documents[project to name] = bytes
        return Outcome.Ok(Unit)
    }

    @Synchronized
    override fun setAside(project: String, name: String, expectedDigest: String): Outcome<String, State.Problem> {
        val problem = problemOf(project) ?: conflict(project, name, expectedDigest)
        if (problem != null) return Outcome.Err(problem)
        val aside = "$name.damaged"
        documents[project to aside] = documents.remove(project to name) ?: ByteArray(0)
        return Outcome.Ok(aside)
    }

    private fun document(project: String, name: String): State.Document? =
        documents[project to name]?.let { State.Document(it, sha256Hex(it)) }

    private fun conflict(project: String, name: String, expectedDigest: String?): State.Problem? =
        if (document(project, name)?.digest == expectedDigest) null else State.Problem.Conflict

    private fun problemOf(key: String): State.Problem? {
        val project = projects.find { it.key == key } ?: return State.Problem.Unavailable("the project is closed")
        return project.stateProblem?.let { State.Problem.Unavailable(it) }
    }
}
