//! The JVM modules, built and tested by Maven.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workshop::Workshop;

const OLDEST_JAVA: u32 = 17;

/// Says in one line what is missing before anything long starts.
///
/// # Errors
/// Where there is no Maven or no JDK of version 17 or newer.
pub fn check_prerequisites(workshop: &Workshop) -> Result<()> {
    workshop
        .output("mvn", &["--version"])
        .context("Maven is missing; install version 3.8 or newer (Debian: apt-get install maven)")?;
    let version = workshop
        .output("javac", &["-version"])
        .context("a JDK is missing; install version 17 or newer (Debian: apt-get install openjdk-17-jdk-headless)")?;
    let major = version.trim().strip_prefix("javac ").and_then(|text| text.split('.').next()?.parse::<u32>().ok());
    ensure!(major >= Some(OLDEST_JAVA), "the JDK is too old: {}; version {OLDEST_JAVA} is needed", version.trim());
    Ok(())
}

/// Builds and tests every module.
///
/// # Errors
/// Where a build or a test fails.
pub fn verify(workshop: &Workshop) -> Result<()> {
    workshop.show(maven(workshop).arg("verify"))
}

/// Maven over all modules, with the artifacts of this workshop.
pub fn maven(workshop: &Workshop) -> Command {
    let mut maven = workshop.command("mvn");
    maven.args(["--batch-mode", "--quiet", "--no-transfer-progress", "--file", "jvm-host/pom.xml"]);
    maven.arg(format!("-Dcomponent.dir={}", workshop.component_dir().display()));
    maven
}

/// Runs the Chicory bench and returns what it printed.
///
/// # Errors
/// Where the build or the run fails.
pub fn bench_output(workshop: &Workshop) -> Result<String> {
    anyhow::bail!("wired below")
}
