//! `cargo xtask e2e`: official clients against the built program.

use anyhow::Result;

use crate::workshop::Workshop;
use crate::{dist, jvm};

/// Builds what is missing and runs the tests of `tests/e2e`.
///
/// # Errors
/// Where a build or a test fails.
pub fn run(workshop: &Workshop) -> Result<()> {
    let jars = dist::jars(workshop)?;
    jvm::compile_tests(workshop)?;
    let mut cargo = workshop.cargo();
    workshop.show(cargo.args(["test", "--quiet", "--package", "mcp-toolbox-e2e"]).env("MCP_TOOLBOX_JARS", jars))
}
