//! What is to be generated: the world's interfaces with their Kotlin names.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use wit_bindgen_core::wit_parser::{
    InterfaceId, Resolve, SizeAlign, Type, TypeDefKind, TypeId, TypeOwner, WorldId, WorldItem, WorldKey,
};

use super::clashes;
use super::limits;
use super::names::{self, TypeNames};
use super::support;

/// One world, checked: whatever is in it can be generated.
pub struct World {
    /// The parsed WIT.
    pub resolve: Resolve,
    /// Sizes and alignments of all its types.
    pub sizes: SizeAlign,
    /// The world itself.
    pub id: WorldId,
    /// The Kotlin package of everything that is generated.
    pub package: String,
    /// The WIT file that declares the world, as the header of a generated file names it.
    pub wit_file: String,
    /// Its interfaces, in the order in which the world lists them.
    pub interfaces: Vec<Interface>,
    names: TypeNames,
}

/// One interface of the world.
pub struct Interface {
    /// The parsed WIT.
    pub id: InterfaceId,
    /// What core modules call it: `wasi:random/random@0.2.6`.
    pub module: String,
    /// The Kotlin interface: `RunConfigurations`.
    pub name: String,
    /// The Kotlin property: `runConfigurations`.
    pub property: String,
    /// The WIT file that declares it.
    pub wit_file: String,
    /// Whether the guest imports it.
    pub imported: bool,
    /// Whether the guest exports it.
    pub exported: bool,
}

impl World {
    /// Parses the WIT at `path`, below `root`, and checks that all of `world` is supported.
    pub fn read(root: &Path, path: &Path, world: &str, package: &str) -> Result<Self> {
        let mut resolve = Resolve::default();
        let (main_package, _) =
            resolve.push_path(path).with_context(|| format!("cannot read the WIT in {}", path.display()))?;
        let id = resolve.select_world(&[main_package], Some(world))?;
        Self::of(resolve, id, root, package)
    }

    /// The world `id` of WIT that was parsed already.
    pub fn of(resolve: Resolve, id: WorldId, root: &Path, package: &str) -> Result<Self> {
        let interfaces = interfaces(&resolve, id, root)?;
        for interface in &interfaces {
            support::check_interface(&resolve, &interface.module, interface.id)?;
        }
        let mut sizes = SizeAlign::default();
        sizes.fill(&resolve);
        let world = names::top_level(&resolve.worlds[id].name);
        let taken = interfaces.iter().map(|interface| interface.name.clone()).chain([world]);
        let names = TypeNames::new(taken);
        let wit_file = wit_file(&resolve, resolve.worlds[id].span, root);
        let world = Self { resolve, sizes, id, package: package.to_owned(), wit_file, interfaces, names };
        clashes::check(&world)?;
        limits::check(&world)?;
        Ok(world)
    }

    /// `Toolbox`.
    pub fn name(&self) -> String {
        names::top_level(&self.resolve.worlds[self.id].name)
    }

    /// The name of a type inside its interface: `Listing`.
    pub fn nested_name(&self, kebab: &str) -> String {
        self.names.nested(kebab)
    }

    /// The name of a case inside its variant: as a nested type's, but never the variant's own, which the case extends.
    pub fn case_name(&self, variant: TypeId, kebab: &str) -> String {
        let mut name = self.nested_name(kebab);
        if name == self.nested_name(self.resolve.types[variant].name.as_deref().unwrap_or_default()) {
            name.push('_');
        }
        name
    }

    /// The name of a record, variant, enum or flags from anywhere in the package: `Git.Listing`.
    pub fn qualified_name(&self, id: TypeId) -> String {
        let definition = &self.resolve.types[id];
        let nested = self.nested_name(definition.name.as_deref().unwrap_or_default());
        let TypeOwner::Interface(owner) = definition.owner else { return nested };
        let interface = self.interfaces.iter().find(|interface| interface.id == owner);
        interface.map_or(nested.clone(), |interface| format!("{}.{nested}", interface.name))
    }

    /// The name of a type for messages at run time: `git.listing`.
    pub fn wit_name(&self, id: TypeId) -> String {
        let definition = &self.resolve.types[id];
        let name = definition.name.as_deref().unwrap_or_default();
        match definition.owner {
            TypeOwner::Interface(owner) => {
                format!("{}.{name}", self.resolve.interfaces[owner].name.as_deref().unwrap_or_default())
            }
            _ => name.to_owned(),
        }
    }

    /// What `ty` is behind its aliases, where it is not a primitive type.
    pub fn kind(&self, ty: &Type) -> Option<&TypeDefKind> {
        let Type::Id(id) = ty else { return None };
        match &self.resolve.types[*id].kind {
            TypeDefKind::Type(target) => self.kind(target),
            kind => Some(kind),
        }
    }

    /// What `ty` is behind its aliases.
    pub fn unaliased(&self, ty: &Type) -> Type {
        match ty {
            Type::Id(id) => match &self.resolve.types[*id].kind {
                TypeDefKind::Type(target) => self.unaliased(target),
                _ => *ty,
            },
            _ => *ty,
        }
    }
}

fn interfaces(resolve: &Resolve, id: WorldId, root: &Path) -> Result<Vec<Interface>> {
    let world = &resolve.worlds[id];
    let mut found: Vec<Interface> = Vec::new();
    let items = world.imports.iter().map(|item| (item, true)).chain(world.exports.iter().map(|item| (item, false)));
    for ((key, item), imported) in items {
        let WorldItem::Interface { id, .. } = item else {
            bail!(
                "`{}` stands in the world `{}` itself: move it into an interface",
                resolve.name_world_key(key),
                world.name
            );
        };
        if let Some(known) = found.iter_mut().find(|known| known.id == *id) {
            known.imported |= imported;
            known.exported |= !imported;
            continue;
        }
        let interface = interface(resolve, key, *id, imported, root);
        found.push(interface);
    }
    ensure!(!found.is_empty(), "the world `{}` is empty", world.name);
    Ok(found)
}

fn interface(resolve: &Resolve, key: &WorldKey, id: InterfaceId, imported: bool, root: &Path) -> Interface {
    let name = match key {
        WorldKey::Name(name) => name.clone(),
        WorldKey::Interface(id) => resolve.interfaces[*id].name.clone().unwrap_or_default(),
    };
    Interface {
        id,
        module: resolve.name_world_key(key),
        name: names::top_level(&name),
        property: names::property(&name),
        wit_file: wit_file(resolve, resolve.interfaces[id].span, root),
        imported,
        exported: !imported,
    }
}

/// The file that holds `span`, relative to `root`, with `/` on every system.
fn wit_file(resolve: &Resolve, span: wit_bindgen_core::wit_parser::Span, root: &Path) -> String {
    let location = resolve.render_location(span);
    // `file:line:column`, and a file name may hold colons.
    let file = location.rsplitn(3, ':').last().unwrap_or_default();
    let relative = Path::new(file).strip_prefix(root).unwrap_or(Path::new(file));
    relative.to_string_lossy().replace('\\', "/")
}
