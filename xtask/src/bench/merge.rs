//! `cargo xtask bench merge`: what one entry in a config file of 4 MiB costs, and that the cost grows with the file alone.

use std::path::Path;

use anyhow::{Context, Result};

use super::{Figures, figure, figures, native_output};
use crate::workshop::Workshop;
use crate::{component, jvm};

/// The name of a format's figures, its name for people, an agent that has it, and that agent's file.
const FORMATS: [(&str, &str, &str, &str); 2] =
    [("json", "JSON", "claude_code", ".mcp.json"), ("toml", "TOML", "codex", ".codex/config.toml")];

/// The sizes, as the runner and as people call them.
const SIZES: [(&str, &str); 4] = [("4kb", "4 kB"), ("40kb", "40 kB"), ("400kb", "400 kB"), ("4mib", "4 MiB")];

/// Builds the product core, merges into files with up to 20,000 servers and prints two tables.
///
/// # Errors
/// Where a build or a run fails.
pub fn run(workshop: &Workshop) -> Result<()> {
    component::run(workshop)?;
    let folder = workshop.target_dir().join("bench");
    let folder = folder.to_str().context("the target folder's path is not UTF-8")?;
    let mut all = figures(&native_output(workshop, "bench-merge", &[folder])?)?;
    for (name, _, agent, path) in FORMATS {
        let file = Path::new(folder).join(name).display().to_string();
        all.extend(figures(&jvm::bench_output(workshop, "BenchMergeKt", &[name, agent, path, &file])?)?);
    }
    print_costs(&all)?;
    print_growth(&all)
}

fn print_costs(figures: &Figures) -> Result<()> {
    println!(
        "{:24} {:>12} {:>14} {:>16} {:>17}",
        "ms", "native merge", "native preview", "Chicory 1st call", "Chicory 2nd call"
    );
    for (name, label, ..) in FORMATS {
        let of = |column: &str| figure(figures, &format!("{name}_{column}"));
        let (merge, preview, first, second) = (of("4mib_ms")?, of("preview_ms")?, of("first_ms")?, of("second_ms")?);
        println!("{:24} {merge:>12.1} {preview:>14.1} {first:>16.0} {second:>17.0}", format!("merge of 4 MiB {label}"));
    }
    Ok(())
}

fn print_growth(figures: &Figures) -> Result<()> {
    print!("\n{:24}", "native merge, µs per kB");
    SIZES.iter().for_each(|(_, label)| print!(" {label:>8}"));
    println!(" {:>12}", "4 MiB : 4 kB");
    for (name, label, ..) in FORMATS {
        print!("{label:24}");
        let of = |size: &str| figure(figures, &format!("{name}_{size}_us_per_kb"));
        for (size, _) in SIZES {
            print!(" {:>8.2}", of(size)?);
        }
        println!(" {:>12.2}", of("4mib")? / of("4kb")?);
    }
    Ok(())
}
