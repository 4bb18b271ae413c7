//! The checks before any protocol, in the order in which a refusal is decided.

use std::str;

use thiserror::Error;

use super::loopback::{is_loopback_address, is_loopback_authority, is_loopback_origin};
use super::media::{accepts_both_replies, is_json};
use super::{Body, ENDPOINT_PATH, Field, MESSAGE_PATH, Request, SSE_PATH};
use crate::host::{Host, Project};
use crate::limits;
use crate::tokens::{self, TokenError};

/// A request that may be answered: whose it is and what it says.
#[derive(Debug)]
pub struct Accepted<'a> {
    /// The project that its token opens.
    pub project: Project,
    /// The whole body.
    pub body: &'a [u8],
    /// Where it goes.
    pub place: Place,
}

/// Why a request is refused before its body is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The body is larger than [`limits::BODY_BYTES`].
    #[error("the request body has more than {} bytes; send less", limits::BODY_BYTES)]
    BodyTooLarge,
    /// There is no `Host` header.
    #[error("the Host header is missing; send Host: 127.0.0.1:{0}")]
    HostMissing(u16),
    /// There are several `Host` headers.
    #[error("the Host header occurs more than once; send it once")]
    HostRepeated,
    /// The peer is on another machine.
    #[error("only this machine may connect")]
    RemoteNotLoopback,
    /// `Host` does not name this endpoint.
    #[error("the Host header does not name this endpoint; connect to 127.0.0.1:{0}")]
    HostNotEndpoint(u16),
    /// `Origin` is not a loopback origin.
    #[error("the Origin header names another site; only pages of this machine may call")]
    OriginNotLoopback,
    /// There is nothing at this path.
    #[error("there is nothing at this path; the endpoint is {ENDPOINT_PATH}")]
    NoSuchPath,
    /// The path does not know this method; it names the one that it knows.
    #[error("{}", allowed_text(.0))]
    MethodNotAllowed(Place),
    /// There is no `Authorization: Bearer` header.
    #[error("the project token is missing; send Authorization: Bearer <project token>, once")]
    TokenMissing,
    /// The token opens no open project.
    #[error(
        "the project token opens no open project; it was rotated or belongs to another project: put the current token of an open project into the agent's configuration"
    )]
    TokenUnknown,
    /// Two open projects have this token.
    #[error("two open projects have this token; rotate the token of one of them")]
    TokenAmbiguous,
    /// The token opens no open project whose token can be read; those of others cannot.
    #[error(
        "the project token opens no project; the tokens of some projects cannot be read, and the log of MCP Toolbox says why"
    )]
    TokensUnavailable,
    /// The body is not declared as JSON.
    #[error("the body must be JSON; send Content-Type: application/json")]
    ContentTypeNotJson,
    /// The client does not take what we may answer.
    #[error("both reply types must be acceptable; send Accept: application/json, text/event-stream")]
    NotAcceptable,
    /// A message does not say which stream it belongs to.
    #[error("the session id is missing; post to the URL that the stream's \"endpoint\" event names")]
    SessionMissing,
    /// The stream of a message is closed.
    #[error("the event stream of this session is closed; open a new one at {SSE_PATH}")]
    SessionUnknown,
    /// The stream of a message belongs to another project.
    #[error("this session belongs to another project; open a stream with this project's token")]
    SessionForeign,
    /// The project has as many streams as it may have.
    #[error("this project has {} event streams already; close one of them", limits::STREAMS)]
    TooManyStreams,
}

/// Where a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// One message, one answer.
    Endpoint,
    /// A new event stream.
    Stream,
    /// A message whose answer goes to its stream.
    Message,
}

fn allowed_text(place: &Place) -> &'static str {
    match place {
        Place::Endpoint => "the endpoint takes POST, and GET without MCP-Protocol-Version for HTTP+SSE",
        Place::Stream => "the event stream takes GET only; clients of Streamable HTTP use the URL without /sse",
        Place::Message => "messages take POST only",
    }
}

/// Decides whether a request is answered and for which project.
///
/// # Errors
/// The first [`Refusal`] in the order of the type's variants.
pub fn accept<'a>(host: &dyn Host, request: &'a Request) -> Result<Accepted<'a>, Refusal> {
    let body = body_within_limit(request)?;
    check_caller(request)?;
    let place = place_of(request)?;
    let project = authenticate(host, request)?;
    check_media(request, place)?;
    Ok(Accepted { project, body, place })
}

fn body_within_limit(request: &Request) -> Result<&[u8], Refusal> {
    match &request.body {
        Body::Complete(bytes) if bytes.len() <= limits::BODY_BYTES => Ok(bytes),
        Body::Complete(_) | Body::TooLarge(_) => Err(Refusal::BodyTooLarge),
    }
}

/// Remote, `Host` and `Origin` keep other machines and other sites out, a page that rebinds its name included.
fn check_caller(request: &Request) -> Result<(), Refusal> {
    let port = request.endpoint_port;
    let authority = match request.header("host") {
        Field::Absent => return Err(Refusal::HostMissing(port)),
        Field::Repeated => return Err(Refusal::HostRepeated),
        Field::Once(value) => value,
    };
    if !is_loopback_address(&request.remote_address) {
        return Err(Refusal::RemoteNotLoopback);
    }
    if !str::from_utf8(authority).is_ok_and(|authority| is_loopback_authority(authority, port)) {
        return Err(Refusal::HostNotEndpoint(port));
    }
    match request.header("origin") {
        Field::Absent => Ok(()),
        Field::Once(origin) if str::from_utf8(origin).is_ok_and(is_loopback_origin) => Ok(()),
        Field::Once(_) | Field::Repeated => Err(Refusal::OriginNotLoopback),
    }
}

/// Clients that speak HTTP+SSE alone ask for a stream where they know of one URL only: at the endpoint, naming no version.
fn place_of(request: &Request) -> Result<Place, Refusal> {
    let names_version = || !matches!(request.header("mcp-protocol-version"), Field::Absent);
    match (request.path(), request.method.as_str()) {
        (ENDPOINT_PATH, "POST") => Ok(Place::Endpoint),
        (ENDPOINT_PATH, "GET") if !names_version() => Ok(Place::Stream),
        (ENDPOINT_PATH, _) => Err(Refusal::MethodNotAllowed(Place::Endpoint)),
        (SSE_PATH, "GET") => Ok(Place::Stream),
        (SSE_PATH, _) => Err(Refusal::MethodNotAllowed(Place::Stream)),
        (MESSAGE_PATH, "POST") => Ok(Place::Message),
        (MESSAGE_PATH, _) => Err(Refusal::MethodNotAllowed(Place::Message)),
        _ => Err(Refusal::NoSuchPath),
    }
}

fn authenticate(host: &dyn Host, request: &Request) -> Result<Project, Refusal> {
    let presented = match request.header("authorization") {
        Field::Once(value) => bearer_token(value).ok_or(Refusal::TokenMissing)?,
        Field::Absent | Field::Repeated => return Err(Refusal::TokenMissing),
    };
    tokens::project_of(host, presented).map_err(|error| match error {
        TokenError::Unknown => Refusal::TokenUnknown,
        TokenError::Ambiguous => Refusal::TokenAmbiguous,
        TokenError::Unavailable => Refusal::TokensUnavailable,
    })
}

/// The token of `Bearer <token>`; the scheme's case does not matter (RFC 9110, section 11.1).
fn bearer_token(value: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = value.split_at_checked(b"Bearer ".len())?;
    let token = token.trim_ascii();
    (scheme.eq_ignore_ascii_case(b"Bearer ") && !token.is_empty()).then_some(token)
}

/// Answers to messages come on their stream, so only the endpoint's own answers have to be acceptable.
fn check_media(request: &Request, place: Place) -> Result<(), Refusal> {
    match request.header("content-type") {
        _ if place == Place::Stream => return Ok(()),
        Field::Once(value) if is_json(value) => {}
        Field::Once(_) | Field::Absent | Field::Repeated => return Err(Refusal::ContentTypeNotJson),
    }
    let is_acceptable = place == Place::Message || accepts_both_replies(request.header_values("accept"));
    if is_acceptable { Ok(()) } else { Err(Refusal::NotAcceptable) }
}

// The order of the checks and every refusal are shown in tests/transcripts/refusals.txt.

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_scheme_has_any_case_and_the_token_none_of_the_space() {
        for yes in ["Bearer abc", "bearer abc", "BEARER   abc  ", "Bearer \tabc"] {
            assert_eq!(bearer_token(yes.as_bytes()), Some(&b"abc"[..]), "{yes}");
        }
        for no in ["", "Bearer", "Bearer ", "Bearer   ", "Bearerabc", "Basic abc", "abc", " Bearer abc"] {
            assert_eq!(bearer_token(no.as_bytes()), None, "{no}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
            let _ = bearer_token(&bytes);
        }
    }
}
