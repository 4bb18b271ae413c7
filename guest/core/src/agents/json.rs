//! JSON with and without comments: where the parts of a text stand, and how one of them is changed by splices.

mod insert;
mod remove;
mod tokens;

use std::collections::BTreeSet;

use jsonc_parser::ast::{Object, ObjectProp, Value as Ast};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};

use super::change::{Change, Made};
use super::refusal::Refusal;
use super::secrets::{Secrets, Shade};
use super::splice::Splice;
use super::table::Syntax;
use super::text::{begins_line, indent, newline_near, place};
use super::value::Value;
use super::{render, text};
use tokens::Tokens;

/// A parsed text.
pub struct Tree<'a> {
    text: &'a str,
    /// None where the text holds nothing but blanks and comments.
    root: Option<Ast<'a>>,
    tokens: Tokens,
}

impl<'a> Tree<'a> {
    /// Parses a text as an agent with this syntax would; nothing that the agent might not read gets through.
    ///
    /// # Errors
    /// [`Refusal::Syntax`], [`Refusal::NotRead`].
    pub fn parse(text: &'a str, syntax: Syntax, agent: &str) -> Result<Self, Refusal> {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let collect = CollectOptions { comments: CommentCollectionStrategy::AsTokens, tokens: true };
        let parsed = parse_to_ast(text, &collect, &options).map_err(|error| Refusal::Syntax {
            place: place(text, error.range().start),
            reason: error.kind().to_string(),
        })?;
        let tokens = Tokens::new(text, parsed.tokens.unwrap_or_default())?;
        let tree = Self { text, root: parsed.value, tokens };
        tree.check_read_by(syntax, agent)?;
        Ok(tree)
    }

    /// What the text means; an object without members where it holds nothing.
    #[must_use]
    pub fn value(&self) -> Value {
        self.root.as_ref().map_or_else(|| Value::Object(Vec::new()), value_of)
    }

    /// Whether the text holds nothing but blanks and comments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Visits every literal with its shade.
    pub fn visit_secrets(&self, secrets: &mut Secrets) {
        if let Some(root) = &self.root {
            visit(self.text, root, Shade::Open, secrets);
        }
    }

    /// Whether a comment stands anywhere.
    #[must_use]
    pub fn has_comments(&self) -> bool {
        self.tokens.first_comment().is_some()
    }

    /// The splices that make a change, and what an addition made.
    ///
    /// # Errors
    /// [`Refusal::NotAnObject`], [`Refusal::Awkward`].
    pub fn splices(&self, change: &Change) -> Result<(Vec<Splice>, Made), Refusal> {
        match change {
            Change::AddNode { container, name, node } => self.add_node(container, name, node),
            Change::AddMembers { path, members } => Ok((self.insert(self.object(path)?, members).0, Made::default())),
            Change::Replace { path, value } => Ok((vec![self.replace(path, value)?], Made::default())),
            Change::RemoveMember { path } => Ok((self.remove(path, "")?, Made::default())),
            Change::RemoveNode { container, name, made } => {
                Ok((self.remove_node(container, name, made)?, Made::default()))
            }
        }
    }

    /// Fails where a name occurs twice in the object at a path, so that agents would see another value than we do.
    ///
    /// # Errors
    /// [`Refusal::Duplicate`].
    pub fn check_unique(&self, path: &[String], name: &str) -> Result<(), Refusal> {
        let Some(object) = self.find_object(path) else { return Ok(()) };
        match object.properties.iter().filter(|property| property.name.as_str() == name).nth(1) {
            Some(second) => {
                Err(Refusal::Duplicate { place: place(self.text, second.range.start), name: name.to_owned() })
            }
            None => Ok(()),
        }
    }

    /// Fails where a name occurs twice in the object at a path or in one within it.
    ///
    /// # Errors
    /// [`Refusal::Duplicate`].
    pub fn check_members_unique(&self, path: &[String]) -> Result<(), Refusal> {
        self.find_object(path).map_or(Ok(()), |object| check_members(self.text, object))
    }

    fn check_read_by(&self, syntax: Syntax, agent: &str) -> Result<(), Refusal> {
        let not_read =
            |at: usize, what| Refusal::NotRead { place: place(self.text, at), agent: agent.to_owned(), what };
        let comment = self.tokens.first_comment().filter(|_| syntax == Syntax::StrictJson);
        if let Some(at) = comment {
            return Err(not_read(at, "comments"));
        }
        let takes_no_trailing_comma = matches!(syntax, Syntax::StrictJson | Syntax::JsonWithComments);
        if let Some(at) = self.tokens.first_trailing_comma().filter(|_| takes_no_trailing_comma) {
            return Err(not_read(at, "a comma behind the last member"));
        }
        Ok(())
    }

    fn find_object(&self, path: &[String]) -> Option<&Object<'a>> {
        path.iter().try_fold(self.root.as_ref()?.as_object()?, |object, name| object.get(name)?.value.as_object())
    }

    fn object(&self, path: &[String]) -> Result<&Object<'a>, Refusal> {
        self.find_object(path).ok_or_else(|| Refusal::NotAnObject {
            what: if path.is_empty() { "the root".to_owned() } else { path.join(".") },
            found: "something else".to_owned(),
        })
    }

    fn property(&self, path: &[String]) -> Result<(&Object<'a>, usize), Refusal> {
        let missing = || Refusal::Awkward(format!("there is no {}", path.join(".")));
        let (name, parents) = path.split_last().ok_or_else(missing)?;
        let object = self.object(parents)?;
        let index = object.properties.iter().position(|property| property.name.as_str() == name).ok_or_else(missing)?;
        Ok((object, index))
    }

    fn replace(&self, path: &[String], value: &Value) -> Result<Splice, Refusal> {
        let (object, index) = self.property(path)?;
        let property = object.properties.get(index).ok_or(Refusal::NotProven("a member is gone"))?;
        let range = property.value.range();
        let style = Style::of(self.text, object);
        let text = if begins_line(self.text, property.range.start) {
            self.render_lines(value, indent(self.text, property.range.start), &style)
        } else {
            style.render_inline(value)
        };
        Ok(Splice::replace(range.start..range.end, text))
    }

    fn render_lines(&self, value: &Value, indent: &str, style: &Style) -> String {
        render::json(value, style.newline, indent, &self.unit(), &style.colon)
    }

    /// By how much the file indents: the blanks before the first member that begins a line, less those of the line on which its
    /// object begins.
    fn unit(&self) -> String {
        let mut object = self.root.as_ref().and_then(|root| root.as_object());
        while let Some(first) = object.and_then(|object| object.properties.first()) {
            let outer = object.map(|object| indent(self.text, object.range.start)).unwrap_or_default();
            let unit = indent(self.text, first.range.start).strip_prefix(outer).unwrap_or_default();
            if begins_line(self.text, first.range.start) && !unit.is_empty() {
                return unit.to_owned();
            }
            object = first.value.as_object();
        }
        "  ".to_owned()
    }
}

/// How the members of an object are spaced.
struct Style {
    newline: &'static str,
    /// Between a name and its value.
    colon: String,
    /// Between two members on one line.
    comma: String,
    /// Inside the braces of an object on one line.
    pad: String,
}

impl Style {
    fn of(text: &str, object: &Object<'_>) -> Self {
        let last = object.properties.last();
        let colon = last.and_then(|last| text.get(last.name.range().end..last.value.range().start));
        let is_plain = |colon: &&str| colon.bytes().all(|byte| byte == b':' || text::is_blank(byte));
        let colon = colon.filter(is_plain).unwrap_or(": ").to_owned();
        let comma = if last.is_some() && colon.ends_with(':') { "," } else { ", " }.to_owned();
        let gap = object.properties.first().and_then(|first| text.get(object.range.start + 1..first.range.start));
        let pad = gap.filter(|gap| gap.bytes().all(text::is_blank)).unwrap_or_default().to_owned();
        Self { newline: newline_near(text, object.range.start), colon, comma, pad }
    }

    fn render_inline(&self, value: &Value) -> String {
        render::json_inline(value, &self.colon, &self.comma, &self.pad)
    }
}

fn check_members(text: &str, object: &Object<'_>) -> Result<(), Refusal> {
    let mut names = BTreeSet::new();
    for property in &object.properties {
        let name = property.name.as_str();
        if !names.insert(name) {
            return Err(Refusal::Duplicate { place: place(text, property.range.start), name: name.to_owned() });
        }
        property.value.as_object().map_or(Ok(()), |inner| check_members(text, inner))?;
    }
    Ok(())
}

fn start(property: &ObjectProp<'_>) -> usize {
    property.range.start
}

fn visit(text: &str, ast: &Ast<'_>, shade: Shade, secrets: &mut Secrets) {
    match ast {
        Ast::Object(object) => object.properties.iter().for_each(|property| {
            visit(text, &property.value, shade.of_member(property.name.as_str()), secrets);
        }),
        Ast::Array(array) => {
            let mut next = shade;
            for value in &array.elements {
                visit(text, value, next, secrets);
                next = shade.of_next(value.as_string_lit().map(|literal| literal.value.as_ref()));
            }
        }
        literal => secrets.visit(text, literal.range().start..literal.range().end, shade),
    }
}

fn value_of(ast: &Ast<'_>) -> Value {
    match ast {
        Ast::NullKeyword(_) => Value::Null,
        Ast::BooleanLit(literal) => Value::Bool(literal.value),
        Ast::NumberLit(literal) => Value::Number(literal.value.to_owned()),
        Ast::StringLit(literal) => Value::String(literal.value.to_string()),
        Ast::Array(array) => Value::Array(array.elements.iter().map(value_of).collect()),
        Ast::Object(object) => {
            let member = |property: &ObjectProp<'_>| (property.name.as_str().to_owned(), value_of(&property.value));
            Value::Object(object.properties.iter().map(member).collect())
        }
    }
}
