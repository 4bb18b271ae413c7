//! Strict JSON objects that keep their values as sent.
//!
//! Values stay raw text, so that an id is echoed digit for digit and nothing is parsed that nobody asks for.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use thiserror::Error;

/// A JSON object: its members in the order sent, no name twice.
#[derive(Debug, Default)]
pub struct Object<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

/// Why a text is not an [`Object`].
#[derive(Debug, Error)]
pub enum ObjectError {
    /// Not JSON, or not an object; the parser's message with its place.
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    /// A name occurs twice: parsers disagree on which one counts.
    #[error("the name \"{0}\" occurs twice")]
    Repeated(String),
    /// An object, but one of its names holds half of a surrogate pair.
    #[error("a name is not valid Unicode")]
    NotUnicode,
}

impl<'a> Object<'a> {
    /// Reads an object. Nested values are checked for syntax and kept as text.
    ///
    /// # Errors
    /// [`ObjectError`].
    pub fn parse(text: &'a str) -> Result<Self, ObjectError> {
        let Members(members) = serde_json::from_str(text).map_err(|error| not_members(text, error))?;
        match repeated_name(&members) {
            Some(name) => Err(ObjectError::Repeated(name.to_owned())),
            None => Ok(Self(members)),
        }
    }

    /// The value of a member as sent.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a RawValue> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| *value)
    }

    /// The value of a member; `null` counts as absent.
    #[must_use]
    pub fn get_present(&self, name: &str) -> Option<&'a RawValue> {
        self.get(name).filter(|value| value.get() != "null")
    }

    /// The value of a member that is a string.
    #[must_use]
    pub fn get_string(&self, name: &str) -> Option<String> {
        self.get(name).and_then(|value| serde_json::from_str(value.get()).ok())
    }

    /// The names in the order sent.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_ref())
    }
}

fn not_members(text: &str, error: serde_json::Error) -> ObjectError {
    match serde_json::from_str::<&RawValue>(text) {
        Ok(value) if value.get().starts_with('{') => ObjectError::NotUnicode,
        _ => ObjectError::Syntax(error),
    }
}

/// Few members are compared with each other, many go through a set: a body may hold a hundred thousand.
fn repeated_name<'m>(members: &'m [(Cow<'_, str>, &RawValue)]) -> Option<&'m str> {
    const FEW: usize = 8;
    if members.len() <= FEW {
        let is_repeated = |(index, (name, _)): &(usize, &(Cow<'_, str>, &RawValue))| {
            members.iter().take(*index).any(|(earlier, _)| earlier == name)
        };
        return members.iter().enumerate().find(is_repeated).map(|(_, (name, _))| name.as_ref());
    }
    let mut seen = BTreeSet::new();
    members.iter().map(|(name, _)| name.as_ref()).find(|name| !seen.insert(*name))
}

/// What a JSON value is, told from its first character.
#[must_use]
pub fn kind(value: &RawValue) -> &'static str {
    match value.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// How deep arrays and objects nest in a text. Brackets inside strings do not count; the text need not be valid.
#[must_use]
pub fn depth(text: &[u8]) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in text {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'{' | b'[') => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            (false, b'}' | b']') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Appends a string as JSON text.
pub fn push_string(out: &mut String, text: &str) {
    // Serialising a string cannot fail; an empty JSON string would still be well-formed.
    out.push_str(&serde_json::to_string(text).unwrap_or_else(|_| "\"\"".to_owned()));
}

struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a JSON object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((Name(name), value)) = map.next_entry::<Name<'de>, &'de RawValue>()? {
                    members.push((name, value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// A member's name, borrowed where it holds no escape.
struct Name<'a>(Cow<'a, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameVisitor;
        impl<'de> Visitor<'de> for NameVisitor {
            type Value = Name<'de>;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a string")
            }
            fn visit_borrowed_str<E: de::Error>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Borrowed(name)))
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Name(Cow::Owned(name.to_owned())))
            }
        }
        deserializer.deserialize_str(NameVisitor)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Expect) {
        let told = match Object::parse(text) {
            Ok(object) => object.0.iter().map(|(name, value)| format!("{name} = {value}\n")).collect(),
            Err(error) => format!("{error}\n"),
        };
        expected.assert_eq(&told);
    }

    #[test]
    fn values_stay_as_sent() {
        check(
            r#"{"a": 1.0, "b\u0062": [1, 2 ], "": "é\u00e9"}"#,
            expect![[r#"
                a = 1.0
                bb = [1, 2 ]
                 = "é\u00e9"
            "#]],
        );
    }

    #[test]
    fn a_repeated_name_is_refused_however_it_is_spelt() {
        check(
            r#"{"id":1,"\u0069d":2}"#,
            expect![[r#"
            the name "id" occurs twice
        "#]],
        );
    }

    #[test]
    fn lenient_spellings_are_refused() {
        for text in ["", "[]", "{a:1}", "{'a':1}", "{\"a\":1,}", "{\"a\":NaN}", "{\"a\":01}", "{} {}", "{\"a\":/**/1}"]
        {
            assert!(Object::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn depth_ignores_brackets_in_strings() {
        assert_eq!(depth(br#"{"a":["[[[\"[[",[1]]}"#), 3);
        assert_eq!(depth(b"]]]]["), 1);
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(text in ".*") {
            let _ = Object::parse(&text);
            let _ = depth(text.as_bytes());
        }

        #[test]
        fn a_repeated_name_is_found_among_few_and_many(count in 0_usize..20, first in 0_usize..20, second in 0_usize..20) {
            let members: Vec<String> = (0..count).map(|index| {
                format!(r#""{}":{index}"#, if index == second { first } else { index })
            }).collect();
            let repeated = first != second && first < count && second < count;
            prop_assert_eq!(Object::parse(&format!("{{{}}}", members.join(","))).is_err(), repeated);
        }

        #[test]
        fn what_serde_writes_is_read_back(members in proptest::collection::btree_map(".*", any::<i64>(), 0..20)) {
            let text = serde_json::to_string(&members).unwrap();
            let object = Object::parse(&text).unwrap();
            prop_assert_eq!(object.names().collect::<Vec<_>>(), members.keys().collect::<Vec<_>>());
            for (name, value) in &members {
                prop_assert_eq!(object.get(name).unwrap().get(), value.to_string());
            }
        }
    }
}
