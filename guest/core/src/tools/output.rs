//! What a tool gives back.

use serde::Serialize;

use super::Failure;
use crate::host::Skipped;
use crate::{limits, redact};

/// The result of a tool that did its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Compact JSON of an object that fits the tool's output schema.
    Structured(String),
    /// Compact JSON of an array of MCP content blocks, for tools without output schema.
    Content(String),
}

/// A result whose one list can be cut where the text would grow too long.
pub trait Listing: Serialize {
    /// How many items the list has.
    fn count(&self) -> usize;

    /// Keeps the first `count` items and says in a warning that the rest was left out.
    fn keep_first(&mut self, count: usize, warning: String);
}

/// The result as text, cut to whole items where it would be longer than [`limits::RESULT_TEXT_BYTES`].
///
/// # Errors
/// [`Failure::Internal`].
pub fn listing(mut value: impl Listing) -> Result<Output, Failure> {
    let total = value.count();
    loop {
        let text = serde_json::to_string(&value)
            .map_err(|error| Failure::Internal(format!("the result cannot be written: {error}")))?;
        let count = value.count();
        if text.len() <= limits::RESULT_TEXT_BYTES || count == 0 {
            return Ok(Output::Structured(text));
        }
        // The items' mean length tells about how many fit; at least one goes each time.
        let fitting = count * limits::RESULT_TEXT_BYTES / text.len();
        let kept = fitting.min(count - 1);
        value.keep_first(kept, format!("truncated: the first {kept} of {total} items are listed"));
    }
}

/// What was left out of a list, for people and models.
#[must_use]
pub fn warnings(skipped: &[Skipped]) -> Vec<String> {
    skipped.iter().map(|skipped| redact::text(&format!("{}: {}", skipped.subject, skipped.reason))).collect()
}

/// Puts the newest warning of a kind in the place of the older one.
pub fn warn_once(warnings: &mut Vec<String>, warning: String) {
    let kind = warning.split(':').next().unwrap_or_default().to_owned();
    warnings.retain(|old| old.split(':').next() != Some(kind.as_str()));
    warnings.push(warning);
}
