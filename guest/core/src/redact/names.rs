//! Values that are secret because of the name before them.

use std::ops::Range;

/// A name that ends with one of these, decoded and in lower case, has a secret value. The contract names five query parameters
/// (`access_token`, `private_token`, `oauth_token`, `token`, `password`); the others are as secret.
const SECRET_WORDS: [&str; 10] = [
    "token",
    "password",
    "passwd",
    "passphrase",
    "secret",
    "api_key",
    "apikey",
    "access_key",
    "private_key",
    "signature",
];

/// Names that are secret as a whole.
const SECRET_NAMES: [&str; 5] = ["sig", "pwd", "authorization", "cookie", "set-cookie"];

/// Authentication schemes whose next word is a secret.
const SCHEMES: [&str; 2] = ["bearer", "basic"];

/// A shorter word after a scheme that stands alone is prose.
const CREDENTIAL_BYTES: usize = 8;

/// How far back a name is looked for, in bytes.
const LONGEST_NAME_BYTES: usize = 64;

/// The values of `name=value` and `name = "value"`, in a URL or anywhere else.
pub fn assignments(text: &str) -> Vec<Range<usize>> {
    values(text, '=', |start| {
        let blanks = text.get(start..).map_or(0, |rest| rest.len() - rest.trim_start_matches([' ', '\t']).len());
        value(text, start + blanks, |c| c.is_whitespace() || "&;#?\"'<>)`".contains(c))
    })
}

/// The values of `name: value` and `"name":"value"`. What follows `Authorization:` may begin with a scheme.
pub fn fields(text: &str) -> Vec<Range<usize>> {
    values(text, ':', |colon| {
        let rest = text.get(colon..)?;
        if rest.starts_with("//") {
            return None;
        }
        let start = colon + (rest.len() - rest.trim_start().len());
        let start = skip_scheme(text, start);
        value(text, start, |c| c.is_whitespace() || ",;\"'<>)}]`".contains(c))
    })
}

/// What follows an authentication scheme that stands alone: `Bearer abc`, `Bearer: "abc"`. Plain lower-case words are prose.
pub fn credentials(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(['b', 'B']) {
        let Some(scheme) = scheme_at(text, at) else { continue };
        let after = at + scheme.len();
        let Some(rest) = text.get(after..) else { continue };
        let credential = rest.trim_start_matches([' ', ':', '=', '"', '\'']);
        let start = after + (rest.len() - credential.len());
        let length = credential.find(|c: char| !is_token68(c)).unwrap_or(credential.len());
        let Some(word) = credential.get(..length) else { continue };
        let is_prose = word.bytes().all(|byte| byte.is_ascii_lowercase());
        if start > after && length >= CREDENTIAL_BYTES && !is_prose {
            found.push(start..start + length);
        }
    }
    found
}

/// Whether a text ends with a name whose value would be secret; blanks may stand behind it.
pub fn ends_with_secret_name(text: &str) -> bool {
    is_secret(name_before(text.trim_end_matches([' ', '\t'])))
}

/// Whether a text ends with an authentication scheme.
pub fn ends_with_scheme(text: &str) -> bool {
    SCHEMES
        .iter()
        .any(|scheme| text.len().checked_sub(scheme.len()).is_some_and(|at| scheme_at(text, at) == Some(scheme)))
}

/// The values after a separator that follows a secret name. What lies in a value is not looked at again.
fn values(text: &str, separator: char, value: impl Fn(usize) -> Option<Range<usize>>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices(separator) {
        let is_seen = found.last().is_some_and(|last| at < last.end);
        if !is_seen && text.get(..at).is_some_and(ends_with_secret_name) {
            found.extend(value(at + separator.len_utf8()));
        }
    }
    found
}

/// A value up to its closing quote where it has one, else up to the first character that ends it. `<…>` is a placeholder.
fn value(text: &str, start: usize, ends: impl Fn(char) -> bool) -> Option<Range<usize>> {
    let rest = text.get(start..)?;
    for quote in ["\\\"", "\"", "'"] {
        if let Some(quoted) = rest.strip_prefix(quote) {
            let length = quoted.find(quote).unwrap_or(quoted.len());
            return Some(start + quote.len()..start + quote.len() + length);
        }
    }
    Some(start..start + rest.find(ends).unwrap_or(rest.len()))
}

fn skip_scheme(text: &str, start: usize) -> usize {
    let quoted = text.get(start..).is_some_and(|rest| rest.starts_with('"'));
    let at = start + usize::from(quoted);
    let known = ["bearer", "basic", "token", "digest"];
    let rest = text.get(at..).unwrap_or_default();
    let scheme = known.iter().find(|scheme| {
        rest.get(..scheme.len()).is_some_and(|word| word.eq_ignore_ascii_case(scheme))
            && rest.get(scheme.len()..).is_some_and(|tail| tail.starts_with(' '))
    });
    scheme.map_or(start, |scheme| at + scheme.len() + 1)
}

fn scheme_at(text: &str, at: usize) -> Option<&'static str> {
    let begins = text.get(..at)?.chars().next_back().is_none_or(|c| !c.is_ascii_alphanumeric());
    SCHEMES
        .into_iter()
        .find(|scheme| begins && text.get(at..at + scheme.len()).is_some_and(|word| word.eq_ignore_ascii_case(scheme)))
        .filter(|scheme| {
            text.get(at + scheme.len()..)
                .and_then(|rest| rest.chars().next())
                .is_none_or(|c| !c.is_ascii_alphanumeric())
        })
}

/// What a credential may consist of (RFC 9110, section 11.2).
fn is_token68(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~+/=".contains(c)
}

/// The name at the end of a text; a closing quote may stand after it.
fn name_before(text: &str) -> &str {
    let text = text.strip_suffix("\\\"").or_else(|| text.strip_suffix(['"', '\''])).unwrap_or(text);
    let near = (text.len().saturating_sub(LONGEST_NAME_BYTES)..text.len())
        .find_map(|start| text.get(start..))
        .unwrap_or_default();
    let start = near
        .rfind(|c: char| !(c.is_ascii_alphanumeric() || "_-.%".contains(c)))
        .map_or(0, |last| last + near.get(last..).and_then(|tail| tail.chars().next()).map_or(0, char::len_utf8));
    near.get(start..).unwrap_or_default()
}

/// Whether a value of this name is secret.
pub fn is_secret(name: &str) -> bool {
    if name.len() < 3 {
        return false;
    }
    let name = percent_decoded(name).to_ascii_lowercase().replace('-', "_");
    SECRET_WORDS.iter().any(|word| name.ends_with(word))
        || SECRET_NAMES.iter().any(|word| name == word.replace('-', "_"))
}

fn percent_decoded(name: &str) -> String {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let [first, tail @ ..] = rest {
        let decoded = match (first, tail) {
            (b'%', [high, low, after @ ..]) => hex(*high).zip(hex(*low)).map(|(h, l)| (h << 4 | l, after)),
            _ => None,
        };
        let (byte, after) = decoded.unwrap_or((*first, tail));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())
}
