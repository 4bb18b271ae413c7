//! Our node in the config files of coding agents: one node, and not a byte of anybody else's.
//!
//! In reading order: [`table`] says what an agent is and [`rows`] which ones there are; [`merge`] puts the node in and takes it
//! out. It parses a file into a [`tree`], changes it by [`splice`]s and proves the result on [`value`]s.

mod change; // what is to change, whatever the format
mod json; // where members go in JSON and JSONC
pub mod merge; // one node in or out, proved
mod refusal; // why a file is left as it is
mod render; // values as text
mod splice; // the only way in which a text is changed
pub mod table; // what an agent is
mod text; // byte order mark, line ends, places
mod toml; // where tables and keys go in TOML
mod tree; // a parsed file, whatever its format
mod value; // what two texts must agree in

pub use change::Made;
pub use refusal::{Place, Refusal};
pub use value::Value;
