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
                let (own, others) = (own.iter().collect::<Vec<_>>(), others.iter().collect::<Vec<_>>());
                same_members(&own, &others)
            }
            (Self::Array(own), Self::Array(others)) => {
                own.len() == others.len() && own.iter().zip(others).all(|(a, b)| a.same(b))
            }
            _ => self == other,
        }
    }

    /// Whether it means the same as `bare`, but for the member at the end of a path, which either may have; and but for the last
    /// `emptied` objects on the way, which `bare` may lack where nothing else is in them.
    #[must_use]
    pub fn same_but<S: AsRef<str>>(&self, bare: &Value, path: &[S], emptied: usize) -> bool {
        let (Some((first, rest)), Self::Object(own), Self::Object(others)) = (path.split_first(), self, bare) else {
            return self.same(bare);
        };
        let is_other = |member: &&(String, Value)| member.0 != first.as_ref();
        let own_others: Vec<_> = own.iter().filter(is_other).collect();
        let bare_others: Vec<_> = others.iter().filter(is_other).collect();
        let on_way = match (self.get(first.as_ref()), bare.get(first.as_ref())) {
            _ if rest.is_empty() => true,
            (None, None) => true,
            (Some(own), Some(bare)) => own.same_but(bare, rest, emptied),
            (Some(own), None) => {
                rest.len() <= emptied && own.without(rest, emptied).members().is_some_and(<[_]>::is_empty)
            }
            (None, Some(_)) => false,
        };
        on_way && same_members(&own_others, &bare_others)
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
                for (name, value) in sorted(members.iter()) {
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

/// The one member, at the end of a path of containers, that an object has which holds nothing but a node.
#[must_use]
pub fn nested(container: &[String], name: &str, node: &Value) -> Vec<(String, Value)> {
    let leaf = vec![(name.to_owned(), node.clone())];
    container.iter().rev().fold(leaf, |members, key| vec![(key.clone(), Value::Object(members))])
}

/// SHA-256 as 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    Sha256::digest(bytes).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Nearly always both are in one order; only where they are not it has to be found.
fn same_members(own: &[&(String, Value)], others: &[&(String, Value)]) -> bool {
    if own.len() != others.len() {
        return false;
    }
    if own.iter().zip(others).all(|(a, b)| a.0 == b.0) {
        return own.iter().zip(others).all(|(a, b)| a.1.same(&b.1));
    }
    let mut pairs = sorted(own.iter().copied()).into_iter().zip(sorted(others.iter().copied()));
    pairs.all(|(a, b)| a.0 == b.0 && a.1.same(&b.1))
}

/// By name; members of the same name stay in their order.
fn sorted<'v>(members: impl Iterator<Item = &'v (String, Value)>) -> Vec<&'v (String, Value)> {
    let mut sorted: Vec<_> = members.collect();
    sorted.sort_by_key(|(name, _)| name.as_str());
    sorted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![Just(Value::Null), Just(Value::text("a")), Just(Value::Bool(true))];
        leaf.prop_recursive(3, 16, 3, |inner| proptest::collection::vec(("[abc]", inner), 0..4).prop_map(Value::Object))
    }

    proptest! {
        #[test]
        fn the_order_of_members_does_not_count(value in value()) {
            let Value::Object(mut members) = value.clone() else { return Ok(()) };
            members.sort_by(|a, b| a.0.cmp(&b.0));
            prop_assert!(Value::Object(members).same(&value));
        }

        #[test]
        fn a_path_is_left_out_as_by_removing_it(own in value(), bare in value(), path in proptest::collection::vec("[abc]", 1..3), emptied in 0_usize..3) {
            let has_twice = |value: &Value| {
                let members = value.members().unwrap_or_default();
                members.iter().any(|(name, _)| members.iter().filter(|(other, _)| other == name).count() > 1)
            };
            let on_way = |value: &Value| (0..path.len()).any(|length| value.at(&path[..length]).is_some_and(has_twice));
            prop_assume!(!on_way(&own) && !on_way(&bare) && own.members().is_some() && bare.members().is_some());
            let expected = own.without(&path, emptied).same(&bare.without(&path, 0))
                || own.without(&path, 0).same(&bare.without(&path, 0));
            prop_assert_eq!(own.same_but(&bare, &path, emptied), expected, "{:?} {:?} {:?}", own, bare, path);
        }
    }
}
