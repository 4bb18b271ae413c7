//! The official clients. Each holds the same conversation and tells what it saw.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use rmcp::ServiceExt;
use rmcp::model::{CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use serde_json::{Value, json};

use crate::report::{Call, Report};
use crate::setup;

/// A conversation ends within this time or is ended.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where a server is and how to get in.
#[derive(Clone, Debug)]
pub struct Door {
    /// The endpoint.
    pub url: String,
    /// The project's token.
    pub token: String,
}

/// The official Rust client.
///
/// # Errors
/// What the client says.
pub fn rust(door: &Door, calls: &[Call]) -> Result<Report> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async { tokio::time::timeout(PATIENCE, converse(door, calls)).await? })
}

/// The official TypeScript client, in Node.
///
/// # Errors
/// What the client says.
pub fn typescript(door: &Door, calls: &[Call]) -> Result<Report> {
    let folder = setup::typescript()?;
    child(Command::new("node").arg(folder.join("client.mjs")), door, calls)
}

/// The official Python client.
///
/// # Errors
/// What the client says.
pub fn python(door: &Door, calls: &[Call]) -> Result<Report> {
    let interpreter = setup::python()?;
    child(Command::new(interpreter).arg(setup::clients().join("python/client.py")), door, calls)
}

/// The official TypeScript client over HTTP+SSE.
///
/// # Errors
/// What the client says.
pub fn typescript_sse(door: &Door, calls: &[Call]) -> Result<Report> {
    typescript(&door.sse(), calls)
}

/// The official Python client over HTTP+SSE.
///
/// # Errors
/// What the client says.
pub fn python_sse(door: &Door, calls: &[Call]) -> Result<Report> {
    python(&door.sse(), calls)
}

impl Door {
    /// The same for clients of HTTP+SSE.
    fn sse(&self) -> Self {
        Self { url: format!("{}/sse", self.url), token: self.token.clone() }
    }
}

/// The official Rust client's transport to a server.
#[must_use]
pub fn rust_transport(
    door: &Door,
) -> StreamableHttpClientTransport<impl rmcp::transport::streamable_http_client::StreamableHttpClient> {
    let config = StreamableHttpClientTransportConfig::with_uri(door.url.as_str()).auth_header(door.token.as_str());
    StreamableHttpClientTransport::from_config(config)
}

/// What the Rust client says of itself.
#[must_use]
pub fn rust_client() -> ClientConfig {
    ClientConfig::new(ClientCapabilities::default(), Implementation::new("e2e-rust", "1.0.0"))
}

async fn converse(door: &Door, calls: &[Call]) -> Result<Report> {
    let client = rust_client().serve(rust_transport(door)).await?;
    let hello = client.peer_info().context("the server did not introduce itself")?;
    let hello = serde_json::to_value(&*hello)?;
    let tools = client.list_all_tools().await?;
    let mut results = Vec::new();
    for (name, arguments) in calls {
        let mut call = CallToolRequestParams::new(*name);
        call.arguments = arguments.as_object().cloned();
        results.push(serde_json::to_value(client.call_tool(call).await?)?);
    }
    client.cancel().await?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(Report {
        server_info: hello["serverInfo"].clone(),
        protocol_version: text(&hello["protocolVersion"]),
        tools: tools.iter().map(serde_json::to_value).collect::<Result<_, _>>()?,
        results,
    })
}

fn child(command: &mut Command, door: &Door, calls: &[Call]) -> Result<Report> {
    let calls: Vec<Value> = calls.iter().map(|(name, arguments)| json!([name, arguments])).collect();
    command.arg(&door.url).arg(&door.token).arg(Value::from(calls).to_string());
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let id = child.id();
    let waiting = thread::spawn(move || child.wait_with_output());
    let deadline = Instant::now() + PATIENCE;
    while !waiting.is_finished() {
        if Instant::now() > deadline {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
            bail!("{command:?} did not end within {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = waiting.join().map_err(|_| anyhow::anyhow!("the wait for a client died"))??;
    ensure!(output.status.success(), "the client failed: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).context("the client printed no report")
}
