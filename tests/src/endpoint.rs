//! A core, wherever it runs.

use anyhow::Result;
use mcp_toolbox_core::host::{FakeHost, ProjectKey};
use mcp_toolbox_core::http::{Request, Response};
use mcp_toolbox_core::serve::Failure;
use mcp_toolbox_core::settings::{self, Connection};
use mcp_toolbox_core::tools;

/// Why `settings` gives no answer, as the contract has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// No open project has this key.
    ProjectClosed,
    /// The state cannot be used.
    Unavailable(String),
}

/// What the world exports, and the world it lives in.
pub trait Endpoint {
    /// Answers a request.
    ///
    /// # Errors
    /// Where the core traps.
    fn handle(&mut self, request: &Request) -> Result<Response>;

    /// Answers a request whose `handle` died.
    ///
    /// # Errors
    /// Where the core traps.
    fn failed(&mut self, request: &Request, failure: Failure) -> Result<Response>;

    /// What `settings.get-connection` says of a project, or why it says nothing.
    ///
    /// # Errors
    /// Where the core traps.
    fn connection(&mut self, project: &str) -> Result<Result<Connection, Problem>>;

    /// The world.
    fn host(&self) -> &FakeHost;
}

/// The core as a plain library.
pub struct NativeCore(pub FakeHost);

impl Endpoint for NativeCore {
    fn handle(&mut self, request: &Request) -> Result<Response> {
        Ok(mcp_toolbox_core::serve(&self.0, tools::TABLE, request))
    }

    fn failed(&mut self, request: &Request, failure: Failure) -> Result<Response> {
        Ok(mcp_toolbox_core::failed(&self.0, request, failure))
    }

    fn connection(&mut self, project: &str) -> Result<Result<Connection, Problem>> {
        Ok(settings::connection(&self.0, &ProjectKey(project.to_owned())).map_err(|problem| match problem {
            settings::Problem::ProjectClosed => Problem::ProjectClosed,
            settings::Problem::Unavailable(_) => Problem::Unavailable(problem.to_string()),
        }))
    }

    fn host(&self) -> &FakeHost {
        &self.0
    }
}
