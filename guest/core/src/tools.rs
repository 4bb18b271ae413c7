//! The table of tools. Adding a tool is adding a file and a row.

pub mod arguments;
pub mod failure;
mod git_remotes;
mod git_repositories;
pub mod output;
mod run_configurations;

pub use arguments::{ArgumentProblem, Arguments, NotAnObject};
pub use failure::Failure;
pub use output::Output;

use crate::host::{Host, Project};

/// The product's tools in the order in which they are listed.
pub const TABLE: &[Tool] = &[run_configurations::TOOL, git_repositories::TOOL, git_remotes::TOOL];

/// One tool: what is told about it and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// What `tools/call` names.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What a model reads before it chooses.
    pub description: &'static str,
    /// JSON Schema of the arguments, compact JSON.
    pub input_schema: &'static str,
    /// JSON Schema of the structured result, compact JSON.
    pub output_schema: Option<&'static str>,
    /// Hints for the client's permission prompt.
    pub annotations: Annotations,
    /// The names of all arguments; any other is refused before the tool runs.
    pub arguments: &'static [&'static str],
    /// The work.
    pub call: fn(&Context<'_>, &Arguments<'_>) -> Result<Output, Failure>,
}

/// For whom a tool works.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// What the outside can do.
    pub host: &'a dyn Host,
    /// The project that the token opened.
    pub project: &'a Project,
}

/// MCP's tool annotations.
#[derive(Clone, Copy, Debug)]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: bool,
    /// It may destroy something.
    pub destructive: bool,
    /// Doing it twice is doing it once.
    pub idempotent: bool,
    /// It talks to other machines.
    pub open_world: bool,
}

impl Annotations {
    /// It only reads what is on this machine.
    pub const READS: Annotations =
        Annotations { read_only: true, destructive: false, idempotent: true, open_world: false };

    /// As the wire has them.
    #[must_use]
    pub fn json(&self) -> String {
        format!(
            r#"{{"readOnlyHint":{},"destructiveHint":{},"idempotentHint":{},"openWorldHint":{}}}"#,
            self.read_only, self.destructive, self.idempotent, self.open_world
        )
    }
}

/// Runs a tool with arguments whose names are checked.
///
/// # Errors
/// [`Failure`], the tool's own or about an argument that it does not have.
pub fn call(tool: &Tool, context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Output, Failure> {
    arguments.check_names(tool.arguments)?;
    (tool.call)(context, arguments)
}

/// The input schema of a tool without arguments. Some clients refuse an object schema without `properties`.
pub const NO_ARGUMENTS: &str = r#"{"type":"object","properties":{},"additionalProperties":false}"#;

#[cfg(test)]
mod tests;
