//! Updates of a node in TOML and its removal.

use super::*;

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
