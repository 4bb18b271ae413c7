//! Our node in the config files of coding agents: one node, and not a byte of anybody else's.
//!
//! In reading order: [`table`] says what an agent is and [`rows`] which ones there are; [`merge`] puts the node in and takes it
//! out. It parses a file into a [`tree`], changes it by [`splice`]s and proves the result on [`value`]s.

mod change; // what is to change, whatever the format
mod diff; // what an edit changes, as a person reads it
mod json; // where members go in JSON and JSONC
#[cfg(any(test, feature = "fake-host"))]
pub mod laws; // what holds for every file, for tests and fuzzers
pub mod merge; // one node in or out, proved
pub mod naming; // what our node is called, and how it is known again
pub mod ownership; // what we remember of the nodes that we wrote
pub mod plan; // which file, which node, which bytes
mod refusal; // why a file is left as it is
mod render; // values as text
pub mod rows; // which agents there are
mod secrets; // which values no preview shows
mod shape; // which of an agent's shapes a file has
pub mod snippets; // texts to copy
mod splice; // the only way in which a text is changed
pub mod table; // what an agent is
mod text; // byte order mark, line ends, places
mod toml; // where tables and keys go in TOML
mod tree; // a parsed file, whatever its format
mod value; // what two texts must agree in

pub use change::Made;
pub use refusal::{Place, Refusal};
pub use value::{Value, sha256_hex};
