//! The line that a person reads about one request: what was asked, by whom, how it ended, how long it took. Never an
//! argument, never a secret.

use crate::host::{Host, LogEntry, LogLevel, Project, ProjectKey};
use crate::http::Request;
use crate::mcp::Message;
use crate::{limits, redact};

const SOURCE: &str = "request";

/// How a request ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Answered as asked.
    Done,
    /// Refused before its body was looked at: stable code and text.
    Refused(&'static str, String),
    /// Answered with a JSON-RPC error: stable code and text.
    Failed(&'static str, String),
    /// Answered with a tool result that says what went wrong.
    ToolFailed(String),
}

/// What is known of a request while it runs.
pub struct RequestLog {
    started_ns: u64,
    project: Option<ProjectKey>,
    asked: String,
    client: String,
}

impl RequestLog {
    /// Starts the clock.
    pub fn start(host: &dyn Host, request: &Request) -> Self {
        let path = request.target.split('?').next().unwrap_or_default();
        Self {
            started_ns: host.monotonic_ns(),
            project: None,
            asked: format!("{} {}", request.method, path),
            client: client_label(request),
        }
    }

    /// The project that the request turned out to belong to.
    pub fn project(&mut self, project: &Project) {
        self.project = Some(project.key.clone());
    }

    /// The message that the request turned out to carry.
    pub fn message(&mut self, message: &Message<'_>) {
        self.asked = match message {
            Message::Request(call) => match called_tool(call) {
                Some(tool) => format!("{}({tool})", call.method),
                None => call.method.clone().into_owned(),
            },
            Message::Notification(method) => method.clone().into_owned(),
            Message::Response => "response".to_owned(),
        };
    }

    /// Writes the line.
    pub fn finish(self, host: &dyn Host, status: u16, outcome: &Outcome) {
        let (level, ending) = match outcome {
            Outcome::Done => (LogLevel::Success, String::new()),
            Outcome::Refused(code, text) => (LogLevel::Warning, format!(", {code}: {text}")),
            Outcome::Failed(code, text) => (LogLevel::Error, format!(", {code}: {text}")),
            Outcome::ToolFailed(text) => (LogLevel::Error, format!(", {text}")),
        };
        let elapsed_ms = host.monotonic_ns().saturating_sub(self.started_ns) / 1_000_000;
        let line = format!("{} from {}: {status} in {elapsed_ms} ms{ending}", self.asked, self.client);
        let message = cut(&redact::text(&one_line(&line)), limits::LOG_MESSAGE_CHARS);
        host.log(&LogEntry { project: self.project.as_ref(), level, source: SOURCE, message: &message });
    }
}

fn called_tool(call: &crate::mcp::Call<'_>) -> Option<String> {
    match call.method.as_ref() {
        "tools/call" => call.params().ok()?.get_string("name"),
        _ => None,
    }
}

/// What the client says of itself. It may be missing or made up: it is shown, never trusted.
fn client_label(request: &Request) -> String {
    let label = ["x-mcp-client", "user-agent"]
        .iter()
        .filter_map(|name| request.header_for_people(name))
        .map(|value| cut(&one_line(&value), limits::CLIENT_LABEL_CHARS))
        .filter(|value| !value.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    if label.is_empty() { "unknown client".to_owned() } else { label }
}

/// Control characters could forge further lines; they become spaces.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || c == '\u{2028}' || c == '\u{2029}' { ' ' } else { c })
        .collect::<String>()
        .trim()
        .to_owned()
}

/// The first `limit_chars` characters, with a mark where something was cut.
#[must_use]
pub fn cut(text: &str, limit_chars: usize) -> String {
    match text.char_indices().nth(limit_chars) {
        None => text.to_owned(),
        Some(_) => text.chars().take(limit_chars.saturating_sub(1)).chain(['…']).collect(),
    }
}
