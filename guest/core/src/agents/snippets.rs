//! Texts that a person copies. They hold the token, but where an agent reads it from a variable.

use super::merge;
use super::render;
use super::table::{Agent, Endpoint, Setup, Shape, SnippetForm, Syntax};
use super::value::Value;

/// The client that hand-made entries name.
const MANUAL_CLIENT: &str = "manual";

/// How long DeepSeek Harness waits for a tool, in milliseconds.
const CORDIS_TIMEOUT_MS: u32 = 600_000;

/// The smallest file of an agent with our entry, or the text that its documentation asks for.
#[must_use]
pub fn agent_snippet(agent: &Agent, name: &str, endpoint: &Endpoint<'_>) -> String {
    match agent.setup {
        Setup::Automatic(automatic) => automatic.shapes.first().map_or_else(String::new, |shape| {
            file(shape, automatic.syntax, automatic.schema, name, &shape.wanted(endpoint, agent.id))
        }),
        Setup::Manual(manual) => match &manual.form {
            SnippetForm::Json(shape) => file(shape, Syntax::StrictJson, None, name, &shape.wanted(endpoint, agent.id)),
            SnippetForm::JsonWithVariable(shape, variable) => {
                let authorization = format!("Bearer ${{{variable}}}");
                let node = shape.wanted_with(endpoint.url, &authorization, agent.id);
                file(shape, Syntax::StrictJson, None, name, &node)
            }
            SnippetForm::CordisRow => cordis_row(name, agent.id, endpoint),
        },
    }
}

/// The two headers as JSON.
#[must_use]
pub fn header_json(endpoint: &Endpoint<'_>) -> String {
    let headers = Value::Object(vec![
        ("Authorization".to_owned(), Value::String(format!("Bearer {}", endpoint.token))),
        ("X-MCP-Client".to_owned(), Value::text(MANUAL_CLIENT)),
    ]);
    render::json(&headers, "\n", "", "  ", ": ") + "\n"
}

/// A shell command that lists the tools.
#[must_use]
pub fn curl(endpoint: &Endpoint<'_>) -> String {
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#;
    let headers = [
        format!("Authorization: Bearer {}", endpoint.token),
        format!("X-MCP-Client: {MANUAL_CLIENT}"),
        "Content-Type: application/json".to_owned(),
        "Accept: application/json, text/event-stream".to_owned(),
        "MCP-Protocol-Version: 2025-11-25".to_owned(),
    ];
    let headers: String = headers.iter().map(|header| format!("  -H {} \\\n", quoted(header))).collect();
    format!("curl -X POST {} \\\n{headers}  -d {}\n", quoted(endpoint.url), quoted(body))
}

fn file(shape: &Shape, syntax: Syntax, schema: Option<&str>, name: &str, node: &Value) -> String {
    let subject = merge::Subject {
        agent: "",
        syntax,
        container: shape.container.iter().map(|key| (*key).to_owned()).collect(),
        name: name.to_owned(),
        breaking_keys: &[],
        schema,
    };
    merge::new_file(&subject, node)
}

/// A row of `cordis.patch.yml`. The token is written as it is: a person who would rather keep it in a variable can use the
/// file's own `!!js` for that.
fn cordis_row(name: &str, client: &str, endpoint: &Endpoint<'_>) -> String {
    let Endpoint { url, token } = endpoint;
    format!(
        "- insert:\n    \
           - id: mcp-{name}\n      \
             name: '@deepseek-ai/dsh-mcp-client'\n      \
             config:\n        \
               serverName: {name}\n        \
               transport: streamable-http\n        \
               url: {}\n        \
               headers:\n          \
                 Authorization: {}\n          \
                 X-MCP-Client: {}\n        \
               toolCallTimeoutMs: {CORDIS_TIMEOUT_MS}\n        \
               failOnStartupError: false\n",
        yaml(url),
        yaml(&format!("Bearer {token}")),
        yaml(client)
    )
}

/// A single-quoted YAML string.
fn yaml(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// A word for `sh`.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    const ENDPOINT: Endpoint<'static> = Endpoint { url: "http://127.0.0.1:1/x", token: "TOKEN" };

    #[test]
    fn headers_and_command() {
        expect![[r#"
            {
              "Authorization": "Bearer TOKEN",
              "X-MCP-Client": "manual"
            }
        "#]]
        .assert_eq(&header_json(&ENDPOINT));
        expect![[r#"
            curl -X POST 'http://127.0.0.1:1/x' \
              -H 'Authorization: Bearer TOKEN' \
              -H 'X-MCP-Client: manual' \
              -H 'Content-Type: application/json' \
              -H 'Accept: application/json, text/event-stream' \
              -H 'MCP-Protocol-Version: 2025-11-25' \
              -d '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
        "#]]
        .assert_eq(&curl(&ENDPOINT));
    }

    #[test]
    fn quotes_cannot_end_a_word() {
        assert_eq!(quoted("a'b"), "'a'\\''b'");
        assert_eq!(yaml("a'b"), "'a''b'");
    }
}
