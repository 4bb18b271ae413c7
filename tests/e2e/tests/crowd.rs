//! Sixty-four clients at once for ten seconds: no error, and no memory that stays.

use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use mcp_toolbox_e2e::clients;
use mcp_toolbox_e2e::program::Program;
use mcp_toolbox_e2e::project::Project;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;

const CLIENTS: usize = 64;
const DURATION: Duration = Duration::from_secs(10);

/// What a host may hold more after the crowd than after a first one, in bytes: instances of the core that wait to go, and noise.
const MOST_GROWTH_BYTES: u64 = 8 * 1024 * 1024;

#[test]
fn sixty_four_clients_for_ten_seconds() -> Result<()> {
    let project = Project::empty()?;
    project.run_configuration("Server", "Application")?;
    let program = Program::serve(&[project.path()], |_| {})?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let first = runtime.block_on(crowd(&program, Duration::from_secs(3)))?;
    let before = program.heap_bytes()?;
    let calls = runtime.block_on(crowd(&program, DURATION))?;
    let after = program.heap_bytes()?;
    println!("{first} and {calls} calls; heap {before} bytes before, {after} after");
    ensure!(calls > CLIENTS, "only {calls} calls");
    ensure!(after < before + MOST_GROWTH_BYTES, "the heap grew from {before} to {after} bytes");
    let told = program.stop()?;
    ensure!(!told.contains("ERROR"), "{told}");
    Ok(())
}

/// Lets every client call until the time is over; how many calls succeeded. The first failure ends it.
async fn crowd(program: &Program, duration: Duration) -> Result<usize> {
    let end = Instant::now() + duration;
    let mut clients = Vec::new();
    for _ in 0..CLIENTS {
        let door = program.door(0);
        clients.push(tokio::spawn(async move {
            let client = clients::rust_client().serve(clients::rust_transport(&door)).await?;
            let mut calls = 0;
            while Instant::now() < end {
                let result = client.call_tool(CallToolRequestParams::new("get_restartable_run_configurations")).await?;
                ensure!(result.is_error != Some(true), "{result:?}");
                calls += 1;
            }
            client.cancel().await?;
            Ok(calls)
        }));
    }
    let mut total = 0;
    for client in clients {
        total += client.await??;
    }
    Ok(total)
}
