//! What the outside can do for the core, in domain words. `guest/component` implements [`Host`] over the WIT imports,
//! [`FakeHost`] from plain data.

#[cfg(any(test, feature = "fake-host"))]
pub mod fake;

#[cfg(any(test, feature = "fake-host"))]
pub use fake::FakeHost;

use thiserror::Error;

/// The capabilities that the core is granted. One method is one import of the WIT world.
pub trait Host {
    /// The open projects, in the order in which they were opened.
    fn open_projects(&self) -> Vec<Project>;

    /// Reads a state document of the project; `None` where it does not exist.
    ///
    /// # Errors
    /// [`StateProblem::Unavailable`] where the storage refuses.
    fn read_state(&self, project: &ProjectKey, name: &str) -> Result<Option<Document>, StateProblem>;

    /// Writes a state document whole or not at all. `expected_digest` is that of the bytes to replace, `None` where there
    /// must be no document yet.
    ///
    /// # Errors
    /// [`StateProblem::Conflict`] where other bytes are stored, [`StateProblem::Unavailable`] where the storage refuses.
    fn replace_state(
        &self,
        project: &ProjectKey,
        name: &str,
        expected_digest: Option<&str>,
        bytes: &[u8],
    ) -> Result<(), StateProblem>;

    /// Moves a damaged state document away and returns where it now lies.
    ///
    /// # Errors
    /// As [`Host::replace_state`].
    fn set_state_aside(&self, project: &ProjectKey, name: &str, expected_digest: &str) -> Result<String, StateProblem>;

    /// All run configurations of the project, in the order in which a person sees them.
    ///
    /// # Errors
    /// [`RunConfigurationProblem`].
    fn list_run_configurations(&self, project: &ProjectKey)
    -> Result<RunConfigurationListing, RunConfigurationProblem>;

    /// The project's Git repositories, in any order.
    ///
    /// # Errors
    /// Every [`GitProblem`] but [`GitProblem::NotFound`].
    fn list_repositories(&self, project: &ProjectKey) -> Result<RepositoryListing, GitProblem>;

    /// The remotes of the repository at `repository_root`; the host resolves links before it compares.
    ///
    /// # Errors
    /// [`GitProblem`].
    fn list_remotes(&self, project: &ProjectKey, repository_root: &str) -> Result<RemoteListing, GitProblem>;

    /// What lies at a path of the project's folder.
    ///
    /// # Errors
    /// [`FileProblem`].
    fn file_kind(&self, project: &ProjectKey, path: &str) -> Result<FileKind, FileProblem>;

    /// The bytes of a file of the project's folder; `None` where it does not exist. A host reads no more than a few bytes over
    /// `limit_bytes`.
    ///
    /// # Errors
    /// [`FileProblem`], also where the path leads to something else than a regular file, or out of the folder.
    fn read_file(&self, project: &ProjectKey, path: &str, limit_bytes: u32) -> Result<Option<Vec<u8>>, FileProblem>;

    /// Where a program lies that can be started by its name, if there is one.
    fn find_program(&self, name: &str) -> Option<String>;

    /// What `<name> --version` prints, its first line; `None` where there is no such program or it fails.
    fn program_version(&self, name: &str) -> Option<String>;

    /// Keeps a place for an event stream of the project; the response to the request that is being answered takes it by
    /// [`crate::http::Response::stream`]. False where the project has `most` streams.
    fn reserve_stream(&self, project: &ProjectKey, id: &str, note: &str, most: u32) -> bool;

    /// The open stream with this id.
    fn find_stream(&self, id: &str) -> Option<Stream>;

    /// Keeps a text with an open stream.
    fn set_stream_note(&self, id: &str, note: &str);

    /// Writes to an open stream. False where there is none, or its client reads too slowly.
    fn send_to_stream(&self, id: &str, bytes: &[u8]) -> bool;

    /// Adds one line to the log that a person reads.
    fn log(&self, entry: &LogEntry<'_>);

    /// `length` bytes that nobody can predict.
    fn random_bytes(&self, length: usize) -> Vec<u8>;

    /// Nanoseconds of a clock that never goes back.
    fn monotonic_ns(&self) -> u64;

    /// Seconds since 1970-01-01T00:00:00Z.
    fn unix_time_s(&self) -> u64;
}

/// Names an open project in every capability. Opaque.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectKey(pub String);

/// One open project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// Its name in every capability.
    pub key: ProjectKey,
    /// Its name for people.
    pub name: String,
    /// The canonical path of its folder.
    pub path: String,
}

/// One stored state document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What is stored.
    pub bytes: Vec<u8>,
    /// SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
    pub digest: String,
}

/// Why state could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StateProblem {
    /// The stored bytes are not those that the caller expected; nothing was written.
    #[error("another process changed it meanwhile")]
    Conflict,
    /// The storage refused.
    #[error("{0}")]
    Unavailable(String),
}

/// Something that a list lacks because it could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// A path or a name.
    pub subject: String,
    /// One sentence without a full stop.
    pub reason: String,
}

/// One saved run configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunConfiguration {
    /// The name that a person gave it.
    pub name: String,
    /// The platform's id of its type.
    pub type_id: String,
    /// The type's name for people.
    pub type_name: String,
    /// Whether the platform made it on the fly.
    pub temporary: bool,
    /// The module it belongs to.
    pub module_name: Option<String>,
    /// The fully qualified name of its main class.
    pub main_class_name: Option<String>,
}

/// What [`Host::list_run_configurations`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunConfigurationListing {
    /// In the order in which a person sees them.
    pub configurations: Vec<RunConfiguration>,
    /// The files that could not be read.
    pub skipped: Vec<Skipped>,
}

/// Why run configurations could not be listed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunConfigurationProblem {
    /// The project was closed meanwhile.
    #[error("the project was closed meanwhile")]
    ProjectClosed,
    /// The text says what is wrong.
    #[error("{0}")]
    Unavailable(String),
}

/// What a repository is in the middle of, with the names that Git4Idea uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepositoryState {
    /// On a branch, nothing under way.
    Normal,
    /// HEAD names a commit, nothing is under way.
    Detached,
    /// A merge waits for its conclusion.
    Merging,
    /// A rebase waits for its conclusion.
    Rebasing,
    /// A series of patches or a cherry-pick waits for its conclusion.
    Grafting,
    /// A revert waits for its conclusion.
    Reverting,
}

/// The branch of a remote that the current branch follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upstream {
    /// The remote's name.
    pub remote: String,
    /// The branch on the remote, without `refs/heads/`.
    pub branch: String,
}

/// One Git repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// The canonical path of its working tree.
    pub root: String,
    /// What it is in the middle of.
    pub state: RepositoryState,
    /// The commit of HEAD; none before the first commit.
    pub head: Option<String>,
    /// The current branch; none where HEAD is detached.
    pub current_branch: Option<String>,
    /// What the current branch follows.
    pub upstream: Option<Upstream>,
    /// The configured remotes.
    pub remote_names: Vec<String>,
}

/// What [`Host::list_repositories`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RepositoryListing {
    /// In any order.
    pub repositories: Vec<Repository>,
    /// The repositories that could not be read.
    pub skipped: Vec<Skipped>,
}

/// One configured remote, secrets included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remote {
    /// Its name.
    pub name: String,
    /// As configured.
    pub fetch_urls: Vec<String>,
    /// Empty where push uses `fetch_urls`.
    pub push_urls: Vec<String>,
}

/// What [`Host::list_remotes`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteListing {
    /// The repository's root as [`Host::list_repositories`] gives it.
    pub repository_root: String,
    /// In any order.
    pub remotes: Vec<Remote>,
}

/// Why Git could not answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GitProblem {
    /// The project was closed meanwhile.
    #[error("the project was closed meanwhile")]
    ProjectClosed,
    /// No repository of the project has this root.
    #[error("no repository of the project has this root")]
    NotFound,
    /// There is no usable `git`.
    #[error("{0}")]
    GitMissing(String),
    /// Git refused, with this message.
    #[error("{0}")]
    Failed(String),
}

/// An event stream that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The project that it belongs to.
    pub project: ProjectKey,
    /// What was kept with it last.
    pub note: String,
}

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Nothing.
    Missing,
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// Something else, such as a pipe.
    Other,
}

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileProblem {
    /// The project was closed meanwhile.
    #[error("the project was closed meanwhile")]
    ProjectClosed,
    /// The text says what is wrong.
    #[error("{0}")]
    Unreadable(String),
}

/// What a log line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogLevel {
    /// Something happened.
    Info,
    /// Something that was asked for succeeded.
    Success,
    /// Something was refused or needs attention.
    Warning,
    /// Something failed.
    Error,
}

/// One line of the log, free of secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry<'a> {
    /// The project it belongs to.
    pub project: Option<&'a ProjectKey>,
    /// What it tells.
    pub level: LogLevel,
    /// The part of the product that speaks.
    pub source: &'a str,
    /// One line.
    pub message: &'a str,
}
