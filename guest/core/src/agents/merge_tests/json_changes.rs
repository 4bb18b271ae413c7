//! Updates of a node in JSON, its repair and its removal.

use super::*;

#[test]
fn json_updates() {
    let adopted = Consent::Adopted;
    check_update(
        Jsonc,
        "{\n  \"mcpServers\": {\n    \"idea\": { // ours\n      \"url\": \"old\", // u\n      \"x\": 1,\n      \"headers\": { \"X-A\": \"old\", \"X-B\": \"theirs\" }\n    }\n  }\n}\n",
        adopted,
        expect![[r#"
            {
              "mcpServers": {
                "idea": { // ours
                  "url": "U", // u
                  "x": 1,
                  "headers": { "X-A": "B", "X-B": "theirs" }
                }
              }
            }
        "#]],
    );
    check_update(
        Strict,
        "{\"mcpServers\":{\"idea\":{\"url\":\"old\"}}}",
        adopted,
        expect![[r#"{"mcpServers":{"idea":{"url":"U","headers":{"X-A":"B"}}}}"#]],
    );
    check_update(
        Strict,
        "{\n  \"mcpServers\": {\n    \"idea\": {}\n  }\n}\n",
        adopted,
        expect![[r#"
        {
          "mcpServers": {
            "idea": {
              "url": "U",
              "headers": {
                "X-A": "B"
              }
            }
          }
        }
    "#]],
    );
    check_update(
        Strict,
        "{\"mcpServers\":{\"idea\":\"x\"}}",
        adopted,
        expect![[
            r#"USER_MODIFIED: the entry "idea" was changed by hand; look at the preview, then overwrite it if you want ours"#
        ]],
    );
    check_update(
        Strict,
        "{\"mcpServers\":{\"idea\":\"x\"}}",
        Consent::Confirmed,
        expect![[r#"{"mcpServers":{"idea":{"url":"U","headers":{"X-A":"B"}}}}"#]],
    );
    check_update(
        Strict,
        "{\"mcpServers\":{\"idea\":{\"url\":\"old\"}}}",
        Consent::Unchanged { digest: "other" },
        expect![[
            r#"USER_MODIFIED: the entry "idea" was changed by hand; look at the preview, then overwrite it if you want ours"#
        ]],
    );
    let own = Value::Object(vec![("url".to_owned(), Value::text("old"))]).digest();
    check_update(
        Strict,
        "{\"mcpServers\":{\"idea\": {\"url\":\"old\"}}}",
        Consent::Unchanged { digest: &own },
        expect![[r#"{"mcpServers":{"idea": {"url":"U","headers":{"X-A":"B"}}}}"#]],
    );
    check_update(
        Jsonc,
        "{\n  \"mcpServers\": {\n    \"idea\": {\n      \"command\": \"x\", // was theirs\n      // why\n      \"keep\": true,\n      \"args\": []\n    }\n  }\n}\n",
        Consent::Confirmed,
        expect![[r#"
            {
              "mcpServers": {
                "idea": {
                  // why
                  "keep": true,
                  "url": "U",
                  "headers": {
                    "X-A": "B"
                  }
                }
              }
            }
        "#]],
    );
}

/// Every order of some members of a node, among which are keys that an overwrite removes.
fn orders() -> Vec<Vec<&'static str>> {
    let mut orders = Vec::new();
    for members in
        [&["command"][..], &["command", "args"], &["command", "args", "url"], &["command", "args", "url", "x"]]
    {
        for first in 0..members.len() {
            let rotated: Vec<&str> = members.iter().cycle().skip(first).take(members.len()).copied().collect();
            orders.push(rotated.iter().rev().copied().collect());
            orders.push(rotated);
        }
    }
    orders
}

#[test]
fn breaking_keys_go_wherever_they_stand() {
    let check = |kind, text: &str, has_x: bool| {
        let merged = put(Some(text.as_bytes()), &subject(kind), &wanted(kind), Consent::Confirmed);
        let merged = merged.unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
        let x = Value::Object(vec![("x".to_owned(), Value::text("o"))]);
        let expected = if has_x { wanted(kind).overlaid(&x) } else { wanted(kind) };
        assert_eq!(merged.digest, expected.digest(), "{text}");
        let new = str::from_utf8(&merged.bytes).unwrap();
        for kept in ["before", "after", "/*c*/", "// c", "# about"] {
            assert_eq!(text.matches(kept).count(), new.matches(kept).count(), "{kept}\n{text}\n{new}");
        }
    };
    for order in orders() {
        let has_x = order.contains(&"x");
        let json = |between: &str| {
            let members: Vec<String> = order.iter().map(|name| format!("\"{name}\": \"o\"")).collect();
            members.join(between)
        };
        for (open, between, close) in [
            ("{", ",", "}"),
            ("{ ", ", ", " }"),
            ("{ /*c*/ ", " /*c*/, /*c*/ ", " /*c*/ }"),
            ("{\n  ", ",\n  ", "\n}"),
            ("{\n  ", ",\n  ", ",\n}"),
            ("{\n  // c\n  ", ",\n  // c\n  ", "\n  // c\n}"),
            ("{\n  ", "\n  // c\n  , ", "\n  // c\n  ,\n}"),
        ] {
            let node = format!("{open}{}{close}", json(between));
            check(Jsonc, &format!("{{\"before\":1,\"mcpServers\":{{\"idea\":{node}}},\"after\":2}}"), has_x);
        }
        let toml = |prefix: &str, between: &str| {
            order.iter().map(|name| format!("{prefix}{name} = 'o'")).collect::<Vec<_>>().join(between)
        };
        for text in [
            format!("before = 1\n[mcp_servers.idea]\n{}\n# about\n[after]\n", toml("", "\n# about\n")),
            format!("{}\n", toml("mcp_servers.idea.", "\n")),
            format!("# about\n{}\n\n# about\n[after]\n", toml("mcp_servers.idea.", "\n# about\n")),
            format!("mcp_servers = {{ before = {{}}, idea = {{ {} }} }}\n[after]\n", toml("", ", ")),
            format!("[mcp_servers]\nidea = {{{}}}", toml("", ",")),
        ] {
            check(Codex, &text, has_x);
        }
    }
}

#[test]
fn an_adopted_node_loses_what_would_break_it() {
    let node = "{\"mcpServers\":{\"idea\":{\"url\":\"old\",\"command\":\"x\",\"keep\":1}}}";
    check_update(
        Strict,
        node,
        Consent::Adopted,
        expect![[r#"{"mcpServers":{"idea":{"url":"U","keep":1,"headers":{"X-A":"B"}}}}"#]],
    );
    check_update(
        Codex,
        "[mcp_servers.idea]\nurl = \"old\"\nargs = []\nkeep = 1\n",
        Consent::Adopted,
        expect![[r#"
        [mcp_servers.idea]
        url = "U"
        keep = 1
        http_headers = { X-A = "B" }
    "#]],
    );
}

#[test]
fn json_removals() {
    check_remove(Jsonc, "{\"mcpServers\":{\"idea\":{}, \"b\":2}}", expect![[r#"{"mcpServers":{ "b":2}}"#]]);
    check_remove(
        Jsonc,
        "{\"mcpServers\":{\"a\":1, \"idea\":{}, /* b's */ \"b\":2}}",
        expect![[r#"{"mcpServers":{"a":1, /* b's */ "b":2}}"#]],
    );
    check_remove(
        Jsonc,
        "{\n  \"mcpServers\": {\n    // about ours\n    \"idea\": {}, // ours\n    // about b\n    \"b\": {}\n  }\n}\n",
        expect![[r#"
        {
          "mcpServers": {
            // about ours
            // about b
            "b": {}
          }
        }
    "#]],
    );
    check_remove(
        Jsonc,
        "{\n  \"mcpServers\": {\n    \"a\": {},\n    \"idea\": {} // ours\n    // tail\n  }\n}\n",
        expect![[r#"
        {
          "mcpServers": {
            "a": {}
            // tail
          }
        }
    "#]],
    );
    check_remove(
        Jsonc,
        "{ \"mcpServers\": { // c\n \"idea\": {} } }",
        expect![[r#"
        { "mcpServers": { // c
          } }"#]],
    );
    check_remove(
        Jsonc,
        "{ \"mcpServers\": { \"a\": 1, // c\n \"idea\": {} } }",
        expect![[r#"
        { "mcpServers": { "a": 1 // c
          } }"#]],
    );
    check_remove(
        Jsonc,
        "{ \"mcpServers\": { \"a\": 1, \"idea\": {} /* x */ , } }",
        expect![[r#"{ "mcpServers": { "a": 1, /* x */  } }"#]],
    );
    check_remove(Jsonc, "{ \"mcpServers\": {} }", expect![[r#"{ "mcpServers": {} }"#]]);
}

#[test]
fn comments_of_the_last_member_stay_with_it() {
    for comment in ["/*c*/", "/*c*/ /*c*/", "/*c\n*/", "// c\n", "/*c*/ // c\n", "/*c\n*/ // c\n"] {
        for (before, between, close) in [
            ("{\"mcpServers\":{\"x\":1", "", "}}"),
            ("{ \"mcpServers\": { \"x\": 1", " ", " } }"),
            ("{\n  \"mcpServers\": {\n    \"x\": 1", " ", " }\n}"),
            ("{\n  \"mcpServers\": {\n    \"x\": 1", " ", "\n  }\n}\n"),
            ("{\n  \"mcpServers\": {\n    \"x\": 1,", " ", "\n  }\n}\n"),
            ("{\"mcpServers\":{\"x\":1 ,", "", "}}"),
            ("{\"x\":1", " ", "}"),
        ] {
            let input = format!("{before}{between}{comment}{close}");
            let merged = add(Jsonc, &input).unwrap();
            let text = str::from_utf8(&merged.bytes).unwrap();
            let node = text.find("\"idea\"").unwrap();
            assert!(text[..node].contains(comment.trim_end()) && !text[node..].contains("/*"), "{text}");
            check_add_is_undone(Jsonc, &input, &merged);
        }
    }
}

#[test]
fn comments_that_came_behind_a_root_of_ours_stay() {
    for before in ["", " \n", "// hi", "// hi\n"] {
        for behind in ["// note", " // note\n", "\n/* note */ ", "\n\n// note"] {
            let merged = add(Jsonc, before).unwrap();
            let edited = String::from_utf8(merged.bytes).unwrap() + behind;
            let removed = remove(edited.as_bytes(), &subject(Jsonc), &merged.made, Consent::Adopted).unwrap();
            let text = String::from_utf8(removed.bytes).unwrap();
            assert!(text.starts_with(before) && text.ends_with(behind) && !removed.is_empty, "{text}");
        }
    }
}
