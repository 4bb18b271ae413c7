//! A value of a config file, whatever its format: what two texts must agree in.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::json::push_string;

/// A value. Numbers keep their spelling, so that nothing is lost that a number type could not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// JSON's `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A number as it is written.
    Number(String),
    /// A text.
    String(String),
    /// A date or time of TOML as it is written.
    Date(String),
    /// A list.
    Array(Vec<Value>),
    /// An object or table: its members in the order of the file. A name may occur twice.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::String(text.to_owned())
    }

    /// The members, where it is an object.
    #[must_use]
    pub fn members(&self) -> Option<&[(String, Value)]> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The member of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members()?.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// What lies at the end of a path of names.
    #[must_use]
    pub fn at<'v, S: AsRef<str>>(&'v self, path: &[S]) -> Option<&'v Value> {
        path.iter().try_fold(self, |value, name| value.get(name.as_ref()))
    }

    /// The text, where it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// What it is, for people.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Date(_) => "a date",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// Whether both mean the same: the order of members does not count.
    #[must_use]
    pub fn same(&self, other: &Value) -> bool {
        match (self, other) {
            (Self::Object(own), Self::Object(others)) => {
                own.len() == others.len()
                    && sorted(own).iter().zip(sorted(others)).all(|((a, av), (b, bv))| a == &b && av.same(bv))
            }
            (Self::Array(own), Self::Array(others)) => {
                own.len() == others.len() && own.iter().zip(others).all(|(a, b)| a.same(b))
            }
            _ => self == other,
        }
    }

    /// SHA-256 of the canonical text, as 64 lower-case hexadecimal digits. Spacing, comments and the order of members do not
    /// change it: agents and formatters rewrite files.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut text = String::new();
        self.push_canonical(&mut text);
        sha256_hex(text.as_bytes())
    }

    fn push_canonical(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(text) => out.push_str(text),
            Self::String(text) => push_string(out, text),
            Self::Date(text) => {
                out.push_str("date ");
                push_string(out, text);
            }
            Self::Array(values) => {
                out.push('[');
                for value in values {
                    value.push_canonical(out);
                    out.push(',');
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (name, value) in sorted(members) {
                    push_string(out, name);
                    out.push(':');
                    value.push_canonical(out);
                    out.push(',');
                }
                out.push('}');
            }
        }
    }

    /// Itself with the members of `over` set, objects deep: what an update is to reach.
    #[must_use]
    pub fn overlaid(&self, over: &Value) -> Value {
        let (Self::Object(own), Self::Object(new)) = (self, over) else { return over.clone() };
        let mut rest: BTreeMap<&str, &Value> = new.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let mut members: Vec<(String, Value)> = own
            .iter()
            .map(|(name, value)| {
                let set = rest.remove(name.as_str()).map_or_else(|| value.clone(), |over| value.overlaid(over));
                (name.clone(), set)
            })
            .collect();
        members.extend(new.iter().filter(|(name, _)| rest.contains_key(name.as_str())).cloned());
        Self::Object(members)
    }

    /// Itself without the member at the end of a path; without the last `emptied` objects on the way too, where those are
    /// left empty.
    #[must_use]
    pub fn without<S: AsRef<str>>(&self, path: &[S], emptied: usize) -> Value {
        let (Some((first, rest)), Self::Object(members)) = (path.split_first(), self) else { return self.clone() };
        let mut kept = Vec::with_capacity(members.len());
        for (name, value) in members {
            if name != first.as_ref() {
                kept.push((name.clone(), value.clone()));
                continue;
            }
            if rest.is_empty() {
                continue;
            }
            let inner = value.without(rest, emptied);
            let is_emptied = inner.members().is_some_and(<[_]>::is_empty) && rest.len() <= emptied;
            if !is_emptied {
                kept.push((name.clone(), inner));
            }
        }
        Self::Object(kept)
    }
}

/// SHA-256 as 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    Sha256::digest(bytes).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn sorted(members: &[(String, Value)]) -> Vec<(&str, &Value)> {
    let mut sorted: Vec<(&str, &Value)> = members.iter().map(|(name, value)| (name.as_str(), value)).collect();
    sorted.sort_by_key(|(name, _)| *name);
    sorted
}
