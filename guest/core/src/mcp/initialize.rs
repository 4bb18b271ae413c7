//! `initialize`: which version both speak, and what we are.

use super::{Problem, Version};
use crate::json::{self, Object};

/// What we are called, for programs.
pub const NAME: &str = "jetbrains-mcp-tools";
/// What we are called, for people.
pub const TITLE: &str = "MCP Toolbox";

/// What a model should know before it uses the tools.
pub const INSTRUCTIONS: &str = "These tools act on the one project that the token belongs to; no tool takes a project path. \
Call get_restartable_run_configurations before you name a run configuration, and get_git_repositories before you name a \
repository: names and roots have to be exactly as listed. Authentication with Git remotes is the IDE's task: never ask \
for credentials and never pass any.";

/// An unknown version is answered with our latest, never with an error: it is the client that may go.
pub fn result(params: &Object<'_>) -> Result<String, Problem> {
    let Some(asked) = params.get_string("protocolVersion") else {
        return Err(Problem::InvalidParams("\"protocolVersion\" must be a string such as \"2025-11-25\"".to_owned()));
    };
    let version = Version::agreed(&asked);
    let title = if version.has_structured_content() { format!(r#""title":"{TITLE}","#) } else { String::new() };
    let mut out = format!(
        r#"{{"protocolVersion":"{}","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"{NAME}",{title}"version":"{}"}},"instructions":"#,
        version.name(),
        env!("CARGO_PKG_VERSION"),
    );
    json::push_string(&mut out, INSTRUCTIONS);
    out.push('}');
    Ok(out)
}
