//! `get_git_repositories`: the project's Git repositories and where each of them stands.

use serde::Serialize;

use super::output::{Listing, listing, warnings};
use super::{Annotations, Arguments, Context, Failure, NO_ARGUMENTS, Output, Tool};
use crate::host::{Repository, RepositoryState};
use crate::redact;

/// The row of the table.
pub const TOOL: Tool = Tool {
    name: "get_git_repositories",
    title: "List Git repositories",
    description: "Lists the Git repositories of this project: root, state, HEAD, current branch, upstream and the names of \
the remotes. The other Git tools take a root exactly as listed here.",
    input_schema: NO_ARGUMENTS,
    output_schema: Some(concat!(
        r#"{"type":"object","properties":{"projectName":{"type":"string"},"repositories":{"type":"array","items":"#,
        r#"{"type":"object","properties":{"repositoryRoot":{"type":"string"},"#,
        r#""state":{"type":"string","enum":["normal","detached","merging","rebasing","grafting","reverting"]},"#,
        r#""head":{"type":"string"},"currentBranch":{"type":"string"},"#,
        r#""upstream":{"type":"object","properties":{"remote":{"type":"string"},"branch":{"type":"string"}},"#,
        r#""required":["remote","branch"],"additionalProperties":false},"#,
        r#""remotes":{"type":"array","items":{"type":"string"}}},"#,
        r#""required":["repositoryRoot","state","remotes"],"additionalProperties":false}},"#,
        r#""warnings":{"type":"array","items":{"type":"string"}}},"#,
        r#""required":["projectName","repositories"],"additionalProperties":false}"#,
    )),
    annotations: Annotations::READS,
    arguments: &[],
    call,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    project_name: &'a str,
    repositories: Vec<Item>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    repository_root: String,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    current_branch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upstream: Option<Upstream>,
    remotes: Vec<String>,
}

#[derive(Serialize)]
struct Upstream {
    remote: String,
    branch: String,
}

fn call(context: &Context<'_>, _: &Arguments<'_>) -> Result<Output, Failure> {
    let found = context.host.list_repositories(&context.project.key)?;
    let mut repositories: Vec<Item> = found.repositories.into_iter().map(item).collect();
    repositories.sort_by(|one, other| one.repository_root.cmp(&other.repository_root));
    listing(Answer { project_name: &context.project.name, repositories, warnings: warnings(&found.skipped) })
}

fn item(repository: Repository) -> Item {
    // Git takes a URL as the name of a remote, secrets included.
    let mut remotes: Vec<String> = repository.remote_names.iter().map(|name| redact::url(name)).collect();
    remotes.sort();
    Item {
        repository_root: repository.root,
        state: state_name(repository.state),
        head: repository.head,
        current_branch: repository.current_branch,
        upstream: repository.upstream.map(|up| Upstream { remote: redact::url(&up.remote), branch: up.branch }),
        remotes,
    }
}

fn state_name(state: RepositoryState) -> &'static str {
    match state {
        RepositoryState::Normal => "normal",
        RepositoryState::Detached => "detached",
        RepositoryState::Merging => "merging",
        RepositoryState::Rebasing => "rebasing",
        RepositoryState::Grafting => "grafting",
        RepositoryState::Reverting => "reverting",
    }
}

impl Listing for Answer<'_> {
    fn count(&self) -> usize {
        self.repositories.len()
    }

    fn keep_first(&mut self, count: usize) {
        self.repositories.truncate(count);
    }

    fn warnings(&mut self) -> &mut Vec<String> {
        &mut self.warnings
    }
}
