//! Where things are and how commands run.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

/// The checkout that this xtask was built from.
pub struct Workshop {
    root: PathBuf,
}

impl Workshop {
    /// The checkout around `xtask/`.
    pub fn here() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask has no parent folder")?;
        Ok(Self { root: root.to_owned() })
    }

    /// The checkout's top folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's output folder.
    pub fn target_dir(&self) -> PathBuf {
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), |dir| self.root.join(dir))
    }

    /// Where cores and components go.
    pub fn component_dir(&self) -> PathBuf {
        self.target_dir().join("component")
    }

    /// A command that runs in the checkout's top folder.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// The cargo that runs this xtask.
    pub fn cargo(&self) -> Command {
        let mut cargo = self.command(&std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
        cargo.arg("--locked");
        cargo
    }

    /// Runs a command to its end; its output goes to stderr, since stdout belongs to what an xtask prints itself.
    pub fn run(&self, command: &mut Command) -> Result<()> {
        command.stdin(Stdio::null()).stdout(std::io::stderr());
        let status = command.status().with_context(|| format!("cannot start {}", printed(command)))?;
        if !status.success() {
            bail!("{} failed: {status}", printed(command));
        }
        Ok(())
    }

    /// As [`Workshop::run`], but shows the output only where the command fails: some programs cannot be told to be quiet.
    pub fn run_quietly(&self, command: &mut Command) -> Result<()> {
        let output =
            command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {}", printed(command)))?;
        if !output.status.success() {
            eprint!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            bail!("{} failed: {}", printed(command), output.status);
        }
        Ok(())
    }

    /// Runs a command to its end with its output as it is: for test runners, whose closing lines people and CI read.
    pub fn show(&self, command: &mut Command) -> Result<()> {
        let status =
            command.stdin(Stdio::null()).status().with_context(|| format!("cannot start {}", printed(command)))?;
        if !status.success() {
            bail!("{} failed: {status}", printed(command));
        }
        Ok(())
    }

    /// Runs a command and returns what it wrote to stdout.
    pub fn output(&self, program: &str, args: &[&str]) -> Result<String> {
        let mut command = self.command(program);
        command.args(args).stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = command.output().with_context(|| format!("cannot start {}", printed(&command)))?;
        if !output.status.success() {
            bail!("{} failed: {}", printed(&command), output.status);
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// SHA-256 as 64 lower-case hexadecimal digits.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn printed(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
