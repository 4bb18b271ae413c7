//! Any bytes as a TOML file of an agent.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_toolbox_core::agents::laws;
use mcp_toolbox_core::agents::table::Syntax;

fuzz_target!(|bytes: &[u8]| {
    if let Err(broken) = laws::check(bytes, Syntax::Toml) {
        panic!("{broken}");
    }
});
