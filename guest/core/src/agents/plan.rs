//! What would happen to one agent's file: which file, which node, which bytes. Nothing is written here.

use super::merge::{self, Consent, Merged, Opened, Removed, SecretsOfBoth, Subject};
use super::ownership::{Ownership, Record};
use super::refusal::Refusal;
use super::table::{Agent, Automatic, Endpoint, Hazard, Setup, Syntax};
use super::text::Text;
use super::tree::Tree;
use super::value::Value;
use super::{change::Made, diff, naming, shape};
use crate::host::{FileKind, FileProblem, Host, Project};
use crate::limits;

/// What a person or the start-up monitor wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Our node as it should be; a node that a person changed is left alone.
    Sync,
    /// As `Sync`, and a person confirmed that their changes to our node may go.
    Overwrite,
}

/// What a plan does to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The file comes to be.
    Create,
    /// The node comes to be.
    Add,
    /// Members of the node change.
    Update,
    /// Everything is as it should be.
    Nothing,
}

/// What would happen to one agent's file.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The file, relative to the project's folder.
    pub path: String,
    /// What happens.
    pub action: Action,
    /// The file as it is.
    pub old: Option<Vec<u8>>,
    /// The file as it would be, with its node.
    pub merged: Merged,
    /// The record that goes with it.
    pub record: Record,
    /// What a person should know, one sentence each.
    pub warnings: Vec<String>,
}

/// The file of an agent as it is.
pub struct Located {
    /// The file, relative to the project's folder.
    pub path: String,
    /// Its bytes.
    pub bytes: Option<Vec<u8>>,
    /// The other files of the agent that exist too.
    pub others: Vec<(String, Option<Value>)>,
}

/// Plans a sync or an overwrite.
///
/// # Errors
/// [`Refusal`]; the file stays as it is.
pub fn put(
    host: &dyn Host,
    project: &Project,
    agent: &'static Agent,
    ownership: &Ownership,
    endpoint: &Endpoint<'_>,
    intent: Intent,
) -> Result<Plan, Refusal> {
    let automatic = automatic(agent)?;
    let record = ownership.record(agent.id);
    let located = locate(host, project, agent, automatic, record)?;
    let version = || agent.executables.iter().find_map(|program| host.program_version(program));
    let recorded = record.filter(|record| record.path == located.path);
    let open = |bytes| Opened::read(bytes, automatic.syntax, agent.name);
    let opened = located.bytes.as_deref().map(open).transpose()?;
    let value = opened.as_ref().map(|opened| &opened.value);
    let held = shape::holding(automatic, value, recorded.map(|record| record.name.as_str()));
    let chosen = held.or_else(|| shape::choose(automatic, value, version)).ok_or(NO_SHAPE)?;
    let servers = value.and_then(|value| value.at(chosen.shape.container));
    let name = naming::choose(servers, recorded.map(|record| record.name.as_str()), &project.path)?;
    let wanted = chosen.shape.wanted(endpoint, agent.id);
    check_hazards(agent.name, automatic.hazards, &wanted, &mut Vec::new())?;
    let subject = subject(agent, automatic, chosen.shape.container, name);
    let consent = match (intent, recorded) {
        (Intent::Overwrite, _) => Consent::Confirmed,
        (Intent::Sync, Some(record)) => Consent::Unchanged { digest: &record.digest },
        (Intent::Sync, None) => Consent::Adopted,
    };
    let was_there = servers.is_some_and(|servers| servers.get(&subject.name).is_some());
    let mut warnings = warnings(host, project, agent, automatic, &located, value, &subject);
    let merged = match opened {
        Some(opened) => opened.put(&subject, &wanted, consent)?,
        None => merge::put(None, &subject, &wanted, consent)?,
    };
    let action = match (&located.bytes, was_there, merged.changed) {
        (_, _, false) => Action::Nothing,
        (None, ..) => Action::Create,
        (Some(_), false, true) => Action::Add,
        (Some(_), true, true) => Action::Update,
    };
    if chosen.is_assumed {
        let keys = chosen.shape.container.join(".");
        warnings.push(format!("neither the file nor {}'s version tells its shape; \"{keys}\" is assumed", agent.name));
    }
    // What made the containers is remembered from when the node was added.
    let made =
        if was_there { recorded.map(|record| record.made.clone()).unwrap_or_default() } else { merged.made.clone() };
    let record = Record {
        agent: agent.id.to_owned(),
        path: located.path.clone(),
        name: subject.name,
        digest: merged.digest.clone(),
        made,
        written_at_s: host.unix_time_s(),
    };
    Ok(Plan { path: located.path, action, old: located.bytes, merged, record, warnings })
}

/// What a removal would do.
#[derive(Clone, Debug)]
pub struct Removal {
    /// The file, relative to the project's folder.
    pub path: String,
    /// The file as it is.
    pub old: Vec<u8>,
    /// The file as it would be.
    pub removed: Removed,
    /// Whether the host deletes the file: we made it, and nothing else is in it.
    pub deletes_file: bool,
}

/// Plans the removal of our node; `None` where there is none.
///
/// # Errors
/// [`Refusal`]; the file stays as it is.
pub fn remove(
    host: &dyn Host,
    project: &Project,
    agent: &'static Agent,
    ownership: &Ownership,
    intent: Intent,
) -> Result<Option<Removal>, Refusal> {
    let automatic = automatic(agent)?;
    let record = ownership.record(agent.id);
    let located = locate(host, project, agent, automatic, record)?;
    let Some(bytes) = located.bytes else { return Ok(None) };
    let recorded = record.filter(|record| record.path == located.path);
    let made = recorded.map_or_else(Made::default, |record| record.made.clone());
    let opened = Opened::read(&bytes, automatic.syntax, agent.name)?;
    for shape in automatic.shapes {
        let servers = opened.value.at(shape.container).and_then(Value::members);
        let recorded_name = recorded.map(|record| record.name.as_str());
        let Some((name, _)) = naming::find(servers.unwrap_or_default(), recorded_name) else { continue };
        let subject = subject(agent, automatic, shape.container, name.clone());
        let consent = match (intent, recorded) {
            (Intent::Sync, Some(record)) => Consent::Unchanged { digest: &record.digest },
            _ => Consent::Confirmed,
        };
        let removed = opened.remove(&subject, &made, consent)?;
        let deletes_file = removed.is_empty && made.file;
        return Ok(Some(Removal { path: located.path, old: bytes, removed, deletes_file }));
    }
    Ok(None)
}

impl Plan {
    /// The unified diff, without secrets.
    #[must_use]
    pub fn diff(&self) -> String {
        diff_of(&self.path, self.old.as_deref(), &self.merged.bytes, &self.merged.secrets)
    }
}

impl Removal {
    /// The unified diff, without secrets.
    #[must_use]
    pub fn diff(&self) -> String {
        diff_of(&self.path, Some(&self.old), &self.removed.bytes, &self.removed.secrets)
    }
}

/// The file of an agent: the recorded one while it holds our node or cannot be parsed, else one that holds a node of ours, else
/// one where servers are kept, else the first that exists, else the one to make.
///
/// # Errors
/// [`Refusal::Unreadable`].
pub fn locate(
    host: &dyn Host,
    project: &Project,
    agent: &Agent,
    automatic: &'static Automatic,
    record: Option<&Record>,
) -> Result<Located, Refusal> {
    let mut read_files = Vec::new();
    for path in automatic.candidates {
        read_files.extend(read(host, project, path)?.map(|bytes| (*path, bytes)));
    }
    if let [(path, _)] = read_files.as_slice() {
        // Nothing to choose, so nothing to parse here.
        let path = (*path).to_owned();
        let bytes = read_files.pop().map(|(_, bytes)| bytes);
        return Ok(Located { path, bytes, others: Vec::new() });
    }
    let parsed = |(path, bytes): (&'static str, Vec<u8>)| {
        let value = parse(&bytes, automatic.syntax, agent.name);
        (path, bytes, value)
    };
    let mut found: Vec<_> = read_files.into_iter().map(parsed).collect();
    let servers = |value: &Option<Value>, test: &dyn Fn(&str, &Value) -> bool| {
        let members = automatic.shapes.iter().filter_map(|shape| value.as_ref()?.at(shape.container)?.members());
        members.flatten().any(|(name, node)| test(name, node))
    };
    let recorded = |path: &str| record.filter(|record| record.path == path);
    let index = found
        .iter()
        .position(|(path, _, value)| {
            // One that cannot be parsed may still hold the node.
            recorded(path).is_some_and(|record| value.is_none() || servers(value, &|name, _| name == record.name))
        })
        .or_else(|| found.iter().position(|(_, _, value)| servers(value, &|_, node| naming::is_ours(node))))
        .or_else(|| found.iter().position(|(_, _, value)| servers(value, &|_, _| true)))
        .unwrap_or_default();
    if found.is_empty() {
        check_parents(host, project, automatic.created)?;
        return Ok(Located { path: automatic.created.to_owned(), bytes: None, others: Vec::new() });
    }
    let (path, bytes, _) = found.remove(index);
    let others = found.into_iter().map(|(path, _, value)| (path.to_owned(), value)).collect();
    Ok(Located { path: path.to_owned(), bytes: Some(bytes), others })
}

const NO_SHAPE: Refusal = Refusal::NotProven("the agent has no shape");

fn automatic(agent: &'static Agent) -> Result<&'static Automatic, Refusal> {
    match agent.setup {
        Setup::Automatic(automatic) => Ok(automatic),
        Setup::Manual(manual) => {
            Err(Refusal::ByHand { agent: agent.name.to_owned(), reason: manual.reason.to_owned() })
        }
    }
}

fn subject(agent: &'static Agent, automatic: &'static Automatic, container: &[&str], name: String) -> Subject<'static> {
    Subject {
        agent: agent.name,
        syntax: automatic.syntax,
        container: container.iter().map(|key| (*key).to_owned()).collect(),
        name,
        breaking_keys: automatic.breaking_keys,
        schema: automatic.schema,
    }
}

fn read(host: &dyn Host, project: &Project, path: &str) -> Result<Option<Vec<u8>>, Refusal> {
    let limit = u32::try_from(limits::CONFIG_FILE_BYTES).unwrap_or(u32::MAX);
    host.read_file(&project.key, path, limit).map_err(|problem| unreadable(path, &problem))
}

fn unreadable(path: &str, problem: &FileProblem) -> Refusal {
    Refusal::Unreadable { path: path.to_owned(), reason: problem.to_string() }
}

/// A folder of the path may be missing; it may not be something else.
fn check_parents(host: &dyn Host, project: &Project, path: &str) -> Result<(), Refusal> {
    for (at, _) in path.match_indices('/') {
        let folder = path.get(..at).unwrap_or_default();
        match host.file_kind(&project.key, folder).map_err(|problem| unreadable(folder, &problem))? {
            FileKind::Folder => {}
            FileKind::Missing => return Ok(()),
            FileKind::File | FileKind::Other => {
                let reason = "it is not a folder; move it away first".to_owned();
                return Err(Refusal::Unreadable { path: folder.to_owned(), reason });
            }
        }
    }
    Ok(())
}

fn parse(bytes: &[u8], syntax: Syntax, agent: &str) -> Option<Value> {
    let text = Text::read(bytes).ok()?;
    Tree::parse(text.text, syntax, agent).ok().map(|tree| tree.value())
}

fn check_hazards(agent: &str, hazards: &[Hazard], value: &Value, path: &mut Vec<String>) -> Result<(), Refusal> {
    for (name, value) in value.members().unwrap_or_default() {
        path.push(name.clone());
        if let Some(what) = value.as_text().and_then(|text| hazards.iter().find_map(|hazard| hazard.in_text(text))) {
            return Err(Refusal::UnsafeValue { agent: agent.to_owned(), key: path.join("."), what });
        }
        check_hazards(agent, hazards, value, path)?;
        path.pop();
    }
    Ok(())
}

impl Hazard {
    /// What of a text the agent would act on.
    fn in_text(self, text: &str) -> Option<&'static str> {
        match self {
            Self::Dollar => text.contains('$').then_some("\"$\""),
            Self::Braces if text.contains("{env:") => Some("\"{env:\""),
            Self::Braces => text.contains("{file:").then_some("\"{file:\""),
            Self::Bang => text.starts_with('!').then_some("a leading \"!\""),
        }
    }
}

fn warnings(
    host: &dyn Host,
    project: &Project,
    agent: &Agent,
    automatic: &Automatic,
    located: &Located,
    value: Option<&Value>,
    subject: &Subject<'_>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    let takes_no_bom = matches!(automatic.syntax, Syntax::StrictJson | Syntax::JsonWithComments);
    if takes_no_bom && located.bytes.as_ref().is_some_and(|bytes| bytes.starts_with(b"\xef\xbb\xbf")) {
        warnings.push(format!("the file begins with a byte order mark, which {} may not read; it is kept", agent.name));
    }
    let wanted = subject.container.first().map(String::as_str).unwrap_or_default();
    let plain = |key: &str| key.replace(['_', '-'], "").to_ascii_lowercase();
    let root = value.and_then(Value::members).unwrap_or_default();
    for (key, _) in root.iter().filter(|(key, _)| key != wanted && plain(key) == plain(wanted)) {
        warnings.push(format!("\"{key}\" looks like a misspelling of \"{wanted}\"; {} does not read it", agent.name));
    }
    for (path, value) in &located.others {
        let shadows = value.as_ref().and_then(|value| value.at(&subject.path())).is_some();
        if shadows {
            warnings.push(format!("{path} has an entry \"{}\" too, and one of them hides the other", subject.name));
        }
    }
    for (path, sentence) in automatic.shadows {
        if host.file_kind(&project.key, path) == Ok(FileKind::File) {
            warnings.push((*sentence).to_owned());
        }
    }
    warnings
}

fn diff_of(path: &str, old: Option<&[u8]>, new: &[u8], secrets: &SecretsOfBoth) -> String {
    let text = |bytes| Text::read(bytes).map(|text| text.text).unwrap_or_default();
    let old_side = diff::Side { text: old.map_or("", text), secrets: secrets.old.clone(), exists: old.is_some() };
    diff::unified(path, &old_side, &diff::Side { text: text(new), secrets: secrets.new.clone(), exists: true })
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
