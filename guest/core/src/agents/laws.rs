//! What holds for every file, whatever is in it: it is refused, or an addition made twice is made once, its removal gives every
//! byte back, and nothing of anybody else changes. Random documents, fuzzers and the committed files all go through here.

use super::Value;
use super::change::Made;
use super::merge::{Consent, Merged, Subject, put, remove};
use super::refusal::Refusal;
use super::table::Syntax;
use super::text::Text;
use super::tree::Tree;

/// What came of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is left as it is.
    Refused,
    /// It was changed, and every law holds.
    Obeyed,
}

/// Which law is broken, and by what.
pub type Broken = String;

/// Checks any bytes as a file of this syntax, in every place where an agent keeps its servers.
///
/// # Errors
/// [`Broken`].
pub fn check(bytes: &[u8], syntax: Syntax) -> Result<Verdict, Broken> {
    let containers: &[&[&str]] =
        if syntax == Syntax::Toml { &[&["mcp_servers"]] } else { &[&["mcpServers"], &["mcp", "servers"]] };
    let mut verdict = Verdict::Refused;
    for container in containers {
        if check_in(bytes, &subject(syntax, container), &node(syntax))? == Verdict::Obeyed {
            verdict = Verdict::Obeyed;
        }
    }
    Ok(verdict)
}

/// The node that the laws are about.
#[must_use]
pub fn subject(syntax: Syntax, container: &[&str]) -> Subject<'static> {
    Subject {
        agent: "The agent",
        syntax,
        container: container.iter().map(|key| (*key).to_owned()).collect(),
        name: "idea".to_owned(),
        breaking_keys: &["command"],
        schema: None,
    }
}

/// A node as an agent of this syntax gets it.
#[must_use]
pub fn node(syntax: Syntax) -> Value {
    let headers = if syntax == Syntax::Toml { "http_headers" } else { "headers" };
    let header = ("X-A".to_owned(), Value::text("b\"\\"));
    Value::Object(vec![
        ("url".to_owned(), Value::text("http://127.0.0.1:1/x")),
        (headers.to_owned(), Value::Object(vec![header])),
    ])
}

/// The laws of an addition to a file without our node, which must not be refused.
///
/// # Errors
/// [`Broken`].
pub fn check_addition(bytes: &[u8], subject: &Subject<'_>, wanted: &Value) -> Result<(), Broken> {
    let merged = put(Some(bytes), subject, wanted, Consent::Adopted).map_err(|refusal| told("add", bytes, &refusal))?;
    check_added(bytes, &merged, subject, wanted)
}

fn check_in(bytes: &[u8], subject: &Subject<'_>, wanted: &Value) -> Result<Verdict, Broken> {
    let is_there = value(bytes, subject).is_some_and(|value| value.at(&subject.path()).is_some());
    check_foreign_removal(bytes, subject)?;
    match put(Some(bytes), subject, wanted, Consent::Confirmed) {
        Err(_) => return Ok(Verdict::Refused),
        Ok(merged) if is_there => {
            check_same_elsewhere(bytes, &merged.bytes, subject)?;
            check_twice_is_once(&merged, subject, wanted)?;
        }
        Ok(merged) => check_added(bytes, &merged, subject, wanted)?,
    }
    Ok(Verdict::Obeyed)
}

fn check_added(bytes: &[u8], merged: &Merged, subject: &Subject<'_>, wanted: &Value) -> Result<(), Broken> {
    holds(merged.changed, "an addition changes nothing", bytes)?;
    check_same_elsewhere(bytes, &merged.bytes, subject)?;
    check_twice_is_once(merged, subject, wanted)?;
    let consent = Consent::Unchanged { digest: &merged.digest };
    let removed = remove(&merged.bytes, subject, &merged.made, consent)
        .map_err(|refusal| told("remove", &merged.bytes, &refusal))?;
    holds(removed.bytes == bytes, "removing does not give the file back", bytes)?;
    check_update(merged, subject, wanted)?;
    check_every_byte_is_kept(bytes, &merged.bytes)
}

fn check_twice_is_once(merged: &Merged, subject: &Subject<'_>, wanted: &Value) -> Result<(), Broken> {
    let consent = Consent::Unchanged { digest: &merged.digest };
    let again = put(Some(&merged.bytes), subject, wanted, consent)
        .map_err(|refusal| told("add again", &merged.bytes, &refusal))?;
    holds(!again.changed && again.bytes == merged.bytes, "adding twice changes the file twice", &merged.bytes)
}

/// Another URL comes and goes, and the rest of the node stays as a person left it.
fn check_update(merged: &Merged, subject: &Subject<'_>, wanted: &Value) -> Result<(), Broken> {
    let moved = wanted.overlaid(&Value::Object(vec![("url".to_owned(), Value::text("http://127.0.0.1:2/x"))]));
    let updated = |bytes: &[u8], node: &Value| {
        put(Some(bytes), subject, node, Consent::Adopted).map_err(|refusal| told("update", bytes, &refusal))
    };
    let there = updated(&merged.bytes, &moved)?;
    holds(there.changed && there.digest != merged.digest, "an update changes nothing", &merged.bytes)?;
    let back = updated(&there.bytes, wanted)?;
    holds(back.bytes == merged.bytes, "an update does not come back", &merged.bytes)
}

/// A node that somebody else wrote goes, or stays, and takes nothing with it.
fn check_foreign_removal(bytes: &[u8], subject: &Subject<'_>) -> Result<(), Broken> {
    let Ok(removed) = remove(bytes, subject, &Made::default(), Consent::Confirmed) else { return Ok(()) };
    holds(removed.changed || removed.bytes == bytes, "a removal of nothing changes the file", bytes)?;
    let is_gone = value(&removed.bytes, subject).is_some_and(|value| value.at(&subject.path()).is_none());
    holds(is_gone, "the node is still there, or the file is broken", bytes)?;
    check_same_elsewhere(bytes, &removed.bytes, subject)
}

/// Both texts mean the same outside our node. A container that is empty without it may come and go.
fn check_same_elsewhere(old: &[u8], new: &[u8], subject: &Subject<'_>) -> Result<(), Broken> {
    let elsewhere = |bytes: &[u8]| value(bytes, subject).map(|value| value.without(&subject.path(), usize::MAX));
    let is_same = elsewhere(old).zip(elsewhere(new)).is_some_and(|(old, new)| old.same(&new));
    holds(is_same, "something else changes", old)
}

/// The old text is a subsequence of the new one, but for blanks between braces.
fn check_every_byte_is_kept(old: &[u8], new: &[u8]) -> Result<(), Broken> {
    let mut rest = new.iter();
    let mut kept = old.iter().filter(|byte| !byte.is_ascii_whitespace());
    holds(kept.all(|byte| rest.any(|one| one == byte)), "a byte is gone", old)
}

fn value(bytes: &[u8], subject: &Subject<'_>) -> Option<Value> {
    Some(Tree::parse(Text::read(bytes).ok()?.text, subject.syntax, subject.agent).ok()?.value())
}

fn holds(law: bool, broken: &str, bytes: &[u8]) -> Result<(), Broken> {
    if law { Ok(()) } else { Err(format!("{broken}:\n{}", String::from_utf8_lossy(bytes))) }
}

fn told(step: &str, bytes: &[u8], refusal: &Refusal) -> Broken {
    format!("{step}: {refusal}\n{}", String::from_utf8_lossy(bytes))
}
