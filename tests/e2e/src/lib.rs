//! Official MCP clients against the headless program, over real sockets: what the tests of this crate share.

pub mod clients; // the official clients, each as one conversation
pub mod program; // the program as a process
pub mod project; // projects made for one test
pub mod proxy; // a port that adds the token for clients that cannot
pub mod report; // what a client saw
pub mod setup; // the clients' packages, installed once
