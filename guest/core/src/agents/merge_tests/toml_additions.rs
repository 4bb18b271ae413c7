//! Additions to TOML, and those that are refused.

use super::*;

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
