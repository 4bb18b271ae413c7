//! Refuses what is too large for a class of the JVM, before any code is generated.
//!
//! Kotlin compiles a method of too many parameters without a word, and only loading its class fails. A function whose types
//! hold too much to be read and written in one method is not refused here: Kotlin's compiler names it.

use anyhow::{Result, ensure};
use wit_bindgen_core::wit_parser::{Function, Record, Type, TypeDefKind, TypeId};

use super::model::{Interface, World};

/// The slots that the parameters of one method may take.
const MOST_SLOTS: usize = 255;

/// A copy of a record may leave out any of its fields; one `Int` tells this of so many.
const FIELDS_OF_A_MASK: usize = 32;

/// Measured: with so many, the initialiser of an enum's class takes 16 kB of the 64 that a method may have, and a function
/// that takes and returns a variant without payloads 32 kB.
const MOST_CASES: usize = 1_000;

/// Fails if a type or function needs more than a class can hold.
pub fn check(world: &World) -> Result<()> {
    world.interfaces.iter().try_for_each(|interface| check_interface(world, interface))
}

fn check_interface(world: &World, interface: &Interface) -> Result<()> {
    let parsed = &world.resolve.interfaces[interface.id];
    for (name, &id) in &parsed.types {
        check_type(world, &format!("type `{name}` of interface `{}`", interface.module), id)?;
    }
    let mut functions = parsed.functions.values();
    functions.try_for_each(|function| check_function(world, &interface.module, function))
}

fn check_type(world: &World, place: &str, id: TypeId) -> Result<()> {
    match &world.resolve.types[id].kind {
        TypeDefKind::Record(record) => check_record(world, place, record),
        TypeDefKind::Enum(enum_) => check_cases(place, enum_.cases.len()),
        TypeDefKind::Variant(variant) => check_cases(place, variant.cases.len()),
        // As many flags as `support.rs` lets through always fit.
        _ => Ok(()),
    }
}

fn check_cases(place: &str, cases: usize) -> Result<()> {
    ensure!(cases <= MOST_CASES, "{cases} cases, {MOST_CASES} are supported: split {place}");
    Ok(())
}

/// The longest parameters are those of `copy$default`: the record itself, its fields, the masks, and a marker. Those of the
/// constructor lack the masks at least.
fn check_record(world: &World, place: &str, record: &Record) -> Result<()> {
    let fields = slots(world, record.fields.iter().map(|field| &field.ty));
    let masks = record.fields.len().div_ceil(FIELDS_OF_A_MASK);
    check_slots(place, 1 + fields + masks + 1, "move some fields into a record of their own")
}

fn check_function(world: &World, interface: &str, function: &Function) -> Result<()> {
    let this_and_params = 1 + slots(world, function.params.iter().map(|param| &param.ty));
    let place = format!("function `{}` of interface `{interface}`", function.name);
    check_slots(&place, this_and_params, "pass some parameters as a record")
}

fn check_slots(place: &str, slots: usize, remedy: &str) -> Result<()> {
    ensure!(slots <= MOST_SLOTS, "{place} needs {slots} parameter slots of the JVM, which has {MOST_SLOTS}: {remedy}");
    Ok(())
}

fn slots<'a>(world: &World, types: impl Iterator<Item = &'a Type>) -> usize {
    types.map(|ty| slots_of(world, ty)).sum()
}

/// What is a `long` or a `double` to the JVM takes two, unless it is optional: that is an object.
fn slots_of(world: &World, ty: &Type) -> usize {
    match world.unaliased(ty) {
        Type::U64 | Type::S64 | Type::F64 => 2,
        _ => 1,
    }
}
