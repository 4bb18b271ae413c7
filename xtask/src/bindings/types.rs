//! WIT types as Kotlin types.

use wit_bindgen_core::wit_parser::{Type, TypeDefKind};

use super::model::World;

/// The Kotlin type of values of `ty`: `List<Git.Repository>`, `String?`.
pub fn kotlin(world: &World, ty: &Type) -> String {
    match world.unaliased(ty) {
        Type::Bool => "Boolean".into(),
        Type::U8 => "UByte".into(),
        Type::U16 => "UShort".into(),
        Type::U32 => "UInt".into(),
        Type::U64 => "ULong".into(),
        Type::S8 => "Byte".into(),
        Type::S16 => "Short".into(),
        Type::S32 => "Int".into(),
        Type::S64 => "Long".into(),
        Type::F32 => "Float".into(),
        Type::F64 => "Double".into(),
        Type::Char => "CodePoint".into(),
        Type::String => "String".into(),
        Type::ErrorContext => unreachable!("refused by support.rs"),
        Type::Id(id) => match &world.resolve.types[id].kind {
            TypeDefKind::List(element) if is_byte(world, element) => "ByteArray".into(),
            TypeDefKind::List(element) => format!("List<{}>", kotlin(world, element)),
            TypeDefKind::Option(payload) if is_option(world, payload) => format!("Some<{}>?", kotlin(world, payload)),
            TypeDefKind::Option(payload) => format!("{}?", kotlin(world, payload)),
            TypeDefKind::Result(result) => {
                format!("Outcome<{}, {}>", side(world, result.ok.as_ref()), side(world, result.err.as_ref()))
            }
            TypeDefKind::Tuple(tuple) => {
                let elements: Vec<String> = tuple.types.iter().map(|element| kotlin(world, element)).collect();
                format!("{}<{}>", tuple_class(elements.len()), elements.join(", "))
            }
            _ => world.qualified_name(id),
        },
    }
}

/// Whether `ty` is an option, so that `null` already means something.
pub fn is_option(world: &World, ty: &Type) -> bool {
    matches!(world.kind(ty), Some(TypeDefKind::Option(_)))
}

/// Whether `ty` is `u8`: a list of them is a byte array.
pub fn is_byte(world: &World, ty: &Type) -> bool {
    world.unaliased(ty) == Type::U8
}

/// The class of a tuple of `length` elements.
pub fn tuple_class(length: usize) -> String {
    match length {
        2 => "Pair".into(),
        3 => "Triple".into(),
        length => format!("Tuple{length}"),
    }
}

/// The properties of a tuple, in order.
pub const TUPLE_PROPERTIES: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
];

fn side(world: &World, ty: Option<&Type>) -> String {
    ty.map_or("Unit".into(), |ty| kotlin(world, ty))
}
