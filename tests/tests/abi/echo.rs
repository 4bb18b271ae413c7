//! The echo component, called by name: the tests know its types only through the component itself.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, bail};
use mcp_toolbox_tests::artifacts;
use wasmtime::component::types::{ComponentFunc, ComponentInstance, ComponentItem, Type};
use wasmtime::component::{Component, Instance, Linker, LinkerInstance, Val};
use wasmtime::{Engine, Store};

const PACKAGE: &str = "mcp-toolbox:abi/";

/// How often the guest called the import `touch`; only one test does.
pub static TOUCHES: AtomicU32 = AtomicU32::new(0);

static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);

static COMPONENT: LazyLock<Component> = LazyLock::new(|| {
    let bytes = artifacts::read("mcp-toolbox-echo.component.wasm").expect("the echo component is built");
    Component::new(&ENGINE, bytes).expect("the echo component is valid")
});

/// An exported interface with the types that it echoes.
pub struct Family {
    /// The interface's name.
    pub name: String,
    /// Every type that it has a `make-` function for.
    pub types: Vec<NamedType>,
}

/// A type and what the functions for it are called.
pub struct NamedType {
    /// What follows `make-`, `show-` and `relay-`.
    pub name: String,
    /// The type itself.
    pub ty: Type,
}

/// Every interface that echoes types.
pub fn families() -> Vec<Family> {
    let world = COMPONENT.component_type();
    let interfaces = world.exports(&ENGINE).filter_map(|(name, item)| {
        let ComponentItem::ComponentInstance(interface) = item.ty else { return None };
        let types: Vec<NamedType> =
            functions(&interface).into_iter().filter_map(|(name, function)| made(&name, &function)).collect();
        (!types.is_empty()).then(|| Family { name: name.trim_start_matches(PACKAGE).to_owned(), types })
    });
    interfaces.collect()
}

fn made(function: &str, signature: &ComponentFunc) -> Option<NamedType> {
    let name = function.strip_prefix("make-")?.to_owned();
    Some(NamedType { name, ty: signature.results().next()? })
}

fn functions(interface: &ComponentInstance) -> Vec<(String, ComponentFunc)> {
    let functions = interface.exports(&ENGINE).filter_map(|(name, item)| match item.ty {
        ComponentItem::ComponentFunc(function) => Some((name.to_owned(), function)),
        _ => None,
    });
    functions.collect()
}

/// One instance of the component.
pub struct Echo {
    store: Store<()>,
    instance: Instance,
}

impl Echo {
    /// A fresh instance whose imports return what they get.
    pub fn new() -> Result<Self> {
        let mut linker = Linker::new(&ENGINE);
        let world = COMPONENT.component_type();
        for (name, item) in world.imports(&ENGINE) {
            let ComponentItem::ComponentInstance(interface) = item.ty else { continue };
            let mut linked = linker.instance(name)?;
            for (function, signature) in functions(&interface) {
                relay(&mut linked, &function, signature)?;
            }
        }
        let mut store = Store::new(&ENGINE, ());
        let instance = linker.instantiate(&mut store, &COMPONENT)?;
        Ok(Self { store, instance })
    }

    /// The value that the guest reads from `bytes`.
    pub fn make(&mut self, family: &str, ty: &str, bytes: &[u8]) -> Result<Val> {
        self.call(family, &format!("make-{ty}"), &[byte_list(bytes)])
    }

    /// The bytes that the guest writes for `value`.
    pub fn show(&mut self, family: &str, ty: &str, value: Val) -> Result<Vec<u8>> {
        bytes_of(&self.call(family, &format!("show-{ty}"), &[value])?)
    }

    /// The bytes that the guest writes for what the host returned.
    pub fn relay(&mut self, family: &str, ty: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        bytes_of(&self.call(family, &format!("relay-{ty}"), &[byte_list(bytes)])?)
    }

    /// Calls any function with a result.
    pub fn call(&mut self, family: &str, function: &str, arguments: &[Val]) -> Result<Val> {
        let mut results = [Val::Bool(false)];
        self.call_into(family, function, arguments, &mut results)?;
        let [result] = results;
        Ok(result)
    }

    /// Calls any function without a result.
    pub fn call_without_result(&mut self, family: &str, function: &str, arguments: &[Val]) -> Result<()> {
        self.call_into(family, function, arguments, &mut [])
    }

    fn call_into(&mut self, family: &str, name: &str, arguments: &[Val], results: &mut [Val]) -> Result<()> {
        let interface = self.instance.get_export_index(&mut self.store, None, &format!("{PACKAGE}{family}"));
        let index = self.instance.get_export_index(&mut self.store, interface.as_ref(), name);
        let index = index.with_context(|| format!("the echo component has no {family}.{name}"))?;
        let function = self.instance.get_func(&mut self.store, index).context("it is not a function")?;
        function.call(&mut self.store, arguments, results)?;
        Ok(())
    }
}

/// Links an import: it returns its argument, all its arguments as a record, or nothing.
fn relay(linked: &mut LinkerInstance<'_, ()>, name: &str, signature: ComponentFunc) -> Result<()> {
    let fields: Vec<String> = signature.params().map(|(name, _)| name.to_owned()).collect();
    let record_length = signature.results().next().map_or(0, |ty| match ty {
        Type::Record(record) => record.fields().len(),
        _ => 0,
    });
    linked.func_new(name, move |_, _, arguments, results| {
        match (arguments, results) {
            ([argument], [result]) => *result = argument.clone(),
            (arguments, [result]) => {
                let members = fields.iter().cloned().zip(arguments.iter().cloned());
                *result = Val::Record(members.take(record_length).collect());
            }
            _ => {
                TOUCHES.fetch_add(1, Ordering::SeqCst);
            }
        }
        Ok(())
    })?;
    Ok(())
}

/// `bytes` as a value.
pub fn byte_list(bytes: &[u8]) -> Val {
    Val::List(bytes.iter().map(|&byte| Val::U8(byte)).collect())
}

/// The bytes that are a value.
pub fn bytes_of(value: &Val) -> Result<Vec<u8>> {
    let Val::List(elements) = value else { bail!("expected bytes, got {value:?}") };
    let byte = |element: &Val| match element {
        Val::U8(byte) => Ok(*byte),
        other => bail!("expected a byte, got {other:?}"),
    };
    elements.iter().map(byte).collect()
}
