//! A parsed config file, whatever its format.

use super::change::{Change, Made};
use super::refusal::Refusal;
use super::secrets::Secrets;
use super::splice::Splice;
use super::table::Syntax;
use super::value::Value;
use super::{json, toml};

/// A parsed config file.
pub enum Tree<'a> {
    /// JSON, with or without comments.
    Json(json::Tree<'a>),
    /// TOML.
    Toml(toml::Tree<'a>),
}

impl<'a> Tree<'a> {
    /// Parses a text as the agent named `agent` would.
    ///
    /// # Errors
    /// [`Refusal::Syntax`], [`Refusal::NotRead`].
    pub fn parse(text: &'a str, syntax: Syntax, agent: &str) -> Result<Self, Refusal> {
        match syntax {
            Syntax::Toml => toml::Tree::parse(text).map(Self::Toml),
            _ => json::Tree::parse(text, syntax, agent).map(Self::Json),
        }
    }

    /// What the text means.
    #[must_use]
    pub fn value(&self) -> Value {
        match self {
            Self::Json(tree) => tree.value(),
            Self::Toml(tree) => tree.value(),
        }
    }

    /// The texts that no preview shows.
    #[must_use]
    pub fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::default();
        match self {
            Self::Json(tree) => tree.visit_secrets(&mut secrets),
            Self::Toml(tree) => tree.visit_secrets(&mut secrets),
        }
        secrets
    }

    /// Whether a comment stands anywhere.
    #[must_use]
    pub fn has_comments(&self) -> bool {
        match self {
            Self::Json(tree) => tree.has_comments(),
            Self::Toml(tree) => tree.has_comments(),
        }
    }

    /// The splices that make a change, and what an addition made.
    ///
    /// # Errors
    /// [`Refusal::NotAnObject`], [`Refusal::Awkward`].
    pub fn splices(&self, change: &Change) -> Result<(Vec<Splice>, Made), Refusal> {
        match self {
            Self::Json(tree) => tree.splices(change),
            Self::Toml(tree) => tree.splices(change),
        }
    }

    /// Fails where a name occurs twice in the object at a path. TOML's own rules forbid that.
    ///
    /// # Errors
    /// [`Refusal::Duplicate`].
    pub fn check_unique(&self, path: &[String], name: &str) -> Result<(), Refusal> {
        match self {
            Self::Json(tree) => tree.check_unique(path, name),
            Self::Toml(_) => Ok(()),
        }
    }

    /// Fails where a name occurs twice in the object at a path or in one within it. TOML's own rules forbid that.
    ///
    /// # Errors
    /// [`Refusal::Duplicate`].
    pub fn check_members_unique(&self, path: &[String]) -> Result<(), Refusal> {
        match self {
            Self::Json(tree) => tree.check_members_unique(path),
            Self::Toml(_) => Ok(()),
        }
    }
}
