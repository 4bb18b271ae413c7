//! The clients' packages: installed from their lock files into `target/e2e`, again only when a lock file changed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result, ensure};

/// Tests run side by side; one of them installs.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The folder with the TypeScript client and its packages.
///
/// # Errors
/// Where Node is missing or the packages cannot be installed.
pub fn typescript() -> Result<PathBuf> {
    let source = clients().join("typescript");
    let lock = source.join("package-lock.json");
    let folder = install("typescript", &[&lock, &source.join("package.json")], |folder| {
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(folder);
        run(&mut npm, NPM_MISSING)
    })?;
    fs::copy(source.join("client.mjs"), folder.join("client.mjs"))?;
    Ok(folder)
}

/// The interpreter with the Python client's packages.
///
/// # Errors
/// Where Python is missing or the packages cannot be installed.
pub fn python() -> Result<PathBuf> {
    let folder = install("python", &[&clients().join("python/requirements.txt")], |folder| {
        let missing = "python3 with venv is missing (Debian: apt-get install python3-venv)";
        run(Command::new("python3").args(["-m", "venv"]).arg(folder.join("venv")), missing)?;
        let mut pip = Command::new(folder.join("venv/bin/python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "-r"]);
        run(pip.arg(folder.join("requirements.txt")), missing)
    })?;
    Ok(folder.join("venv/bin/python"))
}

/// The folder with the conformance suite and the Node that it needs.
///
/// # Errors
/// Where npm is missing or the packages cannot be installed.
pub fn conformance() -> Result<PathBuf> {
    let source = clients().join("conformance");
    install("conformance", &[&source.join("package-lock.json"), &source.join("package.json")], |folder| {
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(folder);
        run(&mut npm, NPM_MISSING)
    })
}

const NPM_MISSING: &str = "npm is missing; install Node 20 or newer (Debian: apt-get install nodejs npm)";

/// Where the clients' sources lie.
#[must_use]
pub fn clients() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clients")
}

/// The project's folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Installs into a fresh folder unless the one that is there was made from the same `inputs`.
fn install(name: &str, inputs: &[&Path], install: impl Fn(&Path) -> Result<()>) -> Result<PathBuf> {
    let _guard = INSTALLING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let folder = root().join("target/e2e").join(name);
    let wanted = inputs.iter().map(fs::read_to_string).collect::<Result<String, _>>()?;
    let stamp = folder.join("installed-from.txt");
    if fs::read_to_string(&stamp).is_ok_and(|stamped| stamped == wanted) {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for input in inputs {
        fs::copy(input, folder.join(input.file_name().context("an input without a name")?))?;
    }
    install(&folder).with_context(|| format!("cannot install the {name} client"))?;
    fs::write(stamp, wanted)?;
    Ok(folder)
}

fn run(command: &mut Command, missing: &str) -> Result<()> {
    let output = command.output().with_context(|| missing.to_owned())?;
    let told = || String::from_utf8_lossy(&[output.stdout.clone(), output.stderr.clone()].concat()).into_owned();
    ensure!(output.status.success(), "{command:?} failed: {}", told());
    Ok(())
}
