//! Which values of a config file no preview shows: those of secret names and of headers and environments, whosever they are.

use std::ops::Range;

use crate::redact;

/// Members all of whose texts are kept secret, beside those of secret names: without a plural's `s`, `_` and `-`, in lower case.
const SECRET_MEMBERS: [&str; 14] = [
    "header",
    "httpheader",
    "envhttpheader",
    "env",
    "envvar",
    "environment",
    "environmentvariable",
    "credential",
    "auth",
    "bearer",
    "jwt",
    "pat",
    "privatekey",
    "accesskey",
];

/// Arguments of a program behind which a header or a variable stands.
const SECRET_FLAGS: [&str; 4] = ["-H", "--header", "-e", "--env"];

/// The one header of which everybody knows the value.
const OPEN_HEADER: &str = "X-MCP-Client";

/// Collects the texts that are secret while a tree is walked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Secrets(Vec<Range<usize>>);

/// Whether what lies here is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// Only if its own name says so.
    Open,
    /// Every text.
    Secret,
}

impl Shade {
    /// The shade of a member of this name.
    #[must_use]
    pub fn of_member(self, name: &str) -> Self {
        let is_secret = self == Self::Secret && name != OPEN_HEADER || is_secret_member(name);
        if is_secret { Self::Secret } else { Self::Open }
    }

    /// The shade of what follows a text in a list: in `["--api-key", "…"]` the name stands before its value.
    #[must_use]
    pub fn of_next(self, text: Option<&str>) -> Self {
        let name = text.filter(|text| text.starts_with('-'));
        let is_flag = |flag: &str| SECRET_FLAGS.contains(&flag) || redact::is_secret_name(flag.trim_start_matches('-'));
        if name.is_some_and(is_flag) { Self::Secret } else { self }
    }
}

fn is_secret_member(name: &str) -> bool {
    let single = name.strip_suffix(['s', 'S']).unwrap_or(name);
    let plain = single.replace(['_', '-'], "").to_ascii_lowercase();
    SECRET_MEMBERS.contains(&plain.as_str()) || redact::is_secret_name(single) || redact::is_secret_name(name)
}

impl Secrets {
    /// A literal of the file: a text with its quotes, or a number.
    pub fn visit(&mut self, file: &str, literal: Range<usize>, shade: Shade) {
        if shade == Shade::Open {
            return;
        }
        let raw = file.get(literal.clone()).unwrap_or_default();
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| raw.starts_with(quote));
        let quote = quote.map_or(0, str::len);
        if raw.len() > 2 * quote {
            self.0.push(literal.start + quote..literal.end - quote);
        }
    }

    /// The file with its secrets, line by line.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> MaskedFile<'_> {
        self.0.sort_by_key(|range| range.start);
        let mut start = 0;
        let lines = file.split_inclusive('\n').map(|line| {
            start += line.len();
            start - line.len()..start
        });
        MaskedFile { file, lines: lines.collect(), secrets: self.0 }
    }
}

/// A file whose lines are masked as they are asked for: a preview shows a few lines of many.
pub struct MaskedFile<'f> {
    file: &'f str,
    lines: Vec<Range<usize>>,
    /// In the order of the file; no two overlap.
    secrets: Vec<Range<usize>>,
}

impl MaskedFile<'_> {
    /// The line of an index, with its line end and every secret masked.
    #[must_use]
    pub fn line(&self, index: usize) -> Option<String> {
        let line = self.lines.get(index)?;
        let first = self.secrets.partition_point(|range| range.end <= line.start);
        let here = self.secrets.get(first..).unwrap_or_default().iter().take_while(|range| range.start < line.end);
        Some(redact::text(&masked(self.file, line.clone(), here)))
    }
}

fn masked<'r>(file: &str, line: Range<usize>, secrets: impl Iterator<Item = &'r Range<usize>>) -> String {
    let mut out = String::new();
    let mut done = line.start;
    for secret in secrets {
        out.push_str(file.get(done..secret.start.max(done)).unwrap_or_default());
        let end = secret.end.min(line.end);
        let has_newline = end == line.end && file.get(..end).is_some_and(|text| text.ends_with('\n'));
        out.push_str(redact::MASK);
        out.push_str(if has_newline { "\n" } else { "" });
        done = end;
    }
    out.push_str(file.get(done..line.end).unwrap_or_default());
    out
}
