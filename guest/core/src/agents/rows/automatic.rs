//! The eight agents that the source document has written.

use crate::agents::table::{Agent, Automatic, Hazard, Part, Proof, Setup, Shape, Syntax};

/// How long an agent waits for a tool, where it has a key for that: as long as the longest tool call.
pub const TOOL_TIMEOUT_MS: u32 = 600_000;

/// How long OpenCode waits for a server to start and to list its tools, in milliseconds.
const STARTUP_TIMEOUT_MS: u32 = 10_000;

/// What makes a server a local process; beside a URL it would break the entry.
pub const PROCESS_KEYS: &[&str] = &["command", "args", "env", "cwd"];

pub const CODEX: Agent = Agent {
    id: "codex",
    name: "Codex",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".codex/config.toml"],
        created: ".codex/config.toml",
        syntax: Syntax::Toml,
        shapes: &[Shape {
            container: &["mcp_servers"],
            node: &[
                ("url", Part::Url),
                ("http_headers", Part::Headers),
                ("tool_timeout_sec", Part::Number(TOOL_TIMEOUT_MS / 1000)),
            ],
        }],
        // One bad entry makes Codex reject the whole file; `bearer_token_env_var` would send another `Authorization`.
        breaking_keys: &["command", "args", "env", "cwd", "env_vars", "bearer_token", "bearer_token_env_var"],
        schema: None,
        local_override: None,
        shadows: &[],
        hazards: &[],
    }),
    proof: Proof::Source,
    executables: &["codex"],
    reload: "Start a new Codex task or restart Codex.",
    activation: Some(
        "Trust the project in Codex: it ignores the files of projects that are not trusted, without a message.",
    ),
    known_issue: None,
};

pub const TRAE: Agent = Agent {
    id: "trae",
    name: "Trae / TraeCode",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".trae/mcp.json"],
        created: ".trae/mcp.json",
        syntax: Syntax::UnknownJson,
        shapes: &[Shape {
            container: &["mcpServers"],
            node: &[("type", Part::Text("http")), ("url", Part::Url), ("headers", Part::Headers)],
        }],
        breaking_keys: PROCESS_KEYS,
        schema: None,
        local_override: None,
        shadows: &[],
        hazards: &[Hazard::Dollar],
    }),
    proof: Proof::Documentation,
    executables: &["trae"],
    reload: "Reload MCP in Trae or open a new session.",
    activation: Some("Switch on project-level MCP in Trae's settings."),
    known_issue: None,
};

pub const QODER: Agent = Agent {
    id: "qoder",
    name: "Qoder",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".qoder/settings.local.json"],
        created: ".qoder/settings.local.json",
        syntax: Syntax::UnknownJson,
        shapes: &[Shape {
            container: &["mcpServers"],
            node: &[
                ("type", Part::Text("http")),
                ("url", Part::Url),
                ("headers", Part::Headers),
                ("timeout", Part::Number(TOOL_TIMEOUT_MS)),
            ],
        }],
        breaking_keys: PROCESS_KEYS,
        schema: None,
        // The file is that already.
        local_override: None,
        shadows: &[],
        hazards: &[],
    }),
    proof: Proof::Documentation,
    executables: &["qodercli", "qoder"],
    reload: "Run /mcp reload or open a new session.",
    activation: None,
    known_issue: None,
};

pub const OH_MY_PI: Agent = Agent {
    id: "oh_my_pi",
    name: "Oh My Pi",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".omp/mcp.json", ".omp/.mcp.json"],
        created: ".omp/mcp.json",
        syntax: Syntax::StrictJson,
        shapes: &[Shape {
            container: &["mcpServers"],
            node: &[
                ("type", Part::Text("http")),
                ("url", Part::Url),
                ("headers", Part::Headers),
                ("timeout", Part::Number(TOOL_TIMEOUT_MS)),
            ],
        }],
        breaking_keys: PROCESS_KEYS,
        schema: None,
        local_override: None,
        shadows: &[],
        hazards: &[Hazard::Dollar, Hazard::Bang],
    }),
    proof: Proof::Source,
    executables: &["omp"],
    reload: "Run /mcp reload.",
    activation: None,
    known_issue: Some(
        "Oh My Pi also reads the files of other agents; servers that it finds twice it joins by their URL.",
    ),
};

pub const KIMI_CODE: Agent = Agent {
    id: "kimi_code",
    name: "Kimi Code",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".kimi-code/mcp.json"],
        created: ".kimi-code/mcp.json",
        syntax: Syntax::StrictJson,
        shapes: &[Shape {
            container: &["mcpServers"],
            node: &[("url", Part::Url), ("headers", Part::Headers), ("toolTimeoutMs", Part::Number(TOOL_TIMEOUT_MS))],
        }],
        // `transport` may ask for the older HTTP+SSE, which our URL does not speak.
        breaking_keys: &["command", "args", "env", "cwd", "bearerTokenEnvVar", "transport"],
        schema: None,
        local_override: None,
        shadows: &[],
        hazards: &[],
    }),
    proof: Proof::Source,
    executables: &["kimi"],
    reload: "Open a new session: Kimi Code registers new servers only there.",
    activation: Some("Start Kimi Code in the project's folder, and trust the folder when it asks."),
    known_issue: None,
};

pub const ZCODE: Agent = Agent {
    id: "zcode",
    name: "ZCode",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".zcode/config.json"],
        created: ".zcode/config.json",
        syntax: Syntax::UnknownJson,
        shapes: &[Shape {
            container: &["mcp", "servers"],
            node: &[
                ("type", Part::Text("http")),
                ("url", Part::Url),
                ("headers", Part::Headers),
                ("timeoutMs", Part::Number(TOOL_TIMEOUT_MS)),
            ],
        }],
        breaking_keys: PROCESS_KEYS,
        schema: None,
        local_override: None,
        shadows: &[(
            ".agents/mcp.json",
            "ZCode reads .agents/mcp.json only while .zcode/config.json has no server; the servers there are hidden from now on",
        )],
        hazards: &[],
    }),
    proof: Proof::ThirdParty,
    executables: &["zcode"],
    reload: "Reload MCP in ZCode or open a new session.",
    activation: None,
    known_issue: Some(
        "ZCode rewrites this file while it runs, so formatting and comments may be lost; that is not us.",
    ),
};

pub const OPENCODE: Agent = Agent {
    id: "opencode",
    name: "OpenCode",
    setup: Setup::Automatic(&Automatic {
        candidates: &["opencode.jsonc", "opencode.json", ".opencode/opencode.jsonc", ".opencode/opencode.json"],
        created: ".opencode/opencode.json",
        syntax: Syntax::Jsonc,
        shapes: &[
            Shape {
                container: &["mcp", "servers"],
                node: &[
                    ("type", Part::Text("remote")),
                    ("url", Part::Url),
                    ("headers", Part::Headers),
                    // Else OpenCode may begin an OAuth dance.
                    ("oauth", Part::Flag(false)),
                    ("disabled", Part::Flag(false)),
                    (
                        "timeout",
                        Part::Members(&[
                            ("startup", Part::Number(STARTUP_TIMEOUT_MS)),
                            ("catalog", Part::Number(STARTUP_TIMEOUT_MS)),
                            ("execution", Part::Number(TOOL_TIMEOUT_MS)),
                        ]),
                    ),
                ],
            },
            FLAT,
        ],
        breaking_keys: &["command", "args", "env", "environment", "cwd"],
        schema: Some("https://opencode.ai/config.json"),
        local_override: None,
        shadows: &[],
        hazards: &[Hazard::Braces],
    }),
    proof: Proof::Source,
    executables: &["opencode"],
    reload: "Reload MCP in OpenCode or open a new session.",
    activation: None,
    known_issue: None,
};

pub const MIMOCODE: Agent = Agent {
    id: "mimocode",
    name: "MiMoCode",
    setup: Setup::Automatic(&Automatic {
        candidates: &[".mimocode/mimocode.jsonc", ".mimocode/mimocode.json"],
        created: ".mimocode/mimocode.json",
        syntax: Syntax::Jsonc,
        shapes: &[FLAT],
        breaking_keys: &["command", "args", "env", "environment", "cwd"],
        schema: Some("https://mimo.xiaomi.com/mimocode/config.json"),
        local_override: None,
        shadows: &[],
        hazards: &[Hazard::Braces],
    }),
    proof: Proof::Source,
    executables: &["mimo"],
    reload: "Reload MCP in MiMoCode or open a new session.",
    activation: None,
    known_issue: Some(
        "Under `mimo serve` and `mimo attach` it depends on MiMoCode's version whether MCP servers start.",
    ),
};

/// A server of OpenCode's first version, which MiMoCode is a fork of.
const FLAT: Shape = Shape {
    container: &["mcp"],
    node: &[
        ("type", Part::Text("remote")),
        ("url", Part::Url),
        ("headers", Part::Headers),
        ("oauth", Part::Flag(false)),
        ("enabled", Part::Flag(true)),
        ("timeout", Part::Number(TOOL_TIMEOUT_MS)),
    ],
};
