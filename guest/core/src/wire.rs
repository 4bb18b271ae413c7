//! The one map from what went wrong to an HTTP status and a JSON-RPC error.

use crate::http::{Place, Refusal, Response, header};
use crate::mcp::{Id, Problem, Version};
use crate::request_log::cut;
use crate::{json, limits};

/// JSON-RPC 2.0, section 5.1.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INTERNAL_ERROR: i32 = -32603;

/// MCP 2026-07-28, "Errors".
const HEADER_MISMATCH: i32 = -32020;
const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;

/// What an error looks like on the wire.
struct Shape {
    status: u16,
    rpc_code: i32,
    /// Stable, for programs; the message is for people.
    code: &'static str,
}

const fn shape(status: u16, rpc_code: i32, code: &'static str) -> Shape {
    Shape { status, rpc_code, code }
}

fn refusal_shape(refusal: &Refusal) -> Shape {
    match refusal {
        Refusal::BodyTooLarge => shape(413, INVALID_REQUEST, "BODY_TOO_LARGE"),
        Refusal::HostMissing(_) => shape(400, INVALID_REQUEST, "HOST_MISSING"),
        Refusal::HostRepeated => shape(400, INVALID_REQUEST, "HOST_REPEATED"),
        Refusal::RemoteNotLoopback => shape(403, INVALID_REQUEST, "REMOTE_NOT_LOOPBACK"),
        Refusal::HostNotEndpoint(_) => shape(403, INVALID_REQUEST, "HOST_NOT_ENDPOINT"),
        Refusal::OriginNotLoopback => shape(403, INVALID_REQUEST, "ORIGIN_NOT_LOOPBACK"),
        Refusal::NoSuchPath => shape(404, INVALID_REQUEST, "NO_SUCH_PATH"),
        Refusal::MethodNotAllowed(_) => shape(405, INVALID_REQUEST, "METHOD_NOT_ALLOWED"),
        Refusal::TokenMissing => shape(401, INVALID_REQUEST, "TOKEN_MISSING"),
        Refusal::TokenUnknown => shape(401, INVALID_REQUEST, "TOKEN_UNKNOWN"),
        Refusal::TokenAmbiguous => shape(401, INVALID_REQUEST, "TOKEN_AMBIGUOUS"),
        Refusal::TokensUnavailable => shape(401, INVALID_REQUEST, "TOKENS_UNAVAILABLE"),
        Refusal::ContentTypeNotJson => shape(400, INVALID_REQUEST, "CONTENT_TYPE_NOT_JSON"),
        Refusal::NotAcceptable => shape(400, INVALID_REQUEST, "NOT_ACCEPTABLE"),
        Refusal::SessionMissing => shape(400, INVALID_REQUEST, "SESSION_MISSING"),
        Refusal::SessionUnknown => shape(404, INVALID_REQUEST, "SESSION_UNKNOWN"),
        Refusal::SessionForeign => shape(403, INVALID_REQUEST, "SESSION_FOREIGN"),
        Refusal::TooManyStreams => shape(503, INVALID_REQUEST, "TOO_MANY_STREAMS"),
    }
}

/// With a handshake an error about a well-formed request has status 200; 400 is for what is no request at all.
fn problem_shape(problem: &Problem) -> Shape {
    match problem {
        Problem::NotUtf8 | Problem::NotJson(_) => shape(400, PARSE_ERROR, "NOT_JSON"),
        Problem::TooDeep => shape(400, PARSE_ERROR, "TOO_DEEP"),
        Problem::Batch => shape(400, INVALID_REQUEST, "BATCH"),
        Problem::NotARequest(_) => shape(400, INVALID_REQUEST, "NOT_A_REQUEST"),
        Problem::UnknownVersion { .. } => shape(400, INVALID_REQUEST, "UNKNOWN_VERSION"),
        Problem::UnsupportedVersion { .. } => shape(400, UNSUPPORTED_PROTOCOL_VERSION, "UNSUPPORTED_VERSION"),
        Problem::HeaderMismatch(_) => shape(400, HEADER_MISMATCH, "HEADER_MISMATCH"),
        Problem::MetaMissing(_) => shape(400, INVALID_PARAMS, "META_MISSING"),
        Problem::NoSuchMethod(_) => shape(404, METHOD_NOT_FOUND, "UNKNOWN_METHOD"),
        Problem::UnknownMethod(_) => shape(200, METHOD_NOT_FOUND, "UNKNOWN_METHOD"),
        Problem::InvalidParams(_) => shape(200, INVALID_PARAMS, "INVALID_PARAMS"),
        Problem::UnknownTool { .. } => shape(200, INVALID_PARAMS, "UNKNOWN_TOOL"),
        Problem::Failed(_) => shape(200, INTERNAL_ERROR, "FAILED"),
    }
}

/// The stable code of a refusal, for the log.
#[must_use]
pub fn refusal_code(refusal: &Refusal) -> &'static str {
    refusal_shape(refusal).code
}

/// The stable code of a problem, for the log.
#[must_use]
pub fn problem_code(problem: &Problem) -> &'static str {
    problem_shape(problem).code
}

/// The response to a refused request. `version` decides whether an unknown id is `null` or left out.
#[must_use]
pub fn refused(refusal: &Refusal, version: Version) -> Response {
    let shape = refusal_shape(refusal);
    let mut response = Response::json(shape.status, error_body(&shape, &refusal.to_string(), "", None, version));
    match shape.status {
        401 => response.headers.push(header("www-authenticate", "Bearer")),
        405 if matches!(refusal, Refusal::MethodNotAllowed(Place::Stream)) => {
            response.headers.push(header("allow", "GET"));
        }
        405 => response.headers.push(header("allow", "POST")),
        _ => {}
    }
    response
}

/// The response to a message that cannot be answered with a result.
#[must_use]
pub fn failed(problem: &Problem, id: Option<&Id<'_>>, version: Version) -> Response {
    let shape = problem_shape(problem);
    // A message without an id has nobody who waits for a JSON-RPC answer; the status has to say it.
    let status = if id.is_none() && shape.rpc_code == INTERNAL_ERROR { 500 } else { shape.status };
    let data = match problem {
        Problem::UnsupportedVersion { requested } => unsupported_version_data(requested),
        _ => String::new(),
    };
    Response::json(status, error_body(&shape, &problem.to_string(), &data, id, version))
}

/// What a client needs to try again: members of the error's `data`, each with a comma before it.
fn unsupported_version_data(requested: &str) -> String {
    let mut data = format!(r#","supported":["{}"],"requested":"#, Version::V2026_07_28.name());
    json::push_string(&mut data, &cut(requested, limits::SHOWN_VALUE_CHARS));
    data
}

/// The response that carries a result, given as JSON text.
#[must_use]
pub fn answered(id: &Id<'_>, result: &str) -> Response {
    let mut body = String::with_capacity(ENVELOPE_BYTES + result.len());
    body.push_str(r#"{"jsonrpc":"2.0","id":"#);
    body.push_str(id.as_sent());
    body.push_str(r#","result":"#);
    body.push_str(result);
    body.push('}');
    Response::json(200, body)
}

/// About what an envelope takes beside its result.
const ENVELOPE_BYTES: usize = 64;

fn error_body(shape: &Shape, message: &str, data: &str, id: Option<&Id<'_>>, version: Version) -> String {
    let mut body = String::from(r#"{"jsonrpc":"2.0","#);
    match id {
        Some(id) => {
            body.push_str(r#""id":"#);
            body.push_str(id.as_sent());
            body.push(',');
        }
        // The schemas up to 2025-06-18 require an id, the later ones forbid null.
        None if version <= Version::V2025_06_18 => body.push_str(r#""id":null,"#),
        None => {}
    }
    body.push_str(r#""error":{"code":"#);
    body.push_str(&shape.rpc_code.to_string());
    body.push_str(r#","message":"#);
    json::push_string(&mut body, &cut(message, limits::ERROR_TEXT_CHARS));
    body.push_str(r#","data":{"code":""#);
    body.push_str(shape.code);
    body.push('"');
    body.push_str(data);
    body.push_str("}}}");
    body
}
