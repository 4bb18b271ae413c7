//! Files that change between one plan and the next, and records that do not fit them.

use serde_json::json;

use super::*;
use crate::agents::rows;
use crate::host::{FakeHost, ProjectKey};

const ENDPOINT: Endpoint<'static> = Endpoint { url: "http://127.0.0.1:63342/api/jetbrains-mcp-tools", token: "TOKEN" };

fn host(files: &[(&str, &str)]) -> FakeHost {
    let files: serde_json::Map<String, serde_json::Value> =
        files.iter().map(|(path, text)| ((*path).to_owned(), json!(text))).collect();
    FakeHost::from_json(&json!({ "projects": [{ "key": "p", "path": "/p", "files": files }] }).to_string()).unwrap()
}

fn project() -> Project {
    Project { key: ProjectKey("p".to_owned()), name: "p".to_owned(), path: "/p".to_owned() }
}

fn sync(id: &str, files: &[(&str, &str)], record: Option<&Record>) -> Result<Plan, Refusal> {
    let ownership = Ownership { selected: Vec::new(), records: record.into_iter().cloned().collect() };
    put(&host(files), &project(), rows::find(id).unwrap(), &ownership, &ENDPOINT, Intent::Sync)
}

fn removal(id: &str, files: &[(&str, &str)], record: Option<&Record>) -> Result<Option<Removal>, Refusal> {
    let ownership = Ownership { selected: Vec::new(), records: record.into_iter().cloned().collect() };
    remove(&host(files), &project(), rows::find(id).unwrap(), &ownership, Intent::Sync)
}

/// Every agent that we write, with a file of its own and what it then is.
fn every_agent(check: impl Fn(&str, &str, &str, &Record)) {
    for agent in rows::TABLE {
        let Setup::Automatic(automatic) = agent.setup else { continue };
        let plan = sync(agent.id, &[], None).unwrap();
        assert_eq!((plan.action, plan.path.as_str()), (Action::Create, automatic.created));
        check(agent.id, &plan.path, str::from_utf8(&plan.merged.bytes).unwrap(), &plan.record);
    }
}

#[test]
fn a_node_that_is_as_it_should_be_is_so_whatever_its_record_says() {
    every_agent(|id, path, text, record| {
        let stale = Record { digest: "of another port".to_owned(), ..record.clone() };
        for record in [Some(record), Some(&stale), None] {
            let plan = sync(id, &[(path, text)], record).unwrap();
            assert_eq!((plan.action, plan.diff().as_str()), (Action::Nothing, ""), "{id}");
        }
        let other = text.replace("63342", "63343");
        assert_eq!(sync(id, &[(path, &other)], Some(&stale)).unwrap_err().code(), "USER_MODIFIED", "{id}");
    });
}

#[test]
fn a_file_that_an_agent_rewrote_is_still_ours_to_undo() {
    every_agent(|id, path, text, record| {
        let Ok(value) = serde_json::from_str::<serde_json::Value>(text) else { return };
        for rewritten in [value.to_string(), serde_json::to_string_pretty(&value).unwrap(), format!("\n{value}\n\n")] {
            let files = [(path, rewritten.as_str())];
            assert_eq!(sync(id, &files, Some(record)).unwrap().action, Action::Nothing, "{id}");
            assert!(removal(id, &files, Some(record)).unwrap().unwrap().deletes_file, "{id}");
        }
    });
}

#[test]
fn a_recorded_file_that_cannot_be_parsed_is_not_passed_over() {
    let theirs = "{ \"mcp\": { \"a\": { \"type\": \"local\" } } }";
    let record = sync("opencode", &[], None).unwrap().record;
    let files = [(record.path.as_str(), "{ \"mcp\": {"), ("opencode.json", theirs)];
    assert_eq!(sync("opencode", &files, Some(&record)).unwrap_err().code(), "SYNTAX");
    assert_eq!(removal("opencode", &files, Some(&record)).unwrap_err().code(), "SYNTAX");
    assert_eq!(sync("opencode", &files, None).unwrap().path, "opencode.json");
}
