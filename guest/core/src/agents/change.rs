//! What is to change in a text, whatever its format.

use serde::{Deserialize, Serialize};

use super::value::Value;

/// One change. Paths are keys from the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Our node comes to be, with the containers that are not there.
    AddNode {
        /// The keys of the object of servers.
        container: Vec<String>,
        /// The server's name.
        name: String,
        /// The node.
        node: Value,
    },
    /// An object of our node gets more members.
    AddMembers {
        /// The object.
        path: Vec<String>,
        /// What it gets.
        members: Vec<(String, Value)>,
    },
    /// A value of our node becomes another.
    Replace {
        /// The member.
        path: Vec<String>,
        /// What it becomes.
        value: Value,
    },
    /// A member of our node goes.
    RemoveMember {
        /// The member.
        path: Vec<String>,
    },
    /// Our node goes.
    RemoveNode {
        /// The keys of the object of servers.
        container: Vec<String>,
        /// The server's name.
        name: String,
        /// What its addition made.
        made: Made,
    },
}

/// What the addition of our node made beside it. It is kept with the ownership record, so that a removal undoes exactly that.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Made {
    /// The file did not exist.
    pub file: bool,
    /// The file held nothing but blanks and comments.
    pub root: bool,
    /// How many of the containers, counted from the node outwards.
    pub containers: usize,
    /// The blanks that stood between the braces that our node, or the outermost container, went into.
    pub blank: String,
}
