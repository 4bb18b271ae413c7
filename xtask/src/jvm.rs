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
        .context("Maven cannot run; install version 3.8 or newer (Debian: apt-get install maven), and let JAVA_HOME, if it is set, name a JDK")?;
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

/// Compiles every module's tests and runs none: some of their classes are what end-to-end tests start.
///
/// # Errors
/// Where a build fails.
pub fn compile_tests(workshop: &Workshop) -> Result<()> {
    workshop.run_quietly(maven(workshop).arg("process-test-classes"))
}

/// Maven over all modules, with the artifacts of this workshop.
pub fn maven(workshop: &Workshop) -> Command {
    let mut maven = workshop.command("mvn");
    maven.args(["--batch-mode", "--quiet", "--no-transfer-progress", "--file", "jvm-host/pom.xml"]);
    maven.arg(format!("-Dcomponent.dir={}", workshop.component_dir().display()));
    maven
}

/// Runs a Chicory bench, a main class among the runtime's tests, and returns what it printed: `NAME VALUE` lines.
///
/// # Errors
/// Where the build or the run fails.
pub fn bench_output(workshop: &Workshop, main: &str, arguments: &[&str]) -> Result<String> {
    // Up to this phase Maven compiles the tests, among which the bench is, and runs none.
    workshop.run(maven(workshop).args(["--projects", "bindings,runtime", "process-test-classes"]))?;
    let class_path = bench_class_path(workshop)?;
    let root = format!("-Drepo.dir={}", workshop.root().display());
    let main = format!("dev.mcptoolbox.runtime.bench.{main}");
    let java = [root.as_str(), "-cp", class_path.as_str(), main.as_str()];
    workshop.output("java", &[&java, arguments].concat())
}

/// The classes of the runtime and its tests, and what Maven wrote that these need.
fn bench_class_path(workshop: &Workshop) -> Result<String> {
    let output = workshop.root().join("target/jvm/runtime");
    let libraries = output.join("bench-class-path.txt");
    let libraries =
        std::fs::read_to_string(&libraries).with_context(|| format!("cannot read {}", libraries.display()))?;
    let own = ["test-classes", "classes"].map(|folder| output.join(folder));
    let joined = std::env::join_paths(own.into_iter().chain(std::env::split_paths(libraries.trim())))?;
    joined.into_string().map_err(|path| anyhow::anyhow!("a path that is not UTF-8: {}", path.display()))
}
