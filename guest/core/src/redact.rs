//! The one place that knows what a secret looks like.
//!
//! Every rule finds ranges of the text that are secret; the ranges are then replaced by [`MASK`] in one pass. No rule calls
//! another and each looks at a byte a bounded number of times, so a hostile text costs no more than a harmless one.

mod names;
mod tokens;
mod urls;

use std::ops::Range;

/// What stands in a secret's place.
pub const MASK: &str = "***";

/// Masks the secrets of a text that is one URL or address of a Git remote: user information, also where the password
/// holds `@` or `/`, the values of secret parameters, and well-known access tokens.
#[must_use]
pub fn url(url: &str) -> String {
    let mut secrets = urls::user_information(url);
    secrets.extend(urls::scp_password(url));
    secrets.extend(names::assignments(url));
    secrets.extend(tokens::known(url));
    masked(url, secrets)
}

/// Masks every secret in any text: what [`url`] masks wherever it stands, values after secret names (`password: …`),
/// credentials after an authentication scheme, and whatever has the form of one of our own tokens.
#[must_use]
pub fn text(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut secrets = urls::user_information(text);
    secrets.extend(urls::words(text).flat_map(|word| urls::scp_password_in(text, word)));
    secrets.extend(names::assignments(text));
    secrets.extend(names::fields(text));
    secrets.extend(names::credentials(text));
    secrets.extend(tokens::known(text));
    secrets.extend(tokens::own(text));
    masked(text, secrets)
}

/// Whether a value is secret because of its name alone, such as `api_key`.
#[must_use]
pub fn is_secret_name(name: &str) -> bool {
    names::is_secret(name)
}

/// Whether a text has nothing that any rule looks at. Nearly every log line is plain, and this runs for each request.
fn is_plain(text: &str) -> bool {
    let mut word_bytes = 0;
    for (index, byte) in text.bytes().enumerate() {
        word_bytes = if byte.is_ascii_whitespace() { 0 } else { word_bytes + 1 };
        let suspicious = match byte {
            b'@' | b'=' => true,
            b':' => {
                names::ends_with_secret_name(text.get(..index).unwrap_or_default())
                    || text.get(index..).is_some_and(|rest| rest.starts_with("://"))
            }
            b' ' => names::ends_with_scheme(text.get(..index).unwrap_or_default()),
            _ => word_bytes >= tokens::SHORTEST_BYTES,
        };
        if suspicious {
            return false;
        }
    }
    true
}

/// The text with every range replaced by the mask; overlapping and touching ranges become one.
fn masked(text: &str, mut secrets: Vec<Range<usize>>) -> String {
    secrets.retain(|range| range.start < range.end);
    secrets.sort_by_key(|range| range.start);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for secret in secrets {
        if secret.start > done || done == 0 && secret.start == 0 {
            out.push_str(text.get(done..secret.start).unwrap_or_default());
            out.push_str(MASK);
        } else if secret.end <= done {
            continue;
        }
        done = done.max(secret.end);
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

#[cfg(test)]
#[path = "redact_tests.rs"]
mod tests_of_redact;
