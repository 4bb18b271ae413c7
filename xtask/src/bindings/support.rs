//! Refuses what the generator does not know, before any code is generated, and says where it stands.

use anyhow::{Result, bail};
use wit_bindgen_core::wit_parser::{Function, FunctionKind, Handle, InterfaceId, Resolve, Type, TypeDefKind, TypeId};

/// The component model's own limit: the text format parses more, but no component can hold them.
const MOST_FLAGS: usize = 32;

/// As many as `Tuples.kt` has.
const LONGEST_TUPLE: usize = 12;

/// Fails if a type or function of the interface `name` is one that the generator does not know.
pub fn check_interface(resolve: &Resolve, name: &str, id: InterfaceId) -> Result<()> {
    let interface = &resolve.interfaces[id];
    for (type_name, &type_id) in &interface.types {
        let place = format!("type `{type_name}` of interface `{name}`");
        check_definition(resolve, &place, type_id)?;
    }
    for function in interface.functions.values() {
        check_function(resolve, name, function)?;
    }
    Ok(())
}

fn check_function(resolve: &Resolve, interface: &str, function: &Function) -> Result<()> {
    let place = format!("function `{}` of interface `{interface}`", function.name);
    match function.kind {
        FunctionKind::Freestanding => {}
        FunctionKind::AsyncFreestanding => bail!("async functions are not supported: {place}"),
        _ => bail!("resources are not supported: {place}"),
    }
    for param in &function.params {
        check_type(resolve, &format!("parameter `{}` of {place}", param.name), &param.ty)?;
    }
    function.result.map_or(Ok(()), |ty| check_type(resolve, &format!("the result of {place}"), &ty))
}

fn check_type(resolve: &Resolve, place: &str, ty: &Type) -> Result<()> {
    match ty {
        Type::ErrorContext => bail!("`error-context` is not supported: {place}"),
        // A named type is checked where it is defined.
        Type::Id(id) if resolve.types[*id].name.is_none() => check_definition(resolve, place, *id),
        Type::Id(id) => check_resource(resolve, place, *id),
        _ => Ok(()),
    }
}

fn check_resource(resolve: &Resolve, place: &str, id: TypeId) -> Result<()> {
    match &resolve.types[id].kind {
        TypeDefKind::Resource => bail!("resources are not supported: {place}"),
        TypeDefKind::Type(target) => check_type(resolve, place, target),
        _ => Ok(()),
    }
}

fn check_definition(resolve: &Resolve, place: &str, id: TypeId) -> Result<()> {
    let check = |ty: &Type| check_type(resolve, place, ty);
    let check_side = |ty: &Option<Type>| ty.as_ref().map_or(Ok(()), check);
    match &resolve.types[id].kind {
        TypeDefKind::Type(ty) | TypeDefKind::List(ty) | TypeDefKind::Option(ty) => check(ty),
        TypeDefKind::Result(result) => check_side(&result.ok).and_then(|()| check_side(&result.err)),
        TypeDefKind::Record(record) if record.fields.is_empty() => bail!("a record without fields: {place}"),
        TypeDefKind::Record(record) => record.fields.iter().try_for_each(|field| check(&field.ty)),
        TypeDefKind::Variant(variant) => variant.cases.iter().try_for_each(|case| check_side(&case.ty)),
        TypeDefKind::Enum(_) => Ok(()),
        TypeDefKind::Tuple(tuple) => match tuple.types.len() {
            0 => bail!("a tuple without elements: {place}"),
            1..=LONGEST_TUPLE => tuple.types.iter().try_for_each(check),
            more => bail!("a tuple of {more} elements, {LONGEST_TUPLE} are supported: {place}"),
        },
        TypeDefKind::Flags(flags) => match flags.flags.len() {
            0 => bail!("flags without labels: {place}"),
            1..=MOST_FLAGS => Ok(()),
            more => bail!("{more} flags, {MOST_FLAGS} are supported: {place}"),
        },
        TypeDefKind::Resource => bail!("resources are not supported: {place}"),
        TypeDefKind::Handle(Handle::Own(_)) => bail!("resources (`own`) are not supported: {place}"),
        TypeDefKind::Handle(Handle::Borrow(_)) => bail!("resources (`borrow`) are not supported: {place}"),
        TypeDefKind::Map(..) => bail!("`map` is not supported: {place}"),
        TypeDefKind::FixedLengthList(..) => bail!("lists of fixed length are not supported: {place}"),
        TypeDefKind::Future(_) => bail!("`future` is not supported: {place}"),
        TypeDefKind::Stream(_) => bail!("`stream` is not supported: {place}"),
        TypeDefKind::Unknown => bail!("an unknown kind of type: {place}"),
    }
}
