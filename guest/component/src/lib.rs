//! The WebAssembly component: the core behind its WIT world. The only crate that names WIT types.
#![allow(unsafe_code, reason = "wit-bindgen generates the glue of the canonical ABI into this crate")]

#[cfg(feature = "echo")]
mod echo;

#[cfg(not(feature = "echo"))]
mod bindings; // what wit-bindgen makes of wit/
#[cfg(not(feature = "echo"))]
mod export; // WIT in, WIT out
#[cfg(feature = "faults")]
mod faults; // tools that misbehave on request
#[cfg(feature = "fixtures")]
mod fixtures; // tools that the conformance suite calls
#[cfg(not(feature = "echo"))]
mod host; // the core's Host over the imports
#[cfg(not(feature = "echo"))]
mod panic_hook; // a panic says why before it traps
#[cfg(not(feature = "echo"))]
mod settings; // WIT in, WIT out: what a person's tools ask
