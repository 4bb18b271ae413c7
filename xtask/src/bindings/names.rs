//! WIT's kebab-case names as Kotlin names.

use std::collections::BTreeSet;

/// What Kotlin does not take as an identifier without backticks.
const KEYWORDS: &[&str] = &[
    "as",
    "break",
    "class",
    "continue",
    "do",
    "else",
    "false",
    "for",
    "fun",
    "if",
    "in",
    "interface",
    "is",
    "null",
    "object",
    "package",
    "return",
    "super",
    "this",
    "throw",
    "true",
    "try",
    "typealias",
    "typeof",
    "val",
    "var",
    "when",
    "while",
];

/// Methods that every class has; a WIT function of that name would override or hide one.
const METHODS: &[&str] =
    &["clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"];

/// What generated methods call something of their own.
const PARAMETERS: &[&str] = &["abi"];

/// Properties whose getter every class already has.
const PROPERTIES: &[&str] = &["class"];

/// Names that generated code uses without a package. A generated type of that name would hide them inside its
/// interface, and an interface or world inside the whole package.
const TYPES: &[&str] = &[
    "Any",
    "Array",
    "Boolean",
    "Byte",
    "ByteArray",
    "CanonicalAbi",
    "CodePoint",
    "Companion",
    "Double",
    "Enum",
    "Float",
    "HostFunction",
    "ImportBinder",
    "ImportScope",
    "Instance",
    "Int",
    "List",
    "Long",
    "LongArray",
    "Nothing",
    "Outcome",
    "Pair",
    "Short",
    "Some",
    "String",
    "Suppress",
    "Triple",
    "UByte",
    "UInt",
    "ULong",
    "UShort",
    "Unit",
    "ValType",
];

/// `list-remotes` as `listRemotes`, in backticks where that is a keyword.
pub fn function(kebab: &str) -> String {
    let name = lower_camel(kebab);
    if METHODS.contains(&name.as_str()) { format!("{name}_") } else { quoted(name) }
}

/// `endpoint-port` as `endpointPort`, in backticks where that is a keyword.
pub fn property(kebab: &str) -> String {
    let name = lower_camel(kebab);
    if PROPERTIES.contains(&name.as_str()) { format!("{name}_") } else { quoted(name) }
}

/// `repository-root` as `repositoryRoot`, in backticks where that is a keyword.
pub fn parameter(kebab: &str) -> String {
    let name = lower_camel(kebab);
    if PARAMETERS.contains(&name.as_str()) { format!("{name}_") } else { quoted(name) }
}

/// `project-closed` as `PROJECT_CLOSED`.
pub fn enum_case(kebab: &str) -> String {
    kebab.replace('-', "_").to_uppercase()
}

/// `run-configurations` as `RunConfigurations`.
fn upper_camel(kebab: &str) -> String {
    kebab.split('-').map(capitalised).collect()
}

/// `run-configurations` as `runConfigurations`.
pub fn lower_camel(kebab: &str) -> String {
    let mut words = kebab.split('-');
    let first = words.next().unwrap_or_default().to_lowercase();
    words.fold(first, |name, word| name + &capitalised(word))
}

/// `run-configurations` as `RunConfigurations`, the class of an interface or a world; `list` as `List_`, so that `List`
/// stays Kotlin's.
pub fn top_level(kebab: &str) -> String {
    let name = upper_camel(kebab);
    if TYPES.contains(&name.as_str()) || is_tuple(&name) { name + "_" } else { name }
}

/// Names of nested types that would hide something; those get an underscore.
pub struct TypeNames {
    taken: BTreeSet<String>,
}

impl TypeNames {
    /// Beside Kotlin's own names these, of the world and its interfaces, are taken.
    pub fn new(top_level: impl IntoIterator<Item = String>) -> Self {
        Self { taken: top_level.into_iter().collect() }
    }

    /// `run-configuration` as `RunConfiguration`; `string` as `String_`, so that `String` stays Kotlin's.
    pub fn nested(&self, kebab: &str) -> String {
        let mut name = top_level(kebab);
        while self.taken.contains(&name) {
            name.push('_');
        }
        name
    }
}

/// The local names of one generated function. A block gives its names back when it ends.
#[derive(Clone, Default)]
pub struct Locals {
    taken: BTreeSet<String>,
}

impl Locals {
    /// Locals beside `taken`, which are parameters and the like.
    pub fn beside<'a>(taken: impl IntoIterator<Item = &'a str>) -> Self {
        Self { taken: taken.into_iter().map(str::to_owned).collect() }
    }

    /// `base`, or `base2`, `base3`, … where it is taken, or one of the names `inner` of a finished block: what is
    /// declared around a block must not be hidden in there.
    pub fn fresh_around(&mut self, base: &str, inner: &Locals) -> String {
        let mut name = quoted(base.to_owned());
        let mut number = 2;
        while inner.taken.contains(&name) || !self.taken.insert(name.clone()) {
            name = format!("{base}{number}");
            number += 1;
        }
        name
    }

    /// Adds the names of another block.
    pub fn join(&mut self, other: &Locals) {
        self.taken.extend(other.taken.iter().cloned());
    }
}

fn quoted(name: String) -> String {
    if KEYWORDS.contains(&name.as_str()) { format!("`{name}`") } else { name }
}

fn capitalised(word: &str) -> String {
    let word = word.to_lowercase();
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn is_tuple(name: &str) -> bool {
    name.strip_prefix("Tuple").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}
