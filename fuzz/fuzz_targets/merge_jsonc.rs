//! Any bytes as a JSON file of an agent: of one that takes comments and trailing commas, and of one that takes neither.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_toolbox_core::agents::laws;
use mcp_toolbox_core::agents::table::Syntax;

fuzz_target!(|bytes: &[u8]| {
    for syntax in [Syntax::Jsonc, Syntax::StrictJson] {
        if let Err(broken) = laws::check(bytes, syntax) {
            panic!("{broken}");
        }
    }
});
