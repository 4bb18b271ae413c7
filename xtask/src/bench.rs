//! `cargo xtask bench core`: what one call costs, in Chicory and in wasmtime, in one run. [`merge`] is the bench of config edits.

pub mod merge; // what one entry in a large config file costs

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use crate::workshop::Workshop;
use crate::{component, jvm};

/// What is measured: name on the runners' output, and for people.
const ROWS: [(&str, &str); 6] = [
    ("ping_us", "ping, µs"),
    ("tools_list_us", "tools/list, µs"),
    ("tools_call_us", "tools/call with one listing, µs"),
    ("instance_ms", "create an instance, ms"),
    ("memory_bytes", "linear memory of an instance, bytes"),
    ("first_answer_ms", "process start to first answer, ms"),
];

type Figures = BTreeMap<String, f64>;

/// Builds the product core, measures it in both runtimes and prints a table.
///
/// # Errors
/// Where a build or a run fails.
pub fn core(workshop: &Workshop) -> Result<()> {
    component::run(workshop)?;
    let wasmtime = figures(&native_output(workshop, "bench-core", &[])?)?;
    let chicory = figures(&jvm::bench_output(workshop, "BenchCoreKt", &[])?)?;
    println!("{:36} {:>12} {:>12} {:>8}", "", "Chicory", "wasmtime", "ratio");
    for (name, label) in ROWS {
        let (ours, theirs) = (figure(&chicory, name)?, figure(&wasmtime, name)?);
        println!("{label:36} {ours:>12.2} {theirs:>12.2} {:>8.2}", ours / theirs);
    }
    println!("\nThe same core as a native library, for orientation:");
    for (name, label) in &ROWS[..3] {
        println!("{label:36} {:>12.2}", figure(&wasmtime, &format!("native_{name}"))?);
    }
    Ok(())
}

/// What a runner of `tests/src/bin` prints: `NAME VALUE` lines.
fn native_output(workshop: &Workshop, runner: &str, arguments: &[&str]) -> Result<String> {
    let run = ["run", "--locked", "--release", "--quiet", "--package", "mcp-toolbox-tests", "--bin", runner, "--"];
    workshop.output("cargo", &[&run, arguments].concat())
}

fn figures(output: &str) -> Result<Figures> {
    output
        .lines()
        .map(|line| {
            let (name, value) = line.split_once(' ').with_context(|| format!("not a figure: {line}"))?;
            Ok((name.to_owned(), value.parse().with_context(|| format!("not a figure: {line}"))?))
        })
        .collect()
}

fn figure(figures: &Figures, name: &str) -> Result<f64> {
    figures.get(name).copied().with_context(|| format!("the runner did not print {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_names_and_numbers() {
        assert_eq!(figure(&figures("ping_us 1.5\nx 2\n").unwrap(), "ping_us").unwrap(), 1.5);
        assert!(figures("a warning\n").is_err());
        assert!(figure(&Figures::new(), "ping_us").is_err());
    }
}
