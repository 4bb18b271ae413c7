//! What the product component is made of: its imports are the committed list, its core is the one that hosts load.

use anyhow::Result;
use mcp_toolbox_tests::artifacts;
use mcp_toolbox_tests::wasmtime_core::WasmtimeImage;
use sha2::{Digest, Sha256};

#[test]
fn the_imports_are_the_committed_list() -> Result<()> {
    let image = WasmtimeImage::load("mcp-toolbox.component.wasm")?;
    let committed = std::fs::read_to_string(artifacts::root().join("tests/imports.txt"))?;
    assert_eq!(
        image.imports(),
        committed.lines().collect::<Vec<_>>(),
        "the core may do more, or less, than tests/imports.txt grants: change the list only on purpose"
    );
    Ok(())
}

/// The JVM's half of the chain, from the file to what the runtime reports, is `DigestChainTest` in `jvm-host/runtime`.
#[test]
fn the_core_inside_the_component_is_the_core_beside_it() -> Result<()> {
    for name in ["mcp-toolbox", "mcp-toolbox-fixtures", "mcp-toolbox-faults", "mcp-toolbox-echo"] {
        let core = artifacts::read(&format!("{name}.core.wasm"))?;
        let component = artifacts::read(&format!("{name}.component.wasm"))?;
        let inside = core_modules(&component);
        assert!(inside.iter().any(|module| Sha256::digest(module) == Sha256::digest(&core)), "{name}");
    }
    Ok(())
}

/// The bodies of a component's core module sections (id 1 of the component binary format).
fn core_modules(component: &[u8]) -> Vec<&[u8]> {
    let mut modules = Vec::new();
    // Magic, version and layer take eight bytes.
    let mut rest = &component[8..];
    while let [id, after_id @ ..] = rest {
        let (size, body) = leb128(after_id);
        let (section, after) = body.split_at(size);
        if *id == 1 {
            modules.push(section);
        }
        rest = after;
    }
    modules
}

fn leb128(bytes: &[u8]) -> (usize, &[u8]) {
    let length = bytes.iter().position(|byte| byte & 0x80 == 0).expect("a complete number") + 1;
    let (number, rest) = bytes.split_at(length);
    (number.iter().rev().fold(0, |value, byte| value << 7 | usize::from(byte & 0x7f)), rest)
}
