//! The export `settings`: WIT in, WIT out.

use mcp_toolbox_core::agents::Refusal;
use mcp_toolbox_core::agents::table::{Proof, Setup};
use mcp_toolbox_core::host::ProjectKey;
use mcp_toolbox_core::settings as domain;
use mcp_toolbox_core::settings::agents;

use crate::bindings::exports::mcp_toolbox::core::settings as wit;
use crate::export::Component;
use crate::host::WitHost;
use crate::panic_hook;

impl wit::Guest for Component {
    fn get_connection(project: String) -> Result<wit::Connection, wit::Problem> {
        panic_hook::install();
        let found = domain::connection(&WitHost, &ProjectKey(project)).map_err(problem)?;
        Ok(wit::Connection { token: found.token, endpoint_path: found.endpoint_path, sse_path: found.sse_path })
    }

    fn list_agents(project: String, endpoint_port: u16) -> Result<Vec<wit::Agent>, wit::Problem> {
        panic_hook::install();
        let found = agents::agents(&WitHost, &ProjectKey(project), endpoint_port).map_err(problem)?;
        Ok(found.into_iter().map(agent).collect())
    }

    fn preview_agent(
        project: String,
        endpoint_port: u16,
        agent: String,
        wish: wit::Wish,
    ) -> Result<wit::Preview, wit::Problem> {
        panic_hook::install();
        let wish = match wish {
            wit::Wish::Sync => agents::Wish::Sync,
            wit::Wish::Overwrite => agents::Wish::Overwrite,
            wit::Wish::Remove => agents::Wish::Remove,
        };
        agents::preview(&WitHost, &ProjectKey(project), endpoint_port, &agent, wish).map(preview).map_err(problem)
    }

    fn plan_sync(project: String, endpoint_port: u16) -> Result<Vec<wit::Planned>, wit::Problem> {
        panic_hook::install();
        let planned = agents::plan_sync(&WitHost, &ProjectKey(project), endpoint_port).map_err(problem)?;
        let planned = planned.into_iter().map(|planned| wit::Planned {
            agent: planned.agent.id.to_owned(),
            outcome: planned.outcome.map(preview).map_err(|refused| refusal(&refused)),
        });
        Ok(planned.collect())
    }

    fn get_snippet(project: String, endpoint_port: u16, what: wit::Snippet) -> Result<String, wit::Problem> {
        panic_hook::install();
        let what = match &what {
            wit::Snippet::Agent(id) => agents::Snippet::Agent(id),
            wit::Snippet::Headers => agents::Snippet::Headers,
            wit::Snippet::Curl => agents::Snippet::Curl,
        };
        agents::snippet(&WitHost, &ProjectKey(project), endpoint_port, what).map_err(problem)
    }
}

fn problem(problem: domain::Problem) -> wit::Problem {
    match problem {
        domain::Problem::ProjectClosed => wit::Problem::ProjectClosed,
        domain::Problem::Unavailable(_) => wit::Problem::Unavailable(problem.to_string()),
        domain::Problem::UnknownAgent { .. } => wit::Problem::UnknownAgent(problem.to_string()),
        domain::Problem::Refused(refused) => wit::Problem::Refused(refusal(&refused)),
    }
}

fn refusal(refusal: &Refusal) -> wit::Refusal {
    wit::Refusal { code: refusal.code().to_owned(), text: refusal.to_string() }
}

fn agent(found: agents::AgentStatus) -> wit::Agent {
    let row = found.agent;
    wit::Agent {
        id: row.id.to_owned(),
        name: row.name.to_owned(),
        setup: match row.setup {
            Setup::Automatic(_) => wit::Setup::Automatic,
            Setup::Manual(_) => wit::Setup::Manual,
        },
        proof: match row.proof {
            Proof::Source => wit::Proof::Source,
            Proof::Documentation => wit::Proof::Documentation,
            Proof::ThirdParty => wit::Proof::ThirdParty,
            Proof::Unverified => wit::Proof::Unverified,
        },
        selected: found.is_selected,
        evidence: found.evidence,
        path: found.path,
        status: match found.status {
            agents::Status::Manual => wit::Status::Manual,
            agents::Status::Absent => wit::Status::Absent,
            agents::Status::Gone => wit::Status::Gone,
            agents::Status::Outdated => wit::Status::Outdated,
            agents::Status::UpToDate => wit::Status::UpToDate,
            agents::Status::Refused(refused) => wit::Status::Refused(refusal(&refused)),
        },
        reload: row.reload.to_owned(),
        activation: row.activation.map(str::to_owned),
        known_issue: row.known_issue.map(str::to_owned),
    }
}

fn preview(preview: agents::Preview) -> wit::Preview {
    wit::Preview {
        path: preview.path,
        effect: match preview.effect {
            agents::Effect::Create => wit::Effect::Create,
            agents::Effect::Add => wit::Effect::Add,
            agents::Effect::Update => wit::Effect::Update,
            agents::Effect::Remove => wit::Effect::Remove,
            agents::Effect::Delete => wit::Effect::Delete,
            agents::Effect::Nothing => wit::Effect::Nothing,
        },
        diff: preview.diff,
        warnings: preview.warnings,
        next_steps: preview.next_steps,
    }
}
