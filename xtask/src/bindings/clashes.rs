//! Refuses names of WIT that Kotlin would not tell apart, before any code is generated.
//!
//! WIT tells `a-1` from `a1`, and a few names apart by case alone; their Kotlin names can be one. Classes and functions never
//! clash with each other: only a class starts with a capital.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use wit_bindgen_core::wit_parser::{Function, TypeDefKind, TypeId};

use super::model::{Interface, World};
use super::{interface, names, world};

/// A name in Kotlin.
pub struct Named {
    /// What has it, as a message says it: ``field `a-1` ``.
    pub item: String,
    /// The name.
    pub kotlin: String,
}

impl Named {
    fn new(kind: &str, wit: &str, kotlin: String) -> Self {
        Self { item: format!("{kind} `{wit}`"), kotlin }
    }
}

/// Fails if two names in one scope of the generated Kotlin are one.
pub fn check(world: &World) -> Result<()> {
    let interfaces = world.interfaces.iter();
    let classes = interfaces.flat_map(|interface| interface::classes(world, interface));
    check_classes("", world::classes(world).into_iter().chain(classes))?;
    world.interfaces.iter().try_for_each(|interface| check_interface(world, interface))
}

fn check_interface(world: &World, interface: &Interface) -> Result<()> {
    let place = format!(" of interface `{}`", interface.module);
    let parsed = &world.resolve.interfaces[interface.id];
    let classes = parsed.types.iter().filter(|(_, id)| is_class(world, **id));
    check_classes(&place, classes.map(|(name, _)| Named::new("type", name, world.nested_name(name))))?;
    let functions = parsed.functions.keys();
    check_members(&place, functions.map(|name| Named::new("function", name, names::function(name))))?;
    for (name, &id) in &parsed.types {
        check_type(world, &format!(" of type `{name}`{place}"), id)?;
    }
    parsed.functions.values().try_for_each(|function| check_parameters(&place, function))
}

/// Whether the type becomes a class; all others are written in place.
fn is_class(world: &World, id: TypeId) -> bool {
    let kind = &world.resolve.types[id].kind;
    matches!(kind, TypeDefKind::Record(_) | TypeDefKind::Variant(_) | TypeDefKind::Enum(_) | TypeDefKind::Flags(_))
}

fn check_type(world: &World, place: &str, id: TypeId) -> Result<()> {
    match &world.resolve.types[id].kind {
        TypeDefKind::Record(record) => {
            let fields = record.fields.iter().map(|field| &field.name);
            check_members(place, fields.map(|name| Named::new("field", name, names::property(name))))
        }
        TypeDefKind::Flags(flags) => {
            let flags = flags.flags.iter().map(|flag| &flag.name);
            check_members(place, flags.map(|name| Named::new("flag", name, names::property(name))))
        }
        TypeDefKind::Enum(enum_) => {
            let cases = enum_.cases.iter().map(|case| &case.name);
            check_members(place, cases.map(|name| Named::new("case", name, names::enum_case(name))))
        }
        TypeDefKind::Variant(variant) => {
            let cases = variant.cases.iter().map(|case| &case.name);
            check_classes(place, cases.map(|name| Named::new("case", name, world.case_name(id, name))))
        }
        _ => Ok(()),
    }
}

fn check_parameters(place: &str, function: &Function) -> Result<()> {
    let params = function.params.iter().map(|param| &param.name);
    let named = params.map(|name| Named::new("parameter", name, names::parameter(name)));
    check_members(&format!(" of function `{}`{place}", function.name), named)
}

/// A class is a file too, and some file systems ignore case.
fn check_classes(place: &str, classes: impl Iterator<Item = Named>) -> Result<()> {
    check_apart(place, classes, str::to_lowercase)
}

fn check_members(place: &str, members: impl Iterator<Item = Named>) -> Result<()> {
    check_apart(place, members, str::to_owned)
}

fn check_apart(place: &str, names: impl Iterator<Item = Named>, key: impl Fn(&str) -> String) -> Result<()> {
    let mut known: BTreeMap<String, Named> = BTreeMap::new();
    for named in names {
        let key = key(&named.kotlin);
        if let Some(other) = known.get(&key) {
            bail!("{} and {}{place} {}: rename one of them", other.item, named.item, clash(other, &named));
        }
        known.insert(key, named);
    }
    Ok(())
}

fn clash(one: &Named, other: &Named) -> String {
    // A keyword is in backticks already.
    let [one, other] = [one, other].map(|named| named.kotlin.trim_matches('`'));
    if one == other {
        format!("would both be `{one}` in Kotlin")
    } else {
        format!("would be the classes `{one}` and `{other}`, whose files are one where case does not count")
    }
}
