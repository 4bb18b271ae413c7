//! `tools/list` and `tools/call`, trimmed to what the version in force may see.

use super::{Problem, Version};
use crate::host::{Host, Project};
use crate::json::{self, Object};
use crate::request_log::Outcome;
use crate::tools::{self, Arguments, Context, NotAnObject, Output, Tool};

/// Always the whole table in its order; there is no next page.
pub fn list(tools: &[Tool], version: Version) -> String {
    let mut out = String::from(r#"{"tools":["#);
    for (index, tool) in tools.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push_tool(&mut out, tool, version);
    }
    out.push_str("]}");
    out
}

fn push_tool(out: &mut String, tool: &Tool, version: Version) {
    out.push_str(r#"{"name":"#);
    json::push_string(out, tool.name);
    if version.has_structured_content() {
        out.push_str(r#","title":"#);
        json::push_string(out, tool.title);
    }
    out.push_str(r#","description":"#);
    json::push_string(out, tool.description);
    out.push_str(r#","inputSchema":"#);
    out.push_str(tool.input_schema);
    if let Some(schema) = tool.output_schema.filter(|_| version.has_structured_content()) {
        out.push_str(r#","outputSchema":"#);
        out.push_str(schema);
    }
    if version.has_annotations() {
        out.push_str(r#","annotations":"#);
        out.push_str(&tool.annotations.json());
    }
    out.push('}');
}

/// Runs a tool. What the tool refuses is a result that says so, which a model can act on; only what is no proper call of
/// an existing tool is an error (SEP-1303).
pub fn call(
    host: &dyn Host,
    tools: &[Tool],
    project: &Project,
    params: &Object<'_>,
    version: Version,
) -> Result<(String, Outcome), Problem> {
    let Some(name) = params.get_string("name") else {
        return Err(Problem::InvalidParams("\"name\" must be a string: the name of a tool".to_owned()));
    };
    let arguments = match params.get_present("arguments").map(Arguments::parse) {
        Some(Err(NotAnObject { got })) => {
            return Err(Problem::InvalidParams(format!("\"arguments\" must be an object, got {got}")));
        }
        Some(Ok(arguments)) => arguments,
        None => Arguments::default(),
    };
    let Some(tool) = tools.iter().find(|tool| tool.name == name) else {
        return Err(Problem::UnknownTool { given: name });
    };
    Ok(match tools::call(tool, &Context { host, project }, &arguments) {
        Ok(output) => (success(&output, version), Outcome::Done),
        Err(failure) => (error(&failure.text()), Outcome::ToolFailed(failure.log_text())),
    })
}

fn success(output: &Output, version: Version) -> String {
    match output {
        Output::Content(content) => format!(r#"{{"content":{content},"isError":false}}"#),
        Output::Structured(value) => {
            let mut out = String::with_capacity(value.len() * 2 + 100);
            out.push_str(r#"{"content":[{"type":"text","text":"#);
            json::push_string(&mut out, value);
            out.push_str("}]");
            if version.has_structured_content() {
                out.push_str(r#","structuredContent":"#);
                out.push_str(value);
            }
            out.push_str(r#","isError":false}"#);
            out
        }
    }
}

fn error(text: &str) -> String {
    let mut out = String::from(r#"{"content":[{"type":"text","text":"#);
    json::push_string(&mut out, text);
    out.push_str(r#"}],"isError":true}"#);
    out
}
