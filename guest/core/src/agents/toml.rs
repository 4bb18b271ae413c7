//! TOML: where the parts of a text stand, and how one of them is changed by splices.

mod insert;
mod remove;

use std::cell::OnceCell;
use std::ops::Range;

use toml_edit::{Document, InlineTable, Item, Table, Value as Toml};

use super::change::{Change, Made};
use super::refusal::Refusal;
use super::render;
use super::secrets::{Secrets, Shade};
use super::splice::Splice;
use super::text::place;
use super::value::Value;

/// A parsed text.
pub struct Tree<'a> {
    text: &'a str,
    document: Document<&'a str>,
    /// See [`Tree::headers`].
    headers: OnceCell<Vec<Header>>,
}

/// A table with a header of its own.
struct Header {
    path: Vec<String>,
    /// Where its `[` stands.
    start: usize,
    /// Where its last value ends, or its `]`.
    end: usize,
}

impl<'a> Tree<'a> {
    /// Parses a text.
    ///
    /// # Errors
    /// [`Refusal::Syntax`].
    pub fn parse(text: &'a str) -> Result<Self, Refusal> {
        let document = Document::parse(text).map_err(|error| Refusal::Syntax {
            place: place(text, error.span().map_or(0, |span| span.start)),
            reason: error.message().trim().replace('\n', ", "),
        })?;
        Ok(Self { text, document, headers: OnceCell::new() })
    }

    /// Every table that has a header, in the order of the file. Found when they are asked for: a result that is only proved needs
    /// none.
    fn headers(&self) -> &[Header] {
        self.headers.get_or_init(|| {
            let mut headers = Vec::new();
            collect_headers(self.document.as_table(), &mut Vec::new(), &mut headers);
            headers.sort_by_key(|header| header.start);
            headers
        })
    }

    /// What the text means.
    #[must_use]
    pub fn value(&self) -> Value {
        self.table_value(self.document.as_table())
    }

    /// Visits every literal with its shade.
    pub fn visit_secrets(&self, secrets: &mut Secrets) {
        visit(self.text, self.document.as_item(), Shade::Open, secrets);
    }

    /// Whether a comment stands anywhere.
    #[must_use]
    pub fn has_comments(&self) -> bool {
        self.text.lines().any(|line| line.trim_start().starts_with('#'))
    }

    /// The splices that make a change, and what an addition made.
    ///
    /// # Errors
    /// [`Refusal::NotAnObject`], [`Refusal::Awkward`].
    pub fn splices(&self, change: &Change) -> Result<(Vec<Splice>, Made), Refusal> {
        match change {
            Change::AddNode { container, name, node } => self.add_node(container, name, node),
            Change::AddMembers { path, members } => Ok((vec![self.add_members(path, members)?], Made::default())),
            Change::Replace { path, value } => Ok((vec![self.replace(path, value)?], Made::default())),
            Change::RemoveMember { path } => Ok((self.remove(path, "")?, Made::default())),
            Change::RemoveNode { container, name, made } => {
                let path: Vec<String> = container.iter().cloned().chain([name.clone()]).collect();
                Ok((self.remove(&path, &made.blank)?, Made::default()))
            }
        }
    }

    fn item(&self, path: &[String]) -> Option<&Item> {
        path.iter().try_fold(self.document.as_item(), |item, name| match item {
            Item::Table(table) => table.get(name),
            Item::Value(Toml::InlineTable(table)) => table.get_key_value(name).map(|(_, item)| item),
            _ => None,
        })
    }

    fn replace(&self, path: &[String], value: &Value) -> Result<Splice, Refusal> {
        let span = self.item(path).and_then(Item::as_value).and_then(Toml::span);
        match span {
            Some(span) => Ok(Splice::replace(span, render::toml_value(value))),
            None => Err(Refusal::Awkward(format!(
                "{} is a table and cannot become a value in place; remove it by hand",
                path.join(".")
            ))),
        }
    }

    fn table_value(&self, table: &Table) -> Value {
        Value::Object(table.iter().map(|(name, item)| (name.to_owned(), self.item_value(item))).collect())
    }

    fn item_value(&self, item: &Item) -> Value {
        match item {
            Item::None => Value::Null,
            Item::Table(table) => self.table_value(table),
            Item::ArrayOfTables(tables) => Value::Array(tables.iter().map(|table| self.table_value(table)).collect()),
            Item::Value(value) => self.value_value(value),
        }
    }

    fn value_value(&self, value: &Toml) -> Value {
        let raw = |span: Option<Range<usize>>| span.and_then(|span| self.text.get(span)).unwrap_or_default().to_owned();
        match value {
            Toml::String(text) => Value::String(text.value().clone()),
            Toml::Integer(number) => Value::Number(raw(number.span())),
            Toml::Float(number) => Value::Number(raw(number.span())),
            Toml::Boolean(flag) => Value::Bool(*flag.value()),
            Toml::Datetime(date) => Value::Date(raw(date.span())),
            Toml::Array(values) => Value::Array(values.iter().map(|value| self.value_value(value)).collect()),
            Toml::InlineTable(table) => self.inline_value(table),
        }
    }

    fn inline_value(&self, table: &InlineTable) -> Value {
        Value::Object(table.iter().map(|(name, value)| (name.to_owned(), self.value_value(value))).collect())
    }
}

fn visit(text: &str, item: &Item, shade: Shade, secrets: &mut Secrets) {
    match item {
        Item::None => {}
        Item::Table(table) => visit_members(text, table.iter(), shade, secrets),
        Item::ArrayOfTables(tables) => {
            tables.iter().for_each(|table| visit_members(text, table.iter(), shade, secrets));
        }
        Item::Value(value) => visit_value(text, value, shade, secrets),
    }
}

fn visit_members<'t>(
    text: &str,
    members: impl Iterator<Item = (&'t str, &'t Item)>,
    shade: Shade,
    secrets: &mut Secrets,
) {
    members.for_each(|(name, item)| visit(text, item, shade.of_member(name), secrets));
}

fn visit_value(text: &str, value: &Toml, shade: Shade, secrets: &mut Secrets) {
    match value {
        Toml::InlineTable(table) => {
            table.iter().for_each(|(name, value)| visit_value(text, value, shade.of_member(name), secrets));
        }
        Toml::Array(values) => {
            let mut next = shade;
            for value in values {
                visit_value(text, value, next, secrets);
                next = shade.of_next(value.as_str());
            }
        }
        literal => literal.span().into_iter().for_each(|span| secrets.visit(text, span, shade)),
    }
}

fn collect_headers(table: &Table, path: &mut Vec<String>, headers: &mut Vec<Header>) {
    if let Some(span) = table.span().filter(|_| has_header(table) && !path.is_empty()) {
        headers.push(Header { path: path.clone(), start: span.start, end: end_of_values(table).unwrap_or(span.end) });
    }
    for (name, item) in table.iter() {
        path.push(name.to_owned());
        match item {
            Item::Table(table) => collect_headers(table, path, headers),
            Item::ArrayOfTables(tables) => tables.iter().for_each(|table| collect_headers(table, path, headers)),
            _ => {}
        }
        path.pop();
    }
}

fn has_header(table: &Table) -> bool {
    !table.is_dotted() && !table.is_implicit()
}

/// Where the last value of a table ends that stands under its own header; dotted keys are such.
fn end_of_values(table: &Table) -> Option<usize> {
    let end = |item: &Item| match item {
        Item::Value(value) => end_of_value(value),
        Item::Table(dotted) if dotted.is_dotted() => end_of_values(dotted),
        _ => None,
    };
    table.iter().filter_map(|(_, item)| end(item)).max()
}

/// Where a value ends. A dotted key of an inline table has no span of its own.
fn end_of_value(value: &Toml) -> Option<usize> {
    match value {
        Toml::InlineTable(dotted) if dotted.is_dotted() => {
            dotted.iter().filter_map(|(_, value)| end_of_value(value)).max()
        }
        value => value.span().map(|span| span.end),
    }
}
