//! What a tool gives back.

use serde::Serialize;

use super::Failure;
use crate::host::Skipped;
use crate::request_log::cut;
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

    /// Keeps the first `count` items.
    fn keep_first(&mut self, count: usize);

    /// What is told beside the list.
    fn warnings(&mut self) -> &mut Vec<String>;
}

/// The result as text, cut to whole items where it would be longer than [`limits::RESULT_TEXT_BYTES`]; a warning says so.
///
/// # Errors
/// [`Failure::Internal`].
pub fn listing(mut value: impl Listing) -> Result<Output, Failure> {
    let total = value.count();
    let own_warnings = value.warnings().clone();
    loop {
        let text = serde_json::to_string(&value).map_err(unwritable)?;
        let count = value.count();
        if text.len() <= limits::RESULT_TEXT_BYTES || count == 0 {
            return Ok(Output::Structured(text));
        }
        // The items' mean length tells about how many fit; at least one goes each time.
        let fitting = count * limits::RESULT_TEXT_BYTES / text.len();
        let kept = fitting.min(count - 1);
        value.keep_first(kept);
        let cut = format!("truncated: the first {kept} of {total} items are listed");
        *value.warnings() = own_warnings.iter().cloned().chain([cut]).collect();
    }
}

fn unwritable(error: serde_json::Error) -> Failure {
    Failure::Internal(format!("the result cannot be written: {error}"))
}

/// What was left out of a list, for people and models; of many the first ones.
#[must_use]
pub fn warnings(skipped: &[Skipped]) -> Vec<String> {
    let told = skipped
        .iter()
        .take(limits::WARNINGS)
        .map(|skipped| cut(&redact::text(&format!("{}: {}", skipped.subject, skipped.reason)), limits::WARNING_CHARS));
    let rest = skipped.len().saturating_sub(limits::WARNINGS);
    told.chain((rest > 0).then(|| format!("and {rest} more"))).collect()
}
