//! Both runtimes, same questions: what the tests of this crate share.

pub mod artifacts; // where `cargo xtask component` put the cores
pub mod endpoint; // a core, wherever it runs
pub mod native_settings; // the questions to the core as a plain library
pub mod question; // questions to the settings and their answers as lines
pub mod transcript; // conversations as text
pub mod wasmtime_core; // the component in wasmtime, over a FakeHost
