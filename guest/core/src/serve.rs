//! The steps of one request, in order.

use crate::host::Host;
use crate::http::{self, Accepted, Place, Refusal, Request, Response};
use crate::mcp::{self, Fault, Message, Problem, Said, Version};
use crate::request_log::{Outcome, RequestLog};
use crate::tools::Tool;
use crate::{sse, wire};

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
    match accepted.place {
        Place::Endpoint => answer(host, tools, &accepted, request, log),
        Place::Stream => match sse::open(host, &accepted.project) {
            Ok(response) => (response, Outcome::Done),
            Err(refusal) => refuse(request, &refusal),
        },
        Place::Message => match answer_on_stream(host, tools, &accepted, request, log) {
            Ok(answered) => answered,
            Err(refusal) => refuse(request, &refusal),
        },
    }
}

fn answer(
    host: &dyn Host,
    tools: &[Tool],
    accepted: &Accepted<'_>,
    request: &Request,
    log: &mut RequestLog<'_>,
) -> (Response, Outcome) {
    match mcp::parse(accepted.body) {
        Ok(message) => {
            log.message(&message);
            mcp::answer(host, tools, &accepted.project, &Said::Headers(request), &message)
        }
        Err(fault) => unreadable(&fault, Version::of_refusal(request)),
    }
}

fn answer_on_stream(
    host: &dyn Host,
    tools: &[Tool],
    accepted: &Accepted<'_>,
    request: &Request,
    log: &mut RequestLog<'_>,
) -> Result<(Response, Outcome), Refusal> {
    let (id, stream) = sse::stream_of(host, &accepted.project, request)?;
    match mcp::parse(accepted.body) {
        Ok(message) => {
            log.message(&message);
            sse::answer(host, tools, &accepted.project, (id, &stream), &message)
        }
        Err(fault) => Ok(unreadable(&fault, Version::V2024_11_05)),
    }
}

fn unreadable(fault: &Fault<'_>, version: Version) -> (Response, Outcome) {
    let response = wire::failed(&fault.problem, fault.id.as_ref(), version);
    (response, Outcome::Failed(wire::problem_code(&fault.problem), fault.problem.to_string()))
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
            let mut response = wire::failed(&problem, id, Version::of_refusal(request));
            if accepted.place == Place::Message && id.is_some() {
                // Whoever waits for the answer waits at the stream.
                let stream = sse::stream_of(host, &accepted.project, request);
                match stream.and_then(|(id, _)| sse::send(host, id, &response)) {
                    Ok(()) => response = Response::accepted(),
                    Err(refusal) => response = wire::refused(&refusal, Version::V2024_11_05),
                }
            }
            (response, Outcome::Failed(wire::problem_code(&problem), problem.to_string()))
        }
    };
    log.finish(host, response.status, &outcome);
    response
}

fn refuse(request: &Request, refusal: &Refusal) -> (Response, Outcome) {
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
