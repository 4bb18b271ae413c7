//! Which project a Bearer token opens.
//!
//! A project's token is 32 random bytes as base64url, made when the project is first seen, kept in the project's state
//! document `token`. It never enters the project's folder, so no shipped or copied file can set or share one.

use serde::Serialize;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use thiserror::Error;

use crate::host::{Document, Host, LogEntry, LogLevel, Project, StateProblem};
use crate::json::Object;

/// The state document that holds the token.
pub const DOCUMENT: &str = "token";

/// The version of the document's shape.
const VERSION: u32 = 1;

const TOKEN_BYTES: usize = 32;
/// 32 bytes in base64url without padding.
const TOKEN_CHARS: usize = 43;
const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Why a token opens no project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TokenError {
    /// No open project has it.
    #[error("no open project has this token")]
    Unknown,
    /// Several open projects have it, so it cannot tell which one is meant.
    #[error("several open projects have this token")]
    Ambiguous,
    /// No open project had it, but the tokens of some could not be read.
    #[error("the tokens of some projects could not be read")]
    Unavailable,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stored<'a> {
    version: u32,
    token: &'a str,
    /// Seconds since 1970: what a person asks when an agent is told 401.
    created_at_s: u64,
}

/// What a stored document turns out to be.
enum Found {
    Token(String),
    /// Written by a later version of ours: not ours to judge.
    Newer,
    Damaged,
}

/// The open project whose token this is.
///
/// Every open project's token is compared, each in constant time, so that the time taken tells nothing of how much of a
/// guess was right or whose it was.
///
/// # Errors
/// [`TokenError`].
pub fn project_of(host: &dyn Host, presented: &[u8]) -> Result<Project, TokenError> {
    let mut projects = host.open_projects();
    let (mut matches, mut unread) = (0_u32, Vec::new());
    let mut matched_index = 0_u64;
    for (index, project) in (0_u64..).zip(&projects) {
        let token = match ensure(host, project) {
            Ok(token) => token,
            Err(problem) => {
                unread.push((project, problem));
                continue;
            }
        };
        let equal: Choice = token.as_bytes().ct_eq(presented);
        matched_index.conditional_assign(&index, equal);
        matches += u32::from(equal.unwrap_u8());
    }
    match (matches, usize::try_from(matched_index)) {
        (1, Ok(index)) if index < projects.len() => return Ok(projects.swap_remove(index)),
        (0, _) if unread.is_empty() => return Err(TokenError::Unknown),
        (0, _) => {}
        _ => return Err(TokenError::Ambiguous),
    }
    // Said only to whom it may concern: the calls of other projects must not fill the log with it.
    for (project, problem) in &unread {
        log(host, project, LogLevel::Error, &format!("the project token cannot be read: {problem}"));
    }
    Err(TokenError::Unavailable)
}

/// The project's token, made now if it has none.
///
/// # Errors
/// [`StateProblem`] where its state cannot be read or written.
pub fn ensure(host: &dyn Host, project: &Project) -> Result<String, StateProblem> {
    match attempt(host, project) {
        // Another process of ours was first: what it wrote is the project's.
        Err(StateProblem::Conflict) => attempt(host, project),
        other => other,
    }
}

fn attempt(host: &dyn Host, project: &Project) -> Result<String, StateProblem> {
    let Some(document) = host.read_state(&project.key, DOCUMENT)? else { return create(host, project) };
    match parse(&document.bytes) {
        Found::Token(token) => Ok(token),
        Found::Newer => Err(StateProblem::Unavailable(
            "the stored project token was written by a newer version of MCP Toolbox; update this one".to_owned(),
        )),
        Found::Damaged => replace_damaged(host, project, &document),
    }
}

fn create(host: &dyn Host, project: &Project) -> Result<String, StateProblem> {
    let token = base64url(&host.random_bytes(TOKEN_BYTES));
    if token.len() != TOKEN_CHARS {
        return Err(StateProblem::Unavailable("the host returned too few random bytes".to_owned()));
    }
    let stored = Stored { version: VERSION, token: &token, created_at_s: host.unix_time_s() };
    let text = serde_json::to_vec(&stored).map_err(|error| StateProblem::Unavailable(error.to_string()))?;
    host.replace_state(&project.key, DOCUMENT, None, &text)?;
    log(host, project, LogLevel::Info, "made a new project token");
    Ok(token)
}

/// A damaged document is kept beside the new one: a person may want to know what happened to it.
fn replace_damaged(host: &dyn Host, project: &Project, document: &Document) -> Result<String, StateProblem> {
    let kept = host.set_state_aside(&project.key, DOCUMENT, &document.digest)?;
    log(
        host,
        project,
        LogLevel::Warning,
        &format!("the stored project token was damaged and is kept as {kept}; agents need the new one"),
    );
    create(host, project)
}

/// Only the token decides: members that are missing or unknown take nothing from it.
fn parse(bytes: &[u8]) -> Found {
    let Ok(text) = str::from_utf8(bytes) else { return Found::Damaged };
    let Ok(stored) = Object::parse(text.trim_start_matches('\u{feff}')) else { return Found::Damaged };
    let version = stored.get("version").and_then(|raw| raw.get().parse::<u32>().ok());
    if version.is_some_and(|version| version > VERSION) {
        return Found::Newer;
    }
    match stored.get_string("token").filter(|token| is_well_formed(token)) {
        Some(token) if version == Some(VERSION) => Found::Token(token),
        _ => Found::Damaged,
    }
}

fn is_well_formed(token: &str) -> bool {
    token.len() == TOKEN_CHARS && token.bytes().all(|byte| BASE64URL.contains(&byte))
}

/// Base64url without padding (RFC 4648, section 5).
#[must_use]
pub fn base64url(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0_u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for position in 0..=chunk.len() {
            let sextet = (group >> (18 - 6 * position)) & 63;
            out.extend(BASE64URL.get(sextet as usize).map(|byte| char::from(*byte)));
        }
    }
    out
}

fn log(host: &dyn Host, project: &Project, level: LogLevel, message: &str) {
    host.log(&LogEntry { project: Some(&project.key), level, source: "token", message });
}

#[cfg(test)]
#[path = "tokens_tests.rs"]
mod tests;
