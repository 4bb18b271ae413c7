//! The questions to the component.

use anyhow::Result;

use super::WasmtimeCore;
use super::bindings::exports::mcp_toolbox::core::settings as wit;
use crate::question::{self, AgentRow, Answer, NoAnswer, PORT, PreviewRows, Question};

/// Asks the component.
///
/// # Errors
/// Where it traps, or the question names something that there is not.
pub fn ask(core: &mut WasmtimeCore, question: &Question) -> Result<Answer> {
    let settings = core.toolbox.mcp_toolbox_core_settings();
    let store = &mut core.store;
    Ok(match question {
        Question::Connection { project } => settings
            .call_get_connection(store, project)?
            .map(|found| question::connection(&found.token, &found.endpoint_path, &found.sse_path))
            .map_err(no_answer),
        Question::Agents { project } => match settings.call_list_agents(store, project, PORT)? {
            Ok(found) => Ok(question::agents(found.into_iter().map(row))?),
            Err(problem) => Err(no_answer(problem)),
        },
        Question::Preview { project, agent, wish } => {
            let wishes =
                [("sync", wit::Wish::Sync), ("overwrite", wit::Wish::Overwrite), ("remove", wit::Wish::Remove)];
            let wish = question::named(&wishes, wish)?;
            settings
                .call_preview_agent(store, project, PORT, agent, wish)?
                .map(|found| question::preview(&preview(found)))
                .map_err(no_answer)
        }
        Question::Plan { project } => {
            settings
                .call_plan_sync(store, project, PORT)?
                .map(|planned| {
                    question::plan(planned.into_iter().map(|one| {
                        (one.agent, one.outcome.map(preview).map_err(|refusal| (refusal.code, refusal.text)))
                    }))
                })
                .map_err(no_answer)
        }
        Question::Snippet { project, what } => {
            let what = match what.as_str() {
                "headers" => wit::Snippet::Headers,
                "curl" => wit::Snippet::Curl,
                agent => wit::Snippet::Agent(agent.to_owned()),
            };
            settings.call_get_snippet(store, project, PORT, &what)?.map(|text| question::text(&text)).map_err(no_answer)
        }
    })
}

fn no_answer(problem: wit::Problem) -> NoAnswer {
    match problem {
        wit::Problem::ProjectClosed => NoAnswer::ProjectClosed,
        wit::Problem::Unavailable(text) => NoAnswer::Unavailable(text),
        wit::Problem::UnknownAgent(text) => NoAnswer::UnknownAgent(text),
        wit::Problem::Refused(refusal) => NoAnswer::Refused(refusal.code, refusal.text),
    }
}

fn row(agent: wit::Agent) -> AgentRow {
    let setup = match agent.setup {
        wit::Setup::Automatic => "automatic",
        wit::Setup::Manual => "manual",
    };
    let proof = match agent.proof {
        wit::Proof::Source => "source",
        wit::Proof::Documentation => "documentation",
        wit::Proof::ThirdParty => "third-party",
        wit::Proof::Unverified => "unverified",
    };
    let status = match agent.status {
        wit::Status::Manual => "manual".to_owned(),
        wit::Status::Absent => "absent".to_owned(),
        wit::Status::Gone => "gone".to_owned(),
        wit::Status::Outdated => "outdated".to_owned(),
        wit::Status::UpToDate => "up-to-date".to_owned(),
        wit::Status::Refused(refusal) => format!("refused {}: {}", refusal.code, refusal.text),
    };
    AgentRow {
        identity: [agent.id, agent.name, setup.to_owned(), proof.to_owned()],
        selected: agent.selected,
        evidence: agent.evidence,
        path: agent.path,
        status,
        hints: [Some(agent.reload), agent.activation, agent.known_issue],
    }
}

fn preview(found: wit::Preview) -> PreviewRows {
    let effect = match found.effect {
        wit::Effect::Create => "create",
        wit::Effect::Add => "add",
        wit::Effect::Update => "update",
        wit::Effect::Remove => "remove",
        wit::Effect::Delete => "delete",
        wit::Effect::Nothing => "nothing",
    };
    PreviewRows {
        effect: effect.to_owned(),
        path: found.path,
        diff: found.diff,
        warnings: found.warnings,
        next_steps: found.next_steps,
    }
}
