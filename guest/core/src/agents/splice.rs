//! The only way in which a text is changed: ranges of bytes are replaced, everything else is copied.

use std::ops::Range;

/// One replaced range. An empty range is an insertion, an empty text a deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// What is replaced.
    pub range: Range<usize>,
    /// By what.
    pub with: String,
}

impl Splice {
    /// Puts a text in front of the byte `at`.
    #[must_use]
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { range: at..at, with: text.into() }
    }

    /// Puts a text in the place of a range.
    #[must_use]
    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { range, with: text.into() }
    }

    /// Takes a range away.
    #[must_use]
    pub fn delete(range: Range<usize>) -> Self {
        Self { range, with: String::new() }
    }
}

/// The text with the splices applied, in the order of their places; those of one place in the order given. `None` where two of
/// them overlap or one lies outside the text or within a character.
#[must_use]
pub fn apply(text: &str, mut splices: Vec<Splice>) -> Option<String> {
    splices.sort_by_key(|splice| splice.range.start);
    let mut out = String::with_capacity(text.len() + splices.iter().map(|splice| splice.with.len()).sum::<usize>());
    let mut done = 0;
    for Splice { range, with } in splices {
        out.push_str(text.get(done..range.start)?);
        out.push_str(&with);
        done = range.end.max(range.start);
    }
    out.push_str(text.get(done..)?);
    Some(out)
}
