//! A [`Host`] of plain data: the world that a test describes, read from the same JSON as its twin in Kotlin.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;
use crate::agents::sha256_hex;

/// The world of one test. Reading changes it only where the real one would change: clocks go on, randomness is drawn,
/// state is written, the log grows.
pub struct FakeHost {
    world: World,
    state: RefCell<BTreeMap<(String, String), Vec<u8>>>,
    monotonic_ns: Cell<u64>,
    random: Cell<u64>,
    log: RefCell<Vec<Logged>>,
    streams: RefCell<BTreeMap<String, Stream>>,
    sent: RefCell<Vec<(String, Vec<u8>)>>,
}

/// One line that was logged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The project's key.
    pub project: Option<String>,
    /// What it tells.
    pub level: LogLevel,
    /// Who spoke.
    pub source: String,
    /// What was said.
    pub message: String,
}

/// What a `*.world.json` says. Fields that are left out are empty, except the clock's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct World {
    /// Seconds since 1970; this clock stands still.
    pub unix_time_s: u64,
    /// How much the monotonic clock advances with each reading.
    pub monotonic_step_ns: u64,
    /// Where randomness starts.
    pub random_seed: u64,
    /// The open projects.
    pub projects: Vec<WorldProject>,
    /// The programs that can be started, by name, with what they print for their version.
    pub programs: BTreeMap<String, String>,
}

/// One open project of a world.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct WorldProject {
    key: String,
    name: String,
    path: String,
    /// State documents by name, as text.
    state: BTreeMap<String, String>,
    /// Why no state can be read or written.
    state_problem: Option<String>,
    run_configurations: WorldRunConfigurations,
    git: WorldGit,
    /// Files by path, as text. `"<folder>"` and `"<pipe>"` are what they say, `"<unreadable>"` cannot be read.
    files: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WorldProblem {
    kind: String,
    text: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WorldSkipped {
    subject: String,
    reason: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WorldRunConfigurations {
    problem: Option<WorldProblem>,
    configurations: Vec<WorldRunConfiguration>,
    skipped: Vec<WorldSkipped>,
    /// Adds this many configurations named `generated 0`, `generated 1`, …
    generated: usize,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WorldRunConfiguration {
    name: String,
    type_id: String,
    type_name: String,
    temporary: bool,
    module_name: Option<String>,
    main_class_name: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WorldGit {
    problem: Option<WorldProblem>,
    repositories: Vec<WorldRepository>,
    skipped: Vec<WorldSkipped>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WorldRepository {
    root: String,
    /// Other paths of the same folder.
    aliases: Vec<String>,
    state: String,
    head: Option<String>,
    current_branch: Option<String>,
    /// `[remote, branch]`.
    upstream: Option<(String, String)>,
    remotes: Vec<WorldRemote>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct WorldRemote {
    name: String,
    fetch_urls: Vec<String>,
    push_urls: Vec<String>,
}

impl FakeHost {
    /// The host of a world.
    #[must_use]
    pub fn new(world: World) -> Self {
        let state = world
            .projects
            .iter()
            .flat_map(|project| {
                let key = project.key.clone();
                project.state.iter().map(move |(name, text)| ((key.clone(), name.clone()), text.clone().into_bytes()))
            })
            .collect();
        Self {
            state: RefCell::new(state),
            monotonic_ns: Cell::new(0),
            random: Cell::new(world.random_seed),
            log: RefCell::default(),
            streams: RefCell::default(),
            sent: RefCell::default(),
            world,
        }
    }

    /// The host of a world written as JSON.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(Self::new)
    }

    /// What was logged since the last call.
    pub fn take_log(&self) -> Vec<Logged> {
        self.log.take()
    }

    /// What was written to streams since the last call: ids and bytes.
    pub fn take_sent(&self) -> Vec<(String, Vec<u8>)> {
        self.sent.take()
    }

    /// A stored state document, for assertions.
    pub fn state(&self, project: &str, name: &str) -> Option<Vec<u8>> {
        self.state.borrow().get(&(project.to_owned(), name.to_owned())).cloned()
    }

    fn project(&self, key: &ProjectKey) -> Option<&WorldProject> {
        self.world.projects.iter().find(|project| project.key == key.0)
    }

    fn check_state(&self, project: &ProjectKey) -> Result<(), StateProblem> {
        match self.project(project).map(|project| &project.state_problem) {
            Some(None) => Ok(()),
            Some(Some(problem)) => Err(StateProblem::Unavailable(problem.clone())),
            None => Err(StateProblem::Unavailable("the project is closed".to_owned())),
        }
    }

    fn check_digest(&self, project: &ProjectKey, name: &str, expected: Option<&str>) -> Result<(), StateProblem> {
        let stored = self.state(&project.0, name).map(|bytes| sha256_hex(&bytes));
        if stored.as_deref() == expected { Ok(()) } else { Err(StateProblem::Conflict) }
    }

    /// SplitMix64: small enough to be written twice and give the same bytes.
    fn next_random(&self) -> u64 {
        let state = self.random.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.random.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

impl Host for FakeHost {
    fn open_projects(&self) -> Vec<Project> {
        let project = |open: &WorldProject| Project {
            key: ProjectKey(open.key.clone()),
            name: open.name.clone(),
            path: open.path.clone(),
        };
        self.world.projects.iter().map(project).collect()
    }

    fn read_state(&self, project: &ProjectKey, name: &str) -> Result<Option<Document>, StateProblem> {
        self.check_state(project)?;
        Ok(self.state(&project.0, name).map(|bytes| Document { digest: sha256_hex(&bytes), bytes }))
    }

    fn replace_state(
        &self,
        project: &ProjectKey,
        name: &str,
        expected_digest: Option<&str>,
        bytes: &[u8],
    ) -> Result<(), StateProblem> {
        self.check_state(project)?;
        self.check_digest(project, name, expected_digest)?;
        self.state.borrow_mut().insert((project.0.clone(), name.to_owned()), bytes.to_vec());
        Ok(())
    }

    fn set_state_aside(&self, project: &ProjectKey, name: &str, expected_digest: &str) -> Result<String, StateProblem> {
        self.check_state(project)?;
        self.check_digest(project, name, Some(expected_digest))?;
        let aside = format!("{name}.damaged");
        let mut state = self.state.borrow_mut();
        let bytes = state.remove(&(project.0.clone(), name.to_owned())).unwrap_or_default();
        state.insert((project.0.clone(), aside.clone()), bytes);
        Ok(aside)
    }

    fn list_run_configurations(
        &self,
        project: &ProjectKey,
    ) -> Result<RunConfigurationListing, RunConfigurationProblem> {
        let Some(WorldProject { run_configurations: found, .. }) = self.project(project) else {
            return Err(RunConfigurationProblem::ProjectClosed);
        };
        match &found.problem {
            Some(problem) if problem.kind == "project-closed" => Err(RunConfigurationProblem::ProjectClosed),
            Some(problem) => Err(RunConfigurationProblem::Unavailable(problem.text.clone())),
            None => Ok(RunConfigurationListing {
                configurations: found
                    .configurations
                    .iter()
                    .map(run_configuration)
                    .chain(generated(found.generated))
                    .collect(),
                skipped: found.skipped.iter().map(skipped).collect(),
            }),
        }
    }

    fn list_repositories(&self, project: &ProjectKey) -> Result<RepositoryListing, GitProblem> {
        let git = &self.project(project).ok_or(GitProblem::ProjectClosed)?.git;
        git_problem(git.problem.as_ref())?;
        Ok(RepositoryListing {
            repositories: git.repositories.iter().map(repository).collect(),
            skipped: git.skipped.iter().map(skipped).collect(),
        })
    }

    fn list_remotes(&self, project: &ProjectKey, repository_root: &str) -> Result<RemoteListing, GitProblem> {
        let git = &self.project(project).ok_or(GitProblem::ProjectClosed)?.git;
        git_problem(git.problem.as_ref())?;
        let names = |one: &&WorldRepository| {
            one.root == repository_root || one.aliases.iter().any(|alias| alias == repository_root)
        };
        let repository = git.repositories.iter().find(names).ok_or(GitProblem::NotFound)?;
        Ok(RemoteListing {
            repository_root: repository.root.clone(),
            remotes: repository.remotes.iter().map(remote).collect(),
        })
    }

    fn file_kind(&self, project: &ProjectKey, path: &str) -> Result<FileKind, FileProblem> {
        let files = &self.project(project).ok_or(FileProblem::ProjectClosed)?.files;
        let below = format!("{path}/");
        Ok(match files.get(path).map(String::as_str) {
            Some("<folder>") => FileKind::Folder,
            Some("<pipe>") => FileKind::Other,
            Some(_) => FileKind::File,
            None if files.keys().any(|file| file.starts_with(&below)) => FileKind::Folder,
            None => FileKind::Missing,
        })
    }

    fn read_file(&self, project: &ProjectKey, path: &str, _: u32) -> Result<Option<Vec<u8>>, FileProblem> {
        let unreadable = |reason: &str| Err(FileProblem::Unreadable(reason.to_owned()));
        match self.file_kind(project, path)? {
            FileKind::Missing => Ok(None),
            FileKind::Folder => unreadable("it is a folder"),
            FileKind::Other => unreadable("it is not a regular file"),
            FileKind::File => match self.project(project).and_then(|open| open.files.get(path)) {
                Some(text) if text == "<unreadable>" => unreadable("permission denied"),
                text => Ok(text.map(|text| text.clone().into_bytes())),
            },
        }
    }

    fn find_program(&self, name: &str) -> Option<String> {
        self.world.programs.get(name).map(|_| format!("/bin/{name}"))
    }

    fn program_version(&self, name: &str) -> Option<String> {
        self.world.programs.get(name).cloned()
    }

    fn reserve_stream(&self, project: &ProjectKey, id: &str, note: &str, most: u32) -> bool {
        let mut streams = self.streams.borrow_mut();
        let count = streams.values().filter(|stream| stream.project == *project).count();
        let has_place = count < usize::try_from(most).unwrap_or(usize::MAX);
        if has_place {
            streams.insert(id.to_owned(), Stream { project: project.clone(), note: note.to_owned() });
        }
        has_place
    }

    fn find_stream(&self, id: &str) -> Option<Stream> {
        self.streams.borrow().get(id).cloned()
    }

    fn set_stream_note(&self, id: &str, note: &str) {
        if let Some(stream) = self.streams.borrow_mut().get_mut(id) {
            stream.note = note.to_owned();
        }
    }

    fn send_to_stream(&self, id: &str, bytes: &[u8]) -> bool {
        let is_open = self.streams.borrow().contains_key(id);
        if is_open {
            self.sent.borrow_mut().push((id.to_owned(), bytes.to_vec()));
        }
        is_open
    }

    fn log(&self, entry: &LogEntry<'_>) {
        self.log.borrow_mut().push(Logged {
            project: entry.project.map(|key| key.0.clone()),
            level: entry.level,
            source: entry.source.to_owned(),
            message: entry.message.to_owned(),
        });
    }

    fn random_bytes(&self, length: usize) -> Vec<u8> {
        std::iter::repeat_with(|| self.next_random().to_le_bytes()).flatten().take(length).collect()
    }

    fn monotonic_ns(&self) -> u64 {
        let now = self.monotonic_ns.get();
        self.monotonic_ns.set(now + self.world.monotonic_step_ns);
        now
    }

    fn unix_time_s(&self) -> u64 {
        self.world.unix_time_s
    }
}

fn skipped(from: &WorldSkipped) -> Skipped {
    Skipped { subject: from.subject.clone(), reason: from.reason.clone() }
}

fn run_configuration(from: &WorldRunConfiguration) -> RunConfiguration {
    RunConfiguration {
        name: from.name.clone(),
        type_id: from.type_id.clone(),
        type_name: from.type_name.clone(),
        temporary: from.temporary,
        module_name: from.module_name.clone(),
        main_class_name: from.main_class_name.clone(),
    }
}

fn generated(count: usize) -> impl Iterator<Item = RunConfiguration> {
    (0..count).map(|index| RunConfiguration {
        name: format!("generated {index}"),
        type_id: "Application".to_owned(),
        type_name: "Application".to_owned(),
        temporary: false,
        module_name: None,
        main_class_name: None,
    })
}

fn git_problem(problem: Option<&WorldProblem>) -> Result<(), GitProblem> {
    let Some(WorldProblem { kind, text }) = problem else { return Ok(()) };
    Err(match kind.as_str() {
        "project-closed" => GitProblem::ProjectClosed,
        "git-missing" => GitProblem::GitMissing(text.clone()),
        _ => GitProblem::Failed(text.clone()),
    })
}

fn repository(from: &WorldRepository) -> Repository {
    Repository {
        root: from.root.clone(),
        state: match from.state.as_str() {
            "detached" => RepositoryState::Detached,
            "merging" => RepositoryState::Merging,
            "rebasing" => RepositoryState::Rebasing,
            "grafting" => RepositoryState::Grafting,
            "reverting" => RepositoryState::Reverting,
            _ => RepositoryState::Normal,
        },
        head: from.head.clone(),
        current_branch: from.current_branch.clone(),
        upstream: from.upstream.clone().map(|(remote, branch)| Upstream { remote, branch }),
        remote_names: from.remotes.iter().map(|remote| remote.name.clone()).collect(),
    }
}

fn remote(from: &WorldRemote) -> Remote {
    Remote { name: from.name.clone(), fetch_urls: from.fetch_urls.clone(), push_urls: from.push_urls.clone() }
}
