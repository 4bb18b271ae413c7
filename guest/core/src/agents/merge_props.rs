//! Random documents of both formats: an addition is never refused, adding twice is adding once, removing gives every byte back,
//! and nothing of anybody else changes.

use proptest::prelude::*;

use super::*;
use crate::agents::value::Value;

const NAME: &str = "idea";

fn subject(syntax: Syntax, container: &[&str]) -> Subject<'static> {
    Subject {
        agent: "The agent",
        syntax,
        container: container.iter().map(|key| (*key).to_owned()).collect(),
        name: NAME.to_owned(),
        breaking_keys: &["command"],
        schema: None,
    }
}

fn node(headers: &str) -> Value {
    Value::Object(vec![
        ("url".to_owned(), Value::text("http://127.0.0.1:1/x")),
        (headers.to_owned(), Value::Object(vec![("X-A".to_owned(), Value::text("b\"\\"))])),
    ])
}

/// The laws of one document.
fn check_laws(text: &str, subject: &Subject<'_>, wanted: &Value) -> Result<(), TestCaseError> {
    let told = |step: &str, refusal: &Refusal| TestCaseError::fail(format!("{step}: {refusal}\n{text}"));
    let merged =
        put(Some(text.as_bytes()), subject, wanted, Consent::Confirmed).map_err(|refusal| told("add", &refusal))?;
    prop_assert!(merged.changed);
    let again = put(Some(&merged.bytes), subject, wanted, Consent::Unchanged { digest: &merged.digest })
        .map_err(|refusal| told("add again", &refusal))?;
    prop_assert!(!again.changed, "adding twice changes {}", text);
    let removed = remove(&merged.bytes, subject, &merged.made, Consent::Unchanged { digest: &merged.digest })
        .map_err(|refusal| told("remove", &refusal))?;
    prop_assert_eq!(str::from_utf8(&removed.bytes).unwrap(), text);
    check_update(&merged, subject, wanted, text)?;
    check_every_byte_is_kept(text, &merged)
}

/// Another URL comes and goes, and the rest of the node stays as a person left it.
fn check_update(merged: &Merged, subject: &Subject<'_>, wanted: &Value, text: &str) -> Result<(), TestCaseError> {
    let moved = wanted.overlaid(&Value::Object(vec![("url".to_owned(), Value::text("http://127.0.0.1:2/x"))]));
    let failed = |refusal: Refusal| TestCaseError::fail(format!("update: {refusal}\n{text}"));
    let there = put(Some(&merged.bytes), subject, &moved, Consent::Adopted).map_err(failed)?;
    prop_assert!(there.changed && there.digest != merged.digest);
    let back = put(Some(&there.bytes), subject, wanted, Consent::Adopted).map_err(failed)?;
    prop_assert_eq!(str::from_utf8(&back.bytes).unwrap(), str::from_utf8(&merged.bytes).unwrap());
    Ok(())
}

/// The old text is a subsequence of the new one, but for blanks between braces.
fn check_every_byte_is_kept(old: &str, merged: &Merged) -> Result<(), TestCaseError> {
    let mut rest = str::from_utf8(&merged.bytes).unwrap().chars();
    for kept in old.chars().filter(|one| !one.is_whitespace()) {
        prop_assert!(rest.any(|one| one == kept), "{:?} is gone from\n{}", kept, old);
    }
    Ok(())
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
        check_laws(&text, &subject(Syntax::StrictJson, &["mcpServers"]), &node("headers"))?;
        let merged = put(Some(text.as_bytes()), &subject(Syntax::StrictJson, &["mcpServers"]), &node("headers"), Consent::Adopted);
        let merged = String::from_utf8(merged.unwrap().bytes).unwrap();
        let parsed: serde_json::Value = serde_json::from_str(merged.trim_start_matches('\u{feff}')).unwrap();
        prop_assert_eq!(&parsed["mcpServers"][NAME]["url"], "http://127.0.0.1:1/x");
    }

    #[test]
    fn json_with_comments(text in json_document(true)) {
        check_laws(&text, &subject(Syntax::Jsonc, &["mcpServers"]), &node("headers"))?;
        check_laws(&text, &subject(Syntax::Jsonc, &["mcp", "servers"]), &node("headers"))?;
        check_laws(&text, &subject(Syntax::Jsonc, &["a.b"]), &node("headers"))?;
    }

    #[test]
    fn toml(text in toml_document(), bom in any::<bool>()) {
        let text = if bom { format!("\u{feff}{text}") } else { text };
        check_laws(&text, &subject(Syntax::Toml, &["mcp_servers"]), &node("http_headers"))?;
    }

    #[test]
    fn any_bytes_are_refused_or_merged(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        for syntax in [Syntax::Jsonc, Syntax::StrictJson, Syntax::Toml] {
            let _ = put(Some(&bytes), &subject(syntax, &["mcpServers"]), &node("headers"), Consent::Confirmed);
            let _ = remove(&bytes, &subject(syntax, &["mcpServers"]), &Made::default(), Consent::Confirmed);
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
        for (syntax, container) in [(Syntax::Jsonc, "mcpServers"), (Syntax::Toml, "mcp_servers")] {
            let subject = subject(syntax, &[container]);
            let text = near.trim_start_matches('\u{feff}');
            let is_there = Tree::parse(text, syntax, "").is_ok_and(|tree| tree.value().at(&subject.path()).is_some());
            if is_there {
                continue;
            }
            if let Ok(merged) = put(Some(near.as_bytes()), &subject, &node("headers"), Consent::Adopted) {
                let removed = remove(&merged.bytes, &subject, &merged.made, Consent::Adopted);
                let back = String::from_utf8(removed.unwrap().bytes).unwrap();
                prop_assert_eq!(&back, &near);
            }
        }
    }
}
