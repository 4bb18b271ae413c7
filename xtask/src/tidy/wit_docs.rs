//! Every item of the contract has a sentence.

use std::path::Path;

use anyhow::Result;
use wit_bindgen_core::wit_parser::{Docs, Resolve, TypeDefKind, TypeOwner};

use crate::workshop::Workshop;

/// The items of `wit/` that lack a sentence.
pub fn check(workshop: &Workshop) -> Result<Vec<String>> {
    undocumented(&workshop.root().join("wit"))
}

fn undocumented(folder: &Path) -> Result<Vec<String>> {
    let mut resolve = Resolve::default();
    resolve.push_dir(folder)?;
    let mut missing = Vec::new();
    let mut expect = |docs: &Docs, name: String| {
        if docs.contents.as_ref().is_none_or(|text| text.trim().is_empty()) {
            missing.push(format!("wit: {name} has no sentence"));
        }
    };
    for (_, world) in resolve.worlds.iter() {
        expect(&world.docs, format!("world {}", world.name));
    }
    for (_, interface) in resolve.interfaces.iter() {
        let Some(owner) = interface.name.clone() else { continue };
        expect(&interface.docs, format!("interface {owner}"));
        for function in interface.functions.values() {
            expect(&function.docs, format!("{owner}.{}", function.name));
        }
    }
    for (_, definition) in resolve.types.iter() {
        let (Some(name), TypeOwner::Interface(owner)) = (&definition.name, definition.owner) else { continue };
        let owner = resolve.interfaces[owner].name.clone().unwrap_or_default();
        // `use` of another interface's type is documented there.
        if !matches!(definition.kind, TypeDefKind::Type(_)) {
            expect(&definition.docs, format!("{owner}.{name}"));
        }
        for (part, docs) in parts(&definition.kind) {
            expect(docs, format!("{owner}.{name}.{part}"));
        }
    }
    Ok(missing)
}

fn parts(kind: &TypeDefKind) -> Vec<(&str, &Docs)> {
    match kind {
        TypeDefKind::Record(record) => record.fields.iter().map(|field| (field.name.as_str(), &field.docs)).collect(),
        TypeDefKind::Variant(variant) => variant.cases.iter().map(|case| (case.name.as_str(), &case.docs)).collect(),
        TypeDefKind::Enum(names) => names.cases.iter().map(|case| (case.name.as_str(), &case.docs)).collect(),
        TypeDefKind::Flags(flags) => flags.flags.iter().map(|flag| (flag.name.as_str(), &flag.docs)).collect(),
        _ => Vec::new(),
    }
}
