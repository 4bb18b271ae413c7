//! The core's `Host` over the WIT imports: one method, one import, plain data back.

use mcp_toolbox_core::host::{
    Document, FileKind, FileProblem, GitProblem, Host, LogEntry, LogLevel, Project, ProjectKey, Remote, RemoteListing,
    Repository, RepositoryListing, RepositoryState, RunConfiguration, RunConfigurationListing, RunConfigurationProblem,
    Skipped, StateProblem, Stream, Upstream,
};

use crate::bindings::mcp_toolbox::core::{
    files, git, log, programs, projects, run_configurations, state, streams, types,
};
use crate::bindings::wasi::clocks::{monotonic_clock, wall_clock};
use crate::bindings::wasi::random::random;

/// The imports. It has no state of its own: whatever must last is the host's.
pub struct WitHost;

impl Host for WitHost {
    fn open_projects(&self) -> Vec<Project> {
        let project = |open: projects::Project| Project { key: ProjectKey(open.key), name: open.name, path: open.path };
        projects::open_projects().into_iter().map(project).collect()
    }

    fn read_state(&self, project: &ProjectKey, name: &str) -> Result<Option<Document>, StateProblem> {
        let document = state::read(&project.0, name).map_err(state_problem)?;
        Ok(document.map(|stored| Document { bytes: stored.bytes, digest: stored.digest }))
    }

    fn replace_state(
        &self,
        project: &ProjectKey,
        name: &str,
        expected_digest: Option<&str>,
        bytes: &[u8],
    ) -> Result<(), StateProblem> {
        state::replace(&project.0, name, expected_digest, bytes).map_err(state_problem)
    }

    fn set_state_aside(&self, project: &ProjectKey, name: &str, expected_digest: &str) -> Result<String, StateProblem> {
        state::set_aside(&project.0, name, expected_digest).map_err(state_problem)
    }

    fn list_run_configurations(
        &self,
        project: &ProjectKey,
    ) -> Result<RunConfigurationListing, RunConfigurationProblem> {
        let found = run_configurations::list_configurations(&project.0).map_err(|problem| match problem {
            run_configurations::Problem::ProjectClosed => RunConfigurationProblem::ProjectClosed,
            run_configurations::Problem::Unavailable(reason) => RunConfigurationProblem::Unavailable(reason),
        })?;
        Ok(RunConfigurationListing {
            configurations: found.configurations.into_iter().map(run_configuration).collect(),
            skipped: found.skipped.into_iter().map(skipped).collect(),
        })
    }

    fn list_repositories(&self, project: &ProjectKey) -> Result<RepositoryListing, GitProblem> {
        let found = git::list_repositories(&project.0).map_err(git_problem)?;
        Ok(RepositoryListing {
            repositories: found.repositories.into_iter().map(repository).collect(),
            skipped: found.skipped.into_iter().map(skipped).collect(),
        })
    }

    fn list_remotes(&self, project: &ProjectKey, repository_root: &str) -> Result<RemoteListing, GitProblem> {
        let found = git::list_remotes(&project.0, repository_root).map_err(git_problem)?;
        let remote = |one: git::Remote| Remote { name: one.name, fetch_urls: one.fetch_urls, push_urls: one.push_urls };
        Ok(RemoteListing {
            repository_root: found.repository_root,
            remotes: found.remotes.into_iter().map(remote).collect(),
        })
    }

    fn file_kind(&self, project: &ProjectKey, path: &str) -> Result<FileKind, FileProblem> {
        let kind = files::inspect(&project.0, path).map_err(file_problem)?;
        Ok(match kind {
            files::Kind::Missing => FileKind::Missing,
            files::Kind::File => FileKind::File,
            files::Kind::Folder => FileKind::Folder,
            files::Kind::Other => FileKind::Other,
        })
    }

    fn read_file(&self, project: &ProjectKey, path: &str, limit_bytes: u32) -> Result<Option<Vec<u8>>, FileProblem> {
        files::read(&project.0, path, limit_bytes).map_err(file_problem)
    }

    fn find_program(&self, name: &str) -> Option<String> {
        programs::find(name)
    }

    fn program_version(&self, name: &str) -> Option<String> {
        programs::version(name)
    }

    fn reserve_stream(&self, project: &ProjectKey, id: &str, note: &str, most: u32) -> bool {
        streams::reserve(&project.0, id, note, most)
    }

    fn find_stream(&self, id: &str) -> Option<Stream> {
        streams::find(id).map(|open| Stream { project: ProjectKey(open.project), note: open.note })
    }

    fn set_stream_note(&self, id: &str, note: &str) {
        streams::set_note(id, note);
    }

    fn send_to_stream(&self, id: &str, bytes: &[u8]) -> bool {
        streams::send(id, bytes)
    }

    fn log(&self, entry: &LogEntry<'_>) {
        let level = match entry.level {
            LogLevel::Info => log::Level::Info,
            LogLevel::Success => log::Level::Success,
            LogLevel::Warning => log::Level::Warning,
            LogLevel::Error => log::Level::Error,
        };
        log::write(entry.project.map(|key| key.0.as_str()), level, entry.source, entry.message);
    }

    fn random_bytes(&self, length: usize) -> Vec<u8> {
        random::get_random_bytes(length as u64)
    }

    fn monotonic_ns(&self) -> u64 {
        monotonic_clock::now()
    }

    fn unix_time_s(&self) -> u64 {
        wall_clock::now().seconds
    }
}

fn state_problem(problem: state::Problem) -> StateProblem {
    match problem {
        state::Problem::Conflict => StateProblem::Conflict,
        state::Problem::Unavailable(reason) => StateProblem::Unavailable(reason),
    }
}

fn file_problem(problem: files::Problem) -> FileProblem {
    match problem {
        files::Problem::ProjectClosed => FileProblem::ProjectClosed,
        files::Problem::Unreadable(reason) => FileProblem::Unreadable(reason),
    }
}

fn git_problem(problem: git::Problem) -> GitProblem {
    match problem {
        git::Problem::ProjectClosed => GitProblem::ProjectClosed,
        git::Problem::NotFound => GitProblem::NotFound,
        git::Problem::GitMissing(reason) => GitProblem::GitMissing(reason),
        git::Problem::Failed(reason) => GitProblem::Failed(reason),
    }
}

fn skipped(from: types::Skipped) -> Skipped {
    Skipped { subject: from.subject, reason: from.reason }
}

fn run_configuration(from: run_configurations::RunConfiguration) -> RunConfiguration {
    RunConfiguration {
        name: from.name,
        type_id: from.type_id,
        type_name: from.type_name,
        temporary: from.temporary,
        module_name: from.module_name,
        main_class_name: from.main_class_name,
    }
}

fn repository(from: git::Repository) -> Repository {
    Repository {
        root: from.root,
        state: match from.state {
            git::RepositoryState::Normal => RepositoryState::Normal,
            git::RepositoryState::Detached => RepositoryState::Detached,
            git::RepositoryState::Merging => RepositoryState::Merging,
            git::RepositoryState::Rebasing => RepositoryState::Rebasing,
            git::RepositoryState::Grafting => RepositoryState::Grafting,
            git::RepositoryState::Reverting => RepositoryState::Reverting,
        },
        head: from.head,
        current_branch: from.current_branch,
        upstream: from.upstream.map(|up| Upstream { remote: up.remote, branch: up.branch }),
        remote_names: from.remote_names,
    }
}
