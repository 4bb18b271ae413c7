//! The steps of one request, in order.

use crate::host::Host;
use crate::http::{self, Request, Response};
use crate::mcp::{self, Message, Problem, Version};
use crate::request_log::{Outcome, RequestLog};
use crate::tools::Tool;
use crate::wire;

/// Answers one HTTP request with the given table of tools. Every byte string gets an answer.
#[must_use]
pub fn serve(host: &dyn Host, tools: &[Tool], request: &Request) -> Response {
    let mut log = RequestLog::start(host, request);
    let (response, outcome) = respond(host, tools, request, &mut log);
    log.finish(host, response.status, &outcome);
    response
}

fn respond(host: &dyn Host, tools: &[Tool], request: &Request, log: &mut RequestLog<'_>) -> (Response, Outcome) {
    let accepted = match http::accept(host, request) {
        Ok(accepted) => accepted,
        Err(refusal) => return refuse(request, &refusal),
    };
    log.project(&accepted.project);
    let message = match mcp::parse(accepted.body) {
        Ok(message) => message,
        Err(fault) => {
            let response = wire::failed(&fault.problem, fault.id.as_ref(), Version::of_refusal(request));
            return (response, Outcome::Failed(wire::problem_code(&fault.problem), fault.problem.to_string()));
        }
    };
    log.message(&message);
    mcp::answer(host, tools, &accepted.project, request, &message)
}

/// Answers a request whose [`serve`] died, on an instance that knows nothing of it: the same checks, then error -32603
/// with the request's id.
#[must_use]
pub fn failed(host: &dyn Host, request: &Request, failure: Failure) -> Response {
    let mut log = RequestLog::start(host, request);
    let (response, outcome) = match http::accept(host, request) {
        Err(refusal) => refuse(request, &refusal),
        Ok(accepted) => {
            log.project(&accepted.project);
            let message = mcp::parse(accepted.body).ok();
            if let Some(message) = &message {
                log.message(message);
            }
            let id = match &message {
                Some(Message::Request(call)) => Some(&call.id),
                _ => None,
            };
            let problem = Problem::Failed(failure);
            let response = wire::failed(&problem, id, Version::of_refusal(request));
            (response, Outcome::Failed(wire::problem_code(&problem), problem.to_string()))
        }
    };
    log.finish(host, response.status, &outcome);
    response
}

fn refuse(request: &Request, refusal: &http::Refusal) -> (Response, Outcome) {
    let mut response = wire::refused(refusal, Version::of_refusal(request));
    if request.method == "HEAD" {
        // The answer to HEAD has no body (RFC 9110, section 9.3.2).
        response.body.clear();
    }
    (response, Outcome::Refused(wire::refusal_code(refusal), refusal.to_string()))
}

/// Why a call of [`serve`] ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The instance trapped.
    Trapped,
    /// It asked for more memory than the host grants.
    OutOfMemory,
    /// It computed longer than the host grants.
    OutOfTime,
}
