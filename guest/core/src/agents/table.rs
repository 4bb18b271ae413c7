//! What is known of one agent, as data. The rows are in [`super::rows`]; adding an agent is adding a row and its test.

use super::value::Value;

/// One agent.
#[derive(Clone, Copy, Debug)]
pub struct Agent {
    /// Its stable id: the value of `X-MCP-Client` and what `--agent` takes.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// How it is set up.
    pub setup: Setup,
    /// How well the facts of this row are known.
    pub proof: Proof,
    /// Programs whose presence on `PATH` shows that it is installed.
    pub executables: &'static [&'static str],
    /// What a person does so that the agent reads a changed file: one sentence.
    pub reload: &'static str,
    /// What a person does once so that the agent uses project servers at all, such as trusting the project.
    pub activation: Option<&'static str>,
    /// What is known to go wrong. It is shown and never blocks.
    pub known_issue: Option<&'static str>,
}

/// How an agent is set up.
#[derive(Clone, Copy, Debug)]
pub enum Setup {
    /// We write its file.
    Automatic(&'static Automatic),
    /// A person copies a snippet.
    Manual(&'static Manual),
}

/// The file of an agent that we write.
#[derive(Clone, Copy, Debug)]
pub struct Automatic {
    /// Paths that the agent reads, relative to the project; the first that exists is ours to edit. Where two of them exist, one
    /// that already holds servers is preferred, see [`super::plan::locate`].
    pub candidates: &'static [&'static str],
    /// The path that is made where none exists.
    pub created: &'static str,
    /// What the agent's parser takes.
    pub syntax: Syntax,
    /// The shapes that versions of the agent read; mostly one. The first is that of the source document.
    pub shapes: &'static [Shape],
    /// Keys that would break the agent beside ours; an overwrite removes them, and so does the adoption of an entry.
    pub breaking_keys: &'static [&'static str],
    /// The value of `$schema` in a file that we make.
    pub schema: Option<&'static str>,
    /// The agent's own file for settings that nobody commits, named where the file above is tracked by Git.
    pub local_override: Option<&'static str>,
    /// Files whose presence makes a warning: path and one sentence.
    pub shadows: &'static [(&'static str, &'static str)],
    /// Texts that change their meaning in a value, see [`Hazard`].
    pub hazards: &'static [Hazard],
}

/// What the parser of an agent takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JSON as in RFC 8259, no byte order mark.
    StrictJson,
    /// JSON and comments, no trailing commas, no byte order mark.
    JsonWithComments,
    /// JSON, comments and trailing commas.
    Jsonc,
    /// Nobody documents it: comments and trailing commas that are there are kept, none are made.
    UnknownJson,
    /// TOML 1.0.
    Toml,
}

/// Where an agent keeps its servers and what one looks like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The keys from the root to the object of servers.
    pub container: &'static [&'static str],
    /// The members of one server.
    pub node: &'static [(&'static str, Part)],
}

/// One value of a node.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// The URL of the endpoint.
    Url,
    /// `Authorization` and `X-MCP-Client`.
    Headers,
    /// This text.
    Text(&'static str),
    /// This flag.
    Flag(bool),
    /// This whole number.
    Number(u32),
    /// An object.
    Members(&'static [(&'static str, Part)]),
}

/// A text that an agent changes or acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hazard {
    /// `$NAME` and `${NAME}` become a variable's value; `$(…)` may run.
    Dollar,
    /// `{env:…}` and `{file:…}` are replaced before parsing.
    Braces,
    /// A leading `!` runs the rest as a command.
    Bang,
}

/// An agent that a person sets up.
#[derive(Clone, Copy, Debug)]
pub struct Manual {
    /// Why it is not written automatically: one sentence.
    pub reason: &'static str,
    /// Where the snippet goes, for people.
    pub place: &'static str,
    /// The agent's documentation.
    pub documentation: Option<&'static str>,
    /// The form of the snippet.
    pub form: SnippetForm,
}

/// The form of a manual agent's snippet.
#[derive(Clone, Copy, Debug)]
pub enum SnippetForm {
    /// JSON of this shape.
    Json(Shape),
    /// JSON of this shape in which the token is a reference to an environment variable of this name.
    JsonWithVariable(Shape, &'static str),
    /// A row of DeepSeek Harness' `cordis.patch.yml`.
    CordisRow,
}

/// How well the facts of a row are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Read in the agent's own source.
    Source,
    /// The vendor's documentation says so.
    Documentation,
    /// Other people's files and programs agree.
    ThirdParty,
    /// Unverified: such a row is a snippet only.
    Unverified,
}

/// What a node is made of.
#[derive(Clone, Copy, Debug)]
pub struct Endpoint<'a> {
    /// The whole URL.
    pub url: &'a str,
    /// The project's token.
    pub token: &'a str,
}

impl Shape {
    /// The node that the agent `client` should have.
    #[must_use]
    pub fn wanted(&self, endpoint: &Endpoint<'_>, client: &str) -> Value {
        members(self.node, endpoint.url, &format!("Bearer {}", endpoint.token), client)
    }

    /// As [`Shape::wanted`], with `Bearer <credential>` spelt by the caller.
    #[must_use]
    pub fn wanted_with(&self, url: &str, authorization: &str, client: &str) -> Value {
        members(self.node, url, authorization, client)
    }
}

fn members(parts: &[(&str, Part)], url: &str, authorization: &str, client: &str) -> Value {
    let value = |part: &Part| match part {
        Part::Url => Value::text(url),
        Part::Headers => Value::Object(vec![
            ("Authorization".to_owned(), Value::text(authorization)),
            ("X-MCP-Client".to_owned(), Value::text(client)),
        ]),
        Part::Text(text) => Value::text(text),
        Part::Flag(flag) => Value::Bool(*flag),
        Part::Number(number) => Value::Number(number.to_string()),
        Part::Members(parts) => members(parts, url, authorization, client),
    };
    Value::Object(parts.iter().map(|(name, part)| ((*name).to_owned(), value(part))).collect())
}
