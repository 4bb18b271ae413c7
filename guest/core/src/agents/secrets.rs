//! Which values of a config file no preview shows: those of secret names and of headers and environments, whosever they are.

use std::ops::Range;

use crate::redact;

/// Objects all of whose texts are kept secret.
const SECRET_OBJECTS: [&str; 5] = ["headers", "http_headers", "env_http_headers", "env", "environment"];

/// The one header of which everybody knows the value.
const OPEN_HEADER: &str = "X-MCP-Client";

/// Collects the texts that are secret while a tree is walked.
#[derive(Default)]
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
        let is_secret = self == Self::Secret && name != OPEN_HEADER
            || SECRET_OBJECTS.iter().any(|object| name.eq_ignore_ascii_case(object))
            || redact::is_secret_name(name);
        if is_secret { Self::Secret } else { Self::Open }
    }
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

    /// The lines of a file, as many as it has, with every secret masked.
    #[must_use]
    pub fn masked_lines(mut self, file: &str) -> Vec<String> {
        self.0.sort_by_key(|range| range.start);
        let mut lines = Vec::new();
        let mut start = 0;
        let mut first = 0;
        for line in file.split_inclusive('\n') {
            let end = start + line.len();
            first += self.0.get(first..).map_or(0, |rest| rest.iter().take_while(|range| range.end <= start).count());
            let here = self.0.get(first..).unwrap_or_default().iter().take_while(|range| range.start < end);
            lines.push(redact::text(&masked(file, start..end, here)));
            start = end;
        }
        lines
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
