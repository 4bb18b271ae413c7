//! What a person's tools ask about coding agents: how each stands, what a change would do, what to copy.

use crate::agents::ownership::{self, Ownership};
use crate::agents::plan::{self, Action, Intent};
use crate::agents::table::{Agent, Automatic, Endpoint, Setup};
use crate::agents::{Refusal, naming, rows, snippets};
use crate::host::{FileKind, Host, Project, ProjectKey};
use crate::tokens;

use super::{Problem, endpoint_url, open_project};

/// How one agent stands in a project.
#[derive(Clone, Debug)]
pub struct AgentStatus {
    /// The row of the table.
    pub agent: &'static Agent,
    /// Whether a person selected it.
    pub is_selected: bool,
    /// What shows that it is used here: a path.
    pub evidence: Option<String>,
    /// Its file, relative to the project's folder.
    pub path: Option<String>,
    /// How our node stands.
    pub status: Status,
}

/// How our node stands in an agent's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// A person sets this agent up.
    Manual,
    /// There is no node of ours, and there was none.
    Absent,
    /// We wrote a node that is no longer there.
    Gone,
    /// The node is there and differs from what it should be, for instance in the port.
    Outdated,
    /// Everything is as it should be.
    UpToDate,
    /// A change would be refused.
    Refused(Refusal),
}

/// What a person asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Our node as it should be.
    Sync,
    /// The same, over a person's changes to it.
    Overwrite,
    /// No node of ours.
    Remove,
}

/// What a change would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The file, relative to the project's folder.
    pub path: String,
    /// What happens to it.
    pub effect: Effect,
    /// The unified diff, without secrets; empty where nothing happens.
    pub diff: String,
    /// What a person should know, one sentence each.
    pub warnings: Vec<String>,
    /// What a person does afterwards, one sentence each.
    pub next_steps: Vec<String>,
}

/// What happens to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It comes to be.
    Create,
    /// Our node is added.
    Add,
    /// Members of our node change.
    Update,
    /// Our node goes.
    Remove,
    /// The file goes: we made it, and nothing else is in it.
    Delete,
    /// Nothing.
    Nothing,
}

/// What a sync would do to one agent's file.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The agent.
    pub agent: &'static Agent,
    /// What it would do, or why not.
    pub outcome: Result<Preview, Refusal>,
}

/// A text to copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snippet<'a> {
    /// The entry of an agent, by its id.
    Agent(&'a str),
    /// The headers as JSON.
    Headers,
    /// A command that lists the tools.
    Curl,
}

/// How every agent stands, in the order of the table.
///
/// # Errors
/// [`Problem`].
pub fn agents(host: &dyn Host, key: &ProjectKey, endpoint_port: u16) -> Result<Vec<AgentStatus>, Problem> {
    let desk = Desk::open(host, key, endpoint_port)?;
    Ok(rows::TABLE.iter().map(|agent| desk.status(agent)).collect())
}

/// What a change of one agent's file would do.
///
/// # Errors
/// [`Problem`], [`Problem::Refused`] where the file would be left as it is.
pub fn preview(
    host: &dyn Host,
    key: &ProjectKey,
    endpoint_port: u16,
    agent: &str,
    wish: Wish,
) -> Result<Preview, Problem> {
    let agent = find(agent)?;
    Desk::open(host, key, endpoint_port)?.preview(agent, wish).map_err(Problem::Refused)
}

/// What a sync of the selected agents would do, each on its own.
///
/// # Errors
/// [`Problem`].
pub fn plan_sync(host: &dyn Host, key: &ProjectKey, endpoint_port: u16) -> Result<Vec<Planned>, Problem> {
    let desk = Desk::open(host, key, endpoint_port)?;
    let is_planned =
        |agent: &&Agent| desk.ownership.is_selected(agent.id) && matches!(agent.setup, Setup::Automatic(_));
    Ok(rows::TABLE
        .iter()
        .filter(is_planned)
        .map(|agent| Planned { agent, outcome: desk.preview(agent, Wish::Sync) })
        .collect())
}

/// A text to copy. It holds the project's token, but for agents that read it from a variable.
///
/// # Errors
/// [`Problem`].
pub fn snippet(host: &dyn Host, key: &ProjectKey, endpoint_port: u16, what: Snippet<'_>) -> Result<String, Problem> {
    let desk = Desk::open(host, key, endpoint_port)?;
    let endpoint = desk.endpoint();
    match what {
        Snippet::Agent(id) => Ok(snippets::agent_snippet(find(id)?, naming::SERVER_NAME, &endpoint)),
        Snippet::Headers => Ok(snippets::header_json(&endpoint)),
        Snippet::Curl => Ok(snippets::curl(&endpoint)),
    }
}

fn find(id: &str) -> Result<&'static Agent, Problem> {
    rows::find(id).ok_or_else(|| Problem::UnknownAgent {
        id: id.to_owned(),
        known: rows::TABLE.iter().map(|agent| agent.id).collect::<Vec<_>>().join(", "),
    })
}

/// Everything that a question about agents needs.
struct Desk<'h> {
    host: &'h dyn Host,
    project: Project,
    ownership: Ownership,
    url: String,
    token: String,
}

impl<'h> Desk<'h> {
    fn open(host: &'h dyn Host, key: &ProjectKey, endpoint_port: u16) -> Result<Self, Problem> {
        let project = open_project(host, key)?;
        let token = tokens::ensure(host, &project)?;
        let ownership = ownership::read(host, &project)?.ownership;
        Ok(Self { host, project, ownership, url: endpoint_url(endpoint_port), token })
    }

    fn endpoint(&self) -> Endpoint<'_> {
        Endpoint { url: &self.url, token: &self.token }
    }

    fn status(&self, agent: &'static Agent) -> AgentStatus {
        let is_selected = self.ownership.is_selected(agent.id);
        let Setup::Automatic(automatic) = agent.setup else {
            return AgentStatus { agent, is_selected, evidence: None, path: None, status: Status::Manual };
        };
        let planned = plan::put(self.host, &self.project, agent, &self.ownership, &self.endpoint(), Intent::Sync);
        let was_written = self.ownership.record(agent.id).is_some();
        let (path, status) = match planned {
            Ok(plan) => {
                let status = match plan.action {
                    Action::Nothing => Status::UpToDate,
                    Action::Update => Status::Outdated,
                    Action::Create | Action::Add if was_written => Status::Gone,
                    Action::Create | Action::Add => Status::Absent,
                };
                (Some(plan.path), status)
            }
            Err(refusal) => {
                let record = self.ownership.record(agent.id);
                let located = plan::locate(self.host, &self.project, agent, automatic, record).ok();
                (located.map(|located| located.path), Status::Refused(refusal))
            }
        };
        AgentStatus { agent, is_selected, evidence: self.evidence(agent, automatic), path, status }
    }

    /// A file or folder of the agent in the project, else its program.
    fn evidence(&self, agent: &Agent, automatic: &Automatic) -> Option<String> {
        let kind = |path: &str| self.host.file_kind(&self.project.key, path);
        let file = automatic.candidates.iter().find(|path| kind(path) == Ok(FileKind::File));
        let folders = automatic.candidates.iter().filter_map(|path| path.split_once('/')).map(|(folder, _)| folder);
        let folder = || folders.clone().find(|folder| kind(folder) == Ok(FileKind::Folder));
        let program = || agent.executables.iter().find_map(|name| self.host.find_program(name));
        file.map(|path| (*path).to_owned()).or_else(|| folder().map(str::to_owned)).or_else(program)
    }

    fn preview(&self, agent: &'static Agent, wish: Wish) -> Result<Preview, Refusal> {
        let intent = if wish == Wish::Overwrite { Intent::Overwrite } else { Intent::Sync };
        if wish == Wish::Remove {
            return self.preview_removal(agent);
        }
        let plan = plan::put(self.host, &self.project, agent, &self.ownership, &self.endpoint(), intent)?;
        let effect = match plan.action {
            Action::Create => Effect::Create,
            Action::Add => Effect::Add,
            Action::Update => Effect::Update,
            Action::Nothing => Effect::Nothing,
        };
        let next_steps = if effect == Effect::Nothing { Vec::new() } else { next_steps(agent) };
        let mut warnings = plan.warnings.clone();
        warnings.extend(agent.known_issue.map(str::to_owned));
        Ok(Preview { diff: plan.diff(), path: plan.path, effect, warnings, next_steps })
    }

    fn preview_removal(&self, agent: &'static Agent) -> Result<Preview, Refusal> {
        match plan::remove(self.host, &self.project, agent, &self.ownership, Intent::Sync)? {
            Some(removal) => Ok(Preview {
                diff: removal.diff(),
                path: removal.path,
                effect: if removal.deletes_file { Effect::Delete } else { Effect::Remove },
                warnings: Vec::new(),
                next_steps: vec![agent.reload.to_owned()],
            }),
            None => Ok(Preview {
                path: String::new(),
                effect: Effect::Nothing,
                diff: String::new(),
                warnings: Vec::new(),
                next_steps: Vec::new(),
            }),
        }
    }
}

fn next_steps(agent: &Agent) -> Vec<String> {
    agent.activation.into_iter().chain([agent.reload]).map(str::to_owned).collect()
}
