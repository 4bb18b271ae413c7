//! Real shapes of config files, and random ones.

use expect_test::{Expect, expect};

use super::*;

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

#[test]
fn json_with_comments() {
    // F1
    check_add(
        Jsonc,
        "{\n  \"mcpServers\": {\n    \"x\": {} // keep\n    // tail\n  }\n}",
        expect![[r#"
        {
          "mcpServers": {
            "x": {}, // keep
            "idea": {
              "url": "U",
              "headers": {
                "X-A": "B"
              }
            }
            // tail
          }
        }"#]],
    );
    // O1: a commented-out member behind the last one
    check_add(
        Jsonc,
        "{\n  // top\n  \"permission\": { \"git *\": \"ask\" },\n  \"mcpServers\": {\n    \"a\": { \"type\": \"local\" }\n    // \"b\": { \"type\": \"local\" },\n  }\n}\n",
        expect![[r#"
            {
              // top
              "permission": { "git *": "ask" },
              "mcpServers": {
                "a": { "type": "local" },
                "idea": {
                  "url": "U",
                  "headers": {
                    "X-A": "B"
                  }
                }
                // "b": { "type": "local" },
              }
            }
        "#]],
    );
    // B10
    check_add(
        Jsonc,
        "{\n \"a\": 1 // c\n}",
        expect![[r#"
        {
         "a": 1, // c
         "mcpServers": {
          "idea": {
           "url": "U",
           "headers": {
            "X-A": "B"
           }
          }
         }
        }"#]],
    );
    // V4: only comments
    check_add(
        Jsonc,
        "{\n  \"mcpServers\": {\n    // žádné\n    // \"a\": {},\n  }\n}\n",
        expect![[r#"
        {
          "mcpServers": {
            // žádné
            // "a": {},
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
    check_add(
        Jsonc,
        "{ \"mcpServers\": { /* none */ } }",
        expect![[r#"{ "mcpServers": { /* none */ "idea": {"url": "U", "headers": {"X-A": "B"}} } }"#]],
    );
    check_add(
        Jsonc,
        "{\"mcpServers\":{\"a\":1 // c\n}}",
        expect![[r#"
        {"mcpServers":{"a":1, // c
          "idea":{
            "url":"U",
            "headers":{
              "X-A":"B"
            }
          }
        }}"#]],
    );
    check_add(
        Jsonc,
        "{\"mcpServers\":{\"a\":1, // c\n}}",
        expect![[r#"
        {"mcpServers":{"a":1, // c
          "idea":{
            "url":"U",
            "headers":{
              "X-A":"B"
            }
          },
        }}"#]],
    );
    // J4, J5
    check_add(
        Jsonc,
        "{\n  \"mcpServers\": {\n    \"x\": {} }\n}\n",
        expect![[r#"
        {
          "mcpServers": {
            "x": {},
            "idea": {
              "url": "U",
              "headers": {
                "X-A": "B"
              }
            } }
        }
    "#]],
    );
    check_add(
        Jsonc,
        "{\n  \"mcpServers\": {\n      \"x\": {}\n    , \"y\": {}\n  }\n}\n",
        expect![[r#"
        {
          "mcpServers": {
              "x": {}
            , "y": {}, "idea": {"url": "U", "headers": {"X-A": "B"}}
          }
        }
    "#]],
    );
    // a string that looks like a comment
    check_add(
        Jsonc,
        "{ // don't \"\n  \"mcpServers\": { \"a\": { \"url\": \"http://x//y\" } } }",
        expect![[r#"
        { // don't "
          "mcpServers": { "a": { "url": "http://x//y" }, "idea": { "url": "U", "headers": { "X-A": "B" } } } }"#]],
    );
}

#[test]
fn json_byte_order_mark_line_ends_and_indents() {
    // F2, B21
    check_add(
        Jsonc,
        "\u{feff}{\r\n\t\"mcpServers\": {}\r\n}",
        expect![[r#"
        BOM{␍
        	"mcpServers": {␍
        		"idea": {␍
        			"url": "U",␍
        			"headers": {␍
        				"X-A": "B"␍
        			}␍
        		}␍
        	}␍
        }"#]],
    );
    // T1, V3
    check_add(
        Strict,
        "{\n    \"mcpServers\": {\n        \"a\": {\n            \"args\": [\"${workspaceFolder}\"]\n        }\n    }\n}",
        expect![[r#"
        {
            "mcpServers": {
                "a": {
                    "args": ["${workspaceFolder}"]
                },
                "idea": {
                    "url": "U",
                    "headers": {
                        "X-A": "B"
                    }
                }
            }
        }"#]],
    );
    check_add(
        Strict,
        "{\n\t\"mcpServers\": {\n\t\t\"a\": {}\n\t},\n\t\"inputs\": []\n}",
        expect![[r#"
        {
        	"mcpServers": {
        		"a": {},
        		"idea": {
        			"url": "U",
        			"headers": {
        				"X-A": "B"
        			}
        		}
        	},
        	"inputs": []
        }"#]],
    );
    // by how much a file indents, where its root is indented too, and where a deeper object shows it
    check_add(
        Jsonc,
        "// a\n  {\n      \"mcpServers\": {}\n  }\n",
        expect![[r#"
        // a
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
    check_add(
        Strict,
        "{ \"a\": {\n   \"b\": 1 },\n\"mcpServers\": {} }\n",
        expect![[r#"
        { "a": {
           "b": 1 },
        "mcpServers": {
           "idea": {
              "url": "U",
              "headers": {
                 "X-A": "B"
              }
           }
        } }
    "#]],
    );
    // J1: a line end of another kind behind the root
    check_add(
        Strict,
        "{\n  \"mcpServers\": {\n    \"x\": {}\n  }\n}\r\n",
        expect![[r#"
        {
          "mcpServers": {
            "x": {},
            "idea": {
              "url": "U",
              "headers": {
                "X-A": "B"
              }
            }
          }
        }␍
    "#]],
    );
}

#[test]
fn json_on_one_line() {
    // F3, F4, B16, J6
    check_add(
        Strict,
        "{\"mcpServers\":{\"x\":{\"url\":\"u\"}}}",
        expect![[r#"{"mcpServers":{"x":{"url":"u"},"idea":{"url":"U","headers":{"X-A":"B"}}}}"#]],
    );
    check_add(
        Jsonc,
        "{\"mcpServers\":{\"a\":{},},}",
        expect![[r#"{"mcpServers":{"a":{},"idea":{"url":"U","headers":{"X-A":"B"}},},}"#]],
    );
    check_add(
        Strict,
        "{ \"mcpServers\" : { \"a\" : {} } }",
        expect![[r#"{ "mcpServers" : { "a" : {}, "idea" : { "url" : "U", "headers" : { "X-A" : "B" } } } }"#]],
    );
    check_add(
        Strict,
        "{\"mcpServers\":{}}",
        expect![[r#"{"mcpServers":{"idea": {"url": "U", "headers": {"X-A": "B"}}}}"#]],
    );
    check_add(
        Strict,
        "{ }",
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
        }"#]],
    );
    check_add(
        Strict,
        "{\n}\n",
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
    check_add(
        Strict,
        "{\"theme\":\"x\"}\n",
        expect![[r#"
        {"theme":"x","mcpServers":{"idea":{"url":"U","headers":{"X-A":"B"}}}}
    "#]],
    );
}

#[test]
fn json_without_the_container() {
    // Q1, Z2
    check_add(
        Strict,
        "{\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(grep -E \\\"a\\\\.b\\\" 中文)\"\n    ]\n  }\n}\n",
        expect![[r#"
            {
              "permissions": {
                "allow": [
                  "Bash(grep -E \"a\\.b\" 中文)"
                ]
              },
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
    check_add(
        Zcode,
        "{\n  \"hooks\": [ { \"run\": \"sh \\\"${ZCODE_PROJECT_DIR}/a.sh\\\"\" } ]\n}\n",
        expect![[r#"
        {
          "hooks": [ { "run": "sh \"${ZCODE_PROJECT_DIR}/a.sh\"" } ],
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
    "#]],
    );
    check_add(
        Zcode,
        "{\n  \"mcp\": {},\n  \"tools\": { \"a\": true, \"b\": false }\n}\n",
        expect![[r#"
        {
          "mcp": {
            "servers": {
              "idea": {
                "url": "U",
                "headers": {
                  "X-A": "B"
                }
              }
            }
          },
          "tools": { "a": true, "b": false }
        }
    "#]],
    );
    check_add(
        Zcode,
        "{\n  \"mcp\": { \"servers\": { \"a\": { \"type\": \"http\", \"timeoutMs\": 1 } } }\n}\n",
        expect![[r#"
        {
          "mcp": { "servers": { "a": { "type": "http", "timeoutMs": 1 }, "idea": { "url": "U", "headers": { "X-A": "B" } } } }
        }
    "#]],
    );
    // blank lines stay
    check_add(
        Strict,
        "{\n\n  \"mcpServers\": {\n\n    \"a\": {}\n\n  }\n\n}\n\n",
        expect![[r#"
        {

          "mcpServers": {

            "a": {},
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
}

#[test]
fn json_without_a_root() {
    // F8, B20
    check_add(
        Strict,
        "",
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
    check_add(
        Strict,
        " \n",
        expect![[r#"
            ␠
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
    check_add(
        Jsonc,
        "// c\n",
        expect![[r#"
        // c
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
    check_add(
        Jsonc,
        "// c",
        expect![[r#"
        // c
        {
          "mcpServers": {
            "idea": {
              "url": "U",
              "headers": {
                "X-A": "B"
              }
            }
          }
        }"#]],
    );
}

#[test]
fn json_names_are_compared_decoded() {
    check_add(
        Strict,
        "{\n  \"mcp\\u0053ervers\": {\n    \"a\\\"b\\\\c\": {}\n  }\n}\n",
        expect![[r#"
        {
          "mcp\u0053ervers": {
            "a\"b\\c": {},
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
    check_add(
        Strict,
        "{\n  \"mcpservers\": {}\n}\n",
        expect![[r#"
        {
          "mcpservers": {},
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
    check_refused(
        Strict,
        b"{\"mcpServers\":{\"idea\":{\"url\":\"1\"},\"id\\u0065a\":{\"url\":\"2\"}}}",
        expect![[r#"DUPLICATE_KEY: line 1: "idea" occurs twice; agents take the last one, remove one of them"#]],
    );
}

#[test]
fn json_that_is_refused() {
    // F5, F7, B15
    check_refused(
        Strict,
        b"{\"mcpServers\":{},\n\"mcpServers\":{}}",
        expect![[r#"DUPLICATE_KEY: line 2: "mcpServers" occurs twice; agents take the last one, remove one of them"#]],
    );
    check_refused(
        Strict,
        b"{\"mcpServers\":{\"idea\":{\"url\":1,\"url\":2}}}",
        expect![[r#"DUPLICATE_KEY: line 1: "url" occurs twice; agents take the last one, remove one of them"#]],
    );
    check_refused(Strict, b"null", expect!["NOT_AN_OBJECT: the root is null, not an object; mend the file by hand"]);
    check_refused(Strict, b"[]", expect!["NOT_AN_OBJECT: the root is an array, not an object; mend the file by hand"]);
    check_refused(
        Strict,
        b"{\"mcpServers\":null}",
        expect![[r#"NOT_AN_OBJECT: "mcpServers" is null, not an object; mend the file by hand"#]],
    );
    check_refused(
        Zcode,
        b"{\"mcp\":{\"servers\":[]}}",
        expect![[r#"NOT_AN_OBJECT: "mcp.servers" is an array, not an object; mend the file by hand"#]],
    );
    // F9, B11
    check_refused(
        Strict,
        b"{} // c",
        expect!["NOT_READ_BY_AGENT: line 1, column 4: The agent does not read files with comments; remove it first"],
    );
    check_refused(
        Comments,
        b"{\"a\":1,}",
        expect![
            "NOT_READ_BY_AGENT: line 1, column 7: The agent does not read files with a comma behind the last member; remove it first"
        ],
    );
    check_refused(
        Strict,
        b"{\"a\":1,}",
        expect![
            "NOT_READ_BY_AGENT: line 1, column 7: The agent does not read files with a comma behind the last member; remove it first"
        ],
    );
    // B19, B22, B33 and the laxer readings of the parser
    for input in [
        "{\"a\":",
        "{“a”:1}",
        "{\"a\":1,,}",
        "{}{}",
        "{} x",
        "{\"a\":01}",
        "#",
        "{",
        "/* c",
        "{\"a\":\"\\ud800\"}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":0x1}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":NaN}",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{\u{a0}}",
        "{\u{c}}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\0\"}",
        "\u{feff}\u{feff}{}",
        "{\"a\":\"\\x41\"}",
    ] {
        let refusal = add(Jsonc, input).unwrap_err();
        assert_eq!(refusal.code(), "SYNTAX", "{input}: {refusal}");
    }
    check_refused(
        Jsonc,
        "{\n  “a”: 1\n}".as_bytes(),
        expect!["SYNTAX: line 2, column 3: Unexpected token; mend the file by hand, it was not changed"],
    );
    check_refused(
        Jsonc,
        b"{\n  \"a\": \"x\ty\"\n}",
        expect![
            "SYNTAX: line 2, column 10: a control character in a string; mend the file by hand, it was not changed"
        ],
    );
    check_refused(Jsonc, b"{\"a\":\"\x80\"}", expect!["NOT_UTF8: the file is not UTF-8 (byte 6); save it as UTF-8"]);
    check_refused(
        Jsonc,
        b"{\r\"a\":1}",
        expect![
            "LONE_CARRIAGE_RETURN: line 1: a carriage return without a line feed; save the file with one kind of line ends"
        ],
    );
    check_refused(
        Jsonc,
        &b"[".repeat(100_000),
        expect![
            "SYNTAX: line 1, column 513: Maximum nesting depth exceeded; mend the file by hand, it was not changed"
        ],
    );
    check_refused(
        Jsonc,
        &b" ".repeat(crate::limits::CONFIG_FILE_BYTES + 1),
        expect!["TOO_LARGE: the file has 4194305 bytes, more than the 4194304 that a config file may have"],
    );
}

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

#[test]
fn toml_tables() {
    // C1, C3, C5, C8
    check_add(
        Codex,
        "#:schema https://x/y.json\n\n# ── MCP — servers ──\n# [mcp_servers.idea]\n# url = \"old\"\nmodel = \"m\"\n# end",
        expect![[r##"
        #:schema https://x/y.json

        # ── MCP — servers ──
        # [mcp_servers.idea]
        # url = "old"
        model = "m"
        # end

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }"##]],
    );
    check_add(
        Codex,
        "# 模型\nmodel = \"m\"\n\n",
        expect![[r##"
        # 模型
        model = "m"

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }

    "##]],
    );
    check_add(
        Codex,
        "[mcp_servers.a]\nurl = \"u\"\n\n# 説明\n[mcp_servers.b]\nurl = \"v\"\n",
        expect![[r#"
        [mcp_servers.a]
        url = "u"

        # 説明
        [mcp_servers.b]
        url = "v"

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "#]],
    );
    check_add(
        Codex,
        "model = \"m\"\n\n[mcp_servers.a]\ncommand = \"x\" # c\n# tail of a\n\n# about t\n# more\n[t]\nb = 2\n",
        expect![[r#"
        model = "m"

        [mcp_servers.a]
        command = "x" # c
        # tail of a

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }

        # about t
        # more
        [t]
        b = 2
    "#]],
    );
    check_add(
        Codex,
        "[mcp_servers.a]\ncommand = \"x\"\n# about t\n[t]\n",
        expect![[r#"
        [mcp_servers.a]
        command = "x"

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
        # about t
        [t]
    "#]],
    );
    check_add(
        Codex,
        "[mcp_servers.my-dev]\nargs = [\n  \"a\",\n  \"b\",\n]\n[mcp_servers.my-dev.env]\nK = \"v\"\n[[x]]\n[[x]]\n",
        expect![[r#"
        [mcp_servers.my-dev]
        args = [
          "a",
          "b",
        ]
        [mcp_servers.my-dev.env]
        K = "v"

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
        [[x]]
        [[x]]
    "#]],
    );
    check_add(
        Codex,
        "[projects.\"/home/u/a.b\"]\ntrust_level = \"trusted\"\n[notice]\n\"gpt-5.1\" = \"x\"\n",
        expect![[r#"
        [projects."/home/u/a.b"]
        trust_level = "trusted"
        [notice]
        "gpt-5.1" = "x"

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "#]],
    );
    check_add(
        Codex,
        "a = 1\n  [mcp_servers.a]\n  url = \"u\"\n",
        expect![[r#"
            a = 1
              [mcp_servers.a]
              url = "u"

              [mcp_servers.idea]
              url = "U"
              http_headers = { X-A = "B" }
        "#]],
    );
    check_add(
        Codex,
        "[\"mcp_servers\".a]\nurl = \"u\"\n[model] \nx = \"\"\"\n[mcp_servers.fake]\n\"\"\"\n",
        expect![[r#"
            ["mcp_servers".a]
            url = "u"

            [mcp_servers.idea]
            url = "U"
            http_headers = { X-A = "B" }
            [model]␠
            x = """
            [mcp_servers.fake]
            """
        "#]],
    );
}

#[test]
fn toml_ends_and_blanks() {
    // F13, F14, B12, B13
    check_add(
        Codex,
        "# hi\n",
        expect![[r##"
        # hi

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "##]],
    );
    check_add(
        Codex,
        "a = \"\"\"x\r\ny\"\"\"\r\nb = 1\r\n",
        expect![[r#"
        a = """x␍
        y"""␍
        b = 1␍
        ␍
        [mcp_servers.idea]␍
        url = "U"␍
        http_headers = { X-A = "B" }␍
    "#]],
    );
    check_add(
        Codex,
        "\u{feff}a = 1",
        expect![[r#"
        BOMa = 1

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }"#]],
    );
    check_add(
        Codex,
        "",
        expect![[r#"
        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "#]],
    );
    check_add(
        Codex,
        " \n\n",
        expect![[r#"
            ␠

            [mcp_servers.idea]
            url = "U"
            http_headers = { X-A = "B" }
        "#]],
    );
    check_add(
        Codex,
        "a = 1\n\n\n",
        expect![[r#"
        a = 1

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }


    "#]],
    );
}

#[test]
fn toml_other_shapes_of_the_container() {
    // F15, F16
    check_add(
        Codex,
        "a.b = 1\nc = 2\na.d = 3\n",
        expect![[r#"
        a.b = 1
        c = 2
        a.d = 3

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "#]],
    );
    check_add(
        Codex,
        "mcp_servers.a.url = \"u\"\nx = 1\n",
        expect![[r#"
        mcp_servers.a.url = "u"
        x = 1

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "#]],
    );
    check_add(
        Codex,
        "[mcp_servers]\na.url = \"u\" # c\n\n[z]\n",
        expect![[r#"
        [mcp_servers]
        a.url = "u" # c

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }

        [z]
    "#]],
    );
    check_add(
        Codex,
        "mcp_servers = { a = { url = \"u\" } }\n",
        expect![[r#"
        mcp_servers = { a = { url = "u" }, idea = { url = "U", http_headers = { X-A = "B" } } }
    "#]],
    );
    check_add(
        Codex,
        "mcp_servers = {}\n",
        expect![[r#"
        mcp_servers = { idea = { url = "U", http_headers = { X-A = "B" } } }
    "#]],
    );
    check_add(
        Codex,
        "mcp_servers = {   }\n",
        expect![[r#"
        mcp_servers = { idea = { url = "U", http_headers = { X-A = "B" } } }
    "#]],
    );
    check_add(
        Codex,
        "[mcp_servers.b.env]\nx = 1\n[mcp_servers.a]\n",
        expect![[r#"
        [mcp_servers.b.env]
        x = 1
        [mcp_servers.a]

        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "#]],
    );
}

#[test]
fn toml_that_is_refused() {
    // F17, C9, B23
    check_refused(
        Codex,
        b"[[mcp_servers]]\nname = \"a\"\n",
        expect![[r#"NOT_AN_OBJECT: "mcp_servers" is an array, not an object; mend the file by hand"#]],
    );
    check_refused(
        Codex,
        b"mcp_servers = []\n",
        expect![[r#"NOT_AN_OBJECT: "mcp_servers" is an array, not an object; mend the file by hand"#]],
    );
    check_refused(
        Codex,
        b"mcp_servers = \"x\"\n",
        expect![[r#"NOT_AN_OBJECT: "mcp_servers" is a string, not an object; mend the file by hand"#]],
    );
    check_refused(
        Codex,
        b"mcp_servers = {\n a = {} }\n",
        expect![
            "AWKWARD_SHAPE: an inline table over several lines cannot be edited safely; write it as a table with a header"
        ],
    );
    check_refused(
        Codex,
        b"a = 1\na = 2\n",
        expect!["SYNTAX: line 2, column 1: duplicate key; mend the file by hand, it was not changed"],
    );
    check_refused(
        Codex,
        b"[a]\n[\"a\"]\n",
        expect!["SYNTAX: line 2, column 2: duplicate key; mend the file by hand, it was not changed"],
    );
    check_refused(
        Codex,
        b"a = \n",
        expect![
            "SYNTAX: line 1, column 5: string values must be quoted, expected literal string; mend the file by hand, it was not changed"
        ],
    );
    check_refused(
        Codex,
        b"a = 1\rb = 2\n",
        expect![
            "LONE_CARRIAGE_RETURN: line 1: a carriage return without a line feed; save the file with one kind of line ends"
        ],
    );
    check_refused(
        Codex,
        b"a\xc2\xa0= 1\n",
        expect![
            "SYNTAX: line 1, column 2: invalid unquoted key, expected letters, numbers, `-`, `_`; mend the file by hand, it was not changed"
        ],
    );
    check_refused(
        Codex,
        &b"a = ".iter().copied().chain(b"[".repeat(100_000)).collect::<Vec<u8>>(),
        expect![
            "SYNTAX: line 1, column 85: cannot recurse further; max recursion depth met; mend the file by hand, it was not changed"
        ],
    );
}

#[test]
fn toml_updates() {
    // F19, F20
    let f19 = "[mcp_servers.idea] # h\n# in\nurl = \"old\" # u\nenabled = false\n";
    check_update(
        Codex,
        f19,
        Consent::Unchanged { digest: "as we left it" },
        expect![[
            r#"USER_MODIFIED: the entry "idea" was changed by hand; look at the preview, then overwrite it if you want ours"#
        ]],
    );
    check_update(
        Codex,
        f19,
        Consent::Confirmed,
        expect![[r#"
        [mcp_servers.idea] # h
        # in
        url = "U" # u
        enabled = false
        http_headers = { X-A = "B" }
    "#]],
    );
    check_update(
        Codex,
        "[mcp_servers.idea]\ncommand = \"x\"\n",
        Consent::Confirmed,
        expect![[r#"
        [mcp_servers.idea]
        url = "U"
        http_headers = { X-A = "B" }
    "#]],
    );
    check_update(
        Codex,
        "mcp_servers.idea.url = \"old\"\nb = 1\n",
        Consent::Adopted,
        expect![[r#"
        mcp_servers.idea.url = "U"
        mcp_servers.idea.http_headers = { X-A = "B" }
        b = 1
    "#]],
    );
    check_update(
        Codex,
        "[mcp_servers]\nidea = { url = \"old\", http_headers = { \"X-A\" = \"old\", Y = \"z\" } } # c\n",
        Consent::Adopted,
        expect![[r#"
        [mcp_servers]
        idea = { url = "U", http_headers = { "X-A" = "B", Y = "z" } } # c
    "#]],
    );
    check_update(
        Codex,
        "[mcp_servers.idea.http_headers]\nY = \"z\"\n\n[t]\n",
        Consent::Adopted,
        expect![[r#"
        [mcp_servers.idea.http_headers]
        Y = "z"
        X-A = "B"

        [mcp_servers.idea]
        url = "U"

        [t]
    "#]],
    );
    check_update(
        Codex,
        "[mcp_servers]\nidea = { http_headers.Y = 'z' }\n",
        Consent::Confirmed,
        expect!["AWKWARD_SHAPE: a dotted key in an inline table; write it as a table"],
    );
    check_update(
        Codex,
        "[mcp_servers.idea]\n[mcp_servers.idea.url]\nx = 1\n",
        Consent::Confirmed,
        expect!["AWKWARD_SHAPE: mcp_servers.idea.url is a table and cannot become a value in place; remove it by hand"],
    );
}

#[test]
fn toml_removals() {
    check_remove(
        Codex,
        "a = 1\n\n[mcp_servers.idea]\nurl = \"u\"\n\n[mcp_servers.idea.http_headers]\nA = \"b\"\n\n# about t\n[t]\n",
        expect![[r#"
        a = 1

        # about t
        [t]
    "#]],
    );
    check_remove(
        Codex,
        "[mcp_servers.idea]\nurl = \"u\"\n# about t\n[t]\n",
        expect![[r#"
        # about t
        [t]
    "#]],
    );
    check_remove(
        Codex,
        "[t] \nx = 1\n[mcp_servers.idea]\nurl = \"u\" # ours\n[[u]]\ny = 1\n[mcp_servers.idea.env]\nz = 1\n[v]\n",
        expect![[r#"
            [t]␠
            x = 1
            [[u]]
            y = 1
            [v]
        "#]],
    );
    check_remove(
        Codex,
        "mcp_servers.idea.url = \"u\"\nmcp_servers.a.url = \"v\"\nmcp_servers.idea.x = 1\n",
        expect![[r#"
        mcp_servers.a.url = "v"
    "#]],
    );
    check_remove(
        Codex,
        "[mcp_servers]\nidea.url = \"u\"\na.url = \"v\"\n",
        expect![[r#"
        [mcp_servers]
        a.url = "v"
    "#]],
    );
    check_remove(
        Codex,
        "mcp_servers = { idea = {}, a = {} }\n",
        expect![[r#"
        mcp_servers = { a = {} }
    "#]],
    );
    check_remove(
        Codex,
        "mcp_servers = { a = {}, idea = {} }\n",
        expect![[r#"
        mcp_servers = { a = {} }
    "#]],
    );
    // a header under a dotted key
    check_remove(
        Codex,
        "a = 1\n\n[mcp_servers.idea]\nenv.A = 1\nurl = \"u\"\n\n[t]\n\n[mcp_servers.idea.env.sub]\nb = 1\n\n[v]\n",
        expect![[r#"
        a = 1

        [t]

        [v]
    "#]],
    );
    check_remove(
        Codex,
        "[[mcp_servers.idea.x]]\na = 1\n[[mcp_servers.idea.x]]\nb = 1\n[t]\n",
        expect![[r#"
        [t]
    "#]],
    );
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
