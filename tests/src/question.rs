//! Questions to the export `settings`, and their answers as the lines of a transcript.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};

/// The port that the questions name.
pub const PORT: u16 = 63342;

/// One question; the project is named by its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// How to connect.
    Connection {
        /// The project.
        project: String,
    },
    /// How every agent stands.
    Agents {
        /// The project.
        project: String,
    },
    /// What a change of one agent's file would do.
    Preview {
        /// The project.
        project: String,
        /// The agent's id.
        agent: String,
        /// `sync`, `overwrite` or `remove`.
        wish: String,
    },
    /// What a sync of the selected agents would do.
    Plan {
        /// The project.
        project: String,
    },
    /// A text to copy: an agent's id, `headers` or `curl`.
    Snippet {
        /// The project.
        project: String,
        /// What.
        what: String,
    },
}

impl Question {
    /// Reads what follows `? `.
    ///
    /// # Errors
    /// Where that is no question.
    pub fn read(line: &str) -> Result<Self> {
        let words: Vec<&str> = line.split(' ').collect();
        let own = |word: &&str| (*word).to_owned();
        Ok(match words.as_slice() {
            ["connection", project] => Self::Connection { project: own(project) },
            ["agents", project] => Self::Agents { project: own(project) },
            ["preview", project, agent, wish] => {
                Self::Preview { project: own(project), agent: own(agent), wish: own(wish) }
            }
            ["plan", project] => Self::Plan { project: own(project) },
            ["snippet", project, what] => Self::Snippet { project: own(project), what: own(what) },
            _ => bail!("not a question: {line}"),
        })
    }
}

/// Why there is no answer.
pub enum NoAnswer {
    /// `project-closed`
    ProjectClosed,
    /// `unavailable`
    Unavailable(String),
    /// `unknown-agent`
    UnknownAgent(String),
    /// `refused`: code and text.
    Refused(String, String),
}

/// One agent, each part as text.
pub struct AgentRow {
    /// Id, name, setup and proof.
    pub identity: [String; 4],
    /// Whether it is selected.
    pub selected: bool,
    /// What shows that it is used.
    pub evidence: Option<String>,
    /// Its file.
    pub path: Option<String>,
    /// How our entry stands.
    pub status: String,
    /// Reload, activation, known issue.
    pub hints: [Option<String>; 3],
}

/// What a change would do, each part as text.
pub struct PreviewRows {
    /// The effect.
    pub effect: String,
    /// The file.
    pub path: String,
    /// The diff.
    pub diff: String,
    /// The warnings.
    pub warnings: Vec<String>,
    /// The next steps.
    pub next_steps: Vec<String>,
}

/// An answer with its lines, or why there is none.
pub type Answer = std::result::Result<String, NoAnswer>;

/// The expected lines.
#[must_use]
pub fn rendered(answer: Answer) -> String {
    match answer {
        Ok(lines) => lines,
        Err(NoAnswer::ProjectClosed) => "< project-closed\n".to_owned(),
        Err(NoAnswer::Unavailable(text)) => format!("< unavailable {text}\n"),
        Err(NoAnswer::UnknownAgent(text)) => format!("< unknown-agent {text}\n"),
        Err(NoAnswer::Refused(code, text)) => format!("< refused {code}: {text}\n"),
    }
}

/// The lines of a connection.
#[must_use]
pub fn connection(token: &str, endpoint_path: &str, sse_path: &str) -> String {
    format!("< ok\n= token {token}\n= endpoint-path {endpoint_path}\n= sse-path {sse_path}\n")
}

/// The lines of a list of agents.
///
/// # Errors
/// Never; the writer is a string.
pub fn agents(rows: impl IntoIterator<Item = AgentRow>) -> Result<String> {
    let mut out = "< ok\n".to_owned();
    for AgentRow { identity: [id, name, setup, proof], selected, evidence, path, status, hints } in rows {
        let selected = if selected { "selected" } else { "-" };
        let (evidence, path) = (evidence.as_deref().unwrap_or("-"), path.as_deref().unwrap_or("-"));
        writeln!(out, "= {id} | {name} | {setup} | {proof} | {selected} | {evidence} | {path} | {status}")?;
        for hint in hints.into_iter().flatten() {
            writeln!(out, "=   {hint}")?;
        }
    }
    Ok(out)
}

/// The lines of a preview.
#[must_use]
pub fn preview(preview: &PreviewRows) -> String {
    let path = if preview.path.is_empty() { "-" } else { &preview.path };
    let mut out = format!("< ok {} {path}\n", preview.effect);
    out.extend(preview.diff.lines().map(|line| format!("= {line}\n")));
    out.extend(preview.warnings.iter().map(|line| format!("= ! {line}\n")));
    out.extend(preview.next_steps.iter().map(|line| format!("= > {line}\n")));
    out
}

/// The lines of a plan.
#[must_use]
pub fn plan(agents: impl IntoIterator<Item = (String, std::result::Result<PreviewRows, (String, String)>)>) -> String {
    let line = |(agent, outcome): (String, std::result::Result<PreviewRows, (String, String)>)| match outcome {
        Ok(PreviewRows { effect, path, .. }) => format!("= {agent}: {effect} {path}\n"),
        Err((code, text)) => format!("= {agent}: refused {code}: {text}\n"),
    };
    "< ok\n".to_owned() + &agents.into_iter().map(line).collect::<String>()
}

/// The lines of a text.
#[must_use]
pub fn text(text: &str) -> String {
    "< ok\n".to_owned() + &text.lines().map(|line| format!("= {line}\n")).collect::<String>()
}

/// `UserModified` as `user-modified`: the WIT name of a case from the debug text of a Rust one.
#[must_use]
pub fn case(debug: &str) -> String {
    let name = debug.split(['(', ' ', '{']).next().unwrap_or_default().rsplit("::").next().unwrap_or_default();
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('-');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The one of `all` that is called `name`.
///
/// # Errors
/// Where there is none.
pub fn named<T: Copy>(all: &[(&str, T)], name: &str) -> Result<T> {
    all.iter().find(|(own, _)| *own == name).map(|(_, value)| *value).with_context(|| format!("no {name}"))
}
