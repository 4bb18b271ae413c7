//! The agents that a person sets up.

use super::automatic::TOOL_TIMEOUT_MS;
use crate::agents::table::{Agent, Manual, Part, Proof, Setup, Shape, SnippetForm};

/// The shape that most agents read.
const GENERIC: Shape = Shape {
    container: &["mcpServers"],
    node: &[("type", Part::Text("http")), ("url", Part::Url), ("headers", Part::Headers)],
};

pub const MINIMAX_CODE: Agent = Agent {
    id: "minimax_code",
    name: "MiniMax Code",
    setup: Setup::Manual(&Manual {
        reason: "where its file lies differs between versions",
        place: "~/.minimax/mcp.json, or .mcp.json in the project",
        documentation: None,
        form: SnippetForm::Json(GENERIC),
    }),
    proof: Proof::Unverified,
    executables: &[],
    reload: "Open a new session.",
    activation: None,
    known_issue: None,
};

pub const DEEPSEEK_HARNESS: Agent = Agent {
    id: "deepseek_harness",
    name: "DeepSeek Harness",
    setup: Setup::Manual(&Manual {
        reason: "its servers are rows of a profile of the whole process, not of a project",
        place: "cordis.patch.yml of the profile",
        documentation: Some("https://github.com/deepseek-ai/deepseek-harness"),
        form: SnippetForm::CordisRow,
    }),
    proof: Proof::Source,
    executables: &[],
    reload: "DeepSeek Harness reads the file by itself.",
    activation: None,
    known_issue: None,
};

pub const WORKBUDDY: Agent = Agent {
    id: "workbuddy",
    name: "WorkBuddy",
    setup: Setup::Manual(&Manual {
        reason: "it takes servers from a connector, not from a file of the project",
        place: "mcp.json of the connector; the variable holds the token",
        documentation: Some("https://open.workbuddy.cn/en/docs/connector"),
        form: SnippetForm::JsonWithVariable(
            Shape {
                container: &["mcpServers"],
                node: &[
                    ("type", Part::Text("streamableHttp")),
                    ("url", Part::Url),
                    ("headers", Part::Headers),
                    ("timeout", Part::Number(TOOL_TIMEOUT_MS)),
                ],
            },
            "MCP_SERVICE_RESTART_TOKEN",
        ),
    }),
    proof: Proof::ThirdParty,
    executables: &[],
    reload: "Restart WorkBuddy.",
    activation: None,
    known_issue: None,
};

pub const PI: Agent = Agent {
    id: "pi",
    name: "Pi",
    setup: Setup::Manual(&Manual {
        reason: "Pi itself has no MCP; the extension pi-mcp-adapter adds it",
        place: ".pi/mcp.json, once the extension pi-mcp-adapter is installed",
        documentation: None,
        form: SnippetForm::Json(Shape {
            container: &["mcpServers"],
            node: &[("url", Part::Url), ("headers", Part::Headers)],
        }),
    }),
    proof: Proof::Source,
    executables: &["pi"],
    reload: "Run /reload.",
    activation: Some("Install the extension pi-mcp-adapter."),
    known_issue: None,
};

pub const JUNIE: Agent = Agent {
    id: "junie",
    name: "Junie",
    setup: Setup::Manual(&Manual {
        reason: "whether it takes servers over HTTP is not documented",
        place: ".junie/mcp/mcp.json",
        documentation: None,
        form: SnippetForm::Json(Shape {
            container: &["mcpServers"],
            node: &[("url", Part::Url), ("headers", Part::Headers)],
        }),
    }),
    proof: Proof::Unverified,
    executables: &["junie"],
    reload: "Open a new session.",
    activation: None,
    known_issue: None,
};
