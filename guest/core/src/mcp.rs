//! The Model Context Protocol: bytes to messages, versions, methods.

mod initialize;
pub mod message;
mod stateless;
mod tools_methods;
pub mod version;

pub use message::{Call, Fault, Id, Message, Problem, parse};
pub use version::Version;

use crate::host::{Host, Project};
use crate::http::{Request, Response};
use crate::request_log::Outcome;
use crate::tools::Tool;
use crate::wire;

/// Where a message's version is said.
#[derive(Clone, Copy, Debug)]
pub enum Said<'a> {
    /// In the headers of its request, or in itself.
    Headers(&'a Request),
    /// By the `initialize` of its session.
    Session(Version),
}

/// Answers a message that came in an accepted request.
pub fn answer(
    host: &dyn Host,
    tools: &[Tool],
    project: &Project,
    said: &Said<'_>,
    message: &Message<'_>,
) -> (Response, Outcome) {
    let call = match message {
        Message::Request(call) => Some(call),
        Message::Notification(_) | Message::Response => None,
    };
    let version = match said.version(call) {
        Ok(version) => version,
        Err(problem) => return fail(&problem, call.map(|call| &call.id), said.version_of_refusal()),
    };
    let Some(call) = call else { return (Response::accepted(), Outcome::Done) };
    match result_of(host, tools, project, call, version) {
        Ok((result, outcome)) => (wire::answered(&call.id, &result), outcome),
        Err(problem) => fail(&problem, Some(&call.id), version),
    }
}

/// The version that an `initialize` agrees on; `None` of any other request.
#[must_use]
pub fn agreed_version(call: &Call<'_>) -> Option<Version> {
    let params = call.params().ok().filter(|_| call.method == "initialize")?;
    params.get_string("protocolVersion").map(|asked| Version::agreed(&asked))
}

impl Said<'_> {
    /// `initialize` negotiates in its body: some clients put their newest version into the header there, and a server that
    /// looked at it would end them before the negotiation.
    fn version(&self, call: Option<&Call<'_>>) -> Result<Version, Problem> {
        match (self, call) {
            (Self::Headers(request), Some(call)) if stateless::is_stateless(request, call) => {
                stateless::check(request, call)
            }
            (_, Some(call)) if call.method == "initialize" => Ok(Version::LATEST),
            (Self::Headers(request), _) => Version::of_header(request),
            (Self::Session(version), _) => Ok(*version),
        }
    }

    fn version_of_refusal(&self) -> Version {
        match self {
            Self::Headers(request) => Version::of_refusal(request),
            Self::Session(version) => *version,
        }
    }
}

fn fail(problem: &Problem, id: Option<&Id<'_>>, version: Version) -> (Response, Outcome) {
    (wire::failed(problem, id, version), Outcome::Failed(wire::problem_code(problem), problem.to_string()))
}

/// The result of a request as JSON text.
fn result_of(
    host: &dyn Host,
    tools: &[Tool],
    project: &Project,
    call: &Call<'_>,
    version: Version,
) -> Result<(String, Outcome), Problem> {
    if version.is_stateless() {
        return stateless::result_of(host, tools, project, call, version);
    }
    match call.method.as_ref() {
        "initialize" => Ok((initialize::result(&call.params()?)?, Outcome::Done)),
        "ping" => call.params().map(|_| ("{}".to_owned(), Outcome::Done)),
        "tools/list" => call.params().map(|_| (tools_methods::list(tools, version), Outcome::Done)),
        "tools/call" => tools_methods::call(host, tools, project, &call.params()?, version),
        unknown => Err(Problem::UnknownMethod(unknown.to_owned())),
    }
}

#[cfg(test)]
mod tests;
