package dev.mcptoolbox.runtime.world

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.RunConfigurations
import dev.mcptoolbox.bindings.toolbox.Types

/** The run configurations of a world. */
internal class FakeRunConfigurations(private val projects: List<WorldProject>) : RunConfigurations {
    override fun listConfigurations(project: String): Outcome<RunConfigurations.Listing, RunConfigurations.Problem> {
        val found = projects.find { it.key == project }?.runConfigurations
            ?: return Outcome.Err(RunConfigurations.Problem.ProjectClosed)
        found.problem?.let { return Outcome.Err(problem(it)) }
        val configurations = found.configurations.map(::configuration) + List(found.generated, ::generated)
        return Outcome.Ok(RunConfigurations.Listing(configurations, found.skipped.map(::skipped)))
    }

    private fun problem(from: WorldProblem) = when (from.kind) {
        "project-closed" -> RunConfigurations.Problem.ProjectClosed
        else -> RunConfigurations.Problem.Unavailable(from.text)
    }

    private fun configuration(from: WorldRunConfiguration) = RunConfigurations.RunConfiguration(
        name = from.name,
        typeId = from.typeId,
        typeName = from.typeName,
        temporary = from.temporary,
        moduleName = from.moduleName,
        mainClassName = from.mainClassName,
    )

    private fun generated(index: Int) = RunConfigurations.RunConfiguration(
        name = "generated $index",
        typeId = "Application",
        typeName = "Application",
        temporary = false,
        moduleName = null,
        mainClassName = null,
    )
}

internal fun skipped(from: WorldSkipped) = Types.Skipped(from.subject, from.reason)
