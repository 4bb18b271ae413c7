//! The text of a config file, and what must stay as it is: byte order mark, line ends, final newline.

use super::refusal::{Place, Refusal};
use crate::limits;

const BOM: &str = "\u{feff}";

/// A config file's text without its byte order mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text<'a> {
    /// Whether the file begins with a byte order mark.
    pub has_bom: bool,
    /// The rest.
    pub text: &'a str,
}

impl<'a> Text<'a> {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`Refusal::TooLarge`], [`Refusal::NotUtf8`], [`Refusal::LoneCarriageReturn`].
    pub fn read(bytes: &'a [u8]) -> Result<Self, Refusal> {
        if bytes.len() > limits::CONFIG_FILE_BYTES {
            return Err(Refusal::TooLarge { bytes: bytes.len(), limit: limits::CONFIG_FILE_BYTES });
        }
        let whole = str::from_utf8(bytes).map_err(|error| Refusal::NotUtf8 { offset: error.valid_up_to() })?;
        let (has_bom, text) = whole.strip_prefix(BOM).map_or((false, whole), |rest| (true, rest));
        match lone_carriage_return(text) {
            Some(at) => Err(Refusal::LoneCarriageReturn(place(text, at))),
            None => Ok(Self { has_bom, text }),
        }
    }

    /// The bytes of a file with this text's byte order mark.
    #[must_use]
    pub fn bytes_of(&self, text: &str) -> Vec<u8> {
        let bom = if self.has_bom { BOM } else { "" };
        [bom.as_bytes(), text.as_bytes()].concat()
    }
}

/// Where a byte of the text stands.
#[must_use]
pub fn place(text: &str, at: usize) -> Place {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place {
        line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
        column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
    }
}

/// The line end used nearest before `at`, else the first one after it, else a line feed.
#[must_use]
pub fn newline_near(text: &str, at: usize) -> &'static str {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    match before.rfind('\n').map(|end| before.get(..end)).or_else(|| after.find('\n').map(|end| after.get(..end))) {
        Some(Some(line)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Where the line of `at` begins.
#[must_use]
pub fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}

/// Where the line of `at` ends, before its line end.
#[must_use]
pub fn line_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let end = rest.find('\n').map_or(text.len(), |newline| at + newline);
    if end > at && text.get(..end).is_some_and(|line| end < text.len() && line.ends_with('\r')) { end - 1 } else { end }
}

/// The blanks with which the line of `at` begins, as far as `at`.
#[must_use]
pub fn indent(text: &str, at: usize) -> &str {
    let line = text.get(line_start(text, at)..at).unwrap_or_default();
    let blanks = line.bytes().take_while(|byte| is_blank(*byte)).count();
    line.get(..blanks).unwrap_or_default()
}

/// Whether only blanks stand before `at` in its line.
#[must_use]
pub fn begins_line(text: &str, at: usize) -> bool {
    indent(text, at).len() == at - line_start(text, at)
}

/// Whether a byte is a blank within a line.
#[must_use]
pub fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Whether a text holds nothing but blanks and line ends.
#[must_use]
pub fn is_blank_text(text: &str) -> bool {
    text.bytes().all(|byte| is_blank(byte) || byte == b'\n' || byte == b'\r')
}

fn lone_carriage_return(text: &str) -> Option<usize> {
    text.match_indices('\r').map(|(at, _)| at).find(|at| text.as_bytes().get(at + 1) != Some(&b'\n'))
}
