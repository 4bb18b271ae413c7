//! Random documents of both formats: an addition is never refused, adding twice is adding once, removing gives every byte back,
//! and nothing of anybody else changes.

use proptest::prelude::*;

use super::*;
use crate::agents::laws;

/// A document that must not be refused obeys.
fn check_laws(text: &str, syntax: Syntax, container: &[&str]) -> Result<(), TestCaseError> {
    laws::check_addition(text.as_bytes(), &laws::subject(syntax, container), &laws::node(syntax))
        .map_err(TestCaseError::fail)
}

fn gap(with_comments: bool) -> BoxedStrategy<&'static str> {
    let blanks = prop_oneof![4 => Just(""), 2 => Just(" "), 2 => Just("\n  "), 1 => Just("\n"), 1 => Just("\t"), 1 => Just("\n\n    ")];
    let comments = prop_oneof![Just("/* , } */"), Just(" // \"c\n"), Just("\n  // { x\n  "), Just(" /* a\n b */ ")];
    if with_comments { prop_oneof![5 => blanks, 1 => comments].boxed() } else { blanks.boxed() }
}

fn json_scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("-1.50e+300".to_owned()),
        Just("\"\"".to_owned()),
        Just("\"a // b, { \\\" \\\\ \\u0041 你😀\"".to_owned()),
    ]
}

/// A value of JSON as text.
fn json_value(with_comments: bool) -> BoxedStrategy<String> {
    json_scalar()
        .boxed()
        .prop_recursive(3, 12, 3, move |inner| {
            let values = proptest::collection::vec((gap(with_comments), inner.clone(), gap(with_comments)), 0..3);
            prop_oneof![
                (values.clone(), gap(with_comments), any::<bool>()).prop_map(move |(values, end, trailing)| {
                    list('[', ']', &texts(&values), end, trailing && with_comments)
                }),
                (values, gap(with_comments), any::<bool>()).prop_map(move |(values, end, trailing)| {
                    list('{', '}', &named(&texts(&values)), end, trailing && with_comments)
                }),
            ]
        })
        .boxed()
}

fn texts(values: &[(&str, String, &str)]) -> Vec<String> {
    values.iter().map(|(before, value, after)| format!("{before}{value}{after}")).collect()
}

/// Names are `a`, `b`, …; the blanks before a value go before its name.
fn named(values: &[String]) -> Vec<String> {
    let name = |index: usize| char::from(b'a' + u8::try_from(index).unwrap());
    values
        .iter()
        .enumerate()
        .map(|(index, value)| {
            let blanks = value.len() - value.trim_start().len();
            format!("{}\"{}\" : {}", &value[..blanks], name(index), &value[blanks..])
        })
        .collect()
}

fn list(open: char, close: char, items: &[String], end: &str, trailing: bool) -> String {
    let comma = if trailing && !items.is_empty() { "," } else { "" };
    format!("{open}{}{comma}{end}{close}", items.join(","))
}

/// A whole document; the container may be absent, empty or full, at any place among the members.
fn json_document(with_comments: bool) -> impl Strategy<Value = String> {
    let values =
        || proptest::collection::vec((gap(with_comments), json_value(with_comments), gap(with_comments)), 0..3);
    let servers = (values(), gap(with_comments), any::<bool>()).prop_map(move |(values, end, trailing)| {
        list('{', '}', &named(&texts(&values)), end, trailing && with_comments)
    });
    let container = proptest::option::of((gap(with_comments), servers, any::<prop::sample::Index>()));
    (gap(with_comments), values(), container, gap(with_comments), any::<bool>(), gap(with_comments), any::<bool>())
        .prop_map(move |(before, values, container, end, trailing, after, crlf)| {
            let mut members = named(&texts(&values));
            if let Some((gap, servers, index)) = container {
                members.insert(index.index(members.len() + 1), format!("{gap}\"mcpServers\":{servers}"));
            }
            let text = format!("{before}{}{after}", list('{', '}', &members, end, trailing && with_comments));
            if crlf { text.replace('\n', "\r\n") } else { text }
        })
}

/// Lines of TOML without our container.
fn toml_lines() -> impl Strategy<Value = Vec<&'static str>> {
    let line =
        prop_oneof![Just("# [mcp_servers.idea]"), Just(""), Just("  "), Just("# 説明 \" ' {"), Just("  # indented"),];
    proptest::collection::vec(line, 0..3)
}

/// A value that may span lines and look like anything.
fn toml_value() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("1"),
        Just("\"a # b\" # c"),
        Just("[\n  1, # [x]\n  [2],\n]"),
        Just("\"\"\"\n[mcp_servers.fake]\nurl = 1\n\"\"\""),
        Just("'''\n# x\n'''"),
        Just("{ a = 1, b.c = 'd' }"),
        Just("1979-05-27T07:32:00Z"),
        Just("+1_000.5e3"),
    ]
}

fn toml_document() -> impl Strategy<Value = String> {
    let root = proptest::collection::vec((toml_lines(), toml_value()), 0..3);
    let tables = proptest::collection::vec((toml_lines(), 0_usize..9, toml_value(), any::<bool>()), 0..5);
    let container = 0_usize..8;
    (root, tables, container, toml_lines(), any::<bool>(), any::<bool>()).prop_map(
        |(root, tables, container, end, final_newline, crlf)| {
            let mut lines: Vec<String> = Vec::new();
            for (index, (before, value)) in root.iter().enumerate() {
                lines.extend(before.iter().map(|line| (*line).to_owned()));
                lines.push(format!("k{index}.x = {value}"));
            }
            match container {
                0 => lines.push("mcp_servers.a.url = 'u' # c".to_owned()),
                1 => lines.push("mcp_servers = { a = { url = 'u' } } # c".to_owned()),
                2 => lines.push("mcp_servers = {  }".to_owned()),
                3 => lines.extend(["[mcp_servers] # c".to_owned(), "a.url = 'u'".to_owned()]),
                4 => lines.extend(["[ mcp_servers . \"a b\" ]".to_owned(), "url = 'u'".to_owned()]),
                5 => lines.extend(["[mcp_servers.a.env] ".to_owned(), "[mcp_servers.a]".to_owned()]),
                _ => {}
            }
            for (index, (before, kind, value, has_value)) in tables.iter().enumerate() {
                lines.extend(before.iter().map(|line| (*line).to_owned()));
                lines.push(match kind {
                    0..3 => format!("[t{index}]"),
                    3 | 4 => format!("  [t{index}.\"x.y\"]  # h"),
                    5 => "[[list]]".to_owned(),
                    // Only beside tables: an inline container is closed.
                    _ if matches!(container, 1 | 2) => format!("[u{index}]"),
                    6 | 7 => format!("[mcp_servers.s{index}]"),
                    _ => format!("[mcp_servers.s{index}.env]"),
                });
                if *has_value {
                    lines.push(format!("v = {value}"));
                }
            }
            lines.extend(end.iter().map(|line| (*line).to_owned()));
            let text = lines.join("\n") + if final_newline { "\n" } else { "" };
            if crlf { text.replace('\n', "\r\n") } else { text }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn strict_json(text in json_document(false), bom in any::<bool>()) {
        let text = if bom { format!("\u{feff}{text}") } else { text };
        check_laws(&text, Syntax::StrictJson, &["mcpServers"])?;
        let subject = laws::subject(Syntax::StrictJson, &["mcpServers"]);
        let merged = put(Some(text.as_bytes()), &subject, &laws::node(Syntax::StrictJson), Consent::Adopted);
        let merged = String::from_utf8(merged.unwrap().bytes).unwrap();
        let parsed: serde_json::Value = serde_json::from_str(merged.trim_start_matches('\u{feff}')).unwrap();
        prop_assert_eq!(&parsed["mcpServers"][subject.name]["url"], "http://127.0.0.1:1/x");
    }

    #[test]
    fn json_with_comments(text in json_document(true)) {
        check_laws(&text, Syntax::Jsonc, &["mcpServers"])?;
        check_laws(&text, Syntax::Jsonc, &["mcp", "servers"])?;
        check_laws(&text, Syntax::Jsonc, &["a.b"])?;
    }

    #[test]
    fn toml(text in toml_document(), bom in any::<bool>()) {
        let text = if bom { format!("\u{feff}{text}") } else { text };
        check_laws(&text, Syntax::Toml, &["mcp_servers"])?;
    }

    #[test]
    fn any_bytes_are_refused_or_obey(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        for syntax in [Syntax::Jsonc, Syntax::StrictJson, Syntax::Toml] {
            laws::check(&bytes, syntax).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn near_documents_are_refused_or_obey(
        text in prop_oneof![json_document(true), toml_document()],
        at in any::<prop::sample::Index>(),
        with in "[\\PC\n\"{}\\[\\],:#/=.]{0,3}",
        cut in 0_usize..4,
    ) {
        let chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len() + 1);
        let near: String = chars[..at].iter().copied().chain(with.chars()).chain(chars[(at + cut).min(chars.len())..].iter().copied()).collect();
        for syntax in [Syntax::Jsonc, Syntax::Toml] {
            laws::check(near.as_bytes(), syntax).map_err(TestCaseError::fail)?;
        }
    }
}
