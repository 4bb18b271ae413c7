//! `cargo xtask`: the workshop. One file for each task.

mod bench;
mod bindings;
mod component;
mod dist;
mod e2e;
mod fuzz;
mod headless;
mod jvm;
mod test;
mod tidy;
mod workshop;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::workshop::Workshop;

const HELP: &str = "\
cargo xtask TASK

  test                 every check and test, Rust and JVM; what CI runs
  serve ARGS…          serves the endpoint of a project: serve --project DIR [--port N] [--ready-file FILE]
  toolbox -- ARGS…     runs any other command of the headless program: toolbox -- token show
  component            builds the cores and components into target/component
  bindings [--check]   generates the Kotlin bindings from the WIT files, or checks that they are up to date
  e2e                  runs official MCP clients against the built program
  tidy                 checks the rules that no compiler checks
  bench core           measures the core in Chicory and in wasmtime
  bench merge          measures one entry in a config file of 4 MiB, natively and in Chicory
  fuzz [SECONDS]       looks for files that an edit changes against its laws; needs cargo-fuzz
  help                 this text";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<()> {
    let workshop = Workshop::here()?;
    match words {
        ["test"] => test::run(&workshop),
        ["component"] => component::run(&workshop),
        ["bindings"] => bindings::run(&workshop, false),
        ["bindings", "--check"] => bindings::run(&workshop, true),
        ["e2e"] => e2e::run(&workshop),
        ["tidy"] => tidy::run(&workshop),
        ["bench", "core"] => bench::core(&workshop),
        ["bench", "merge"] => bench::merge::run(&workshop),
        ["fuzz"] => fuzz::run(&workshop, "120"),
        ["fuzz", seconds] => fuzz::run(&workshop, seconds),
        ["serve", arguments @ ..] => headless::run(&workshop, &[&["serve"], arguments].concat()),
        ["toolbox", "--", arguments @ ..] | ["toolbox", arguments @ ..] => headless::run(&workshop, arguments),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        [] => bail!("no task given\n\n{HELP}"),
        unknown => bail!("unknown task \"{}\"\n\n{HELP}", unknown.join(" ")),
    }
}
