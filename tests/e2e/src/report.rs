//! What a client saw of a server, the same for every client.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One conversation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What the server calls itself.
    pub server_info: Value,
    /// The version that was agreed on.
    pub protocol_version: String,
    /// The listed tools.
    pub tools: Vec<Value>,
    /// The results of the calls, in their order.
    pub results: Vec<Value>,
}

/// One call: the tool and its arguments.
pub type Call = (&'static str, Value);

impl Report {
    /// Checks what must hold for every conversation: each result succeeded, its text is its structured content, and that is valid
    /// against the schema of its tool.
    ///
    /// # Errors
    /// What does not hold.
    pub fn check(&self, calls: &[Call]) -> Result<()> {
        ensure!(self.server_info["name"].is_string(), "no server name in {}", self.server_info);
        let schemas: BTreeMap<&str, &Value> =
            self.tools.iter().filter_map(|tool| Some((tool["name"].as_str()?, &tool["outputSchema"]))).collect();
        ensure!(self.results.len() == calls.len(), "{} results of {} calls", self.results.len(), calls.len());
        for ((name, _), result) in calls.iter().zip(&self.results) {
            let schema = schemas.get(name).with_context(|| format!("{name} is not listed"))?;
            check_result(schema, result).with_context(|| format!("{name}: {result}"))?;
        }
        Ok(())
    }

    /// The structured content of the result at `index`.
    #[must_use]
    pub fn structured(&self, index: usize) -> &Value {
        self.results.get(index).map_or(&Value::Null, |result| &result["structuredContent"])
    }
}

fn check_result(schema: &Value, result: &Value) -> Result<()> {
    ensure!(result["isError"] != true, "the call failed");
    let structured = &result["structuredContent"];
    let text = result["content"][0]["text"].as_str().context("there is no text")?;
    ensure!(serde_json::from_str::<Value>(text)? == *structured, "text and structured content differ");
    let validator = jsonschema::draft202012::new(schema).map_err(|error| anyhow::anyhow!("the schema: {error}"))?;
    validator.validate(structured).map_err(|error| anyhow::anyhow!("{error}"))
}
