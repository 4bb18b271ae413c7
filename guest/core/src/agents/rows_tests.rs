//! Every row of the table.

use std::collections::BTreeSet;

use expect_test::{Expect, expect};

use super::*;
use crate::agents::table::{Endpoint, Proof, Setup, Syntax};
use crate::agents::{naming, snippets};

const ENDPOINT: Endpoint<'static> = Endpoint { url: "http://127.0.0.1:63342/api/jetbrains-mcp-tools", token: "TOKEN" };

/// The smallest file of an agent, or its snippet.
fn check(id: &str, expected: Expect) {
    let agent = find(id).unwrap();
    let place = match agent.setup {
        Setup::Automatic(automatic) => automatic.created,
        Setup::Manual(manual) => manual.place,
    };
    expected.assert_eq(&format!("{place}\n{}", snippets::agent_snippet(agent, naming::SERVER_NAME, &ENDPOINT)));
}

#[test]
fn ids_are_unique_and_the_source_document_s_are_all_there() {
    let ids: BTreeSet<&str> = TABLE.iter().map(|agent| agent.id).collect();
    assert_eq!(ids.len(), TABLE.len());
    let is_id = |id: &&str| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    assert!(ids.iter().all(is_id));
    let automatic = ["codex", "trae", "qoder", "oh_my_pi", "kimi_code", "zcode", "opencode", "mimocode"];
    let manual = ["minimax_code", "deepseek_harness", "workbuddy", "pi"];
    for (id, is_automatic) in automatic.map(|id| (id, true)).into_iter().chain(manual.map(|id| (id, false))) {
        assert_eq!(matches!(find(id).unwrap().setup, Setup::Automatic(_)), is_automatic, "{id}");
    }
}

#[test]
fn rows_hold_together() {
    for agent in TABLE {
        let sentences = [Some(agent.reload), agent.activation, agent.known_issue];
        assert!(sentences.iter().flatten().all(|sentence| sentence.ends_with('.')), "{}", agent.id);
        let Setup::Automatic(automatic) = agent.setup else { continue };
        assert_ne!(agent.proof, Proof::Unverified, "{} is unverified and must be a snippet", agent.id);
        assert!(automatic.candidates.contains(&automatic.created), "{}", agent.id);
        assert!(automatic.candidates.iter().all(|path| !path.starts_with('/') && !path.contains("..")), "{}", agent.id);
        assert!(automatic.created.ends_with(".toml") == (automatic.syntax == Syntax::Toml), "{}", agent.id);
        for shape in automatic.shapes {
            assert!(!shape.container.is_empty());
            let node = shape.wanted(&ENDPOINT, agent.id);
            assert!(naming::is_ours(&node), "{} would not be known again", agent.id);
            let names = node.members().unwrap().iter().map(|(name, _)| name.to_lowercase());
            assert!(names.into_iter().all(|name| !name.contains("tools")), "{} lists tools", agent.id);
            let breaks = |name: &&str| node.get(name).is_some();
            assert!(!automatic.breaking_keys.iter().any(breaks), "{} would break itself", agent.id);
        }
    }
}

#[test]
fn files_of_the_eight() {
    check(
        "codex",
        expect![[r#"
        .codex/config.toml
        [mcp_servers.jetbrains-tools]
        url = "http://127.0.0.1:63342/api/jetbrains-mcp-tools"
        http_headers = { Authorization = "Bearer TOKEN", X-MCP-Client = "codex" }
        tool_timeout_sec = 600
    "#]],
    );
    check(
        "trae",
        expect![[r#"
        .trae/mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "type": "http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "trae"
              }
            }
          }
        }
    "#]],
    );
    check(
        "qoder",
        expect![[r#"
        .qoder/settings.local.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "type": "http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "qoder"
              },
              "timeout": 600000
            }
          }
        }
    "#]],
    );
    check(
        "oh_my_pi",
        expect![[r#"
        .omp/mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "type": "http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "oh_my_pi"
              },
              "timeout": 600000
            }
          }
        }
    "#]],
    );
    check(
        "kimi_code",
        expect![[r#"
        .kimi-code/mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "kimi_code"
              },
              "toolTimeoutMs": 600000
            }
          }
        }
    "#]],
    );
    check(
        "zcode",
        expect![[r#"
        .zcode/config.json
        {
          "mcp": {
            "servers": {
              "jetbrains-tools": {
                "type": "http",
                "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
                "headers": {
                  "Authorization": "Bearer TOKEN",
                  "X-MCP-Client": "zcode"
                },
                "timeoutMs": 600000
              }
            }
          }
        }
    "#]],
    );
    check(
        "opencode",
        expect![[r#"
        .opencode/opencode.json
        {
          "$schema": "https://opencode.ai/config.json",
          "mcp": {
            "servers": {
              "jetbrains-tools": {
                "type": "remote",
                "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
                "headers": {
                  "Authorization": "Bearer TOKEN",
                  "X-MCP-Client": "opencode"
                },
                "oauth": false,
                "disabled": false,
                "timeout": {
                  "startup": 10000,
                  "catalog": 10000,
                  "execution": 600000
                }
              }
            }
          }
        }
    "#]],
    );
    check(
        "mimocode",
        expect![[r#"
        .mimocode/mimocode.json
        {
          "$schema": "https://mimo.xiaomi.com/mimocode/config.json",
          "mcp": {
            "jetbrains-tools": {
              "type": "remote",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "mimocode"
              },
              "oauth": false,
              "enabled": true,
              "timeout": 600000
            }
          }
        }
    "#]],
    );
}

#[test]
fn snippets_of_the_manual_ones() {
    check(
        "minimax_code",
        expect![[r#"
        ~/.minimax/mcp.json, or .mcp.json in the project
        {
          "mcpServers": {
            "jetbrains-tools": {
              "type": "http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "minimax_code"
              }
            }
          }
        }
    "#]],
    );
    check(
        "deepseek_harness",
        expect![[r#"
        cordis.patch.yml of the profile
        - insert:
            - id: mcp-jetbrains-tools
              name: '@deepseek-ai/dsh-mcp-client'
              config:
                serverName: jetbrains-tools
                transport: streamable-http
                url: 'http://127.0.0.1:63342/api/jetbrains-mcp-tools'
                headers:
                  Authorization: 'Bearer TOKEN'
                  X-MCP-Client: 'deepseek_harness'
                toolCallTimeoutMs: 600000
                failOnStartupError: false
    "#]],
    );
    check(
        "workbuddy",
        expect![[r#"
        mcp.json of the connector; the variable holds the token
        {
          "mcpServers": {
            "jetbrains-tools": {
              "type": "streamableHttp",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer ${MCP_SERVICE_RESTART_TOKEN}",
                "X-MCP-Client": "workbuddy"
              },
              "timeout": 600000
            }
          }
        }
    "#]],
    );
    check(
        "pi",
        expect![[r#"
        .pi/mcp.json, once the extension pi-mcp-adapter is installed
        {
          "mcpServers": {
            "jetbrains-tools": {
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "pi"
              }
            }
          }
        }
    "#]],
    );
    check(
        "junie",
        expect![[r#"
        .junie/mcp/mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "junie"
              }
            }
          }
        }
    "#]],
    );
}

#[test]
fn files_of_further_agents() {
    check(
        "claude_code",
        expect![[r#"
        .mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "type": "http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "claude_code"
              }
            }
          }
        }
    "#]],
    );
    check(
        "cursor",
        expect![[r#"
        .cursor/mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "cursor"
              }
            }
          }
        }
    "#]],
    );
    check(
        "vs_code",
        expect![[r#"
        .vscode/mcp.json
        {
          "servers": {
            "jetbrains-tools": {
              "type": "http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "vs_code"
              }
            }
          }
        }
    "#]],
    );
    check(
        "gemini_cli",
        expect![[r#"
        .gemini/settings.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "httpUrl": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "gemini_cli"
              },
              "timeout": 600000
            }
          }
        }
    "#]],
    );
    check(
        "qwen_code",
        expect![[r#"
        .qwen/settings.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "httpUrl": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "qwen_code"
              },
              "timeout": 600000
            }
          }
        }
    "#]],
    );
    check(
        "zed",
        expect![[r#"
        .zed/settings.json
        {
          "context_servers": {
            "jetbrains-tools": {
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "zed"
              }
            }
          }
        }
    "#]],
    );
    check(
        "roo_code",
        expect![[r#"
        .roo/mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "type": "streamable-http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "roo_code"
              },
              "timeout": 600
            }
          }
        }
    "#]],
    );
    check(
        "kiro",
        expect![[r#"
        .kiro/settings/mcp.json
        {
          "mcpServers": {
            "jetbrains-tools": {
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "kiro"
              }
            }
          }
        }
    "#]],
    );
    check(
        "amp",
        expect![[r#"
        .amp/settings.json
        {
          "amp.mcpServers": {
            "jetbrains-tools": {
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "amp"
              }
            }
          }
        }
    "#]],
    );
    check(
        "crush",
        expect![[r#"
        .crush.json
        {
          "mcp": {
            "jetbrains-tools": {
              "type": "http",
              "url": "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
              "headers": {
                "Authorization": "Bearer TOKEN",
                "X-MCP-Client": "crush"
              },
              "timeout": 600
            }
          }
        }
    "#]],
    );
}
