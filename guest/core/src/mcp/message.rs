//! Bytes to JSON-RPC messages.

use std::borrow::Cow;
use std::str;

use serde_json::value::RawValue;
use thiserror::Error;

use super::Version;
use crate::json::{self, Object, ObjectError};
use crate::limits;
use crate::serve::Failure;
use crate::tools::arguments::short;

/// One JSON-RPC message.
#[derive(Debug)]
pub enum Message<'a> {
    /// Somebody waits for an answer.
    Request(Call<'a>),
    /// Nobody does. Its method.
    Notification(Cow<'a, str>),
    /// An answer to something that we never asked.
    Response,
}

/// A request of a client.
#[derive(Debug)]
pub struct Call<'a> {
    /// Echoed as sent.
    pub id: Id<'a>,
    /// What is asked.
    pub method: Cow<'a, str>,
    params: Option<&'a RawValue>,
}

/// A request's id: a string or an integer, kept as sent.
#[derive(Debug)]
pub struct Id<'a>(&'a RawValue);

/// What is wrong with a message.
#[derive(Debug, Error)]
pub enum Problem {
    /// The body is no UTF-8.
    #[error("the body is not valid UTF-8")]
    NotUtf8,
    /// The body is no JSON; the parser's message.
    #[error("the body is not valid JSON: {0}")]
    NotJson(String),
    /// The body nests deeper than [`limits::JSON_DEPTH`].
    #[error("the body nests deeper than {} levels", limits::JSON_DEPTH)]
    TooDeep,
    /// The body is an array.
    #[error("batches are not supported; send one message per request")]
    Batch,
    /// The body is JSON but no JSON-RPC message; what is wrong with it.
    #[error("not a JSON-RPC message: {0}")]
    NotARequest(String),
    /// The version header names no version that we speak.
    #[error("unknown MCP-Protocol-Version \"{}\"; known are {}", short(.given), known_versions())]
    UnknownVersion {
        /// As sent.
        given: String,
    },
    /// A stateless request names a version that we do not serve without a handshake.
    #[error("unsupported protocol version \"{}\"; without a handshake {} is served", short(.requested), Version::V2026_07_28.name())]
    UnsupportedVersion {
        /// As sent.
        requested: String,
    },
    /// A stateless request whose headers do not say what its body says.
    #[error("{0}")]
    HeaderMismatch(String),
    /// A stateless request without what it has to carry in `_meta`.
    #[error("\"params._meta\" must hold {0}")]
    MetaMissing(String),
    /// There is no such method, said where nothing else is there either.
    #[error("unknown method \"{}\"", short(.0))]
    NoSuchMethod(String),
    /// There is no such method.
    #[error("unknown method \"{}\"", short(.0))]
    UnknownMethod(String),
    /// The params do not fit the method.
    #[error("{0}")]
    InvalidParams(String),
    /// There is no such tool.
    #[error("unknown tool \"{}\"; tools/list names the tools", short(.given))]
    UnknownTool {
        /// As sent.
        given: String,
    },
    /// The call ended before it could be answered.
    #[error("the call {}; its effects, if any, are unknown", failure_text(*.0))]
    Failed(Failure),
}

/// A problem and the id of the request that has it, where it could be read.
#[derive(Debug)]
pub struct Fault<'a> {
    /// What is wrong.
    pub problem: Problem,
    /// Whose request it is.
    pub id: Option<Id<'a>>,
}

/// Reads one message.
///
/// # Errors
/// [`Problem::NotUtf8`], [`Problem::NotJson`], [`Problem::TooDeep`], [`Problem::Batch`], [`Problem::NotARequest`].
pub fn parse(body: &[u8]) -> Result<Message<'_>, Fault<'_>> {
    let text = str::from_utf8(body).map_err(|_| fault(Problem::NotUtf8))?;
    if text.starts_with('\u{feff}') {
        return Err(fault(Problem::NotJson("it begins with a byte order mark".to_owned())));
    }
    if json::depth(body) > limits::JSON_DEPTH {
        return Err(fault(Problem::TooDeep));
    }
    let object = Object::parse(text).map_err(|error| fault(not_an_object(text, &error)))?;
    message(&object)
}

fn fault<'a>(problem: Problem) -> Fault<'a> {
    Fault { problem, id: None }
}

fn not_an_object(text: &str, error: &ObjectError) -> Problem {
    match (error, serde_json::from_str::<&RawValue>(text)) {
        (ObjectError::Repeated(name), _) => Problem::NotARequest(format!("the name \"{}\" occurs twice", short(name))),
        (ObjectError::NotUnicode, _) => Problem::NotARequest(error.to_string()),
        (_, Ok(value)) if value.get().starts_with('[') => Problem::Batch,
        (_, Ok(value)) => Problem::NotARequest(format!("expected an object, got {}", json::kind(value))),
        (_, Err(syntax)) => Problem::NotJson(syntax.to_string()),
    }
}

fn message<'a>(object: &Object<'a>) -> Result<Message<'a>, Fault<'a>> {
    if is_response(object) {
        return Ok(Message::Response);
    }
    let id = match object.get("id") {
        None => None,
        Some(raw) => Some(Id::new(raw).ok_or_else(|| {
            let got = shown(raw);
            fault(Problem::NotARequest(format!("\"id\" must be a string or an integer, got {got}")))
        })?),
    };
    let wrong = |what: String| Problem::NotARequest(what);
    let problem = if object.get_string("jsonrpc").as_deref() != Some("2.0") {
        wrong("\"jsonrpc\" must be \"2.0\"".to_owned())
    } else if let Some(raw) = object.get("method") {
        match (serde_json::from_str::<String>(raw.get()), id) {
            (Ok(method), Some(id)) => {
                let params = object.get_present("params");
                return Ok(Message::Request(Call { id, method: Cow::Owned(method), params }));
            }
            (Ok(method), None) => return Ok(Message::Notification(Cow::Owned(method))),
            (Err(_), id) => {
                let problem = wrong(format!("\"method\" must be a string, got {}", json::kind(raw)));
                return Err(Fault { problem, id });
            }
        }
    } else {
        wrong("\"method\" is missing".to_owned())
    };
    Err(Fault { problem, id })
}

/// We ask nothing, so what an answer says does not matter; its id may be null where it is about an unreadable request.
fn is_response(object: &Object<'_>) -> bool {
    let has = |name: &str| object.get_present(name).is_some() || name == "result" && object.get(name).is_some();
    object.get_string("jsonrpc").as_deref() == Some("2.0")
        && object.get("method").is_none()
        && object.get("id").is_some()
        && has("result") != has("error")
}

impl<'a> Id<'a> {
    fn new(raw: &'a RawValue) -> Option<Self> {
        let text = raw.get();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // Reading the string refuses lone surrogates, which could not be sent back.
        (integer || serde_json::from_str::<String>(text).is_ok()).then_some(Self(raw))
    }

    /// The id's JSON text, digit for digit.
    #[must_use]
    pub fn as_sent(&self) -> &'a str {
        self.0.get()
    }
}

impl<'a> Call<'a> {
    /// The params; absent and `null` are an empty object.
    ///
    /// # Errors
    /// [`Problem::InvalidParams`] where they are no object or name a member twice.
    pub fn params(&self) -> Result<Object<'a>, Problem> {
        let Some(raw) = self.params else { return Ok(Object::default()) };
        Object::parse(raw.get()).map_err(|error| {
            Problem::InvalidParams(match error {
                ObjectError::Syntax(_) => format!("\"params\" must be an object, got {}", json::kind(raw)),
                ObjectError::Repeated(name) => format!("\"params\": the name \"{}\" occurs twice", short(&name)),
                ObjectError::NotUnicode => format!("\"params\": {error}"),
            })
        })
    }
}

/// A value for people, cut where it is long.
#[must_use]
pub fn shown(raw: &RawValue) -> String {
    short(raw.get())
}

fn known_versions() -> String {
    Version::NEGOTIABLE.map(Version::name).join(", ")
}

fn failure_text(failure: Failure) -> &'static str {
    match failure {
        Failure::Trapped => "ended by a fault in MCP Toolbox",
        Failure::OutOfMemory => "needed more memory than one call may have",
        Failure::OutOfTime => "computed longer than one call may",
    }
}
