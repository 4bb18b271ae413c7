//! The official Rust, TypeScript and Python clients: they connect, list, call every tool and get what the project holds, and no
//! secret of it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use mcp_toolbox_e2e::clients::{self, Door};
use mcp_toolbox_e2e::program::Program;
use mcp_toolbox_e2e::project::{Project, SECRETS};
use mcp_toolbox_e2e::report::{Call, Report};
use serde_json::{Value, json};

type Client = fn(&Door, &[Call]) -> Result<Report>;

const CLIENTS: [(&str, Client); 5] = [
    ("rust", clients::rust),
    ("typescript", clients::typescript),
    ("typescript sse", clients::typescript_sse),
    ("python", clients::python),
    ("python sse", clients::python_sse),
];

fn calls() -> Vec<Call> {
    vec![
        ("get_restartable_run_configurations", json!({})),
        ("get_git_repositories", json!({})),
        ("get_git_remotes", json!({})),
    ]
}

#[test]
fn every_official_client_calls_every_tool() -> Result<()> {
    let project = Project::shop()?;
    let program = Program::serve(&[project.path()], |_| {})?;
    let mut seen = Vec::new();
    for (name, client) in CLIENTS {
        let report = client(&program.door(0), &calls()).with_context(|| format!("the {name} client"))?;
        report.check(&calls()).with_context(|| format!("the {name} client"))?;
        check_listing(&report, &project).with_context(|| format!("the {name} client"))?;
        seen.push(serde_json::to_string(&report)?);
        ensure!(report.protocol_version == "2025-11-25", "the {name} client speaks {}", report.protocol_version);
    }
    seen.extend(raw_answers(&program)?);
    for (path, bytes) in program.state_files()? {
        seen.push(format!("{}: {}", path.display(), String::from_utf8_lossy(&bytes)));
    }
    let token = program.ready.projects[0].token.clone();
    let told = program.stop()?;
    ensure!(!told.contains(&token), "the program printed the token: {told}");
    seen.push(told);
    for text in &seen {
        let found = SECRETS.iter().find(|secret| text.contains(*secret));
        ensure!(found.is_none(), "{found:?} got out: {text}");
    }
    Ok(())
}

#[test]
fn two_projects_are_never_mixed_up() -> Result<()> {
    let (first, second) = (Project::empty()?, Project::empty()?);
    for (project, type_id) in [(&first, "Application"), (&second, "JetRunConfigurationType")] {
        project.run_configuration("Server", type_id)?;
    }
    let program = Program::serve(&[first.path(), second.path()], |_| {})?;
    for (name, client) in CLIENTS {
        for (index, type_id) in [(0, "Application"), (1, "JetRunConfigurationType")] {
            let report = client(&program.door(index), &calls()[..1]).with_context(|| format!("the {name} client"))?;
            let found = report.structured(0)["configurations"].as_array().context("no list")?;
            ensure!(found.len() == 1 && found[0]["typeId"] == type_id, "{name} got {found:?} of project {index}");
        }
    }
    program.stop()?;
    Ok(())
}

#[test]
fn without_git_run_configurations_still_list() -> Result<()> {
    let project = Project::shop()?;
    let nothing = Project::empty()?;
    let java = std::process::Command::new("sh").args(["-c", "command -v java"]).output()?;
    let java = String::from_utf8(java.stdout)?;
    std::os::unix::fs::symlink(java.trim(), nothing.path().join("java"))?;
    let program = Program::serve(&[project.path()], |java| {
        java.env("PATH", nothing.path());
    })?;
    let calls = calls();
    let report = clients::rust(&program.door(0), &calls)?;
    report.check(&calls[..1]).unwrap_err(); // three results, one call
    ensure!(!report.structured(0)["configurations"].as_array().context("no list")?.is_empty(), "{report:?}");
    for result in &report.results[1..] {
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        ensure!(result["isError"] == true && text.starts_with("GIT_MISSING: "), "{result}");
    }
    program.stop()?;
    Ok(())
}

#[test]
fn a_folder_without_run_configurations_says_where_they_would_be() -> Result<()> {
    let project = Project::empty()?;
    let program = Program::serve(&[project.path()], |_| {})?;
    let report = clients::rust(&program.door(0), &calls()[..1])?;
    report.check(&calls()[..1])?;
    let warnings = report.structured(0)["warnings"].to_string();
    ensure!(warnings.contains(".idea") && warnings.contains(".run"), "{warnings}");
    program.stop()?;
    Ok(())
}

fn check_listing(report: &Report, project: &Project) -> Result<()> {
    let names: Vec<&str> = report.structured(0)["configurations"]
        .as_array()
        .context("no list")?
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    ensure!(names.iter().any(|name| name.contains("商店")), "no CJK name in {names:?}");
    ensure!(names.len() > 5, "too few in {names:?}");
    let repositories = report.structured(1)["repositories"].as_array().context("no repositories")?;
    let root = repositories.first().and_then(|one| one["repositoryRoot"].as_str()).unwrap_or_default();
    ensure!(repositories.len() == 1 && root == project.path().canonicalize()?.to_string_lossy(), "{repositories:?}");
    let remotes = report.structured(2)["remotes"].as_array().context("no remotes")?;
    let masked = remotes.iter().all(|remote| remote.to_string().contains("***"));
    ensure!(remotes.len() == 2 && masked, "{remotes:?}");
    Ok(())
}

/// The bytes of whole answers, headers included, which clients do not show.
fn raw_answers(program: &Program) -> Result<Vec<String>> {
    let Door { url, token } = program.door(0);
    let authority = url.strip_prefix("http://").and_then(|rest| rest.split('/').next()).context("an odd URL")?;
    let path = url.split_once(authority).map_or("/", |(_, path)| path);
    let ask = |body: Value| -> Result<String> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(authority)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8(answer)?)
    };
    let mut answers = Vec::new();
    for (name, arguments) in calls() {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}});
        let answer = ask(message)?;
        ensure!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        answers.push(answer);
    }
    // An error that repeats what was sent.
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "get_git_remotes", "arguments": {"repositoryRoot": format!("https://x:{}@h/", SECRETS[0])}}});
    answers.push(ask(message)?);
    Ok(answers)
}
