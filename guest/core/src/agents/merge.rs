//! One node into or out of a file: parse, splice, parse again, prove. Any "no" leaves the file as it is.

use super::change::{Change, Made};
use super::refusal::Refusal;
use super::render;
use super::secrets::Secrets;
use super::splice::apply;
use super::table::Syntax;
use super::text::{Text, is_blank_text};
use super::tree::Tree;
use super::value::{Value, nested};

/// Which node of which kind of file.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The agent's name, for messages.
    pub agent: &'a str,
    /// What the agent's parser takes.
    pub syntax: Syntax,
    /// The keys from the root to the object of servers.
    pub container: Vec<String>,
    /// The server's name.
    pub name: String,
    /// Keys that an overwrite removes from the node, and so does its adoption.
    pub breaking_keys: &'a [&'a str],
    /// The value of `$schema` in a file that is made.
    pub schema: Option<&'a str>,
}

/// What a node that is there may be changed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consent<'a> {
    /// The node still has this digest, so nobody but us changed it.
    Unchanged {
        /// [`Value::digest`] of the node as we left it.
        digest: &'a str,
    },
    /// The node is ours by its URL, and its record is lost.
    Adopted,
    /// A person confirmed.
    Confirmed,
}

/// A file with our node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The file's bytes; those that it had, where nothing was to do.
    pub bytes: Vec<u8>,
    /// Whether they differ from before.
    pub changed: bool,
    /// What the addition made; nothing where the node was there.
    pub made: Made,
    /// [`Value::digest`] of the whole node as it now stands.
    pub digest: String,
    /// What no preview shows.
    pub secrets: SecretsOfBoth,
}

/// What no preview shows of a file as it was and as it would be; nothing where nothing changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SecretsOfBoth {
    /// Of the file as it was.
    pub old: Secrets,
    /// Of the file as it would be.
    pub new: Secrets,
}

/// A file without our node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The file's bytes.
    pub bytes: Vec<u8>,
    /// Whether there was a node to remove.
    pub changed: bool,
    /// Whether nothing is left that somebody else wrote. The host deletes the file where we made it.
    pub is_empty: bool,
    /// What no preview shows.
    pub secrets: SecretsOfBoth,
}

/// Adds the node, or brings our members of it up to date. Comments and members that are not ours stay.
///
/// # Errors
/// [`Refusal`].
pub fn put(
    file: Option<&[u8]>,
    subject: &Subject<'_>,
    wanted: &Value,
    consent: Consent<'_>,
) -> Result<Merged, Refusal> {
    match file {
        Some(bytes) => Opened::read(bytes, subject.syntax, subject.agent)?.put(subject, wanted, consent),
        None => Ok(create(subject, wanted)),
    }
}

/// Removes the node, and of what its addition made whatever is empty now.
///
/// # Errors
/// [`Refusal`].
pub fn remove(file: &[u8], subject: &Subject<'_>, made: &Made, consent: Consent<'_>) -> Result<Removed, Refusal> {
    Opened::read(file, subject.syntax, subject.agent)?.remove(subject, made, consent)
}

/// A file that was read and parsed: large files are parsed once, whatever is asked about them before an edit.
pub struct Opened<'a> {
    bytes: &'a [u8],
    source: Text<'a>,
    tree: Tree<'a>,
    /// What the file means.
    pub value: Value,
}

impl<'a> Opened<'a> {
    /// Reads the bytes of a file as the agent named `agent` would.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn read(bytes: &'a [u8], syntax: Syntax, agent: &str) -> Result<Self, Refusal> {
        let source = Text::read(bytes)?;
        let tree = Tree::parse(source.text, syntax, agent)?;
        let value = tree.value();
        Ok(Self { bytes, source, tree, value })
    }

    /// As [`put`].
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn put(self, subject: &Subject<'_>, wanted: &Value, consent: Consent<'_>) -> Result<Merged, Refusal> {
        let Self { bytes, source, tree, value: old } = self;
        let path = subject.path();
        check_way(&tree, &old, subject)?;
        let (changes, expected) = match old.at(&path) {
            None => (vec![subject.addition(wanted)], wanted.clone()),
            Some(node) => {
                // What is as it should be needs nobody's consent: a record may be older than its node.
                if !node.same(wanted) {
                    check_consent(node, subject, consent)?;
                }
                tree.check_members_unique(&path)?;
                updates(subject, node, wanted, !matches!(consent, Consent::Unchanged { .. }))
            }
        };
        let digest = expected.digest();
        let old_secrets = tree.secrets();
        let (text, made) = changed(source.text, tree, &changes, subject)?;
        let Some(text) = text else {
            return Ok(Merged {
                bytes: bytes.to_vec(),
                changed: false,
                made,
                digest,
                secrets: SecretsOfBoth::default(),
            });
        };
        let new_tree = Tree::parse(&text, subject.syntax, subject.agent).map_err(|_| BROKEN)?;
        let new = new_tree.value();
        let is_ours = new.at(&path).is_some_and(|node| node.same(&expected));
        let absent = subject.absent_containers(&old);
        let is_rest_kept = new.same_but(&old, &path, absent);
        check(is_ours, "the entry is not what it should be")?;
        check(is_rest_kept, "something else would change")?;
        check_ends(source.text, &text)?;
        let secrets = SecretsOfBoth { old: old_secrets, new: new_tree.secrets() };
        Ok(Merged { bytes: source.bytes_of(&text), changed: true, made, digest, secrets })
    }

    /// As [`remove`].
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn remove(self, subject: &Subject<'_>, made: &Made, consent: Consent<'_>) -> Result<Removed, Refusal> {
        let Self { bytes, source, tree, value: old } = self;
        let path = subject.path();
        let Some(node) = old.at(&path) else {
            let is_empty = subject.is_only_ours(&old) && !tree.has_comments();
            return Ok(Removed { bytes: bytes.to_vec(), changed: false, is_empty, secrets: SecretsOfBoth::default() });
        };
        check_way(&tree, &old, subject)?;
        check_consent(node, subject, consent)?;
        let change =
            Change::RemoveNode { container: subject.container.clone(), name: subject.name.clone(), made: made.clone() };
        let (splices, _) = tree.splices(&change)?;
        let text = apply(source.text, splices).ok_or(OVERLAP)?;
        let new_tree = Tree::parse(&text, subject.syntax, subject.agent).map_err(|_| BROKEN)?;
        let new = new_tree.value();
        // TOML's containers without a header of their own go with their last table.
        let most = if subject.syntax == Syntax::Toml { subject.container.len() } else { made.containers };
        let is_rest_kept = old.same_but(&new, &path, most);
        check(is_rest_kept, "something else would change")?;
        let is_empty = subject.is_only_ours(&new) && !new_tree.has_comments();
        let secrets = SecretsOfBoth { old: tree.secrets(), new: new_tree.secrets() };
        Ok(Removed { bytes: source.bytes_of(&text), changed: true, is_empty, secrets })
    }
}

/// A text with the changes made, `None` where there are none, and what an addition made. Each change is made on the text that the
/// one before left: the places of two may touch, as where all members of a node go or the last one does that another goes behind.
fn changed(
    text: &str,
    tree: Tree<'_>,
    changes: &[Change],
    subject: &Subject<'_>,
) -> Result<(Option<String>, Made), Refusal> {
    let Some((first, rest)) = changes.split_first() else { return Ok((None, Made::default())) };
    let (splices, made) = tree.splices(first)?;
    drop(tree);
    let mut text = apply(text, splices).ok_or(OVERLAP)?;
    for change in rest {
        let splices = Tree::parse(&text, subject.syntax, subject.agent).map_err(|_| BROKEN)?.splices(change)?.0;
        text = apply(&text, splices).ok_or(OVERLAP)?;
    }
    Ok((Some(text), made))
}

const OVERLAP: Refusal = Refusal::NotProven("the changes overlap");
const BROKEN: Refusal = Refusal::NotProven("the result cannot be read");

impl Subject<'_> {
    /// The keys from the root to the node.
    #[must_use]
    pub fn path(&self) -> Vec<String> {
        self.container.iter().cloned().chain([self.name.clone()]).collect()
    }

    fn addition(&self, node: &Value) -> Change {
        Change::AddNode { container: self.container.clone(), name: self.name.clone(), node: node.clone() }
    }

    /// How many of the containers a file lacks, counted from the node outwards.
    fn absent_containers(&self, value: &Value) -> usize {
        let present = (1..=self.container.len())
            .take_while(|length| self.container.get(..*length).is_some_and(|path| value.at(path).is_some()))
            .count();
        self.container.len() - present
    }

    /// Whether a value is what a file of ours holds beside the node.
    fn is_only_ours(&self, value: &Value) -> bool {
        value.members().is_some_and(|members| {
            members
                .iter()
                .all(|(name, value)| name == "$schema" && value.as_text() == self.schema && self.schema.is_some())
        })
    }
}

fn create(subject: &Subject<'_>, wanted: &Value) -> Merged {
    let made = Made { file: true, root: true, containers: subject.container.len(), blank: String::new() };
    let text = new_file(subject, wanted);
    let new = Tree::parse(&text, subject.syntax, subject.agent).map(|tree| tree.secrets()).unwrap_or_default();
    let secrets = SecretsOfBoth { old: Secrets::default(), new };
    Merged { bytes: text.into_bytes(), changed: true, made, digest: wanted.digest(), secrets }
}

/// The text of the smallest file with the node.
#[must_use]
pub fn new_file(subject: &Subject<'_>, node: &Value) -> String {
    if subject.syntax == Syntax::Toml { toml_file(subject, node) } else { json_file(subject, node) }
}

fn json_file(subject: &Subject<'_>, wanted: &Value) -> String {
    let mut members = nested(&subject.container, &subject.name, wanted);
    if let Some(schema) = subject.schema {
        members.insert(0, ("$schema".to_owned(), Value::text(schema)));
    }
    render::json(&Value::Object(members), "\n", "", "  ", ": ") + "\n"
}

fn toml_file(subject: &Subject<'_>, wanted: &Value) -> String {
    let lines = wanted.members().unwrap_or_default().iter().map(|member| render::toml_member(member) + "\n");
    format!("{}\n{}", render::toml_header(&subject.path()), lines.collect::<String>())
}

/// The root and the containers must be objects, and no name on the way may occur twice.
fn check_way(tree: &Tree<'_>, value: &Value, subject: &Subject<'_>) -> Result<(), Refusal> {
    let not_an_object = |what: String, found: &Value| Refusal::NotAnObject { what, found: found.kind().to_owned() };
    if value.members().is_none() {
        return Err(not_an_object("the root".to_owned(), value));
    }
    let path = subject.path();
    for (length, name) in path.iter().enumerate() {
        tree.check_unique(path.get(..length).unwrap_or_default(), name)?;
        let Some(found) = path.get(..=length).and_then(|path| value.at(path)) else { return Ok(()) };
        if length < subject.container.len() && found.members().is_none() {
            let keys = path.get(..=length).unwrap_or_default().join(".");
            return Err(not_an_object(format!("\"{keys}\""), found));
        }
    }
    Ok(())
}

fn check_consent(node: &Value, subject: &Subject<'_>, consent: Consent<'_>) -> Result<(), Refusal> {
    let is_allowed = match consent {
        Consent::Unchanged { digest } => node.digest() == digest,
        Consent::Adopted => node.members().is_some(),
        Consent::Confirmed => true,
    };
    if is_allowed { Ok(()) } else { Err(Refusal::UserModified(subject.name.clone())) }
}

/// What makes the node that is there the wanted one, and what it then is.
fn updates(subject: &Subject<'_>, node: &Value, wanted: &Value, repairs: bool) -> (Vec<Change>, Value) {
    let path = subject.path();
    let mut changes = Vec::new();
    let Some(members) = node.members() else {
        return (vec![Change::Replace { path, value: wanted.clone() }], wanted.clone());
    };
    let breaks = |name: &str| repairs && subject.breaking_keys.contains(&name) && wanted.get(name).is_none();
    collect_updates(&path, node, wanted, &mut changes);
    for (name, _) in members.iter().filter(|(name, _)| breaks(name)) {
        changes.push(Change::RemoveMember { path: path.iter().cloned().chain([name.clone()]).collect() });
    }
    let kept = members.iter().filter(|(name, _)| !breaks(name)).cloned().collect();
    (changes, Value::Object(kept).overlaid(wanted))
}

fn collect_updates(path: &[String], node: &Value, wanted: &Value, changes: &mut Vec<Change>) {
    let mut missing = Vec::new();
    for (name, value) in wanted.members().unwrap_or_default() {
        let inner = || path.iter().cloned().chain([name.clone()]).collect::<Vec<_>>();
        match node.get(name) {
            None => missing.push((name.clone(), value.clone())),
            Some(own) if own.same(value) => {}
            Some(own) if own.members().is_some() && value.members().is_some() => {
                collect_updates(&inner(), own, value, changes);
            }
            Some(_) => changes.push(Change::Replace { path: inner(), value: value.clone() }),
        }
    }
    if !missing.is_empty() {
        changes.push(Change::AddMembers { path: path.to_vec(), members: missing });
    }
}

/// Line ends and the end of the file stay as they were.
fn check_ends(old: &str, new: &str) -> Result<(), Refusal> {
    check(is_blank_text(old) || old.ends_with('\n') == new.ends_with('\n'), "the end of the file would change")?;
    check(old.contains('\r') || !new.contains('\r'), "the line ends would change")
}

fn check(holds: bool, what: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::NotProven(what)) }
}

#[cfg(test)]
#[path = "merge_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "merge_props.rs"]
mod props;
