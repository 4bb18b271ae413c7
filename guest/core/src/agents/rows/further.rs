//! More agents that people use. Their files are often committed, so nothing is written before a person selects them.

use super::automatic::{PROCESS_KEYS, TOOL_TIMEOUT_MS};
use crate::agents::table::{Agent, Automatic, Hazard, Part, Proof, Setup, Shape, Syntax};

/// `type`, `url` and `headers` under `mcpServers`.
const TYPED: Shape = Shape {
    container: &["mcpServers"],
    node: &[("type", Part::Text("http")), ("url", Part::Url), ("headers", Part::Headers)],
};

/// `url` and `headers`: no type is needed.
const UNTYPED_NODE: &[(&str, Part)] = &[("url", Part::Url), ("headers", Part::Headers)];

/// A `type` that is left beside `url` could name another transport.
const UNTYPED_BREAKING_KEYS: &[&str] = &["command", "args", "env", "cwd", "type"];

/// What most rows have in common.
const PLAIN: Automatic = Automatic {
    candidates: &[],
    created: "",
    syntax: Syntax::UnknownJson,
    shapes: &[],
    breaking_keys: PROCESS_KEYS,
    schema: None,
    local_override: None,
    shadows: &[],
    hazards: &[Hazard::Dollar],
};

pub const CLAUDE_CODE: Agent = Agent {
    id: "claude_code",
    name: "Claude Code",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".mcp.json"],
        created: ".mcp.json",
        syntax: Syntax::StrictJson,
        shapes: &[TYPED],
        local_override: Some("~/.claude.json (`claude mcp add --scope local`)"),
        ..PLAIN
    }),
    proof: Proof::Documentation,
    executables: &["claude"],
    reload: "Start a new session of Claude Code.",
    activation: Some("Approve the project's server when Claude Code asks, or with /mcp."),
    known_issue: Some("Other agents read .mcp.json too: Qoder, Kimi Code, Oh My Pi, Copilot and the Pi adapter."),
};

pub const CURSOR: Agent = Agent {
    id: "cursor",
    name: "Cursor",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".cursor/mcp.json"],
        created: ".cursor/mcp.json",
        shapes: &[Shape { container: &["mcpServers"], node: UNTYPED_NODE }],
        breaking_keys: UNTYPED_BREAKING_KEYS,
        ..PLAIN
    }),
    proof: Proof::Documentation,
    executables: &["cursor"],
    reload: "Reload the window or switch the server off and on in Cursor's MCP settings.",
    activation: Some("Enable the server in Cursor's MCP settings."),
    known_issue: None,
};

pub const VS_CODE: Agent = Agent {
    id: "vs_code",
    name: "VS Code (Copilot)",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".vscode/mcp.json"],
        created: ".vscode/mcp.json",
        syntax: Syntax::Jsonc,
        shapes: &[Shape { container: &["servers"], node: TYPED.node }],
        ..PLAIN
    }),
    proof: Proof::Documentation,
    executables: &["code"],
    reload: "Run \"MCP: List Servers\" and restart the server.",
    activation: Some("Trust and start the server when VS Code asks."),
    known_issue: None,
};

/// Gemini's documentation and all of its versions read `httpUrl` as Streamable HTTP; what `url` means has changed.
const HTTP_URL_NODE: &[(&str, Part)] =
    &[("httpUrl", Part::Url), ("headers", Part::Headers), ("timeout", Part::Number(TOOL_TIMEOUT_MS))];

/// Beside `httpUrl` a `url` would name another transport.
const HTTP_URL_BREAKING_KEYS: &[&str] = &["command", "args", "env", "cwd", "url", "type"];

pub const GEMINI_CLI: Agent = Agent {
    id: "gemini_cli",
    name: "Gemini CLI",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".gemini/settings.json"],
        created: ".gemini/settings.json",
        syntax: Syntax::JsonWithComments,
        shapes: &[Shape { container: &["mcpServers"], node: HTTP_URL_NODE }],
        breaking_keys: HTTP_URL_BREAKING_KEYS,
        ..PLAIN
    }),
    proof: Proof::Source,
    executables: &["gemini"],
    reload: "Restart Gemini CLI or run /mcp refresh.",
    activation: Some("Trust the folder: Gemini CLI ignores the settings of folders that are not trusted."),
    known_issue: None,
};

pub const QWEN_CODE: Agent = Agent {
    id: "qwen_code",
    name: "Qwen Code",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".qwen/settings.json"],
        created: ".qwen/settings.json",
        syntax: Syntax::Jsonc,
        shapes: &[Shape { container: &["mcpServers"], node: HTTP_URL_NODE }],
        breaking_keys: HTTP_URL_BREAKING_KEYS,
        ..PLAIN
    }),
    proof: Proof::Documentation,
    executables: &["qwen"],
    reload: "Restart Qwen Code.",
    activation: Some("Trust the folder, and see that the lists mcp.allowed and mcp.excluded let the server pass."),
    known_issue: None,
};

pub const ZED: Agent = Agent {
    id: "zed",
    name: "Zed",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".zed/settings.json"],
        created: ".zed/settings.json",
        syntax: Syntax::Jsonc,
        shapes: &[Shape { container: &["context_servers"], node: UNTYPED_NODE }],
        hazards: &[],
        ..PLAIN
    }),
    proof: Proof::Documentation,
    executables: &["zed"],
    reload: "Zed reads the file by itself; look at the agent panel's settings.",
    activation: Some("Trust the worktree when Zed asks."),
    known_issue: None,
};

pub const ROO_CODE: Agent = Agent {
    id: "roo_code",
    name: "Roo Code",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".roo/mcp.json"],
        created: ".roo/mcp.json",
        syntax: Syntax::StrictJson,
        shapes: &[Shape {
            container: &["mcpServers"],
            node: &[
                // Without it a URL means HTTP+SSE.
                ("type", Part::Text("streamable-http")),
                ("url", Part::Url),
                ("headers", Part::Headers),
                ("timeout", Part::Number(TOOL_TIMEOUT_MS / 1000)),
            ],
        }],
        ..PLAIN
    }),
    proof: Proof::Source,
    executables: &[],
    reload: "Refresh the servers in Roo Code's MCP view.",
    activation: None,
    known_issue: None,
};

pub const KIRO: Agent = Agent {
    id: "kiro",
    name: "Kiro",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".kiro/settings/mcp.json"],
        created: ".kiro/settings/mcp.json",
        shapes: &[Shape { container: &["mcpServers"], node: UNTYPED_NODE }],
        breaking_keys: UNTYPED_BREAKING_KEYS,
        ..PLAIN
    }),
    proof: Proof::Documentation,
    executables: &["kiro", "kiro-cli"],
    reload: "Kiro reads the file by itself; look at its MCP view.",
    activation: None,
    known_issue: None,
};

pub const AMP: Agent = Agent {
    id: "amp",
    name: "Amp",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".amp/settings.json", ".amp/settings.jsonc"],
        created: ".amp/settings.json",
        syntax: Syntax::Jsonc,
        // One key: the dot is part of it.
        shapes: &[Shape { container: &["amp.mcpServers"], node: UNTYPED_NODE }],
        hazards: &[],
        breaking_keys: UNTYPED_BREAKING_KEYS,
        ..PLAIN
    }),
    proof: Proof::Documentation,
    executables: &["amp"],
    reload: "Start a new Amp thread.",
    activation: Some("Approve the workspace's server when Amp asks."),
    known_issue: None,
};

pub const CRUSH: Agent = Agent {
    id: "crush",
    name: "Crush",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".crush.json", "crush.json"],
        created: ".crush.json",
        syntax: Syntax::StrictJson,
        shapes: &[Shape {
            container: &["mcp"],
            node: &[
                ("type", Part::Text("http")),
                ("url", Part::Url),
                ("headers", Part::Headers),
                ("timeout", Part::Number(TOOL_TIMEOUT_MS / 1000)),
            ],
        }],
        ..PLAIN
    }),
    proof: Proof::Source,
    executables: &["crush"],
    reload: "Restart Crush.",
    activation: None,
    known_issue: Some("Crush passes header values through a shell; ours hold nothing that a shell acts on."),
};
