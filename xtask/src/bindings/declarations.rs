//! The Kotlin classes of an interface's records, variants, enums and flags.

use wit_bindgen_core::wit_parser::{Docs, Enum, Flags, Record, TypeDefKind, TypeId, Variant};

use super::model::World;
use super::names;
use super::source::{call, indent, kdoc, literal};
use super::types::kotlin;

/// The class of the type `id`; nothing for an alias and other types that Kotlin writes in place.
pub fn declaration(world: &World, id: TypeId) -> Option<String> {
    let definition = &world.resolve.types[id];
    let name = world.nested_name(definition.name.as_deref().unwrap_or_default());
    let body = match &definition.kind {
        TypeDefKind::Record(record) => self::record(world, &name, record),
        TypeDefKind::Variant(variant) => self::variant(world, id, &name, variant),
        TypeDefKind::Enum(enum_) => self::enum_class(world, id, &name, enum_),
        TypeDefKind::Flags(flags) => self::flags(world, id, &name, flags),
        _ => return None,
    };
    Some(documentation(&definition.docs) + &body)
}

/// WIT's documentation as KDoc.
pub fn documentation(docs: &Docs) -> String {
    kdoc(docs.contents.as_deref())
}

fn record(world: &World, name: &str, record: &Record) -> String {
    let fields: String = record
        .fields
        .iter()
        .map(|field| {
            let property = format!("public val {}: {},", names::property(&field.name), kotlin(world, &field.ty));
            documentation(&field.docs) + &property + "\n"
        })
        .collect();
    let properties: Vec<(String, String)> =
        record.fields.iter().map(|field| (names::property(&field.name), kotlin(world, &field.ty))).collect();
    format!("public data class {name}(\n{}\n){}", indent(&fields), equality(name, &properties))
}

/// Equality by content for a class with properties that are byte arrays: Kotlin's own would compare those by identity. Byte
/// arrays deeper inside, such as those of a list, are still compared by identity.
fn equality(name: &str, properties: &[(String, String)]) -> String {
    let is_bytes = |ty: &str| ty.trim_end_matches('?') == "ByteArray";
    if !properties.iter().any(|(_, ty)| is_bytes(ty)) {
        return String::new();
    }
    let equal = |(name, ty): &(String, String)| {
        // The method's own parameter hides a property of its name.
        let own = if name == "other" { "this.other" } else { name };
        if is_bytes(ty) { format!("{own}.contentEquals(other.{name})") } else { format!("{own} == other.{name}") }
    };
    let hash = |(name, ty): &(String, String)| {
        if is_bytes(ty) { format!("{name}.contentHashCode()") } else { name.clone() }
    };
    let equals: Vec<String> = properties.iter().map(equal).collect();
    let hash = match properties {
        [only] => hash(only),
        _ => call("listOf", &properties.iter().map(hash).collect::<Vec<_>>()) + ".hashCode()",
    };
    let methods = format!(
        "override fun equals(other: Any?): Boolean =\n    other is {name} &&\n        {}\n\n\
         override fun hashCode(): Int = {hash}",
        equals.join(" &&\n        ")
    );
    format!(" {{\n{}\n}}", indent(&methods))
}

fn variant(world: &World, id: TypeId, name: &str, variant: &Variant) -> String {
    let cases: Vec<String> = variant
        .cases
        .iter()
        .map(|case| {
            let class = world.case_name(id, &case.name);
            let declared = match &case.ty {
                Some(ty) => {
                    let ty = kotlin(world, ty);
                    let equality = equality(&class, &[("value".to_owned(), ty.clone())]);
                    format!("public data class {class}(public val value: {ty}) : {name}{equality}")
                }
                None => format!("public data object {class} : {name}"),
            };
            documentation(&case.docs) + &declared
        })
        .collect();
    format!("public sealed interface {name} {{\n{}\n}}", indent(&cases.join("\n\n")))
}

fn enum_class(world: &World, id: TypeId, name: &str, enum_: &Enum) -> String {
    let cases: String =
        enum_.cases.iter().map(|case| documentation(&case.docs) + &names::enum_case(&case.name) + ",\n").collect();
    let lift = format!("liftCase(CASES, discriminant, {})", literal(&world.wit_name(id)));
    let companion = format!(
        "internal companion object {{\n    private val CASES = values()\n\n    \
         internal fun lift(discriminant: Int): {name} = {lift}\n}}"
    );
    format!("public enum class {name} {{\n{}\n    ;\n\n{}\n}}", indent(&cases), indent(&companion))
}

fn flags(world: &World, id: TypeId, name: &str, flags: &Flags) -> String {
    let properties: String = flags
        .flags
        .iter()
        .map(|flag| {
            documentation(&flag.docs) + &format!("public val {}: Boolean = false,\n", names::property(&flag.name))
        })
        .collect();
    let labels: Vec<String> = flags.flags.iter().map(|flag| names::property(&flag.name)).collect();
    let bits: Vec<String> = labels.iter().enumerate().map(|(index, label)| format!("bit({label}, {index})")).collect();
    let companion =
        format!("internal companion object {{\n{}\n}}", indent(&lift_flags(name, &world.wit_name(id), &labels)));
    format!(
        "public data class {name}(\n{}\n) {{\n    internal fun bits(): Int =\n{}\n\n{}\n}}",
        indent(&properties),
        indent(&indent(&bits.join(" or\n"))),
        indent(&companion)
    )
}

fn lift_flags(name: &str, wit_name: &str, labels: &[String]) -> String {
    let known = known_bits(labels.len());
    let properties: String =
        labels.iter().enumerate().map(|(index, label)| format!("{label} = bits.hasBit({index}),\n")).collect();
    let body = format!("checkFlags(bits, {known}, {})\nreturn {name}(\n{}\n)", literal(wit_name), indent(&properties));
    format!("internal fun lift(bits: Int): {name} {{\n{}\n}}", indent(&body))
}

/// A literal with the lowest `count` bits set.
fn known_bits(count: usize) -> String {
    if count == 32 { "-1".into() } else { format!("0x{:x}", (1_u64 << count) - 1) }
}
