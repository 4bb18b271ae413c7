//! One WIT function as a Kotlin function, with the canonical ABI between the two.

use wit_bindgen_core::abi::{self, AbiVariant, LiftLower, WasmSignature};
use wit_bindgen_core::wit_parser::Function;

use super::declarations::documentation;
use super::instructions::{Body, Edge, Emitter, texts};
use super::model::World;
use super::names::{self, Locals};
use super::operand::{Operand, from_raw, to_raw, wasm_name};
use super::source::{self, call, indent};
use super::types::kotlin;

/// `fun listRemotes(project: String, repositoryRoot: String): Outcome<…>`, without visibility.
pub fn signature(world: &World, function: &Function) -> String {
    let params: Vec<String> = function
        .params
        .iter()
        .map(|param| format!("{}: {}", names::parameter(&param.name), kotlin(world, &param.ty)))
        .collect();
    let result = function.result.map_or(String::new(), |ty| format!(": {}", kotlin(world, &ty)));
    source::declaration(&format!("fun {}", names::function(&function.name)), &params, &result)
}

/// The declaration of the function in its Kotlin interface.
pub fn declaration(world: &World, function: &Function) -> String {
    documentation(&function.docs) + "public " + &signature(world, function)
}

/// The names of the two core functions behind an export, as properties of the generated class.
pub struct ExportNames {
    /// The function itself.
    pub core: String,
    /// The function that frees what the first one returned.
    pub post_return: String,
}

impl ExportNames {
    /// The properties for `function`.
    pub fn of(function: &Function) -> Self {
        let name = names::lower_camel(&function.name);
        Self { core: format!("{name}Core"), post_return: format!("{name}PostReturn") }
    }
}

/// The core signature of an export, and whether it has a post-return function.
pub fn export_signature(world: &World, function: &Function) -> (WasmSignature, bool) {
    let signature = world.resolve.wasm_signature(AbiVariant::GuestExport, function);
    (signature, abi::guest_export_needs_post_return(&world.resolve, function))
}

/// The core signature of an import.
pub fn import_signature(world: &World, function: &Function) -> WasmSignature {
    world.resolve.wasm_signature(AbiVariant::GuestImport, function)
}

/// `i32 i32 -> i32`: the core types that `coreType` in `CoreTypes.kt` reads.
pub fn core_type(signature: &WasmSignature) -> String {
    let names = |types: &[_]| types.iter().map(|&ty| wasm_name(ty)).collect::<Vec<_>>().join(" ");
    format!("{} -> {}", names(&signature.params), names(&signature.results)).trim().to_owned()
}

/// The method that calls the export.
pub fn export(world: &World, function: &Function) -> String {
    let params: Vec<String> = function.params.iter().map(|param| names::parameter(&param.name)).collect();
    let (signature, post_return) = export_signature(world, function);
    let edge = Export { function, signature, post_return, result: None, params: params.clone() };
    let locals = Locals::beside(params.iter().map(String::as_str).chain(["abi"]));
    let mut emitter = Emitter { body: Body::new(world, locals), edge };
    abi::call(&world.resolve, AbiVariant::GuestExport, LiftLower::LowerArgsLiftResults, function, &mut emitter, false);
    let statements = emitter.body.into_statements();
    format!("override {} {{\n{}\n}}", self::signature(world, function), indent(&statements.join("\n")))
}

/// The method that answers the import.
pub fn import(world: &World, function: &Function) -> String {
    let edge = Import { function, signature: import_signature(world, function), result: None };
    let locals = Locals::beside(["abi", "args", "host"]);
    let mut emitter = Emitter { body: Body::new(world, locals), edge };
    abi::call(&world.resolve, AbiVariant::GuestImport, LiftLower::LiftArgsLowerResults, function, &mut emitter, false);
    let head =
        format!("private fun {}(abi: CanonicalAbi, args: LongArray): LongArray", names::function(&function.name));
    format!("{head} {{\n{}\n}}", indent(&emitter.body.into_statements().join("\n")))
}

/// Calls an export: lowers the arguments, lifts the result, frees what the guest allocated for it.
struct Export<'a> {
    function: &'a Function,
    signature: WasmSignature,
    post_return: bool,
    params: Vec<String>,
    result: Option<String>,
}

impl Export<'_> {
    /// A property of the class, told from a parameter of the same name.
    fn property(&self, name: String) -> String {
        if self.params.contains(&name) { format!("this.{name}") } else { name }
    }
}

impl Edge for Export<'_> {
    fn argument(&mut self, _: &mut Body<'_>, nth: usize) -> Operand {
        Operand::new(self.params[nth].clone())
    }

    fn call(&mut self, body: &mut Body<'_>, arguments: &[Operand]) -> Vec<Operand> {
        let raw = self.signature.params.iter().zip(arguments).map(|(&ty, argument)| to_raw(ty, &argument.text));
        let core = self.property(ExportNames::of(self.function).core);
        let invocation = call(&format!("{core}.apply"), &raw.collect::<Vec<_>>());
        let Some(&ty) = self.signature.results.first() else {
            body.push(invocation);
            return Vec::new();
        };
        let results = body.bind("results", &invocation);
        let mut expression = from_raw(ty, &format!("{results}[0]"));
        if let (true, Some(result)) = (self.signature.retptr, &self.function.result) {
            let (size, align) = layout(body.world, result);
            expression = call("abi.region", &[expression, size, align]);
        }
        let result = body.bind("result", &expression);
        self.result = Some(result.clone());
        vec![Operand::new(result)]
    }

    fn finish(&mut self, body: &mut Body<'_>, results: &[Operand]) {
        let Some(value) = results.first() else { return };
        let (true, Some(result)) = (self.post_return, &self.result) else {
            body.push(format!("return {}", value.text));
            return;
        };
        let result = result.clone();
        let value = body.bind("value", &value.text);
        let post_return = self.property(ExportNames::of(self.function).post_return);
        body.push(format!("{post_return}.apply({result}.toLong())"));
        body.push(format!("return {value}"));
    }
}

/// Answers an import: lifts the arguments, lowers the result.
struct Import<'a> {
    function: &'a Function,
    signature: WasmSignature,
    result: Option<String>,
}

impl Edge for Import<'_> {
    fn argument(&mut self, body: &mut Body<'_>, nth: usize) -> Operand {
        let argument = from_raw(self.signature.params[nth], &format!("args[{nth}]"));
        let world = body.world;
        if self.signature.indirect_params && nth == 0 {
            let info = world.sizes.record(self.function.params.iter().map(|param| &param.ty));
            let (size, align) = (info.size.size_wasm32().to_string(), info.align.align_wasm32().to_string());
            return Operand::new(body.bind("params", &call("abi.region", &[argument, size, align])));
        }
        match &self.function.result {
            Some(result) if self.signature.retptr && nth + 1 == self.signature.params.len() => {
                let (size, align) = layout(world, result);
                Operand::new(body.bind("target", &call("abi.region", &[argument, size, align])))
            }
            _ => Operand::new(argument),
        }
    }

    fn call(&mut self, body: &mut Body<'_>, arguments: &[Operand]) -> Vec<Operand> {
        let values: Vec<String> = match (&*self.function.params, texts(arguments)) {
            ([_, _, ..], values) => {
                let named = self.function.params.iter().zip(values);
                named.map(|(param, value)| format!("{} = {value}", names::parameter(&param.name))).collect()
            }
            (_, values) => values,
        };
        let invocation = call(&format!("host.{}", names::function(&self.function.name)), &values);
        if self.function.result.is_none() {
            body.push(invocation);
            return Vec::new();
        }
        let result = body.bind("result", &invocation);
        self.result = Some(result.clone());
        vec![Operand::new(result)]
    }

    fn finish(&mut self, body: &mut Body<'_>, results: &[Operand]) {
        let raw: Vec<String> =
            self.signature.results.iter().zip(results).map(|(&ty, result)| to_raw(ty, &result.text)).collect();
        body.push(if raw.is_empty() {
            "return CanonicalAbi.NO_RESULTS".to_owned()
        } else {
            format!("return longArrayOf({})", raw.join(", "))
        });
    }
}

fn layout(world: &World, ty: &wit_bindgen_core::wit_parser::Type) -> (String, String) {
    (world.sizes.size(ty).size_wasm32().to_string(), world.sizes.align(ty).align_wasm32().to_string())
}
