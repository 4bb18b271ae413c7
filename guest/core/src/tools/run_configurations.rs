//! `get_restartable_run_configurations`: the saved configurations that an agent may restart.

use serde::Serialize;

use super::output::{Listing, listing, warnings};
use super::{Annotations, Arguments, Context, Failure, NO_ARGUMENTS, Output, Tool};
use crate::host::{FileKind, RunConfiguration};

/// The row of the table.
pub const TOOL: Tool = Tool {
    name: "get_restartable_run_configurations",
    title: "List restartable run configurations",
    description: "Lists the saved run configurations of this project that may be started or restarted. Temporary \
configurations and types that the project does not expose are left out.",
    input_schema: NO_ARGUMENTS,
    output_schema: Some(concat!(
        r#"{"type":"object","properties":{"projectName":{"type":"string"},"configurations":{"type":"array","items":"#,
        r#"{"type":"object","properties":{"name":{"type":"string"},"typeId":{"type":"string"},"typeName":{"type":"string"}},"#,
        r#""required":["name","typeId","typeName"],"additionalProperties":false}},"#,
        r#""warnings":{"type":"array","items":{"type":"string"}}},"#,
        r#""required":["projectName","configurations"],"additionalProperties":false}"#,
    )),
    annotations: Annotations::READS,
    arguments: &[],
    call,
};

/// The platform's ids of the build-tool types that are hidden until a person exposes them: they run any goal.
const HIDDEN_TYPE_IDS: [&str; 2] = ["MavenRunConfiguration", "GradleRunConfiguration"];

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    project_name: &'a str,
    configurations: Vec<Item<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Item<'a> {
    name: &'a str,
    type_id: &'a str,
    type_name: &'a str,
}

fn call(context: &Context<'_>, _: &Arguments<'_>) -> Result<Output, Failure> {
    let found = context.host.list_run_configurations(&context.project.key)?;
    let configurations: Vec<Item<'_>> = found
        .configurations
        .iter()
        .filter(|configuration| is_exposed(configuration))
        .map(|exposed| Item { name: &exposed.name, type_id: &exposed.type_id, type_name: &exposed.type_name })
        .collect();
    let mut warnings = warnings(&found.skipped);
    if found.configurations.is_empty() && has_no_idea_folder(context) {
        warnings.push(NO_IDEA_FOLDER.to_owned());
    }
    listing(Answer { project_name: &context.project.name, configurations, warnings })
}

/// What an empty list means where nobody has opened the folder in IDEA yet.
const NO_IDEA_FOLDER: &str = "the project folder has neither .idea nor .run, where IDEA keeps run configurations: open it in IDEA \
and save one, or check that the right folder is served";

fn has_no_idea_folder(context: &Context<'_>) -> bool {
    let is_missing = |path| context.host.file_kind(&context.project.key, path) == Ok(FileKind::Missing);
    is_missing(".idea") && is_missing(".run")
}

/// Whether agents may see and restart the configuration.
fn is_exposed(configuration: &RunConfiguration) -> bool {
    !configuration.temporary && !HIDDEN_TYPE_IDS.contains(&configuration.type_id.as_str())
}

impl Listing for Answer<'_> {
    fn count(&self) -> usize {
        self.configurations.len()
    }

    fn keep_first(&mut self, count: usize) {
        self.configurations.truncate(count);
    }

    fn warnings(&mut self) -> &mut Vec<String> {
        &mut self.warnings
    }
}
