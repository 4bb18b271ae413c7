//! Where `cargo xtask component` put the cores.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The checkout's top folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The path of an artifact such as `mcp-toolbox.component.wasm`.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir));
    target.join("component").join(name)
}

/// The bytes of an artifact.
///
/// # Errors
/// Where it is not built: a missing prerequisite is a failure, never a skip.
pub fn read(name: &str) -> Result<Vec<u8>> {
    let path = path(name);
    std::fs::read(&path).with_context(|| format!("{} is missing; `cargo xtask component` builds it", path.display()))
}
