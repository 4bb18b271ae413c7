//! The `fixtures` core answers as the MCP conformance suite expects; the suite itself needs a socket and comes with it.

use anyhow::Result;
use mcp_toolbox_core::host::FakeHost;
use mcp_toolbox_core::http::{Body, Request, header};
use mcp_toolbox_tests::endpoint::Endpoint;
use mcp_toolbox_tests::wasmtime_core::{WasmtimeCore, WasmtimeImage};
use serde_json::{Value, json};

const TOKEN: &str = "test-token-00000000000000000000000000000000";

fn core(artifact: &str) -> Result<WasmtimeCore> {
    let document = json!({ "version": 1, "token": TOKEN, "createdAtS": 1 }).to_string();
    let world = json!({ "projects": [{ "key": "p", "name": "p", "state": { "token": document } }] });
    WasmtimeImage::load(artifact)?.instance(FakeHost::from_json(&world.to_string())?)
}

fn ask(core: &mut WasmtimeCore, method: &str, params: Value) -> Result<Value> {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
    let response = core.handle(&Request {
        method: "POST".to_owned(),
        target: "/api/jetbrains-mcp-tools".to_owned(),
        headers: vec![
            header("host", "localhost:7"),
            header("accept", "*/*"),
            header("content-type", "application/json"),
            header("authorization", &format!("Bearer {TOKEN}")),
        ],
        body: Body::Complete(body.into_bytes()),
        remote_address: "127.0.0.1".to_owned(),
        endpoint_port: 7,
    })?;
    Ok(serde_json::from_slice(&response.body)?)
}

fn names(core: &mut WasmtimeCore) -> Result<Vec<String>> {
    let listed = ask(core, "tools/list", json!({}))?;
    let tools = listed["result"]["tools"].as_array().expect("a list of tools").clone();
    Ok(tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned()).collect())
}

#[test]
fn every_fixture_answers_with_its_kinds_of_content() -> Result<()> {
    let mut core = core("mcp-toolbox-fixtures.component.wasm")?;
    for (tool, kinds, is_error) in [
        ("test_simple_text", vec!["text"], false),
        ("test_error_handling", vec!["text"], true),
        ("test_image_content", vec!["image"], false),
        ("test_audio_content", vec!["audio"], false),
        ("test_embedded_resource", vec!["resource"], false),
        ("test_multiple_content_types", vec!["text", "image", "resource"], false),
        ("json_schema_2020_12_tool", vec!["text"], false),
    ] {
        let answer = ask(&mut core, "tools/call", json!({ "name": tool }))?;
        let content = answer["result"]["content"].as_array().expect("content").clone();
        let came: Vec<&str> = content.iter().map(|block| block["type"].as_str().expect("a type")).collect();
        assert_eq!((came, answer["result"]["isError"].as_bool()), (kinds, Some(is_error)), "{tool}");
    }
    Ok(())
}

#[test]
fn the_2020_12_schema_survives_the_list() -> Result<()> {
    let mut core = core("mcp-toolbox-fixtures.component.wasm")?;
    let listed = ask(&mut core, "tools/list", json!({}))?;
    let tools = listed["result"]["tools"].as_array().expect("a list of tools");
    let tool = tools.iter().find(|tool| tool["name"] == "json_schema_2020_12_tool").expect("the tool");
    for keyword in ["$schema", "$defs", "properties", "allOf", "if", "then", "else", "additionalProperties"] {
        assert!(tool["inputSchema"].get(keyword).is_some(), "{keyword}");
    }
    Ok(())
}

#[test]
fn the_product_has_no_test_tools() -> Result<()> {
    let shipped = names(&mut core("mcp-toolbox.component.wasm")?)?;
    assert_eq!(shipped, ["get_restartable_run_configurations", "get_git_repositories", "get_git_remotes"]);
    Ok(())
}
