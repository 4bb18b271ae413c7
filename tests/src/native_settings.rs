//! The questions to the core as a plain library.

use anyhow::Result;
use mcp_toolbox_core::agents::Refusal;
use mcp_toolbox_core::agents::table::Setup;
use mcp_toolbox_core::host::{FakeHost, ProjectKey};
use mcp_toolbox_core::settings::agents::{self, Snippet, Status, Wish};
use mcp_toolbox_core::settings::{self, Problem};

use crate::question::{self, AgentRow, Answer, NoAnswer, PORT, PreviewRows, Question};

/// Asks the core.
///
/// # Errors
/// Where the question names something that there is not.
pub fn ask(host: &FakeHost, question: &Question) -> Result<Answer> {
    let key = |project: &String| ProjectKey(project.clone());
    Ok(match question {
        Question::Connection { project } => settings::connection(host, &key(project))
            .map(|found| question::connection(&found.token, &found.endpoint_path, &found.sse_path))
            .map_err(no_answer),
        Question::Agents { project } => match agents::agents(host, &key(project), PORT) {
            Ok(found) => Ok(question::agents(found.into_iter().map(row))?),
            Err(problem) => Err(no_answer(problem)),
        },
        Question::Preview { project, agent, wish } => {
            let wishes = [("sync", Wish::Sync), ("overwrite", Wish::Overwrite), ("remove", Wish::Remove)];
            let wish = question::named(&wishes, wish)?;
            agents::preview(host, &key(project), PORT, agent, wish)
                .map(|found| question::preview(&preview(found)))
                .map_err(no_answer)
        }
        Question::Plan { project } => agents::plan_sync(host, &key(project), PORT)
            .map(|planned| {
                question::plan(planned.into_iter().map(|planned| {
                    let outcome = planned.outcome;
                    (
                        planned.agent.id.to_owned(),
                        outcome.map(preview).map_err(|refusal| (code(&refusal), refusal.to_string())),
                    )
                }))
            })
            .map_err(no_answer),
        Question::Snippet { project, what } => {
            let what = match what.as_str() {
                "headers" => Snippet::Headers,
                "curl" => Snippet::Curl,
                agent => Snippet::Agent(agent),
            };
            agents::snippet(host, &key(project), PORT, what).map(|text| question::text(&text)).map_err(no_answer)
        }
    })
}

fn no_answer(problem: Problem) -> NoAnswer {
    match problem {
        Problem::ProjectClosed => NoAnswer::ProjectClosed,
        Problem::Unavailable(_) => NoAnswer::Unavailable(problem.to_string()),
        Problem::UnknownAgent { .. } => NoAnswer::UnknownAgent(problem.to_string()),
        Problem::Refused(refusal) => NoAnswer::Refused(code(&refusal), refusal.to_string()),
    }
}

fn code(refusal: &Refusal) -> String {
    refusal.code().to_owned()
}

fn row(found: agents::AgentStatus) -> AgentRow {
    let agent = found.agent;
    let setup = match agent.setup {
        Setup::Automatic(_) => "automatic",
        Setup::Manual(_) => "manual",
    };
    let proof = question::case(&format!("{:?}", agent.proof));
    let hint = |hint: &str| Some(hint.to_owned());
    AgentRow {
        identity: [agent.id.to_owned(), agent.name.to_owned(), setup.to_owned(), proof],
        selected: found.is_selected,
        evidence: found.evidence,
        path: found.path,
        status: match &found.status {
            Status::Refused(refusal) => format!("refused {}: {refusal}", refusal.code()),
            other => question::case(&format!("{other:?}")),
        },
        hints: [hint(agent.reload), agent.activation.and_then(hint), agent.known_issue.and_then(hint)],
    }
}

fn preview(found: agents::Preview) -> PreviewRows {
    PreviewRows {
        effect: question::case(&format!("{:?}", found.effect)),
        path: found.path,
        diff: found.diff,
        warnings: found.warnings,
        next_steps: found.next_steps,
    }
}
