//! The Kotlin file of the world itself: what a host provides and what it gets.

use super::clashes::Named;
use super::interface::{self, has_exports, has_imports};
use super::model::{Interface, World};
use super::source::{indent, kdoc};

/// The file of the world.
pub fn file(world: &World) -> String {
    let mut parts = Vec::new();
    let imported = imported(world);
    let exported: Vec<&Interface> = world.interfaces.iter().filter(|interface| has_exports(world, interface)).collect();
    if !imported.is_empty() {
        parts.push(imports_class(world, &imported));
    }
    parts.push(world_class(world, &imported, &exported));
    interface::header(world, &world.wit_file, &(parts.join("\n\n") + "\n"))
}

/// The classes of the world's file.
pub fn classes(world: &World) -> Vec<Named> {
    let item = format!("world `{}`", world.resolve.worlds[world.id].name);
    let mut classes = vec![Named { item: item.clone(), kotlin: world.name() }];
    if !imported(world).is_empty() {
        classes.push(Named { item: format!("the imports of {item}"), kotlin: imports_class_name(world) });
    }
    classes
}

fn imported(world: &World) -> Vec<&Interface> {
    world.interfaces.iter().filter(|interface| has_imports(world, interface)).collect()
}

/// The class of what a host provides.
fn imports_class_name(world: &World) -> String {
    format!("{}Imports", world.name())
}

fn imports_class(world: &World, imported: &[&Interface]) -> String {
    let properties: String =
        imported.iter().map(|interface| format!("public val {}: {},\n", interface.property, interface.name)).collect();
    format!(
        "/** What a host provides to an instance of the world `{}`. */\npublic class {}(\n{}\n)",
        world.resolve.worlds[world.id].name,
        imports_class_name(world),
        indent(&properties)
    )
}

fn world_class(world: &World, imported: &[&Interface], exported: &[&Interface]) -> String {
    let name = world.name();
    let properties: String = exported
        .iter()
        .map(|interface| {
            let docs = kdoc(world.resolve.interfaces[interface.id].docs.contents.as_deref());
            format!("{docs}public val {}: {},\n", interface.property, interface.name)
        })
        .collect();
    let constructor = if exported.is_empty() { "()".to_owned() } else { format!("(\n{}\n)", indent(&properties)) };
    let mut members = Vec::new();
    if !imported.is_empty() {
        members.push(imports_function(world, imported));
    }
    members.push(of_function(&name, exported));
    let companion = format!("public companion object {{\n{}\n}}", indent(&members.join("\n\n")));
    let parsed = &world.resolve.worlds[world.id];
    let docs = parsed.docs.contents.as_deref().unwrap_or_default();
    let docs = kdoc(Some(&format!(
        "{docs}\n\nOne instance of the world `{}`. Not thread safe: use it on one thread at a time.\n\n\
         A call throws [dev.mcptoolbox.bindings.AbiViolation] if the guest breaks the canonical ABI, and what the\n\
         runtime throws if it traps; the instance is unusable afterwards.",
        parsed.name
    )));
    format!("{docs}public class {name} private constructor{constructor} {{\n{}\n}}", indent(&companion))
}

fn imports_function(world: &World, imported: &[&Interface]) -> String {
    let lists: Vec<String> = imported
        .iter()
        .map(|interface| {
            format!("{}(host.{}).functions(binder)", interface::imports_class(interface), interface.property)
        })
        .collect();
    format!(
        "/** The functions that an instance imports, answered by [host]; [scope] is around each call. */\n\
         public fun imports(host: {}, scope: ImportScope = ImportScope.None): Array<HostFunction> {{\n    \
         val binder = ImportBinder(scope)\n    return listOf(\n{},\n    ).flatten().toTypedArray()\n}}",
        imports_class_name(world),
        indent(&indent(&lists.join(",\n")))
    )
}

fn of_function(name: &str, exported: &[&Interface]) -> String {
    let docs =
        "/** The exports of [instance]. Throws [dev.mcptoolbox.bindings.AbiViolation] if it is of another world. */\n";
    if exported.is_empty() {
        return format!("{docs}public fun of(@Suppress(\"UNUSED_PARAMETER\") instance: Instance): {name} = {name}()");
    }
    let proxies: String = exported
        .iter()
        .map(|interface| format!("{} = {}(abi),\n", interface.property, interface::exports_class(interface)))
        .collect();
    format!(
        "{docs}public fun of(instance: Instance): {name} {{\n    val abi = CanonicalAbi(instance)\n    \
         return {name}(\n{}\n    )\n}}",
        indent(&indent(&proxies))
    )
}
