//! A core, wherever it runs.

use anyhow::Result;
use mcp_toolbox_core::host::FakeHost;
use mcp_toolbox_core::http::{Request, Response};
use mcp_toolbox_core::serve::Failure;
use mcp_toolbox_core::tools;

use crate::native_settings;
use crate::question::{Answer, Question};

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

    /// Asks the settings.
    ///
    /// # Errors
    /// Where the core traps.
    fn ask(&mut self, question: &Question) -> Result<Answer>;

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

    fn ask(&mut self, question: &Question) -> Result<Answer> {
        native_settings::ask(&self.0, question)
    }

    fn host(&self) -> &FakeHost {
        &self.0
    }
}
