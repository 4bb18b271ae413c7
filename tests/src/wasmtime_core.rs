//! The component in wasmtime, over a FakeHost.

use std::sync::LazyLock;

use anyhow::Result;
use mcp_toolbox_core::host::{self as domain, FakeHost, Host, LogEntry, LogLevel, ProjectKey};
use mcp_toolbox_core::{http, serve};
use wasmtime::component::{Component, HasSelf, Linker};
use wasmtime::{Config, Engine, ResourceLimiter, Store};

use crate::artifacts;
use crate::endpoint::Endpoint;
use crate::question::{Answer, Question};

mod settings; // the questions to the component

mod bindings {
    wasmtime::component::bindgen!({ world: "toolbox", path: "../wit" });
}

use bindings::Toolbox;
use bindings::exports::mcp_toolbox::core::endpoint;
use bindings::mcp_toolbox::core::{files, git, log, programs, projects, run_configurations, state, streams, types};
use bindings::wasi::{clocks, random};

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    let mut config = Config::new();
    config.cranelift_opt_level(wasmtime::OptLevel::Speed);
    Engine::new(&config).expect("wasmtime supports this machine")
});

/// A compiled component, to make instances of.
pub struct WasmtimeImage {
    component: Component,
    linker: Linker<World>,
}

/// One instance and its world.
pub struct WasmtimeCore {
    store: Store<World>,
    toolbox: Toolbox,
}

/// What the instance sees, and how much memory it asked for.
struct World {
    host: FakeHost,
    memory_bytes: usize,
}

impl ResourceLimiter for World {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        self.memory_bytes = desired;
        Ok(true)
    }

    fn table_growing(&mut self, _: usize, _: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(true)
    }
}

impl WasmtimeImage {
    /// Compiles an artifact such as `mcp-toolbox.component.wasm`.
    ///
    /// # Errors
    /// Where it is not built or does not fit the world.
    pub fn load(artifact: &str) -> Result<Self> {
        let component = Component::new(&ENGINE, artifacts::read(artifact)?)?;
        let mut linker = Linker::new(&ENGINE);
        Toolbox::add_to_linker::<_, HasSelf<World>>(&mut linker, |world| world)?;
        Ok(Self { component, linker })
    }

    /// Makes an instance.
    ///
    /// # Errors
    /// Where the instance cannot start.
    pub fn instance(&self, host: FakeHost) -> Result<WasmtimeCore> {
        let mut store = Store::new(&ENGINE, World { host, memory_bytes: 0 });
        store.limiter(|world| world);
        let toolbox = Toolbox::instantiate(&mut store, &self.component, &self.linker)?;
        Ok(WasmtimeCore { store, toolbox })
    }

    /// The names of everything that the component imports, sorted.
    #[must_use]
    pub fn imports(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.component.component_type().imports(&ENGINE).map(|(name, _)| name.to_owned()).collect();
        names.sort();
        names
    }
}

impl WasmtimeCore {
    /// The size of its linear memory.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.store.data().memory_bytes
    }
}

impl Endpoint for WasmtimeCore {
    fn handle(&mut self, request: &http::Request) -> Result<http::Response> {
        let answer = self.toolbox.mcp_toolbox_core_endpoint().call_handle(&mut self.store, &to_wit(request))?;
        Ok(from_wit(answer))
    }

    fn failed(&mut self, request: &http::Request, failure: serve::Failure) -> Result<http::Response> {
        let failure = match failure {
            serve::Failure::Trapped => endpoint::Failure::Trapped,
            serve::Failure::OutOfMemory => endpoint::Failure::OutOfMemory,
            serve::Failure::OutOfTime => endpoint::Failure::OutOfTime,
        };
        let answer =
            self.toolbox.mcp_toolbox_core_endpoint().call_failed(&mut self.store, &to_wit(request), failure)?;
        Ok(from_wit(answer))
    }

    fn ask(&mut self, question: &Question) -> Result<Answer> {
        settings::ask(self, question)
    }

    fn host(&self) -> &FakeHost {
        &self.store.data().host
    }
}

fn to_wit(request: &http::Request) -> endpoint::Request {
    endpoint::Request {
        method: request.method.clone(),
        target: request.target.clone(),
        headers: request
            .headers
            .iter()
            .map(|field| endpoint::Header { name: field.name.clone(), value: field.value.clone() })
            .collect(),
        body: match &request.body {
            http::Body::Complete(bytes) => endpoint::Body::Complete(bytes.clone()),
            http::Body::TooLarge(at_least_bytes) => endpoint::Body::TooLarge(*at_least_bytes),
        },
        remote_address: request.remote_address.clone(),
        endpoint_port: request.endpoint_port,
    }
}

fn from_wit(response: endpoint::Response) -> http::Response {
    http::Response {
        status: response.status,
        headers: response
            .headers
            .into_iter()
            .map(|field| http::Header { name: field.name, value: field.value })
            .collect(),
        body: response.body,
        stream: response.stream,
    }
}

impl projects::Host for World {
    fn open_projects(&mut self) -> Vec<projects::Project> {
        let project = |open: domain::Project| projects::Project { key: open.key.0, name: open.name, path: open.path };
        self.host.open_projects().into_iter().map(project).collect()
    }
}

impl state::Host for World {
    fn read(&mut self, project: String, name: String) -> Result<Option<state::Document>, state::Problem> {
        let document = self.host.read_state(&ProjectKey(project), &name).map_err(state_problem)?;
        Ok(document.map(|stored| state::Document { bytes: stored.bytes, digest: stored.digest }))
    }

    fn replace(
        &mut self,
        project: String,
        name: String,
        expected_digest: Option<String>,
        bytes: Vec<u8>,
    ) -> Result<(), state::Problem> {
        self.host.replace_state(&ProjectKey(project), &name, expected_digest.as_deref(), &bytes).map_err(state_problem)
    }

    fn set_aside(&mut self, project: String, name: String, expected_digest: String) -> Result<String, state::Problem> {
        self.host.set_state_aside(&ProjectKey(project), &name, &expected_digest).map_err(state_problem)
    }
}

impl run_configurations::Host for World {
    fn list_configurations(
        &mut self,
        project: String,
    ) -> Result<run_configurations::Listing, run_configurations::Problem> {
        let found = self.host.list_run_configurations(&ProjectKey(project)).map_err(|problem| match problem {
            domain::RunConfigurationProblem::ProjectClosed => run_configurations::Problem::ProjectClosed,
            domain::RunConfigurationProblem::Unavailable(reason) => run_configurations::Problem::Unavailable(reason),
        })?;
        Ok(run_configurations::Listing {
            configurations: found
                .configurations
                .into_iter()
                .map(|one| run_configurations::RunConfiguration {
                    name: one.name,
                    type_id: one.type_id,
                    type_name: one.type_name,
                    temporary: one.temporary,
                    module_name: one.module_name,
                    main_class_name: one.main_class_name,
                })
                .collect(),
            skipped: found.skipped.into_iter().map(skipped).collect(),
        })
    }
}

impl git::Host for World {
    fn list_repositories(&mut self, project: String) -> Result<git::Listing, git::Problem> {
        let found = self.host.list_repositories(&ProjectKey(project)).map_err(git_problem)?;
        Ok(git::Listing {
            repositories: found.repositories.into_iter().map(repository).collect(),
            skipped: found.skipped.into_iter().map(skipped).collect(),
        })
    }

    fn list_remotes(&mut self, project: String, repository_root: String) -> Result<git::RemoteListing, git::Problem> {
        let found = self.host.list_remotes(&ProjectKey(project), &repository_root).map_err(git_problem)?;
        let remote =
            |one: domain::Remote| git::Remote { name: one.name, fetch_urls: one.fetch_urls, push_urls: one.push_urls };
        Ok(git::RemoteListing {
            repository_root: found.repository_root,
            remotes: found.remotes.into_iter().map(remote).collect(),
        })
    }
}

impl files::Host for World {
    fn inspect(&mut self, project: String, path: String) -> Result<files::Kind, files::Problem> {
        let kind = self.host.file_kind(&ProjectKey(project), &path).map_err(file_problem)?;
        Ok(match kind {
            domain::FileKind::Missing => files::Kind::Missing,
            domain::FileKind::File => files::Kind::File,
            domain::FileKind::Folder => files::Kind::Folder,
            domain::FileKind::Other => files::Kind::Other,
        })
    }

    fn read(&mut self, project: String, path: String, limit_bytes: u32) -> Result<Option<Vec<u8>>, files::Problem> {
        self.host.read_file(&ProjectKey(project), &path, limit_bytes).map_err(file_problem)
    }
}

impl programs::Host for World {
    fn find(&mut self, name: String) -> Option<String> {
        self.host.find_program(&name)
    }

    fn version(&mut self, name: String) -> Option<String> {
        self.host.program_version(&name)
    }
}

impl streams::Host for World {
    fn reserve(&mut self, project: String, id: String, note: String, most: u32) -> bool {
        self.host.reserve_stream(&ProjectKey(project), &id, &note, most)
    }

    fn find(&mut self, id: String) -> Option<streams::Opened> {
        self.host.find_stream(&id).map(|open| streams::Opened { project: open.project.0, note: open.note })
    }

    fn set_note(&mut self, id: String, note: String) {
        self.host.set_stream_note(&id, &note);
    }

    fn send(&mut self, id: String, bytes: Vec<u8>) -> bool {
        self.host.send_to_stream(&id, &bytes)
    }
}

impl log::Host for World {
    fn write(&mut self, project: Option<String>, level: log::Level, source: String, message: String) {
        let level = match level {
            log::Level::Info => LogLevel::Info,
            log::Level::Success => LogLevel::Success,
            log::Level::Warning => LogLevel::Warning,
            log::Level::Error => LogLevel::Error,
        };
        let project = project.map(ProjectKey);
        self.host.log(&LogEntry { project: project.as_ref(), level, source: &source, message: &message });
    }
}

impl random::random::Host for World {
    fn get_random_bytes(&mut self, len: u64) -> Vec<u8> {
        self.host.random_bytes(usize::try_from(len).unwrap_or_default())
    }
}

impl clocks::monotonic_clock::Host for World {
    fn now(&mut self) -> u64 {
        self.host.monotonic_ns()
    }
}

impl clocks::wall_clock::Host for World {
    fn now(&mut self) -> clocks::wall_clock::Datetime {
        clocks::wall_clock::Datetime { seconds: self.host.unix_time_s(), nanoseconds: 0 }
    }
}

impl types::Host for World {}

fn state_problem(problem: domain::StateProblem) -> state::Problem {
    match problem {
        domain::StateProblem::Conflict => state::Problem::Conflict,
        domain::StateProblem::Unavailable(reason) => state::Problem::Unavailable(reason),
    }
}

fn file_problem(problem: domain::FileProblem) -> files::Problem {
    match problem {
        domain::FileProblem::ProjectClosed => files::Problem::ProjectClosed,
        domain::FileProblem::Unreadable(reason) => files::Problem::Unreadable(reason),
    }
}

fn git_problem(problem: domain::GitProblem) -> git::Problem {
    match problem {
        domain::GitProblem::ProjectClosed => git::Problem::ProjectClosed,
        domain::GitProblem::NotFound => git::Problem::NotFound,
        domain::GitProblem::GitMissing(reason) => git::Problem::GitMissing(reason),
        domain::GitProblem::Failed(reason) => git::Problem::Failed(reason),
    }
}

fn skipped(from: domain::Skipped) -> types::Skipped {
    types::Skipped { subject: from.subject, reason: from.reason }
}

fn repository(from: domain::Repository) -> git::Repository {
    git::Repository {
        root: from.root,
        state: match from.state {
            domain::RepositoryState::Normal => git::RepositoryState::Normal,
            domain::RepositoryState::Detached => git::RepositoryState::Detached,
            domain::RepositoryState::Merging => git::RepositoryState::Merging,
            domain::RepositoryState::Rebasing => git::RepositoryState::Rebasing,
            domain::RepositoryState::Grafting => git::RepositoryState::Grafting,
            domain::RepositoryState::Reverting => git::RepositoryState::Reverting,
        },
        head: from.head,
        current_branch: from.current_branch,
        upstream: from.upstream.map(|up| git::Upstream { remote: up.remote, branch: up.branch }),
        remote_names: from.remote_names,
    }
}
