//! What runs is a copy: `target/dist/<digest>/`, so that a later build never rewrites a jar in use.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::workshop::{Workshop, sha256_hex};
use crate::{component, jvm};

/// The folder of jars that make up the headless program, built if the sources changed since. Build output goes to stderr.
///
/// # Errors
/// Where a prerequisite is missing or a build fails.
pub fn jars(workshop: &Workshop) -> Result<PathBuf> {
    component::run_quietly(workshop)?;
    let jars = workshop.target_dir().join("dist").join(digest_of_inputs(workshop)?);
    if !jars.is_dir() {
        jvm::check_prerequisites(workshop)?;
        build(workshop, &jars)?;
    }
    Ok(jars)
}

/// Builds into a folder beside the final one; the rename makes it appear whole or not at all.
fn build(workshop: &Workshop, jars: &Path) -> Result<()> {
    let parent = jars.parent().context("the jars have no parent folder")?;
    fs::create_dir_all(parent)?;
    let unfinished = parent.join(format!("unfinished-{}", std::process::id()));
    let built = build_into(workshop, &unfinished).and_then(|()| {
        let moved = fs::rename(&unfinished, jars);
        // Another build of the same sources may have been first.
        if jars.is_dir() { Ok(()) } else { moved.with_context(|| format!("cannot make {}", jars.display())) }
    });
    if unfinished.exists() {
        // What is half there, or there twice, is of no use to anybody.
        let _ = fs::remove_dir_all(&unfinished);
    }
    built
}

fn build_into(workshop: &Workshop, folder: &Path) -> Result<()> {
    let mut maven = jvm::maven(workshop);
    maven.args(["--projects", "headless", "--also-make", "-Dmaven.test.skip=true", "package"]);
    maven.arg("org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies");
    maven.args(["-DincludeScope=runtime", "-Dmdep.useBaseVersion=true"]);
    maven.arg(format!("-DoutputDirectory={}", folder.display()));
    eprintln!("building the headless host …");
    workshop.run_quietly(&mut maven)?;
    // Maven's output does not follow CARGO_TARGET_DIR.
    let own = workshop.root().join("target/jvm/headless");
    for entry in fs::read_dir(&own).with_context(|| format!("cannot read {}", own.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jar") {
            fs::copy(&path, folder.join(path.file_name().context("a jar without a name")?))?;
        }
    }
    Ok(())
}

/// One digest over everything that the jars are made of.
fn digest_of_inputs(workshop: &Workshop) -> Result<String> {
    let listed = inputs(workshop)?;
    let mut all = Sha256::new();
    all.update(fs::read(component::Core::Product.core_path(workshop))?);
    // Git lists what is not yet added after the rest.
    let mut paths: Vec<&str> = listed.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    for path in paths {
        // A file that was deleted but is still listed has no bytes to add.
        if let Ok(bytes) = fs::read(workshop.root().join(path)) {
            all.update(path.as_bytes());
            all.update(Sha256::digest(&bytes));
        }
    }
    Ok(sha256_hex(&all.finalize()))
}

/// The files that the jars are made of, beside the core, each followed by a NUL. Where a pattern has a wildcard, git does not take
/// the name of a folder for what lies in it: hence the stars at the end.
fn inputs(workshop: &Workshop) -> Result<String> {
    let patterns = ["jvm-host/pom.xml", "jvm-host/*/pom.xml", "jvm-host/*/src/main/**"];
    let list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"];
    workshop.output("git", &[&list[..], &patterns].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_resources_and_poms_are_inputs() {
        let listed = inputs(&Workshop::here().unwrap()).unwrap();
        for path in [
            "jvm-host/pom.xml",
            "jvm-host/server/pom.xml",
            "jvm-host/headless/src/main/kotlin/dev/mcptoolbox/headless/Main.kt",
            "jvm-host/headless/src/main/resources/dev/mcptoolbox/version.txt",
        ] {
            assert!(listed.split('\0').any(|input| input == path), "{path}");
        }
        assert!(!listed.contains("/src/test/"), "tests are no part of the jars");
    }
}
