//! `cargo xtask bindings`: generates the Kotlin host's side of our WIT worlds.
//!
//! The canonical ABI comes from `wit_bindgen_core::abi::call` as a stream of small instructions; this generator turns each
//! into Kotlin text. What the stream leaves to a host is added here or in `CanonicalAbi.kt`: the post-return call, the checks
//! of every value that the guest passes, and the refusal of types that we do not know.
//!
//! In reading order: [`model`] is what is to be generated; [`support`], [`clashes`] and [`limits`] refuse the rest; [`world`]
//! and [`interface`] are the files, [`declarations`] and [`functions`] what is in them; [`instructions`] and [`variants`] are
//! the stream.

mod clashes;
mod declarations;
mod functions;
mod instructions;
mod interface;
mod limits;
mod model;
mod names;
mod operand;
mod output;
mod source;
mod support;
mod types;
mod variants;
mod world;

#[cfg(test)]
mod tests;

use std::path::Path;

use anyhow::{Context, Result};

use crate::workshop::Workshop;
use model::World;
use output::Files;

/// One world and where its Kotlin goes.
struct Target {
    wit: &'static str,
    world: &'static str,
    package: &'static str,
    folder: &'static str,
}

const TARGETS: &[Target] = &[
    Target {
        wit: "wit",
        world: "toolbox",
        package: "dev.mcptoolbox.bindings.toolbox",
        folder: "jvm-host/bindings/src/main/kotlin/dev/mcptoolbox/bindings/toolbox",
    },
    Target {
        wit: "tests/abi/echo.wit",
        world: "echo",
        package: "dev.mcptoolbox.bindings.echo",
        folder: "jvm-host/bindings/src/test/kotlin/dev/mcptoolbox/bindings/echo",
    },
];

/// Writes the generated files, or with `check` only fails where they are out of date.
pub fn run(workshop: &Workshop, check: bool) -> Result<()> {
    for target in TARGETS {
        let files = target.generate(workshop.root()).with_context(|| format!("cannot generate {}", target.folder))?;
        let folder = workshop.root().join(target.folder);
        if check {
            output::check(&folder, &files).context("run `cargo xtask bindings` and commit what it writes")?;
        } else {
            output::write(&folder, &files)?;
        }
    }
    Ok(())
}

impl Target {
    fn generate(&self, root: &Path) -> Result<Files> {
        Ok(generate(&World::read(root, &root.join(self.wit), self.world, self.package)?))
    }
}

/// The Kotlin files of one world.
fn generate(world: &World) -> Files {
    let interfaces = world.interfaces.iter();
    let mut files: Files =
        interfaces.map(|interface| (format!("{}.kt", interface.name), interface::file(world, interface))).collect();
    files.insert(format!("{}.kt", world.name()), world::file(world));
    files
}
