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

/// Answers a message that came in an accepted request.
pub fn answer(
    host: &dyn Host,
    tools: &[Tool],
    project: &Project,
    request: &Request,
    message: &Message<'_>,
) -> (Response, Outcome) {
    let (id, version) = match message {
        Message::Request(call) => (Some(&call.id), version_in_force(request, Some(call))),
        Message::Notification(_) | Message::Response => (None, version_in_force(request, None)),
    };
    let version = match version {
        Ok(version) => version,
        Err(problem) => return fail(&problem, id, Version::of_refusal(request)),
    };
    let Message::Request(call) = message else { return (Response::accepted(), Outcome::Done) };
    match result_of(host, tools, project, call, version) {
        Ok((result, outcome)) => (wire::answered(&call.id, &result), outcome),
        Err(problem) => fail(&problem, Some(&call.id), version),
    }
}

fn fail(problem: &Problem, id: Option<&Id<'_>>, version: Version) -> (Response, Outcome) {
    (wire::failed(problem, id, version), Outcome::Failed(wire::problem_code(problem), problem.to_string()))
}

/// `initialize` negotiates in its body: some clients put their newest version into the header there, and a server that
/// looked at it would end them before the negotiation.
fn version_in_force(request: &Request, call: Option<&Call<'_>>) -> Result<Version, Problem> {
    match call {
        Some(call) if stateless::is_stateless(request, call) => stateless::check(request, call),
        Some(call) if call.method == "initialize" => Ok(Version::LATEST),
        _ => Version::of_header(request),
    }
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
