//! What we remember of the nodes that we wrote, and which agents a person selected: one state document for each project.

use serde::{Deserialize, Serialize};

use super::change::Made;
use crate::host::{Document, Host, LogEntry, LogLevel, Project, StateProblem};

/// The name of the state document.
const DOCUMENT: &str = "agents";

/// The version of its form that this core writes.
const VERSION: u32 = 1;

/// What is remembered of a project's agents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ownership {
    /// The ids of the agents that a person selected, in the order of selection.
    pub selected: Vec<String>,
    /// One record for each agent with a node of ours.
    pub records: Vec<Record>,
}

/// One node that we wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// The agent's id.
    pub agent: String,
    /// The file, relative to the project's folder: a project that moved still finds it.
    pub path: String,
    /// The server's name.
    pub name: String,
    /// The digest of the node as we left it.
    pub digest: String,
    /// What its addition made.
    pub made: Made,
    /// When it was last written, in seconds since 1970.
    pub written_at_s: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    version: u32,
    #[serde(default)]
    selected: Vec<String>,
    #[serde(default)]
    records: Vec<Record>,
}

/// What was read, and what it replaces when it is written.
#[derive(Clone, Debug)]
pub struct Remembered {
    /// What is remembered.
    pub ownership: Ownership,
    /// The digest of the stored document.
    pub digest: Option<String>,
}

impl Ownership {
    /// The record of an agent.
    #[must_use]
    pub fn record(&self, agent: &str) -> Option<&Record> {
        self.records.iter().find(|record| record.agent == agent)
    }

    /// Whether a person selected an agent.
    #[must_use]
    pub fn is_selected(&self, agent: &str) -> bool {
        self.selected.iter().any(|id| id == agent)
    }
}

/// Reads what is remembered. A damaged document is set aside and said: the nodes are then found by their URL.
///
/// # Errors
/// [`StateProblem`].
pub fn read(host: &dyn Host, project: &Project) -> Result<Remembered, StateProblem> {
    let Some(document) = host.read_state(&project.key, DOCUMENT)? else {
        return Ok(Remembered { ownership: Ownership::default(), digest: None });
    };
    match serde_json::from_slice::<Stored>(&document.bytes) {
        Ok(stored) if stored.version == VERSION => Ok(Remembered {
            ownership: Ownership { selected: stored.selected, records: stored.records },
            digest: Some(document.digest),
        }),
        Ok(stored) if stored.version > VERSION => Err(StateProblem::Unavailable(
            "the record of agents was written by a newer version of MCP Toolbox; update this one".to_owned(),
        )),
        _ => set_aside(host, project, &document),
    }
}

/// Writes what is remembered, if nobody else did since it was read.
///
/// # Errors
/// [`StateProblem`].
pub fn write(
    host: &dyn Host,
    project: &Project,
    ownership: &Ownership,
    expected_digest: Option<&str>,
) -> Result<(), StateProblem> {
    let stored = Stored { version: VERSION, selected: ownership.selected.clone(), records: ownership.records.clone() };
    let bytes = serde_json::to_vec(&stored).map_err(|error| StateProblem::Unavailable(error.to_string()))?;
    host.replace_state(&project.key, DOCUMENT, expected_digest, &bytes)
}

fn set_aside(host: &dyn Host, project: &Project, document: &Document) -> Result<Remembered, StateProblem> {
    let kept = host.set_state_aside(&project.key, DOCUMENT, &document.digest)?;
    let message = format!("the record of agents was damaged and is kept as {kept}; entries are found by their URL");
    host.log(&LogEntry { project: Some(&project.key), level: LogLevel::Warning, source: "agents", message: &message });
    Ok(Remembered { ownership: Ownership::default(), digest: None })
}
