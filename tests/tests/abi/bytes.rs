//! Values of any type as the bytes that `echo.wit` describes.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any as arbitrary};
use proptest::strategy::{BoxedStrategy, Just, Union};
use wasmtime::component::types::Type;

/// Any value of `ty`.
pub fn any(ty: &Type) -> BoxedStrategy<Vec<u8>> {
    match ty {
        Type::Bool => (0..=1_u8).prop_map(|byte| vec![byte]).boxed(),
        Type::S8 | Type::U8 => arbitrary::<u8>().prop_map(|number| number.to_le_bytes().to_vec()).boxed(),
        Type::S16 | Type::U16 => arbitrary::<u16>().prop_map(|number| number.to_le_bytes().to_vec()).boxed(),
        Type::S32 | Type::U32 => arbitrary::<u32>().prop_map(|number| number.to_le_bytes().to_vec()).boxed(),
        Type::S64 | Type::U64 => arbitrary::<u64>().prop_map(|number| number.to_le_bytes().to_vec()).boxed(),
        Type::Float32 => arbitrary::<u32>().prop_map(|bits| single(f32::from_bits(bits))).boxed(),
        Type::Float64 => arbitrary::<u64>().prop_map(|bits| double(f64::from_bits(bits))).boxed(),
        Type::Char => arbitrary::<char>().prop_map(|char| u32::from(char).to_le_bytes().to_vec()).boxed(),
        Type::String => arbitrary::<String>().prop_map(|text| behind_length(text.len(), text.as_bytes())).boxed(),
        Type::List(list) => {
            vec(any(&list.ty()), 0..6).prop_map(|elements| behind_length(elements.len(), &elements.concat())).boxed()
        }
        _ => match parts(ty) {
            Parts::Product(types) => types.iter().map(any).collect::<Vec<_>>().prop_map(|all| all.concat()).boxed(),
            Parts::Sum(cases) => {
                let width = case_width(cases.len());
                let case = |(number, payload): (usize, &Option<Type>)| {
                    payload
                        .as_ref()
                        .map_or(Just(Vec::new()).boxed(), any)
                        .prop_map(move |bytes| case(number, width, &bytes))
                };
                Union::new(cases.iter().enumerate().map(case)).boxed()
            }
            Parts::Flags(count) => {
                let known = u32::MAX >> (32 - count);
                arbitrary::<u32>().prop_map(move |bits| (bits & known).to_le_bytes().to_vec()).boxed()
            }
        },
    }
}

/// Values of `ty` at its edges.
pub fn corners(ty: &Type) -> Vec<Vec<u8>> {
    match ty {
        Type::Bool => vec![vec![0], vec![1]],
        Type::S8 | Type::U8 => integers(1),
        Type::S16 | Type::U16 => integers(2),
        Type::S32 | Type::U32 => integers(4),
        Type::S64 | Type::U64 => integers(8),
        Type::Float32 => {
            let numbers =
                [0.0, -0.0, 1.5, -1.5, f32::MIN, f32::MAX, f32::MIN_POSITIVE / 2.0, f32::INFINITY, f32::NEG_INFINITY];
            numbers.into_iter().chain([f32::NAN]).map(single).collect()
        }
        Type::Float64 => {
            let numbers =
                [0.0, -0.0, 1.5, -1.5, f64::MIN, f64::MAX, f64::MIN_POSITIVE / 2.0, f64::INFINITY, f64::NEG_INFINITY];
            numbers.into_iter().chain([f64::NAN]).map(double).collect()
        }
        Type::Char => {
            let chars = ['\0', 'a', 'é', '\u{d7ff}', '\u{e000}', '\u{fffd}', '\u{ffff}', '🦀', char::MAX];
            chars.into_iter().map(|char| u32::from(char).to_le_bytes().to_vec()).collect()
        }
        Type::String => {
            let texts = ["", "a", "\0", "Grüße", "世界", "🦀", "\u{fffd}", "\u{feff}a", "line\nline\r\n"];
            texts.into_iter().map(|text| behind_length(text.len(), text.as_bytes())).collect()
        }
        Type::List(list) => {
            let elements = corners(&list.ty());
            vec![
                behind_length(0, &[]),
                behind_length(1, &elements[0]),
                behind_length(elements.len(), &elements.concat()),
            ]
        }
        _ => match parts(ty) {
            Parts::Product(types) => product_corners(&types),
            Parts::Sum(cases) => sum_corners(&cases),
            Parts::Flags(count) => {
                let all = u32::MAX >> (32 - count);
                [0, 1, 1 << (count - 1), all].map(|bits| bits.to_le_bytes().to_vec()).into()
            }
        },
    }
}

/// `bytes` behind a length.
pub fn behind_length(length: usize, bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(length).expect("tests are smaller");
    [&length.to_le_bytes(), bytes].concat()
}

/// A type as what it is made of.
enum Parts {
    Product(Vec<Type>),
    Sum(Vec<Option<Type>>),
    Flags(usize),
}

fn parts(ty: &Type) -> Parts {
    match ty {
        Type::Record(record) => Parts::Product(record.fields().map(|field| field.ty).collect()),
        Type::Tuple(tuple) => Parts::Product(tuple.types().collect()),
        Type::Variant(variant) => Parts::Sum(variant.cases().map(|case| case.ty).collect()),
        Type::Enum(cases) => Parts::Sum(cases.names().map(|_| None).collect()),
        Type::Option(option) => Parts::Sum(vec![None, Some(option.ty())]),
        Type::Result(result) => Parts::Sum(vec![result.ok(), result.err()]),
        Type::Flags(flags) => Parts::Flags(flags.names().len()),
        other => panic!("echo.wit has no {other:?}"),
    }
}

/// As many values as the part with the most corners has; the others go through theirs again and again, each at another
/// pace.
fn product_corners(types: &[Type]) -> Vec<Vec<u8>> {
    let all: Vec<Vec<Vec<u8>>> = types.iter().map(corners).collect();
    let count = all.iter().map(Vec::len).max().unwrap_or(0);
    let value = |index: usize| all.iter().flat_map(|corners| corners[index % corners.len()].clone()).collect();
    (0..count).map(value).collect()
}

fn sum_corners(cases: &[Option<Type>]) -> Vec<Vec<u8>> {
    let width = case_width(cases.len());
    let mut values = Vec::new();
    for (number, payload) in cases.iter().enumerate() {
        let payloads = payload.as_ref().map_or(vec![Vec::new()], corners);
        values.extend(payloads.iter().map(|payload| case(number, width, payload)));
    }
    values
}

fn case(number: usize, width: usize, payload: &[u8]) -> Vec<u8> {
    [&number.to_le_bytes()[..width], payload].concat()
}

fn case_width(cases: usize) -> usize {
    if cases > 256 { 2 } else { 1 }
}

/// Zero, one, the numbers on both sides of the sign, and all bits.
fn integers(width: usize) -> Vec<Vec<u8>> {
    let sign = 1_u64 << (8 * width - 1);
    [0, 1, sign - 1, sign, u64::MAX].map(|number| number.to_le_bytes()[..width].to_vec()).into()
}

/// The ABI leaves the bits of a NaN open, so that only the canonical one can be compared.
fn single(number: f32) -> Vec<u8> {
    let bits = if number.is_nan() { 0x7fc0_0000 } else { number.to_bits() };
    bits.to_le_bytes().to_vec()
}

fn double(number: f64) -> Vec<u8> {
    let bits = if number.is_nan() { 0x7ff8_0000_0000_0000 } else { number.to_bits() };
    bits.to_le_bytes().to_vec()
}
