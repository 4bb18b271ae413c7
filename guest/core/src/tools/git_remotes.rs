//! `get_git_remotes`: the remotes of one repository, as `git remote -v` but without secrets.

use serde::Serialize;

use super::arguments::short;
use super::output::{Listing, listing};
use super::{Annotations, Arguments, Context, Failure, Output, Tool};
use crate::host::{GitProblem, Remote, RemoteListing};
use crate::redact;

/// The row of the table.
pub const TOOL: Tool = Tool {
    name: "get_git_remotes",
    title: "List Git remotes",
    description: "Lists the remotes of one Git repository of this project with their fetch and push URLs. Credentials in \
URLs are shown as ***.",
    input_schema: concat!(
        r#"{"type":"object","properties":{"repositoryRoot":{"type":"string","minLength":1,"#,
        r#""description":"A root as get_git_repositories lists it. May be left out where the project has one repository."}},"#,
        r#""additionalProperties":false}"#,
    ),
    output_schema: Some(concat!(
        r#"{"type":"object","properties":{"projectName":{"type":"string"},"repositoryRoot":{"type":"string"},"#,
        r#""remotes":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"#,
        r#""fetchUrls":{"type":"array","items":{"type":"string"}},"pushUrls":{"type":"array","items":{"type":"string"}}},"#,
        r#""required":["name","fetchUrls","pushUrls"],"additionalProperties":false}},"#,
        r#""warnings":{"type":"array","items":{"type":"string"}}},"#,
        r#""required":["projectName","repositoryRoot","remotes"],"additionalProperties":false}"#,
    )),
    annotations: Annotations::READS,
    arguments: &[ROOT],
    call,
};

const ROOT: &str = "repositoryRoot";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    project_name: &'a str,
    repository_root: String,
    remotes: Vec<Item>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    name: String,
    fetch_urls: Vec<String>,
    push_urls: Vec<String>,
}

fn call(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Output, Failure> {
    let found = remotes_of(context, arguments.optional_string(ROOT)?)?;
    let mut remotes: Vec<Item> = found.remotes.into_iter().map(item).collect();
    remotes.sort_by(|one, other| one.name.cmp(&other.name));
    let project_name = &context.project.name;
    listing(Answer { project_name, repository_root: found.repository_root, remotes, warnings: Vec::new() })
}

fn remotes_of(context: &Context<'_>, named: Option<String>) -> Result<RemoteListing, Failure> {
    let root = match named {
        Some(root) => root,
        None => only_root(context)?,
    };
    match context.host.list_remotes(&context.project.key, &root) {
        Err(GitProblem::NotFound) => Err(not_found(&root, roots(context)?)),
        other => Ok(other?),
    }
}

fn not_found(given: &str, known: Vec<String>) -> Failure {
    match known.as_slice() {
        [] => Failure::NoRepository,
        _ => Failure::RepositoryNotFound { given: short(given), known },
    }
}

/// The root that need not be named.
fn only_root(context: &Context<'_>) -> Result<String, Failure> {
    let mut roots = roots(context)?;
    match (roots.len(), roots.pop()) {
        (1, Some(root)) => Ok(root),
        (_, None) => Err(Failure::NoRepository),
        (_, Some(last)) => {
            roots.push(last);
            Err(Failure::RepositoryRequired(roots))
        }
    }
}

fn roots(context: &Context<'_>) -> Result<Vec<String>, Failure> {
    let found = context.host.list_repositories(&context.project.key)?;
    let mut roots: Vec<String> = found.repositories.into_iter().map(|repository| repository.root).collect();
    roots.sort();
    Ok(roots)
}

/// More URLs of one remote are a mistake or an attack; the first ones tell enough.
const URLS: usize = 100;

/// Push uses the fetch URLs where none are configured for it. Git takes a URL as the name of a remote, secrets included.
fn item(remote: Remote) -> Item {
    let redacted = |urls: &[String]| urls.iter().take(URLS).map(|url| redact::url(url)).collect::<Vec<_>>();
    let fetch_urls = redacted(&remote.fetch_urls);
    let push_urls = if remote.push_urls.is_empty() { fetch_urls.clone() } else { redacted(&remote.push_urls) };
    Item { name: redact::url(&remote.name), fetch_urls, push_urls }
}

impl Listing for Answer<'_> {
    fn count(&self) -> usize {
        self.remotes.len()
    }

    fn keep_first(&mut self, count: usize) {
        self.remotes.truncate(count);
    }

    fn warnings(&mut self) -> &mut Vec<String> {
        &mut self.warnings
    }
}
