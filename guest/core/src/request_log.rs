//! The line that a person reads about one request: what was asked, by whom, how it ended, how long it took. Never an
//! argument, never a secret.

use std::borrow::Cow;

use crate::host::{Host, LogEntry, LogLevel, Project, ProjectKey};
use crate::http::Request;
use crate::mcp::Message;
use crate::tools::arguments::short;
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
pub struct RequestLog<'a> {
    request: &'a Request,
    started_ns: u64,
    project: Option<ProjectKey>,
    asked: Option<String>,
}

impl<'a> RequestLog<'a> {
    /// Starts the clock.
    pub fn start(host: &dyn Host, request: &'a Request) -> Self {
        Self { request, started_ns: host.monotonic_ns(), project: None, asked: None }
    }

    /// The project that the request turned out to belong to.
    pub fn project(&mut self, project: &Project) {
        self.project = Some(project.key.clone());
    }

    /// The message that the request turned out to carry.
    pub fn message(&mut self, message: &Message<'_>) {
        self.asked = Some(match message {
            Message::Request(call) => match called_tool(call) {
                Some(tool) => [&label(&call.method), "(", &label(&tool), ")"].concat(),
                None => label(&call.method),
            },
            Message::Notification(method) => label(method),
            Message::Response => "response".to_owned(),
        });
    }

    /// Writes the line.
    pub fn finish(self, host: &dyn Host, status: u16, outcome: &Outcome) {
        let (level, code, text) = match outcome {
            Outcome::Done => (LogLevel::Success, "", ""),
            Outcome::Refused(code, text) => (LogLevel::Warning, *code, text.as_str()),
            Outcome::Failed(code, text) => (LogLevel::Error, *code, text.as_str()),
            Outcome::ToolFailed(text) => (LogLevel::Error, "", text.as_str()),
        };
        let elapsed_ms = host.monotonic_ns().saturating_sub(self.started_ns) / 1_000_000;
        let mut line = self.asked.unwrap_or_else(|| request_line(self.request));
        line.push_str(" from ");
        push_client_label(&mut line, self.request);
        for part in [": ", &status.to_string(), " in ", &elapsed_ms.to_string(), " ms"] {
            line.push_str(part);
        }
        for (separator, part) in [(", ", code), (if code.is_empty() { ", " } else { ": " }, text)] {
            if !part.is_empty() {
                line.push_str(separator);
                line.push_str(part);
            }
        }
        let message = cut(&redact::text(&one_line(&line)), limits::LOG_MESSAGE_CHARS);
        host.log(&LogEntry { project: self.project.as_ref(), level, source: SOURCE, message: &message });
    }
}

fn request_line(request: &Request) -> String {
    let path = request.target.split('?').next().unwrap_or_default();
    [request.method.as_str(), " ", path].concat()
}

fn called_tool(call: &crate::mcp::Call<'_>) -> Option<String> {
    match call.method.as_ref() {
        "tools/call" => call.params().ok()?.get_string("name"),
        _ => None,
    }
}

/// A method or a tool as it is, or quoted and cut where it could be taken for another part of the line.
fn label(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_/.$-".contains(&byte);
    match name.len() <= limits::SHOWN_VALUE_CHARS && name.bytes().all(is_plain) {
        true => name.to_owned(),
        false => format!("\"{}\"", short(name)),
    }
}

/// What the client says of itself. It may be missing or made up: it is shown, never trusted.
fn push_client_label(line: &mut String, request: &Request) {
    let before = line.len();
    for name in ["x-mcp-client", "user-agent"] {
        let Some(value) = request.header_for_people(name) else { continue };
        let label = cut(&one_line(&value), limits::CLIENT_LABEL_CHARS);
        if !label.is_empty() && line.len() > before {
            line.push(' ');
        }
        line.push_str(&label);
    }
    if line.len() == before {
        line.push_str("unknown client");
    }
}

/// Control characters could forge further lines, invisible ones could reorder a line; they become spaces.
fn one_line(text: &str) -> Cow<'_, str> {
    let forging = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    if text.contains(forging) {
        return Cow::Owned(text.replace(forging, " ").trim().to_owned());
    }
    Cow::Borrowed(text.trim())
}

/// The first `limit_chars` characters, with a mark where something was cut.
#[must_use]
pub fn cut(text: &str, limit_chars: usize) -> String {
    // A character takes a byte at least, so most texts need no counting.
    if text.len() <= limit_chars {
        return text.to_owned();
    }
    match text.char_indices().nth(limit_chars) {
        None => text.to_owned(),
        Some(_) => text.chars().take(limit_chars.saturating_sub(1)).chain(['…']).collect(),
    }
}
