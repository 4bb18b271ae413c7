//! The ABI's instruction stream as Kotlin: what each instruction becomes.
//!
//! Lifting only reads, so it becomes one nested expression. Lowering allocates and writes, so it becomes statements.

use wit_bindgen_core::abi::{Bindgen, Instruction, WasmType};
use wit_bindgen_core::wit_parser::{Alignment, ArchitectureSize, Resolve, SizeAlign, Type};

use super::model::World;
use super::names::{self, Locals};
use super::operand::{self, Address, Operand, Origin};
use super::source::{self, call, lambda};
use super::types::{self, is_byte, tuple_class};

/// The longest expression that is an argument rather than a local.
const SHORT: usize = 60;

/// What differs between calling an export and answering an import.
pub trait Edge {
    /// The expression of the argument `nth`: an interface value for an export, a core value for an import.
    fn argument(&mut self, body: &mut Body<'_>, nth: usize) -> Operand;

    /// Performs the call and returns its results.
    fn call(&mut self, body: &mut Body<'_>, arguments: &[Operand]) -> Vec<Operand>;

    /// Ends the function with these results.
    fn finish(&mut self, body: &mut Body<'_>, results: &[Operand]);
}

/// The statements of one function as they grow, and the names in them.
pub struct Body<'a> {
    /// The world, for names and sizes.
    pub world: &'a World,
    locals: Locals,
    open: Vec<Block>,
    finished: Vec<Block>,
    payloads: usize,
    pending_length: Option<(Address, String)>,
}

/// The code for one case of a variant or one element of a list.
#[derive(Default)]
pub struct Block {
    /// What it does.
    pub statements: Vec<String>,
    /// What it yields.
    pub results: Vec<Operand>,
    /// The placeholder for the payload, until the variant is known.
    pub payload: Option<String>,
    element: Option<String>,
    address: Option<String>,
    /// The names in use around it.
    outer: Locals,
    /// Every name inside of it.
    used: Locals,
}

impl<'a> Body<'a> {
    /// An empty function.
    pub fn new(world: &'a World, locals: Locals) -> Self {
        Self { world, locals, open: vec![Block::default()], finished: Vec::new(), payloads: 0, pending_length: None }
    }

    /// Adds a statement.
    pub fn push(&mut self, statement: impl Into<String>) {
        self.block().statements.push(statement.into());
    }

    /// A new name for a local.
    pub fn fresh(&mut self, base: &str) -> String {
        self.fresh_around(base, &[])
    }

    /// A new name for a local that is declared around finished blocks.
    pub fn fresh_around(&mut self, base: &str, blocks: &[Block]) -> String {
        let mut inner = Locals::default();
        blocks.iter().for_each(|block| inner.join(&block.used));
        let name = self.locals.fresh_around(base, &inner);
        let own = Locals::beside([name.as_str()]);
        self.block().used.join(&own);
        name
    }

    /// Adds `val name = expression` and returns the name.
    pub fn bind(&mut self, base: &str, expression: &str) -> String {
        let name = self.fresh(base);
        self.push(format!("val {name} = {expression}"));
        name
    }

    /// The function's statements.
    pub fn into_statements(mut self) -> Vec<String> {
        self.open.pop().map(|block| block.statements).unwrap_or_default()
    }

    /// The newest `count` finished blocks, oldest first.
    pub fn take_blocks(&mut self, count: usize) -> Vec<Block> {
        self.finished.split_off(self.finished.len() - count)
    }

    fn block(&mut self) -> &mut Block {
        self.open.last_mut().expect("the function's own block stays open")
    }

    fn load(&mut self, function: &str, base: &Operand, offset: ArchitectureSize) -> Operand {
        let address = Address::new(base, offset.size_wasm32());
        let text = format!("abi.{function}({})", address.text());
        let origin = if function == "loadI32" { Origin::Loaded(address) } else { Origin::Computed };
        Operand { text, origin }
    }

    fn store(&mut self, function: &str, operands: &[Operand], offset: ArchitectureSize) {
        let [value, base] = operands else { unreachable!("a store takes a value and an address") };
        let address = Address::new(base, offset.size_wasm32());
        self.push(format!("abi.{function}({}, {})", address.text(), value.text));
    }

    /// The stream writes the length and then the pointer; where both are of one span, that is one statement.
    fn store_length(&mut self, operands: &[Operand], offset: ArchitectureSize) {
        let [value, base] = operands else { unreachable!("a store takes a value and an address") };
        match &value.origin {
            Origin::SpanLength(span) => {
                self.pending_length = Some((Address::new(base, offset.size_wasm32()), span.clone()));
            }
            _ => self.store("storeI32", operands, offset),
        }
    }

    fn store_pointer(&mut self, operands: &[Operand], offset: ArchitectureSize) {
        let [value, base] = operands else { unreachable!("a store takes a value and an address") };
        let address = Address::new(base, offset.size_wasm32());
        match (self.pending_length.take(), &value.origin) {
            (Some((length, span)), Origin::SpanAddress(same)) if span == *same && address.is_followed_by(&length) => {
                let value = self.take_short_value(&span).unwrap_or(span);
                self.push(format!("abi.storeSpan({}, {value})", address.text()));
            }
            (None, _) => self.store("storeI32", operands, offset),
            (Some(_), _) => unreachable!("the stream writes the two halves of a span one after the other"),
        }
    }

    /// The value of the local `name` where the statement before just declared it and it is short: then it needs no
    /// name.
    fn take_short_value(&mut self, name: &str) -> Option<String> {
        let statements = &mut self.block().statements;
        let value = statements.last()?.strip_prefix(&format!("val {name} = "))?.to_owned();
        let short = !value.contains('\n') && value.len() <= SHORT;
        short.then(|| {
            statements.pop();
            value
        })
    }

    /// `loadX(address, …)` where both halves come from one place in memory, else `liftX(pointer, length, …)`.
    fn lift_span(&mut self, what: &str, operands: &[Operand], more: &str) -> String {
        let [pointer, length] = operands else { unreachable!("a span is a pointer and a length") };
        match (&pointer.origin, &length.origin) {
            (Origin::Loaded(first), Origin::Loaded(second)) if first.is_followed_by(second) => {
                format!("abi.load{what}({}{more})", first.text())
            }
            _ => format!("abi.lift{what}({}, {}{more})", pointer.text, length.text),
        }
    }

    fn lift_list(&mut self, element: &Type, operands: &[Operand]) -> Operand {
        let block = self.take_blocks(1).remove(0);
        let layout = self.layout(element);
        let head = self.lift_span("List", operands, &layout);
        let address = block.address.unwrap_or_else(|| "_".into());
        Operand::new(lambda(&head, &address, &block.results[0].text))
    }

    fn lower_span(&mut self, what: &str, value: &Operand) -> [Operand; 2] {
        let span = self.bind(&format!("{}Span", hint(&value.text)), &format!("abi.lower{what}({})", value.text));
        span_halves(span)
    }

    fn lower_list(&mut self, element: &Type, list: &Operand) -> [Operand; 2] {
        let blocks = self.take_blocks(1);
        let span = self.fresh_around(&format!("{}Span", hint(&list.text)), &blocks);
        let [block] = <[Block; 1]>::try_from(blocks).unwrap_or_default();
        let layout = self.layout(element);
        let params = [block.element, block.address].map(|name| name.unwrap_or_else(|| "_".into())).join(", ");
        let head = format!("abi.lowerList({}{layout})", list.text);
        let expression = lambda(&head, &params, &block.statements.join("\n"));
        self.push(format!("val {span} = {expression}"));
        span_halves(span)
    }

    /// `, 16, 4`: the size and alignment of a list's elements.
    fn layout(&self, element: &Type) -> String {
        let sizes = &self.world.sizes;
        format!(", {}, {}", sizes.size(element).size_wasm32(), sizes.align(element).align_wasm32())
    }
}

/// Feeds one function's instructions into its body.
pub struct Emitter<'a, E> {
    /// The function.
    pub body: Body<'a>,
    /// Its direction.
    pub edge: E,
}

impl<E: Edge> Bindgen for Emitter<'_, E> {
    type Operand = Operand;

    fn emit(
        &mut self,
        _: &Resolve,
        instruction: &Instruction<'_>,
        operands: &mut Vec<Operand>,
        results: &mut Vec<Operand>,
    ) {
        let done = self.emit_core(instruction, operands, results)
            || self.body.emit_memory(instruction, operands, results)
            || self.body.emit_scalar(instruction, operands, results)
            || self.body.emit_list(instruction, operands, results)
            || self.body.emit_product(instruction, operands, results)
            || self.body.emit_variant(instruction, operands, results);
        assert!(done, "support.rs lets through what needs {instruction:?}");
    }

    fn return_pointer(&mut self, _: ArchitectureSize, _: Alignment) -> Operand {
        unreachable!("only a guest provides the place of its own results")
    }

    fn push_block(&mut self) {
        let outer = self.body.locals.clone();
        self.body.open.push(Block { outer, ..Block::default() });
    }

    fn finish_block(&mut self, operands: &mut Vec<Operand>) {
        let mut block = self.body.open.pop().expect("the generator opened it");
        block.results = std::mem::take(operands);
        self.body.locals = std::mem::take(&mut block.outer);
        self.body.block().used.join(&block.used);
        self.body.finished.push(block);
    }

    fn sizes(&self) -> &SizeAlign {
        &self.body.world.sizes
    }

    fn is_list_canonical(&self, _: &Resolve, element: &Type) -> bool {
        is_byte(self.body.world, element)
    }
}

impl<E: Edge> Emitter<'_, E> {
    fn emit_core(&mut self, instruction: &Instruction<'_>, operands: &[Operand], results: &mut Vec<Operand>) -> bool {
        match instruction {
            Instruction::GetArg { nth } => results.push(self.edge.argument(&mut self.body, *nth)),
            Instruction::CallWasm { .. } | Instruction::CallInterface { .. } => {
                results.extend(self.edge.call(&mut self.body, operands));
            }
            Instruction::Return { .. } => self.edge.finish(&mut self.body, operands),
            // Expressions are evaluated where `finish` puts them.
            Instruction::Flush { .. } => results.extend_from_slice(operands),
            _ => return false,
        }
        true
    }
}

impl Body<'_> {
    fn emit_memory(&mut self, instruction: &Instruction<'_>, operands: &[Operand], results: &mut Vec<Operand>) -> bool {
        use Instruction as I;
        match instruction {
            I::I32Load8U { offset } => results.push(self.load("loadU8", &operands[0], *offset)),
            I::I32Load8S { offset } => results.push(self.load("loadS8", &operands[0], *offset)),
            I::I32Load16U { offset } => results.push(self.load("loadU16", &operands[0], *offset)),
            I::I32Load16S { offset } => results.push(self.load("loadS16", &operands[0], *offset)),
            I::I32Load { offset } | I::PointerLoad { offset } | I::LengthLoad { offset } => {
                results.push(self.load("loadI32", &operands[0], *offset));
            }
            I::I64Load { offset } => results.push(self.load("loadI64", &operands[0], *offset)),
            I::F32Load { offset } => results.push(self.load("loadF32", &operands[0], *offset)),
            I::F64Load { offset } => results.push(self.load("loadF64", &operands[0], *offset)),
            I::I32Store8 { offset } => self.store("storeI8", operands, *offset),
            I::I32Store16 { offset } => self.store("storeI16", operands, *offset),
            I::I32Store { offset } => self.store("storeI32", operands, *offset),
            I::I64Store { offset } => self.store("storeI64", operands, *offset),
            I::F32Store { offset } => self.store("storeF32", operands, *offset),
            I::F64Store { offset } => self.store("storeF64", operands, *offset),
            I::LengthStore { offset } => self.store_length(operands, *offset),
            I::PointerStore { offset } => self.store_pointer(operands, *offset),
            I::Malloc { size, align, .. } => {
                let allocation = format!("abi.allocate({}, {})", size.size_wasm32(), align.align_wasm32());
                results.push(Operand::new(self.bind("params", &allocation)));
            }
            _ => return false,
        }
        true
    }

    fn emit_scalar(&mut self, instruction: &Instruction<'_>, operands: &[Operand], results: &mut Vec<Operand>) -> bool {
        use Instruction as I;
        let text = |template: &str| {
            let [value] = operands else { unreachable!("a scalar is one value") };
            let receiver = source::operand(&value.text);
            Operand::new(template.replace("(_)", &format!("({})", value.text)).replace("_.", &format!("{receiver}.")))
        };
        let result = match instruction {
            I::I32FromS32 | I::S32FromI32 | I::I64FromS64 | I::S64FromI64 => operands[0].clone(),
            I::I32FromU32 | I::I32FromU16 | I::I32FromS16 | I::I32FromU8 | I::I32FromS8 => text("_.toInt()"),
            I::I64FromU64 => text("_.toLong()"),
            I::S8FromI32 => text("_.toByte()"),
            I::U8FromI32 => text("_.toUByte()"),
            I::S16FromI32 => text("_.toShort()"),
            I::U16FromI32 => text("_.toUShort()"),
            I::U32FromI32 => text("_.toUInt()"),
            I::U64FromI64 => text("_.toULong()"),
            I::CoreF32FromF32 => text("abi.lowerF32(_)"),
            I::CoreF64FromF64 => text("abi.lowerF64(_)"),
            I::F32FromCoreF32 => text("abi.liftF32(_)"),
            I::F64FromCoreF64 => text("abi.liftF64(_)"),
            I::I32FromChar => text("_.value"),
            I::CharFromI32 => text("abi.liftChar(_)"),
            I::I32FromBool => text("abi.lowerBool(_)"),
            I::BoolFromI32 => text("abi.liftBool(_)"),
            I::I32Const { val } => Operand::new(val.to_string()),
            I::Bitcasts { casts } => {
                let cast = |(operand, cast): (&Operand, _)| Operand::new(operand::cast(cast, &operand.text));
                results.extend(operands.iter().zip(casts.iter()).map(cast));
                return true;
            }
            I::ConstZero { tys } => {
                results.extend(tys.iter().map(|&ty| Operand::new(operand::zero(ty))));
                return true;
            }
            _ => return false,
        };
        results.push(result);
        true
    }

    fn emit_list(&mut self, instruction: &Instruction<'_>, operands: &[Operand], results: &mut Vec<Operand>) -> bool {
        use Instruction as I;
        match instruction {
            I::StringLift => results.push(Operand::new(self.lift_span("String", operands, ""))),
            I::ListCanonLift { .. } => results.push(Operand::new(self.lift_span("Bytes", operands, ""))),
            I::ListLift { element, .. } => results.push(self.lift_list(element, operands)),
            I::StringLower { .. } => results.extend(self.lower_span("String", &operands[0])),
            I::ListCanonLower { .. } => results.extend(self.lower_span("Bytes", &operands[0])),
            I::ListLower { element, .. } => results.extend(self.lower_list(element, &operands[0])),
            I::IterElem { .. } => {
                let name = self.fresh("element");
                self.block().element = Some(name.clone());
                results.push(Operand::new(name));
            }
            I::IterBasePointer => {
                let name = self.fresh("address");
                self.block().address = Some(name.clone());
                results.push(Operand::new(name));
            }
            _ => return false,
        }
        true
    }

    /// Records, tuples and flags.
    fn emit_product(
        &mut self,
        instruction: &Instruction<'_>,
        operands: &[Operand],
        results: &mut Vec<Operand>,
    ) -> bool {
        use Instruction as I;
        match instruction {
            I::RecordLower { record, .. } => {
                let properties = record.fields.iter().map(|field| names::property(&field.name));
                results.extend(members(&operands[0], properties));
            }
            I::TupleLower { tuple, .. } => {
                let properties = types::TUPLE_PROPERTIES.iter().take(tuple.types.len()).map(|&name| name.to_owned());
                results.extend(members(&operands[0], properties));
            }
            I::FlagsLower { .. } => results.extend(members(&operands[0], ["bits()".to_owned()].into_iter())),
            I::RecordLift { record, ty, .. } => {
                let fields = record.fields.iter().map(|field| names::property(&field.name));
                let arguments: Vec<String> =
                    fields.zip(operands).map(|(name, value)| format!("{name} = {}", value.text)).collect();
                results.push(Operand::new(call(&self.world.qualified_name(*ty), &arguments)));
            }
            I::TupleLift { tuple, .. } => {
                results.push(Operand::new(call(&tuple_class(tuple.types.len()), &texts(operands))));
            }
            I::FlagsLift { ty, .. } => {
                results.push(Operand::new(call(&format!("{}.lift", self.world.qualified_name(*ty)), &texts(operands))));
            }
            _ => return false,
        }
        true
    }

    /// A stand-in for the payload of the case that the current block is for.
    pub fn payload_placeholder(&mut self) -> Operand {
        // Only after its block is it known of which variant this is a case, and hence how the payload is reached. The
        // marker cannot occur in Kotlin text.
        let marker = format!("\u{1}{}\u{1}", self.payloads);
        self.payloads += 1;
        self.block().payload = Some(marker.clone());
        Operand::new(marker)
    }

    /// Names for the results of a variant, the case first.
    pub fn declare_results(&mut self, base: &str, results: &[WasmType], blocks: &[Block]) -> Vec<String> {
        let mut declared = Vec::new();
        for (index, &ty) in results.iter().enumerate() {
            let base = if index == 0 { format!("{base}Case") } else { format!("{base}Part{index}") };
            let name = self.fresh_around(&base, blocks);
            self.push(format!("val {name}: {}", operand::core_type(ty)));
            declared.push(name);
        }
        declared
    }
}

/// A name for something made from `expression`: the last word of it.
pub fn hint(expression: &str) -> &str {
    let last = expression.rsplit('.').next().unwrap_or_default().trim_matches('`');
    let is_name = last.chars().all(|char| char.is_ascii_alphanumeric())
        && last.starts_with(|char: char| char.is_ascii_lowercase());
    if is_name { last } else { "payload" }
}

/// The expressions of several operands.
pub fn texts(operands: &[Operand]) -> Vec<String> {
    operands.iter().map(|operand| operand.text.clone()).collect()
}

fn members(value: &Operand, names: impl Iterator<Item = String>) -> Vec<Operand> {
    let value = source::operand(&value.text);
    names.map(|name| Operand::new(format!("{value}.{name}"))).collect()
}

fn span_halves(span: String) -> [Operand; 2] {
    [
        Operand { text: format!("{span}.address"), origin: Origin::SpanAddress(span.clone()) },
        Operand { text: format!("{span}.length"), origin: Origin::SpanLength(span) },
    ]
}
