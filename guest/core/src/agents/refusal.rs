//! Why a config file is left as it is.

use thiserror::Error;

/// A place in a file, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Why a config file is left as it is: not one byte was changed. The text says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// More bytes than a config file may have.
    #[error("the file has {bytes} bytes, more than the {limit} that a config file may have")]
    TooLarge {
        /// What it has.
        bytes: usize,
        /// What it may have.
        limit: usize,
    },
    /// Not UTF-8.
    #[error("the file is not UTF-8 (byte {offset}); save it as UTF-8")]
    NotUtf8 {
        /// The first byte that is wrong, from 0.
        offset: usize,
    },
    /// A carriage return that no line feed follows.
    #[error("line {}: a carriage return without a line feed; save the file with one kind of line ends", .0.line)]
    LoneCarriageReturn(Place),
    /// The agent's parser would not take it either.
    #[error("line {}, column {}: {reason}; mend the file by hand, it was not changed", .place.line, .place.column)]
    Syntax {
        /// Where.
        place: Place,
        /// What the parser says.
        reason: String,
    },
    /// A comment or trailing comma in a file of an agent that takes none.
    #[error("line {}, column {}: {agent} does not read files with {what}; remove it first", .place.line, .place.column)]
    NotRead {
        /// Where.
        place: Place,
        /// The agent's name.
        agent: String,
        /// What it does not read.
        what: &'static str,
    },
    /// The root or a container is something else.
    #[error("{what} is {found}, not an object; mend the file by hand")]
    NotAnObject {
        /// The root, or the container's keys.
        what: String,
        /// What was found.
        found: String,
    },
    /// A name on the way to our node occurs twice.
    #[error("line {}: \"{name}\" occurs twice; agents take the last one, remove one of them", .place.line)]
    Duplicate {
        /// Where the second one is.
        place: Place,
        /// The name.
        name: String,
    },
    /// Written in a way that cannot be edited without touching other text.
    #[error("{0}")]
    Awkward(String),
    /// A person changed our node.
    #[error("the entry \"{0}\" was changed by hand; look at the preview, then overwrite it if you want ours")]
    UserModified(String),
    /// All names that we would take belong to somebody else.
    #[error("the names {0} are taken by other servers; rename one of them")]
    NameTaken(String),
    /// A value would change its meaning in this agent.
    #[error("{agent} would change the value of {key}: it contains {what}")]
    UnsafeValue {
        /// The agent's name.
        agent: String,
        /// The member.
        key: String,
        /// What it contains.
        what: &'static str,
    },
    /// The edit did not do what it should; a fault of ours.
    #[error(
        "the edit could not be proved right ({0}); add the entry by hand from the snippet and report this file's shape"
    )]
    NotProven(&'static str),
    /// We do not write this agent's file.
    #[error("{agent} is set up by hand: {reason}; copy its snippet")]
    ByHand {
        /// The agent's name.
        agent: String,
        /// Why we do not.
        reason: String,
    },
    /// A path of the agent is something else than a file.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The path.
        path: String,
        /// Why.
        reason: String,
    },
}

impl Refusal {
    /// The stable code for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "TOO_LARGE",
            Self::NotUtf8 { .. } => "NOT_UTF8",
            Self::LoneCarriageReturn(_) => "LONE_CARRIAGE_RETURN",
            Self::Syntax { .. } => "SYNTAX",
            Self::NotRead { .. } => "NOT_READ_BY_AGENT",
            Self::NotAnObject { .. } => "NOT_AN_OBJECT",
            Self::Duplicate { .. } => "DUPLICATE_KEY",
            Self::Awkward(_) => "AWKWARD_SHAPE",
            Self::UserModified(_) => "USER_MODIFIED",
            Self::NameTaken(_) => "NAME_TAKEN",
            Self::UnsafeValue { .. } => "UNSAFE_VALUE",
            Self::NotProven(_) => "NOT_PROVEN",
            Self::ByHand { .. } => "SET_UP_BY_HAND",
            Self::Unreadable { .. } => "UNREADABLE",
        }
    }
}
