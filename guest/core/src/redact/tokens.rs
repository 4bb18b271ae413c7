//! Access tokens that are known by their form.

use std::ops::Range;

/// What well-known access tokens begin with.
const PREFIXES: [&str; 24] = [
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "glptt-",
    "gldt-",
    "glrt-",
    "xoxa-",
    "xoxb-",
    "xoxp-",
    "xoxr-",
    "xoxs-",
    "npm_",
    "pypi-",
    "sk-",
    "dop_v1_",
    "AKIA",
    "ASIA",
    "AIza",
    "ATBB",
    "eyJ",
];

/// The shortest token that is known, prefix included.
pub const SHORTEST_BYTES: usize = 20;

/// One of our own: 32 bytes as base64url.
const OWN_BYTES: usize = 43;

/// Every run of token characters that begins as a well-known token does, is long enough, and holds a digit as random text
/// does and names rarely do.
pub fn known(text: &str) -> Vec<Range<usize>> {
    runs(text)
        .filter(|run| run.len() >= SHORTEST_BYTES)
        .filter_map(|run| {
            let word = text.get(run.clone())?;
            let has_prefix = PREFIXES.iter().any(|prefix| word.starts_with(prefix));
            (has_prefix && word.bytes().any(|byte| byte.is_ascii_digit())).then_some(run)
        })
        .collect()
}

/// Every run of exactly the form of our own tokens.
pub fn own(text: &str) -> Vec<Range<usize>> {
    let has_both = |word: &str| {
        word.bytes().any(|byte| byte.is_ascii_digit()) && word.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    runs(text).filter(|run| run.len() == OWN_BYTES && text.get(run.clone()).is_some_and(has_both)).collect()
}

/// The longest runs of letters, digits, `_` and `-`, with the dots of a JSON Web Token.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..)?;
        let start = at + rest.iter().position(|byte| is_part(*byte))?;
        let is_web_token = text.get(start..).is_some_and(|word| word.starts_with("eyJ"));
        let run = bytes.get(start..)?;
        let length =
            run.iter().position(|byte| !(is_part(*byte) || is_web_token && *byte == b'.')).unwrap_or(run.len());
        at = start + length;
        Some(start..at)
    })
}
