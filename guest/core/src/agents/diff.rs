//! What an edit would change, as a person reads it: a unified diff without a secret in it.

use std::fmt::Write as _;

use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, group_diff_ops};

use super::secrets::{MaskedFile, Secrets};
use crate::limits;

/// Lines around a change that are shown with it.
const CONTEXT_LINES: usize = 3;

/// If the texts differ by more lines than this, the lines between the first and the last that differ are one change: the search
/// for the smallest diff takes the square of what it finds. An edit adds few lines, so only a removal can be as large.
const SEARCHED_LINES: usize = 1_000;

/// The unified diff of two texts of one file. Lines are compared as they are and shown masked, so a new token shows as a changed
/// line. What cannot be parsed is masked by the form of its secrets alone.
#[must_use]
pub fn unified(path: &str, old: &Side<'_>, new: &Side<'_>) -> String {
    let (old_raw, new_raw) = (lines(old.text), lines(new.text));
    let (old_file, new_file) = (old.masked(), new.masked());
    let mut out = String::new();
    for group in group_diff_ops(operations(&old_raw, &new_raw), CONTEXT_LINES) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        if out.is_empty() {
            let _ = write!(out, "--- {}\n+++ {path}\n", if old.exists { path } else { "/dev/null" });
        }
        let range =
            |start: usize, end: usize| format!("{},{}", if end > start { start + 1 } else { start }, end - start);
        let old_range = range(first.old_range().start, last.old_range().end);
        let new_range = range(first.new_range().start, last.new_range().end);
        let _ = writeln!(out, "@@ -{old_range} +{new_range} @@");
        for change in group.iter().flat_map(|op| op.iter_changes(&old_raw, &new_raw)) {
            let (mark, file, index) = match change.tag() {
                ChangeTag::Equal => (' ', &new_file, change.new_index()),
                ChangeTag::Delete => ('-', &old_file, change.old_index()),
                ChangeTag::Insert => ('+', &new_file, change.new_index()),
            };
            push_line(&mut out, mark, &index.and_then(|index| file.line(index)).unwrap_or_default());
            if out.len() > limits::PREVIEW_BYTES {
                out.push_str("… (the rest of the preview is left out)\n");
                return out;
            }
        }
    }
    out
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    if old.len().abs_diff(new.len()) <= SEARCHED_LINES {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (old.get(before..).unwrap_or_default(), new.get(before..).unwrap_or_default());
    let behind = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_len, new_len) = (old_rest.len() - behind, new_rest.len() - behind);
    vec![
        DiffOp::Equal { old_index: 0, new_index: 0, len: before },
        DiffOp::Replace { old_index: before, old_len, new_index: before, new_len },
        DiffOp::Equal { old_index: before + old_len, new_index: before + new_len, len: behind },
    ]
}

/// One side of a diff.
#[derive(Clone)]
pub struct Side<'a> {
    /// The text.
    pub text: &'a str,
    /// What is masked beside what looks like a secret.
    pub secrets: Secrets,
    /// Whether there is such a file.
    pub exists: bool,
}

impl<'a> Side<'a> {
    fn masked(&self) -> MaskedFile<'a> {
        self.secrets.clone().in_file(self.text)
    }
}

fn push_line(out: &mut String, mark: char, line: &str) {
    let shown = line.strip_suffix('\n');
    let text = shown.unwrap_or(line);
    out.push(mark);
    // A long line is one that nobody reads.
    match text.char_indices().nth(limits::PREVIEW_LINE_CHARS) {
        Some((end, _)) => {
            out.push_str(text.get(..end).unwrap_or_default());
            out.push('…');
        }
        None => out.push_str(text.strip_suffix('\r').unwrap_or(text)),
    }
    out.push('\n');
    if shown.is_none() {
        out.push_str("\\ No newline at end of file\n");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::table::Syntax;
    use super::super::tree::Tree;
    use super::*;

    fn check(syntax: Syntax, old: &str, new: &str, expected: Expect) {
        let secrets = |text| Tree::parse(text, syntax, "").map(|tree| tree.secrets()).unwrap_or_default();
        let side = |text| Side { text, secrets: secrets(text), exists: true };
        expected.assert_eq(&unified("a.json", &side(old), &side(new)));
    }

    #[test]
    fn nobody_s_secret_is_shown() {
        check(
            Syntax::Jsonc,
            "{\n  \"a\": {\n    \"env\": { \"K\": \"l1\\nl2\", \"N\": 17 },\n    \"apiKey\": \"hunter2\",\n    \"args\": [\"--token=hunter2\", \"https://u:hunter2@h/\"],\n    \"url\": \"http://x?access_token=hunter2\"\n  }\n}\n",
            "{\n  \"a\": {\n    \"env\": { \"K\": \"l1\\nl2\", \"N\": 17 },\n    \"apiKey\": \"hunter2\",\n    \"args\": [\"--token=hunter2\", \"https://u:hunter2@h/\"],\n    \"url\": \"http://x?access_token=hunter2\"\n  },\n  \"b\": {\n    \"headers\": { \"Authorization\": \"Bearer hunter2\", \"X-MCP-Client\": \"me\" }\n  }\n}\n",
            expect![[r#"
                --- a.json
                +++ a.json
                @@ -4,5 +4,8 @@
                     "apiKey": "***",
                     "args": ["--token=***", "https://***@h/"],
                     "url": "http://x?access_token=***"
                +  },
                +  "b": {
                +    "headers": { "Authorization": "***", "X-MCP-Client": "me" }
                   }
                 }
            "#]],
        );
        check(
            Syntax::Toml,
            "[s.env]\nK = '''\nhunter2\nhunter2'''\n[s]\npassword = \"hunter2\"\n",
            "[s.env]\nK = '''\nhunter2\nhunter2'''\n[s]\npassword = \"hunter3\"\nhttp_headers = { A = \"hunter2\" }",
            expect![[r#"
                --- a.json
                +++ a.json
                @@ -3,4 +3,5 @@
                 ***
                 ***'''
                 [s]
                -password = "***"
                +password = "***"
                +http_headers = { A = "***" }
                \ No newline at end of file
            "#]],
        );
    }

    #[test]
    fn no_secret_is_shown_under_another_name_or_behind_one() {
        for value in ["\"hunter2\"", "[\"hunter2\"]"] {
            for name in [
                "header",
                "Headers",
                "env-vars",
                "environmentVariables",
                "credentials",
                "secrets",
                "auth",
                "jwt",
                "privateKey",
                "access-keys",
                "tokens",
                "PASSWORD",
            ] {
                check_hidden(Syntax::Jsonc, &format!("{{\"{name}\": {value}}}"));
                check_hidden(Syntax::Jsonc, &format!("{{\"{name}\": {{\"a\": {value}}}}}"));
                check_hidden(Syntax::Toml, &format!("{name} = {value}"));
                check_hidden(Syntax::Toml, &format!("[{name}]\na = {value}"));
            }
        }
        for flag in ["--api-key", "--token", "-H", "--env", "--db_password"] {
            check_hidden(Syntax::Jsonc, &format!("{{\"args\": [\"x\", \"{flag}\", // c\n \"hunter2\"]}}"));
            check_hidden(Syntax::Toml, &format!("args = [\"x\", '{flag}', # c\n 'hunter2']"));
        }
    }

    fn check_hidden(syntax: Syntax, text: &str) {
        let tree = Tree::parse(text, syntax, "").unwrap();
        let side = |text, secrets| Side { text, secrets, exists: true };
        let diff = unified("a.json", &side("", Secrets::default()), &side(text, tree.secrets()));
        assert!(diff.contains("***") && !diff.contains("hunter2"), "{diff}");
    }

    #[test]
    fn what_cannot_be_parsed_is_masked_by_form() {
        check(
            Syntax::Jsonc,
            "",
            "{ \"Authorization\": \"Bearer abcdefgh1\"",
            expect![[r#"
            --- a.json
            +++ a.json
            @@ -0,0 +1,1 @@
            +{ "Authorization": "Bearer ***"
            \ No newline at end of file
        "#]],
        );
    }

    #[test]
    fn what_differs_by_many_lines_is_one_change() {
        let ours = |index: usize| format!("a{index} = 1\nb{index} = 1\n");
        let (old, new): (String, String) = (0..60_000).map(|index| (ours(index), format!("b{index} = 1\n"))).unzip();
        let side = |text| Side { text, secrets: Secrets::default(), exists: true };
        let diff = unified("a.json", &side(&old), &side(&new));
        assert!(diff.starts_with("--- a.json\n+++ a.json\n@@ -1,120000 +1,60000 @@\n-a0 = 1\n"), "{}", &diff[..80]);
        assert!(diff.ends_with("\n… (the rest of the preview is left out)\n"));
        assert!(diff.len() < limits::PREVIEW_BYTES + 100);
    }

    #[test]
    fn equal_texts_have_no_diff() {
        check(Syntax::Jsonc, "{}", "{}", expect![[""]]);
    }
}
