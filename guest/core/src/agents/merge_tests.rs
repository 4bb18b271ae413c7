//! Real shapes of config files, and random ones.

use expect_test::{Expect, expect};

use super::*;

#[path = "merge_tests/json_around.rs"]
mod json_around;
#[path = "merge_tests/json_beside.rs"]
mod json_beside;
#[path = "merge_tests/json_changes.rs"]
mod json_changes;
#[path = "merge_tests/toml_additions.rs"]
mod toml_additions;
#[path = "merge_tests/toml_changes.rs"]
mod toml_changes;

#[derive(Clone, Copy)]
enum Kind {
    Strict,
    Comments,
    Jsonc,
    Zcode,
    Codex,
}

use Kind::{Codex, Comments, Jsonc, Strict, Zcode};

fn subject(kind: Kind) -> Subject<'static> {
    let (syntax, container): (Syntax, &[&str]) = match kind {
        Strict => (Syntax::StrictJson, &["mcpServers"]),
        Comments => (Syntax::JsonWithComments, &["mcpServers"]),
        Jsonc => (Syntax::Jsonc, &["mcpServers"]),
        Zcode => (Syntax::UnknownJson, &["mcp", "servers"]),
        Codex => (Syntax::Toml, &["mcp_servers"]),
    };
    Subject {
        agent: "The agent",
        syntax,
        container: container.iter().map(|key| (*key).to_owned()).collect(),
        name: "idea".to_owned(),
        breaking_keys: &["command", "args"],
        schema: None,
    }
}

fn wanted(kind: Kind) -> Value {
    let headers = if matches!(kind, Codex) { "http_headers" } else { "headers" };
    Value::Object(vec![
        ("url".to_owned(), Value::text("U")),
        (headers.to_owned(), Value::Object(vec![("X-A".to_owned(), Value::text("B"))])),
    ])
}

fn add(kind: Kind, input: &str) -> Result<Merged, Refusal> {
    put(Some(input.as_bytes()), &subject(kind), &wanted(kind), Consent::Adopted)
}

/// What an addition gives; adding again must change nothing, removing must give the input back.
fn check_add(kind: Kind, input: &str, expected: Expect) {
    let merged = add(kind, input).unwrap_or_else(|refusal| panic!("{refusal}\n{input}"));
    let text = String::from_utf8(merged.bytes.clone()).unwrap();
    expected.assert_eq(&text.replace('\r', "␍").replace('\u{feff}', "BOM").replace(" \n", "␠\n"));
    check_add_is_undone(kind, input, &merged);
}

fn check_add_is_undone(kind: Kind, input: &str, merged: &Merged) {
    let again = add(kind, str::from_utf8(&merged.bytes).unwrap()).unwrap();
    assert!(!again.changed && again.bytes == merged.bytes && again.digest == merged.digest);
    let consent = Consent::Unchanged { digest: &merged.digest };
    let removed = remove(&merged.bytes, &subject(kind), &merged.made, consent).unwrap();
    assert_eq!(String::from_utf8(removed.bytes).unwrap(), input);
}

/// Why an addition is refused.
fn check_refused(kind: Kind, input: &[u8], expected: Expect) {
    let refusal = put(Some(input), &subject(kind), &wanted(kind), Consent::Adopted).unwrap_err();
    expected.assert_eq(&format!("{}: {refusal}", refusal.code()));
}

/// What an update of a node that is there gives.
fn check_update(kind: Kind, input: &str, consent: Consent<'_>, expected: Expect) {
    let told = match put(Some(input.as_bytes()), &subject(kind), &wanted(kind), consent) {
        Ok(merged) => String::from_utf8(merged.bytes).unwrap(),
        Err(refusal) => format!("{}: {refusal}", refusal.code()),
    };
    expected.assert_eq(&told);
}

/// What a removal gives.
fn check_remove(kind: Kind, input: &str, expected: Expect) {
    let removed = remove(input.as_bytes(), &subject(kind), &Made::default(), Consent::Confirmed).unwrap();
    expected.assert_eq(&String::from_utf8(removed.bytes).unwrap().replace(" \n", "␠\n"));
}

/// Each once made the time quadratic.
#[test]
fn a_large_node_is_read_in_one_pass() {
    let members = |count: usize, between: &str| {
        (0..count).map(|index| format!("\"k{index}\":1")).collect::<Vec<_>>().join(between)
    };
    let lines = |count: usize| {
        (0..count).map(|index| format!("mcp_servers.idea.k{index} = 1\nx{index} = 1\n")).collect::<String>()
    };
    for (kind, text) in [
        (Strict, format!("{{\"mcpServers\":{{\"idea\":{{{}}}}}}}", members(40_000, ","))),
        (Codex, format!("{}{}", " \n".repeat(100_000), lines(10_000))),
    ] {
        let merged = put(Some(text.as_bytes()), &subject(kind), &wanted(kind), Consent::Confirmed).unwrap();
        let removed = remove(&merged.bytes, &subject(kind), &merged.made, Consent::Confirmed).unwrap();
        assert!(merged.changed && removed.changed);
    }
}

#[test]
fn files_that_are_made() {
    for kind in [Strict, Zcode, Codex] {
        let made = put(None, &subject(kind), &wanted(kind), Consent::Adopted).unwrap();
        assert!(made.changed && made.made.file);
        let consent = Consent::Unchanged { digest: &made.digest };
        let removed = remove(&made.bytes, &subject(kind), &made.made, consent).unwrap();
        assert!(removed.is_empty && removed.bytes.is_empty());
    }
    let with_schema = Subject { schema: Some("https://s"), ..subject(Zcode) };
    let made = put(None, &with_schema, &wanted(Zcode), Consent::Adopted).unwrap();
    expect![[r#"
        {
          "$schema": "https://s",
          "mcp": {
            "servers": {
              "idea": {
                "url": "U",
                "headers": {
                  "X-A": "B"
                }
              }
            }
          }
        }
    "#]]
    .assert_eq(str::from_utf8(&made.bytes).unwrap());
    let removed = remove(&made.bytes, &with_schema, &made.made, Consent::Confirmed).unwrap();
    assert!(removed.is_empty);
    let grown = String::from_utf8(made.bytes).unwrap().replacen('{', "{\n  \"theirs\": 1,", 1);
    assert!(!remove(grown.as_bytes(), &with_schema, &made.made, Consent::Confirmed).unwrap().is_empty);
}
