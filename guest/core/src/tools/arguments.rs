//! Arguments of a tool call: parsed once, errors say which argument, what was expected and what came.

use serde_json::value::RawValue;
use thiserror::Error;

use crate::json::{self, Object, ObjectError};
use crate::mcp::message::shown;
use crate::request_log::cut;
use crate::{limits, redact};

/// The arguments of one call.
#[derive(Debug, Default)]
pub struct Arguments<'a> {
    members: Object<'a>,
    problem: Option<ArgumentProblem>,
}

/// `arguments` is no object, so the call is no proper call at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected an object, got {got}")]
pub struct NotAnObject {
    /// What came.
    pub got: &'static str,
}

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentProblem {
    /// The tool has no such argument.
    #[error("unknown argument \"{name}\"; {}", allowed(.known))]
    Unknown {
        /// As sent.
        name: String,
        /// What the tool has.
        known: &'static [&'static str],
    },
    /// A name is not Unicode.
    #[error("the name of an argument is not valid Unicode; {}", allowed(.known))]
    NotUnicode {
        /// What the tool has.
        known: &'static [&'static str],
    },
    /// The argument came twice.
    #[error("the argument \"{name}\" came twice; send it once")]
    Repeated {
        /// As sent.
        name: String,
    },
    /// The value has the wrong type.
    #[error("the argument \"{name}\" must be {expected}, got {got}")]
    WrongType {
        /// As sent.
        name: &'static str,
        /// The type expected.
        expected: &'static str,
        /// The type and the value that came.
        got: String,
    },
    /// The value is text without content.
    #[error("the argument \"{name}\" must not be blank")]
    Blank {
        /// As sent.
        name: &'static str,
    },
}

impl<'a> Arguments<'a> {
    /// Reads the value of `arguments`.
    ///
    /// # Errors
    /// [`NotAnObject`].
    pub fn parse(raw: &'a RawValue) -> Result<Self, NotAnObject> {
        match Object::parse(raw.get()) {
            Ok(members) => Ok(Self { members, problem: None }),
            Err(ObjectError::NotUnicode) => {
                Ok(Self { members: Object::default(), problem: Some(ArgumentProblem::NotUnicode { known: &[] }) })
            }
            Err(ObjectError::Repeated(name)) => {
                let problem = ArgumentProblem::Repeated { name: short(&name) };
                Ok(Self { members: Object::default(), problem: Some(problem) })
            }
            Err(ObjectError::Syntax(_)) => Err(NotAnObject { got: json::kind(raw) }),
        }
    }

    /// Checks that every argument is one that the tool has, and came once.
    ///
    /// # Errors
    /// [`ArgumentProblem::Unknown`], [`ArgumentProblem::Repeated`].
    pub fn check_names(&self, known: &'static [&'static str]) -> Result<(), ArgumentProblem> {
        match &self.problem {
            Some(ArgumentProblem::NotUnicode { .. }) => return Err(ArgumentProblem::NotUnicode { known }),
            Some(problem) => return Err(problem.clone()),
            None => {}
        }
        match self.members.names().find(|name| !known.contains(name)) {
            Some(name) => Err(ArgumentProblem::Unknown { name: short(name), known }),
            None => Ok(()),
        }
    }

    /// A string, trimmed; `None` where it is absent or `null`.
    ///
    /// # Errors
    /// [`ArgumentProblem::WrongType`], [`ArgumentProblem::Blank`].
    pub fn optional_string(&self, name: &'static str) -> Result<Option<String>, ArgumentProblem> {
        let Some(raw) = self.members.get_present(name) else { return Ok(None) };
        let Ok(text) = serde_json::from_str::<String>(raw.get()) else {
            return Err(wrong_type(name, "a string", raw));
        };
        match text.trim() {
            "" => Err(ArgumentProblem::Blank { name }),
            trimmed => Ok(Some(trimmed.to_owned())),
        }
    }

    /// A whole number; `None` where it is absent or `null`.
    ///
    /// # Errors
    /// [`ArgumentProblem::WrongType`].
    pub fn optional_integer(&self, name: &'static str) -> Result<Option<i64>, ArgumentProblem> {
        let Some(raw) = self.members.get_present(name) else { return Ok(None) };
        serde_json::from_str(raw.get()).map(Some).map_err(|_| wrong_type(name, "a whole number", raw))
    }
}

/// A name or value for people, without secrets, cut where it is long.
pub fn short(text: &str) -> String {
    cut(&redact::text(text), limits::SHOWN_VALUE_CHARS)
}

fn wrong_type(name: &'static str, expected: &'static str, raw: &RawValue) -> ArgumentProblem {
    // A string that cannot be read as one.
    if raw.get().starts_with('"') {
        return ArgumentProblem::WrongType { name, expected, got: "text that is not valid Unicode".to_owned() };
    }
    ArgumentProblem::WrongType { name, expected, got: format!("{} {}", json::kind(raw), shown(raw)) }
}

fn allowed(known: &[&str]) -> String {
    match known {
        [] => "the tool takes no arguments".to_owned(),
        known => format!("the tool takes {}", known.join(", ")),
    }
}
