//! `cargo xtask fuzz [SECONDS]`: looks for files that the merge core changes against its laws.

use anyhow::{Context, Result};

use crate::workshop::Workshop;

/// The targets in `fuzz/fuzz_targets`; each has a folder of `fuzz/corpus`.
const TARGETS: [&str; 2] = ["merge_toml", "merge_jsonc"];

/// Runs every target for some seconds. What it finds on the way goes to `target/fuzz`, a broken law to `fuzz/artifacts`; the
/// committed corpus is read and left as it is.
///
/// # Errors
/// Where cargo-fuzz is missing or a law is broken.
pub fn run(workshop: &Workshop, seconds: &str) -> Result<()> {
    seconds.parse::<u32>().with_context(|| format!("not a number of seconds: {seconds}"))?;
    workshop
        .output("cargo", &["fuzz", "--version"])
        .context("cargo-fuzz cannot run; `cargo install --locked cargo-fuzz@0.13.2` installs it")?;
    for target in TARGETS {
        let found = workshop.target_dir().join("fuzz").join(target);
        std::fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
        let committed = workshop.root().join("fuzz/corpus").join(target);
        // Without a sanitizer the pinned compiler will do; the guest has no unsafe code for one to watch.
        let mut fuzz = workshop.command("cargo");
        fuzz.args(["fuzz", "run", "--sanitizer", "none", target]).args([found, committed]);
        workshop.show(fuzz.args(["--", "-timeout=10", &format!("-max_total_time={seconds}")]))?;
    }
    Ok(())
}
