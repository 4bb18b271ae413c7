//! The logic of MCP Toolbox. A request meets these modules from top to bottom.
//!
//! This crate knows no socket, clock, file, process, WIT or IDE. What it needs comes through [`host::Host`], so all of
//! it runs natively in tests.

pub mod agents; // our node in the config files of coding agents
pub mod host; // what the outside can do for us
pub mod http; // is this a request that we answer, and whose?
pub mod json; // strict JSON objects that keep their values as sent
pub mod limits; // every limit, with its unit
pub mod mcp; // bytes ↔ messages, versions, methods
pub mod redact; // the one place that knows what a secret looks like
pub mod request_log; // the line that a person reads about one request
pub mod serve; // the steps of one request, in order
pub mod settings; // what a person's tools ask
pub mod sse; // streams, and the messages whose answers go there
pub mod tokens; // which project a Bearer token opens
pub mod tools; // the table of tools, one file per tool
pub mod wire; // the one map from what went wrong to status and code

pub use serve::{failed, serve};
