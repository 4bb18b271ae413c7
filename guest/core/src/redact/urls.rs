//! User information in URLs, passwords in scp-like addresses.

use std::ops::Range;

/// Schemes that begin a URL wherever they stand; others do so only at the beginning of a word.
const COMMON_SCHEMES: [&str; 6] = ["https", "http", "ssh", "git", "ftp", "ftps"];

/// The user information of every URL in a text.
pub fn user_information(text: &str) -> Vec<Range<usize>> {
    let starts: Vec<(usize, usize)> = url_starts(text).collect();
    let ends = starts.iter().skip(1).map(|(scheme, _)| *scheme).chain([text.len()]);
    starts.iter().zip(ends).filter_map(|((_, rest), next)| in_one_url(text, *rest, next)).collect()
}

/// Where each URL's scheme begins and where its `://` ends.
fn url_starts(text: &str) -> impl Iterator<Item = (usize, usize)> {
    text.match_indices("://").filter_map(move |(at, separator)| {
        let head = text.get(..at)?;
        let name = head.rfind(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))).map_or(head, |last| {
            head.get(last..)
                .map_or("", |tail| tail.trim_start_matches(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))))
        });
        let common = COMMON_SCHEMES.iter().find(|scheme| ends_with_ignoring_case(name, scheme));
        let scheme = match common {
            Some(scheme) => at - scheme.len(),
            None if name.len() > 1 && at > name.len() && !begins_word(text, at - name.len()) => return None,
            None if name.len() > 1 => at - name.len(),
            None => return None,
        };
        Some((scheme, at + separator.len()))
    })
}

fn ends_with_ignoring_case(text: &str, end: &str) -> bool {
    text.len().checked_sub(end.len()).and_then(|at| text.get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

fn begins_word(text: &str, at: usize) -> bool {
    text.get(..at)
        .and_then(|before| before.chars().next_back())
        .is_none_or(|c| c.is_whitespace() || ",;=?&#'\"()<>|`".contains(c))
}

/// From the URL's `://` to the next URL, at most to the end of the word. A `/` in a password makes the URL malformed, yet
/// people paste such URLs: where the part before the first `/` is no `host:port`, the last `@` counts.
fn in_one_url(text: &str, start: usize, next: usize) -> Option<Range<usize>> {
    let all = text.get(start..next)?;
    let rest = all.get(..all.find(|c: char| c.is_whitespace() || "\"<>`".contains(c)).unwrap_or(all.len()))?;
    let authority = rest.get(..rest.find(['/', '?', '#']).unwrap_or(rest.len()))?;
    let at = match authority.rfind('@') {
        Some(at) if at + 1 < authority.len() => Some(at),
        // An authority without a host.
        Some(_) => rest.rfind('@'),
        None if has_odd_port(authority) || authority.ends_with(':') => rest.rfind('@'),
        None => return None,
    };
    match at {
        Some(at) => Some(start..start + at),
        // No host has such a port: it can only be a piece of a password.
        None if has_odd_port(authority) => {
            let colon = authority.find(':')?;
            Some(start + colon + 1..start + authority.len())
        }
        None => None,
    }
}

fn has_odd_port(authority: &str) -> bool {
    let v6 = authority.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let after_v6 = v6.map_or(authority, |(_, after)| after);
    after_v6.split_once(':').is_some_and(|(_, port)| port.bytes().any(|byte| !byte.is_ascii_digit()))
}

/// The password of `user:password@host:path`; `user@host:path` names a user, not a secret.
pub fn scp_password(address: &str) -> Option<Range<usize>> {
    scp_password_in(address, 0..address.len())
}

/// As [`scp_password`], for one word of a text.
pub fn scp_password_in(text: &str, word: Range<usize>) -> Option<Range<usize>> {
    let all = text.get(word.clone())?;
    let skipped = all.find(|c: char| c.is_ascii_alphanumeric())?;
    let address = all.get(skipped..)?;
    let (user, rest) = address.split_once(':')?;
    let (password, host) = rest.split_once('@')?;
    let host = host.split_once(':')?.0;
    // A single letter is a drive, not a user.
    let is_user = user.len() > 1 && !user.contains(['/', '\\', '@']);
    let is_password = !password.is_empty() && !password.contains(|c: char| c.is_whitespace() || "/\\".contains(c));
    let is_host = !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
    let start = word.start + skipped + user.len() + 1;
    (is_user && is_password && is_host).then(|| start..start + password.len())
}

/// The words of a text, by white space.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(|c: char| !c.is_whitespace())?;
        let word = text.get(start..)?;
        at = start + word.find(char::is_whitespace).unwrap_or(word.len());
        Some(start..at)
    })
}
