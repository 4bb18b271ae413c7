//! The one place that knows what a secret looks like.
//!
//! [`url`] is for a text that is one URL, [`text`] for any text that a person or an agent may see. Both leave everything
//! but the secrets as it is.

use std::borrow::Cow;

/// What stands in a secret's place.
pub const MASK: &str = "***";

/// Query parameters whose values are secrets; compared decoded and without regard to case.
const SECRET_PARAMETERS: [&str; 5] = ["access_token", "private_token", "oauth_token", "token", "password"];

/// What well-known access tokens begin with.
const TOKEN_PREFIXES: [&str; 13] = [
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "gldt-",
    "glrt-",
    "xoxb-",
    "xoxp-",
    "npm_",
    "pypi-",
];

/// The shortest tail that makes a well-known prefix a token.
const TOKEN_TAIL_CHARS: usize = 16;

/// The shortest prefix and the shortest tail together.
const SHORTEST_TOKEN_BYTES: usize = 4 + TOKEN_TAIL_CHARS;

/// Authentication schemes whose next word is a secret.
const SCHEMES: [&str; 2] = ["bearer", "basic"];

/// A shorter word after an authentication scheme is prose.
const CREDENTIAL_CHARS: usize = 8;

/// Masks the secrets of one URL: user information, also where the password holds `@` or `/`, and the values of secret
/// query parameters. `user@host:path` of scp-like addresses names a user, not a secret, and stays; a password in it goes.
#[must_use]
pub fn url(url: &str) -> String {
    let Some((before, scheme, rest)) = last_url(url) else {
        return known_tokens(&mask_parameters(&mask_scp_password(url))).into_owned();
    };
    // Several URLs may stand in one word, or one in a parameter of another.
    let before = if before.is_empty() { String::new() } else { self::url(before) };
    let masked = format!("{before}{scheme}{}", mask_user_information(rest));
    known_tokens(&mask_parameters(&masked)).into_owned()
}

/// Masks every secret in any text: URLs as [`url`] does, credentials after an authentication scheme, `password=…` and its
/// kin, well-known access tokens.
#[must_use]
pub fn text(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut after_scheme = false;
    for (space, word) in words(text) {
        out.push_str(space);
        let credential = word.find(|c| !is_token68(c)).unwrap_or(word.len());
        if after_scheme && credential >= CREDENTIAL_CHARS {
            out.push_str(MASK);
            out.push_str(word.get(credential..).unwrap_or_default());
        } else {
            out.push_str(&mask_word(word));
        }
        let last = word.rsplit(|c: char| !c.is_ascii_alphanumeric()).find(|part| !part.is_empty()).unwrap_or_default();
        after_scheme = SCHEMES.iter().any(|scheme| last.eq_ignore_ascii_case(scheme));
    }
    out
}

/// Whether a text has nothing that any rule below looks at. Nearly every log line is plain, and this runs for each request.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut word_bytes = 0;
    for (index, byte) in bytes.iter().enumerate() {
        word_bytes = if byte.is_ascii_whitespace() { 0 } else { word_bytes + 1 };
        let suspicious = match byte {
            b'@' | b'=' => true,
            b':' => bytes.get(index + 1) == Some(&b'/'),
            b'b' | b'B' => SCHEMES.iter().any(|scheme| {
                bytes.get(index..index + scheme.len()).is_some_and(|word| word.eq_ignore_ascii_case(scheme.as_bytes()))
            }),
            _ => word_bytes >= SHORTEST_TOKEN_BYTES,
        };
        if suspicious {
            return false;
        }
    }
    true
}

/// What a credential may consist of (RFC 9110, section 11.2).
fn is_token68(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~+/=".contains(c)
}

fn mask_word(word: &str) -> Cow<'_, str> {
    if word.contains("://") || word.contains('@') || word.contains('=') {
        let start = word.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(0);
        let (quote, rest) = word.split_at(start);
        return Cow::Owned(format!("{quote}{}", mask_bare_assignment(&url(rest))));
    }
    known_tokens(word)
}

/// `token=abc` outside a URL.
fn mask_bare_assignment(word: &str) -> String {
    match word.split_once('=') {
        Some((name, value)) if is_secret_parameter(name) && !value.is_empty() => format!("{name}={MASK}"),
        _ => word.to_owned(),
    }
}

/// The last URL in a word: what stands before it, its scheme with `://`, the rest. A `://` inside a password begins none.
fn last_url(word: &str) -> Option<(&str, &str, &str)> {
    word.rmatch_indices("://").find_map(|(at, separator)| {
        let (head, _) = word.split_at(at);
        let scheme = head
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)))
            .map_or(0, |last| last + head.get(last..).and_then(|tail| tail.chars().next()).map_or(0, char::len_utf8));
        let named = head
            .get(scheme..)
            .is_some_and(|name| name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic()));
        let begins =
            named && head.get(..scheme).is_none_or(|before| before.is_empty() || before.ends_with(is_delimiter));
        let (before, from_scheme) = word.split_at(scheme);
        begins.then(|| from_scheme.split_at(at + separator.len() - scheme)).map(|(scheme, rest)| (before, scheme, rest))
    })
}

fn is_delimiter(c: char) -> bool {
    ",;=?&#'\"()<>|`".contains(c)
}

/// Everything before the host. A `/` in a password makes the URL malformed, yet people paste such URLs: where the part
/// before the first `/` is no `host:port`, the last `@` counts.
fn mask_user_information(rest: &str) -> String {
    let authority_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, _) = rest.split_at(authority_end);
    let at = match authority.rfind('@') {
        Some(at) if at + 1 < authority.len() => Some(at),
        // An authority without a host.
        Some(_) => rest.rfind('@'),
        None if has_odd_port(authority) || authority.ends_with(':') => rest.rfind('@'),
        None => None,
    };
    match at.map(|at| rest.split_at(at)) {
        Some((_, host)) => format!("{MASK}{host}"),
        // No host has such a port: it can only be a piece of a password.
        None if has_odd_port(authority) => match rest.split_once(':') {
            Some((name, tail)) => format!(
                "{name}:{MASK}{}",
                tail.find(['/', '?', '#']).and_then(|end| tail.get(end..)).unwrap_or_default()
            ),
            None => rest.to_owned(),
        },
        None => rest.to_owned(),
    }
}

fn has_odd_port(authority: &str) -> bool {
    let v6 = authority.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let after_v6 = v6.map_or(authority, |(_, after)| after);
    after_v6.split_once(':').is_some_and(|(_, port)| port.bytes().any(|byte| !byte.is_ascii_digit()))
}

fn mask_scp_password(address: &str) -> String {
    let Some((user, host)) = address.rsplit_once('@') else { return address.to_owned() };
    match user.split_once(':') {
        Some((name, _)) if !name.contains('/') => format!("{name}:{MASK}@{host}"),
        _ => address.to_owned(),
    }
}

/// Masks `name=value` after `?`, `&`, `;` or `#`.
fn mask_parameters(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    let mut rest = url;
    while let Some(at) = rest.find(['?', '&', ';', '#']) {
        let (before, tail) = rest.split_at(at + 1);
        out.push_str(before);
        let end = tail.find(['?', '&', ';', '#']).unwrap_or(tail.len());
        let (parameter, next) = tail.split_at(end);
        match parameter.split_once('=') {
            Some((name, value)) if is_secret_parameter(name) && !value.is_empty() => {
                out.push_str(name);
                out.push('=');
                out.push_str(MASK);
            }
            _ => out.push_str(parameter),
        }
        rest = next;
    }
    out.push_str(rest);
    out
}

fn is_secret_parameter(name: &str) -> bool {
    let name = percent_decoded(name);
    SECRET_PARAMETERS.iter().any(|secret| name.eq_ignore_ascii_case(secret))
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

fn known_tokens(word: &str) -> Cow<'_, str> {
    if word.len() < SHORTEST_TOKEN_BYTES {
        return Cow::Borrowed(word);
    }
    for prefix in TOKEN_PREFIXES {
        let Some((before, rest)) = word.find(prefix).map(|at| word.split_at(at)) else { continue };
        let tail = rest.strip_prefix(prefix).unwrap_or_default();
        let end = tail.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(tail.len());
        if end >= TOKEN_TAIL_CHARS {
            let after = tail.get(end..).unwrap_or_default();
            return Cow::Owned(format!("{before}{MASK}{}", known_tokens(after)));
        }
    }
    Cow::Borrowed(word)
}

/// The text as pairs of white space and the word after it.
fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let word_start = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        let (space, tail) = rest.split_at(word_start);
        let (word, next) = tail.split_at(tail.find(char::is_whitespace).unwrap_or(tail.len()));
        rest = next;
        Some((space, word))
    })
}

#[cfg(test)]
#[path = "redact_tests.rs"]
mod tests;
