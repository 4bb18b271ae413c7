//! `cargo xtask component`: builds every core and wraps it into a component.
//!
//! The core that hosts load is taken out of the finished component, so both files hold the same bytes by construction.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use wit_component::ComponentEncoder;

use crate::workshop::{Workshop, sha256_hex};

/// What guests are compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// One core that `guest/component` can become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// What ships.
    Product,
    /// The product with the conformance suite's tools.
    Fixtures,
    /// The product with tools that misbehave on request.
    Faults,
    /// Echoes every WIT type.
    Echo,
}

impl Core {
    /// Every core, the product first.
    pub const ALL: [Core; 4] = [Core::Product, Core::Fixtures, Core::Faults, Core::Echo];

    /// The feature of `guest/component` that makes it; none for the product.
    pub fn feature(self) -> Option<&'static str> {
        match self {
            Core::Product => None,
            Core::Fixtures => Some("fixtures"),
            Core::Faults => Some("faults"),
            Core::Echo => Some("echo"),
        }
    }

    /// `mcp-toolbox`, `mcp-toolbox-faults`, …
    fn stem(self) -> String {
        self.feature().map_or("mcp-toolbox".into(), |feature| format!("mcp-toolbox-{feature}"))
    }

    /// Where the core module lies once built.
    pub fn core_path(self, workshop: &Workshop) -> PathBuf {
        workshop.component_dir().join(format!("{}.core.wasm", self.stem()))
    }

    /// Where the component lies once built.
    pub fn component_path(self, workshop: &Workshop) -> PathBuf {
        workshop.component_dir().join(format!("{}.component.wasm", self.stem()))
    }
}

/// Builds all cores and says what came out; files whose bytes did not change are left untouched, so nothing downstream
/// rebuilds for them.
///
/// # Errors
/// Where a build fails.
pub fn run(workshop: &Workshop) -> Result<()> {
    for (core, sha256) in build_all(workshop, false)? {
        eprintln!("{}: sha256 {sha256}", core.stem());
    }
    Ok(())
}

/// As [`run`], without a word unless something is wrong.
///
/// # Errors
/// Where a build fails.
pub fn run_quietly(workshop: &Workshop) -> Result<()> {
    build_all(workshop, true).map(drop)
}

fn build_all(workshop: &Workshop, quiet: bool) -> Result<Vec<(Core, String)>> {
    install_target(workshop)?;
    let mut built = Vec::new();
    for core in Core::ALL {
        let component =
            encode(&build(workshop, core, quiet)?).with_context(|| format!("cannot wrap {core:?} into a component"))?;
        let module = core_module(&component)?;
        write_if_changed(&core.component_path(workshop), &component)?;
        write_if_changed(&core.core_path(workshop), module)?;
        built.push((core, sha256_hex(module)));
    }
    Ok(built)
}

/// Adds the WebAssembly target to the pinned toolchain. Never installs a toolchain: that may be switched off.
fn install_target(workshop: &Workshop) -> Result<()> {
    let libdir = workshop.output("rustc", &["--print", "target-libdir", "--target", TARGET])?;
    if Path::new(libdir.trim()).is_dir() {
        return Ok(());
    }
    workshop.run(workshop.command("rustup").args(["target", "add", TARGET]))
}

fn build(workshop: &Workshop, core: Core, quiet: bool) -> Result<Vec<u8>> {
    let mut cargo = workshop.cargo();
    cargo
        .args(["build", "--package", "mcp-toolbox-component", "--target", TARGET, "--profile", "guest"])
        .env("CARGO_ENCODED_RUSTFLAGS", rust_flags(workshop));
    if quiet {
        cargo.arg("--quiet");
    }
    if let Some(feature) = core.feature() {
        cargo.args(["--features", feature]);
    }
    workshop.run(&mut cargo)?;
    let built = workshop.target_dir().join(TARGET).join("guest/mcp_toolbox_component.wasm");
    fs::read(&built).with_context(|| format!("cannot read {}", built.display()))
}

/// Paths of this machine must not get into the bytes: the same sources give the same digest everywhere. Little is inlined:
/// see `[profile.guest]`.
fn rust_flags(workshop: &Workshop) -> String {
    let cargo_home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")))
        .unwrap_or_default();
    let root = workshop.root().display();
    [
        format!("--remap-path-prefix={cargo_home}=/cargo"),
        format!("--remap-path-prefix={root}=/mcp-toolbox"),
        "-Cllvm-args=-inline-threshold=160".to_owned(),
        // Eight times LLVM's own costs, so that a function with one caller is weighed too: by default it is always inlined.
        "-Cllvm-args=-inline-instr-cost=40".to_owned(),
        "-Cllvm-args=-inline-call-penalty=200".to_owned(),
    ]
    // Paths may hold spaces; cargo splits this variable at the unit separator alone.
    .join("\u{1f}")
}

fn encode(module: &[u8]) -> Result<Vec<u8>> {
    ComponentEncoder::default().module(module)?.validate(true).encode()
}

/// The core module with our exports, found among the modules that a component holds.
fn core_module(component: &[u8]) -> Result<&[u8]> {
    use wasmparser::{Parser, Payload};
    let mut modules = Vec::new();
    for payload in Parser::new(0).parse_all(component) {
        if let Payload::ModuleSection { unchecked_range, .. } = payload? {
            modules.push(component.get(unchecked_range).context("a module reaches past the component's end")?);
        }
    }
    // The encoder puts the wrapped module first; what follows are its own small adapters.
    let module = modules.into_iter().max_by_key(|module| module.len()).context("the component holds no core module")?;
    ensure!(module.starts_with(b"\0asm"), "the component's core module has no WebAssembly header");
    Ok(module)
}

fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().context("the artifact has no folder")?)?;
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
