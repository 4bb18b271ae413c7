//! What the stack of the instruction stream holds: Kotlin expressions, and where they came from.

use wit_bindgen_core::abi::{Bitcast, WasmType};

use super::source;

/// A Kotlin expression without side effects that the next instruction takes.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The expression.
    pub text: String,
    /// Whence it came, so that two halves of a string or list can be handled as one.
    pub origin: Origin,
}

/// Where an operand came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing special.
    Computed,
    /// An `i32` read from memory.
    Loaded(Address),
    /// The address of the span with this name.
    SpanAddress(String),
    /// The length of the span with this name.
    SpanLength(String),
}

/// A place in memory: a local and a constant distance from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    base: String,
    offset: usize,
}

impl Operand {
    /// An expression of no special origin.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), origin: Origin::Computed }
    }
}

impl Address {
    /// `offset` bytes behind the local `base`.
    pub fn new(base: &Operand, offset: usize) -> Self {
        Self { base: base.text.clone(), offset }
    }

    /// `result + 8`.
    pub fn text(&self) -> String {
        if self.offset == 0 { self.base.clone() } else { format!("{} + {}", self.base, self.offset) }
    }

    /// Whether `length` is the second half of a span whose first half is here.
    pub fn is_followed_by(&self, length: &Address) -> bool {
        self.base == length.base && self.offset + 4 == length.offset
    }
}

/// The Kotlin type of a core value.
pub fn core_type(ty: WasmType) -> &'static str {
    match ty {
        WasmType::I32 | WasmType::Pointer | WasmType::Length => "Int",
        WasmType::I64 | WasmType::PointerOrI64 => "Long",
        WasmType::F32 => "Float",
        WasmType::F64 => "Double",
    }
}

/// WebAssembly's own name of a core type.
pub fn wasm_name(ty: WasmType) -> &'static str {
    match core_type(ty) {
        "Int" => "i32",
        "Long" => "i64",
        "Float" => "f32",
        _ => "f64",
    }
}

/// Zero of a core type.
pub fn zero(ty: WasmType) -> &'static str {
    match core_type(ty) {
        "Int" => "0",
        "Long" => "0L",
        "Float" => "0f",
        _ => "0.0",
    }
}

/// A core value as the `Long` in which Chicory passes it.
pub fn to_raw(ty: WasmType, expression: &str) -> String {
    let value = source::operand(expression);
    match core_type(ty) {
        "Int" if is_literal(&value) => format!("{value}L"),
        "Int" => format!("{value}.toLong()"),
        "Long" => expression.to_owned(),
        "Float" => format!("{value}.toRawBits().toLong()"),
        _ => format!("{value}.toRawBits()"),
    }
}

/// A core value out of the `Long` in which Chicory passes it.
pub fn from_raw(ty: WasmType, raw: &str) -> String {
    match core_type(ty) {
        "Int" => format!("{raw}.toInt()"),
        "Long" => raw.to_owned(),
        "Float" => format!("Float.fromBits({raw}.toInt())"),
        _ => format!("Double.fromBits({raw})"),
    }
}

/// A core value as another core type, as the cases of a variant share their places.
pub fn cast(bitcast: &Bitcast, expression: &str) -> String {
    let value = source::operand(expression);
    match bitcast {
        Bitcast::None
        | Bitcast::P64ToI64
        | Bitcast::I64ToP64
        | Bitcast::I32ToP
        | Bitcast::PToI32
        | Bitcast::PToL
        | Bitcast::LToP
        | Bitcast::I32ToL
        | Bitcast::LToI32 => expression.to_owned(),
        Bitcast::F32ToI32 | Bitcast::F64ToI64 => format!("{value}.toRawBits()"),
        // Widening fills with zeros, whatever the sign.
        Bitcast::I32ToI64 | Bitcast::PToP64 | Bitcast::LToI64 if is_literal(&value) => format!("{value}L"),
        Bitcast::I32ToI64 | Bitcast::PToP64 | Bitcast::LToI64 => format!("{value}.toUInt().toLong()"),
        Bitcast::F32ToI64 => format!("{value}.toRawBits().toUInt().toLong()"),
        Bitcast::I32ToF32 => format!("Float.fromBits({expression})"),
        Bitcast::I64ToF64 => format!("Double.fromBits({expression})"),
        Bitcast::I64ToI32 | Bitcast::P64ToP | Bitcast::I64ToL => format!("{value}.toInt()"),
        Bitcast::I64ToF32 => format!("Float.fromBits({value}.toInt())"),
        Bitcast::Sequence(steps) => {
            let [first, second] = &**steps;
            cast(second, &cast(first, expression))
        }
    }
}

/// Whether `text` is a number that is not negative.
fn is_literal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
