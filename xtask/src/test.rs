//! `cargo xtask test`: every check and test, cheap ones first, the runners' closing lines last.

use anyhow::Result;

use crate::workshop::Workshop;
use crate::{bindings, component, e2e, jvm, tidy};

/// Runs everything. A missing prerequisite is a failure, never a skip.
pub fn run(workshop: &Workshop) -> Result<()> {
    jvm::check_prerequisites(workshop)?;
    tidy::run(workshop)?;
    workshop.show(workshop.command("cargo").args(["fmt", "--all", "--check"]))?;
    bindings::run(workshop, true)?;
    component::run(workshop)?;
    clippy(workshop)?;
    workshop.show(workshop.cargo().args(["test", "--quiet"]))?;
    jvm::verify(workshop)?;
    e2e::run(workshop)
}

/// Warnings are errors here and nowhere else: a half-finished thought may still be run.
fn clippy(workshop: &Workshop) -> Result<()> {
    let deny = ["--", "--deny", "warnings"];
    workshop.show(workshop.cargo().args(["clippy", "--quiet", "--all-targets"]).args(deny))?;
    workshop.show(
        workshop.cargo().args(["clippy", "--quiet", "--all-targets", "--package", "mcp-toolbox-e2e"]).args(deny),
    )?;
    for core in component::Core::ALL {
        let mut cargo = workshop.cargo();
        cargo.args(["clippy", "--quiet", "--package", "mcp-toolbox-component", "--target", component::TARGET]);
        if let Some(feature) = core.feature() {
            cargo.args(["--features", feature]);
        }
        workshop.show(cargo.args(deny))?;
    }
    Ok(())
}
