//! What one call costs in wasmtime. Prints `NAME VALUE` lines for `cargo xtask bench core`; the twin in Chicory is
//! `BenchCore` in `jvm-host/runtime`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use mcp_toolbox_core::host::FakeHost;
use mcp_toolbox_core::http::{Body, Header, Request};
use mcp_toolbox_tests::artifacts;
use mcp_toolbox_tests::endpoint::{Endpoint, NativeCore};
use mcp_toolbox_tests::wasmtime_core::WasmtimeImage;

const WARM_UP: Duration = Duration::from_secs(2);
const MEASURE: Duration = Duration::from_secs(3);

fn main() -> Result<()> {
    let started = Instant::now();
    let world = std::fs::read_to_string(artifacts::root().join("tests/transcripts/two-projects.world.json"))?;
    let image = WasmtimeImage::load("mcp-toolbox.component.wasm")?;
    let mut core = image.instance(FakeHost::from_json(&world)?)?;
    answer(&mut core, &request("ping", "{}"))?;
    println!("first_answer_ms {:.1}", started.elapsed().as_secs_f64() * 1e3);

    println!("instance_ms {:.3}", mean_us(|| image.instance(FakeHost::from_json(&world)?).map(drop))? / 1e3);
    measure("", &mut core)?;
    println!("memory_bytes {}", core.memory_bytes());
    measure("native_", &mut NativeCore(FakeHost::from_json(&world)?))
}

fn measure(prefix: &str, core: &mut dyn Endpoint) -> Result<()> {
    for (name, request) in [
        ("ping_us", request("ping", "{}")),
        ("tools_list_us", request("tools/list", "{}")),
        ("tools_call_us", request("tools/call", r#"{"name":"get_restartable_run_configurations"}"#)),
    ] {
        println!("{prefix}{name} {:.2}", mean_us(|| answer(core, &request))?);
    }
    Ok(())
}

fn answer(core: &mut dyn Endpoint, request: &Request) -> Result<()> {
    let response = core.handle(black_box(request))?;
    ensure!(response.status == 200 && response.body.windows(8).any(|part| part == b"\"result\""), "no result");
    core.host().take_log();
    Ok(())
}

/// The mean duration of one run, after a warm-up.
fn mean_us(mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    repeat(WARM_UP, &mut run)?;
    let started = Instant::now();
    let runs = repeat(MEASURE, &mut run)?;
    Ok(started.elapsed().as_secs_f64() * 1e6 / f64::from(runs))
}

fn repeat(time: Duration, run: &mut impl FnMut() -> Result<()>) -> Result<u32> {
    let started = Instant::now();
    let mut runs = 0;
    while started.elapsed() < time {
        for _ in 0..10 {
            run()?;
        }
        runs += 10;
    }
    Ok(runs)
}

fn request(method: &str, params: &str) -> Request {
    let header = |name: &str, value: &str| Header { name: name.to_owned(), value: value.as_bytes().to_vec() };
    Request {
        method: "POST".to_owned(),
        target: "/api/jetbrains-mcp-tools".to_owned(),
        headers: vec![
            header("Host", "127.0.0.1:63342"),
            header("Content-Type", "application/json"),
            header("Accept", "application/json, text/event-stream"),
            header("Authorization", "Bearer shop-token-00000000000000000000000000000000"),
            header("MCP-Protocol-Version", "2025-11-25"),
            header("User-Agent", "bench"),
        ],
        body: Body::Complete(
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#).into_bytes(),
        ),
        remote_address: "127.0.0.1".to_owned(),
        endpoint_port: 63342,
    }
}
