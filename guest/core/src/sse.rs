//! HTTP+SSE, the transport of 2024-11-05: a stream that a client opens, and messages that it posts elsewhere; their answers
//! come as events of the stream. The transport says nothing of the version: a stream remembers what `initialize` agreed on.

use crate::host::{Host, Project, Stream};
use crate::http::{MESSAGE_PATH, Refusal, Request, Response};
use crate::limits;
use crate::mcp::{self, Message, Said, Version};
use crate::request_log::Outcome;
use crate::tokens;
use crate::tools::Tool;

/// Session ids are 128 random bits. They say which stream is meant and never stand in for the token.
const SESSION_ID_BYTES: usize = 16;

/// Opens a stream. Its first event names where messages go: a path, so that the client keeps the host name that it used.
///
/// # Errors
/// [`Refusal::TooManyStreams`].
pub fn open(host: &dyn Host, project: &Project) -> Result<Response, Refusal> {
    let id = tokens::base64url(&host.random_bytes(SESSION_ID_BYTES));
    if !host.reserve_stream(&project.key, &id, Version::V2024_11_05.name(), limits::STREAMS) {
        return Err(Refusal::TooManyStreams);
    }
    let beginning = event("endpoint", &format!("{MESSAGE_PATH}?sessionId={id}"));
    Ok(Response::stream(id, beginning))
}

/// The stream that a message belongs to, and its id.
///
/// # Errors
/// [`Refusal::SessionMissing`], [`Refusal::SessionUnknown`], [`Refusal::SessionForeign`].
pub fn stream_of<'a>(host: &dyn Host, project: &Project, request: &'a Request) -> Result<(&'a str, Stream), Refusal> {
    let id = request.query("sessionId").filter(|id| !id.is_empty()).ok_or(Refusal::SessionMissing)?;
    let stream = host.find_stream(id).ok_or(Refusal::SessionUnknown)?;
    if stream.project == project.key { Ok((id, stream)) } else { Err(Refusal::SessionForeign) }
}

/// Answers a message on its stream.
///
/// # Errors
/// [`Refusal::SessionUnknown`] where the stream closed meanwhile.
pub fn answer(
    host: &dyn Host,
    tools: &[Tool],
    project: &Project,
    (id, stream): (&str, &Stream),
    message: &Message<'_>,
) -> Result<(Response, Outcome), Refusal> {
    let version = Version::named(&stream.note).unwrap_or(Version::V2024_11_05);
    let (answer, outcome) = mcp::answer(host, tools, project, &Said::Session(version), message);
    if let Message::Request(call) = message {
        if let Some(agreed) = mcp::agreed_version(call).filter(|_| outcome == Outcome::Done) {
            host.set_stream_note(id, agreed.name());
        }
        send(host, id, &answer)?;
    }
    Ok((Response::accepted(), outcome))
}

/// Sends an answer as an event.
///
/// # Errors
/// [`Refusal::SessionUnknown`] where the stream is closed.
pub fn send(host: &dyn Host, id: &str, answer: &Response) -> Result<(), Refusal> {
    let event = event("message", &String::from_utf8_lossy(&answer.body));
    if host.send_to_stream(id, event.as_bytes()) { Ok(()) } else { Err(Refusal::SessionUnknown) }
}

/// One event. Data of several lines goes out as several `data` lines; only CR and LF end a line there (HTML Standard, section
/// 9.2.6), so U+0085 and U+2028 stay as they are.
fn event(name: &str, data: &str) -> String {
    let mut out = format!("event: {name}\n");
    for line in data.replace("\r\n", "\n").split(['\n', '\r']) {
        out.push_str("data: ");
        out.push_str(line);
        out.push('\n');
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_data_are_lines_of_the_event() {
        assert_eq!(event("message", "a"), "event: message\ndata: a\n\n");
        assert_eq!(event("message", "a\nb\r\nc\rd"), "event: message\ndata: a\ndata: b\ndata: c\ndata: d\n\n");
        assert_eq!(event("message", "a\u{85}\u{2028}😀"), "event: message\ndata: a\u{85}\u{2028}😀\n\n");
    }
}
