//! `cargo xtask serve` and `cargo xtask toolbox`: the headless program, built if need be, in this terminal.

use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::dist;
use crate::workshop::Workshop;

const MAIN_CLASS: &str = "dev.mcptoolbox.headless.MainKt";

/// Runs the program in the caller's folder with the caller's streams; its exit code is ours.
///
/// # Errors
/// Where it cannot be built or started.
pub fn run(workshop: &Workshop, arguments: &[&str]) -> Result<()> {
    let jars = dist::jars(workshop)?;
    let mut java = Command::new("java");
    java.arg("-Dfile.encoding=UTF-8").arg("-cp").arg(jars.join("*")).arg(MAIN_CLASS).args(arguments);
    // What it tells a person to type next.
    java.env("MCP_TOOLBOX_COMMAND", "cargo xtask toolbox --");
    if cfg!(unix) && !names_utf8() {
        // Java 17 takes the encoding of file names from the locale; in plain C it cannot open a folder with a CJK name.
        java.env("LC_ALL", "C.UTF-8");
    }
    java.stdin(Stdio::inherit());
    become_program(java)
}

/// Whether the locale that is in force spells names in UTF-8.
fn names_utf8() -> bool {
    let in_force = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    in_force.is_some_and(|value| value.to_ascii_lowercase().replace('-', "").contains("utf8"))
}

/// The JVM takes this process's place, so a signal to the process that the caller started reaches it.
#[cfg(unix)]
fn become_program(mut java: Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(java.exec()).context("cannot start java")
}

/// Without `exec`, the console sends Ctrl-C to both; we wait and pass the exit code on.
#[cfg(not(unix))]
fn become_program(mut java: Command) -> Result<()> {
    let status = java.status().context("cannot start java")?;
    std::process::exit(status.code().unwrap_or(1));
}
