//! Additions to JSON whose container or root is missing, and those that are refused.

use super::*;

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
