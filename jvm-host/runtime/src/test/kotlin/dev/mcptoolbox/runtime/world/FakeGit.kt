package dev.mcptoolbox.runtime.world

import dev.mcptoolbox.bindings.Outcome
import dev.mcptoolbox.bindings.toolbox.Git

/** The Git repositories of a world. */
internal class FakeGit(private val projects: List<WorldProject>) : Git {
    override fun listRepositories(project: String): Outcome<Git.Listing, Git.Problem> {
        val git = projects.find { it.key == project }?.git ?: return Outcome.Err(Git.Problem.ProjectClosed)
        git.problem?.let { return Outcome.Err(problem(it)) }
        return Outcome.Ok(Git.Listing(git.repositories.map(::repository), git.skipped.map(::skipped)))
    }

    override fun listRemotes(project: String, repositoryRoot: String): Outcome<Git.RemoteListing, Git.Problem> {
        val git = projects.find { it.key == project }?.git ?: return Outcome.Err(Git.Problem.ProjectClosed)
        git.problem?.let { return Outcome.Err(problem(it)) }
        val repository = git.repositories.find { it.root == repositoryRoot || repositoryRoot in it.aliases }
            ?: return Outcome.Err(Git.Problem.NotFound)
        return Outcome.Ok(Git.RemoteListing(repository.root, repository.remotes.map(::remote)))
    }

    private fun problem(from: WorldProblem) = when (from.kind) {
        "project-closed" -> Git.Problem.ProjectClosed
        "git-missing" -> Git.Problem.GitMissing(from.text)
        else -> Git.Problem.Failed(from.text)
    }

    private fun repository(from: WorldRepository) = Git.Repository(
        root = from.root,
        state = Git.RepositoryState.values().find { it.name.lowercase() == from.state } ?: Git.RepositoryState.NORMAL,
        head = from.head,
        currentBranch = from.currentBranch,
        upstream = from.upstream?.let { (remote, branch) -> Git.Upstream(remote, branch) },
        remoteNames = from.remotes.map { it.name },
    )

    private fun remote(from: WorldRemote) = Git.Remote(from.name, from.fetchUrls, from.pushUrls)
}
