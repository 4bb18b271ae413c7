//! Additions to JSON beside what is there: comments, indents, one line.

use super::*;

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
