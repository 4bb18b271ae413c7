//! The echo core: reads every type from bytes, writes it to bytes, and hands it to the host and back. See
//! `tests/abi/echo.wit`, where the bytes are described.

mod flags;
mod shapes;
mod wire;

mod bindings {
    #![allow(missing_docs, clippy::all, clippy::pedantic, reason = "generated")]
    wit_bindgen::generate!({
        world: "echo",
        path: "../../tests/abi/echo.wit",
        pub_export_macro: true,
    });
}

use bindings::exports::mcp_toolbox::abi as exports;
use bindings::mcp_toolbox::abi::relay;
use bindings::mcp_toolbox::abi::shapes::*;
use wire::{Reader, Wire, read, write};

struct Echo;

bindings::export!(Echo with_types_in bindings);

/// Implements an exported interface; for each type the three functions, the type, and how the import takes it.
macro_rules! family {
    ($family:ident { $($make:ident $show:ident $relay:ident: $type:ty => |$value:ident| $lent:expr;)* }) => {
        impl exports::$family::Guest for Echo {
            $(
                fn $make(bytes: Vec<u8>) -> $type {
                    read(&bytes)
                }

                fn $show(value: $type) -> Vec<u8> {
                    write(&value)
                }

                fn $relay(bytes: Vec<u8>) -> Vec<u8> {
                    let $value: $type = read(&bytes);
                    write(&relay::$relay($lent))
                }
            )*
        }
    };
}

/// `Option::as_deref`, two levels down.
fn lend(value: &Option<Option<Option<String>>>) -> Option<Option<Option<&str>>> {
    value.as_ref().map(|inner| inner.as_ref().map(|text| text.as_deref()))
}

family!(numbers {
    make_bool show_bool relay_bool: bool => |value| value;
    make_u8 show_u8 relay_u8: u8 => |value| value;
    make_s8 show_s8 relay_s8: i8 => |value| value;
    make_u16 show_u16 relay_u16: u16 => |value| value;
    make_s16 show_s16 relay_s16: i16 => |value| value;
    make_u32 show_u32 relay_u32: u32 => |value| value;
    make_s32 show_s32 relay_s32: i32 => |value| value;
    make_u64 show_u64 relay_u64: u64 => |value| value;
    make_s64 show_s64 relay_s64: i64 => |value| value;
});

family!(floats {
    make_f32 show_f32 relay_f32: f32 => |value| value;
    make_f64 show_f64 relay_f64: f64 => |value| value;
});

family!(text {
    make_char show_char relay_char: char => |value| value;
    make_string show_string relay_string: String => |value| &value;
});

family!(lists {
    make_bytes show_bytes relay_bytes: Vec<u8> => |value| &value;
    make_bools show_bools relay_bools: Vec<bool> => |value| &value;
    make_signed_bytes show_signed_bytes relay_signed_bytes: Vec<i8> => |value| &value;
    make_shorts show_shorts relay_shorts: Vec<u16> => |value| &value;
    make_longs show_longs relay_longs: Vec<i64> => |value| &value;
    make_singles show_singles relay_singles: Vec<f32> => |value| &value;
    make_doubles show_doubles relay_doubles: Vec<f64> => |value| &value;
    make_chars show_chars relay_chars: Vec<char> => |value| &value;
    make_strings show_strings relay_strings: Vec<String> => |value| &value;
    make_points show_points relay_points: Vec<Point> => |value| &value;
    make_people show_people relay_people: Vec<Person> => |value| &value;
    make_byte_lists show_byte_lists relay_byte_lists: Vec<Vec<u8>> => |value| &value;
    make_deep_lists show_deep_lists relay_deep_lists: Vec<Vec<Vec<String>>> => |value| &value;
    make_option_list show_option_list relay_option_list: Vec<Option<u32>> => |value| &value;
    make_tuple_list show_tuple_list relay_tuple_list: Vec<(u8, u64)> => |value| &value;
    make_variant_list show_variant_list relay_variant_list: Vec<Mixed> => |value| &value;
    make_flags_list show_flags_list relay_flags_list: Vec<Nine> => |value| &value;
    make_enum_list show_enum_list relay_enum_list: Vec<Level> => |value| &value;
    make_result_list show_result_list relay_result_list: Vec<Result<u8, String>> => |value| &value;
});

family!(options {
    make_optional_byte show_optional_byte relay_optional_byte: Option<u8> => |value| value;
    make_optional_long show_optional_long relay_optional_long: Option<u64> => |value| value;
    make_optional_float show_optional_float relay_optional_float: Option<f32> => |value| value;
    make_optional_string show_optional_string relay_optional_string: Option<String> => |value| value.as_deref();
    make_optional_bytes show_optional_bytes relay_optional_bytes: Option<Vec<u8>> => |value| value.as_deref();
    make_optional_point show_optional_point relay_optional_point: Option<Point> => |value| value;
    make_optional_person show_optional_person relay_optional_person: Option<Person> => |value| value.as_ref();
    make_nested_option show_nested_option relay_nested_option: Option<Option<u32>> => |value| value;
    make_deep_option show_deep_option relay_deep_option: Option<Option<Option<String>>> => |value| lend(&value);
    make_optional_alias show_optional_alias relay_optional_alias: Option<MaybeCount> => |value| value;
    make_optional_problem show_optional_problem relay_optional_problem: Option<Problem> => |value| value.as_ref();
    make_optional_outcome show_optional_outcome relay_optional_outcome: Option<Result<u8, u64>> => |value| value;
    make_optional_verdict show_optional_verdict relay_optional_verdict: Option<Result<(), ()>> => |value| value;
    make_listed_verdicts show_listed_verdicts relay_listed_verdicts: Vec<Option<Result<(), ()>>> => |value| &value;
});

family!(results {
    make_empty_result show_empty_result relay_empty_result: Result<(), ()> => |value| value;
    make_ok_only show_ok_only relay_ok_only: Result<u32, ()> => |value| value;
    make_err_only show_err_only relay_err_only: Result<(), String> => |value| value.as_ref().copied().map_err(String::as_str);
    make_both_sides show_both_sides relay_both_sides: Result<String, u64> => |value| value.as_deref().map_err(|code| *code);
    make_mixed_sides show_mixed_sides relay_mixed_sides: Result<f64, u32> => |value| value;
    make_nested_result show_nested_result relay_nested_result: Result<Result<u8, u16>, Option<i32>> => |value| value;
    make_listed_result show_listed_result relay_listed_result: Result<Vec<String>, Problem> => |value| value.as_deref();
});

family!(tuples {
    make_one show_one relay_one: (u8,) => |value| value;
    make_two show_two relay_two: (u8, u64) => |value| value;
    make_three show_three relay_three: (String, u8, f64) => |value| (&value.0, value.1, value.2);
    make_four show_four relay_four: (u8, u16, u32, u64) => |value| value;
    make_twelve show_twelve relay_twelve: (u8, i8, u16, i16, u32, i32, u64, i64, f32, f64, bool, char) => |value| value;
    make_nested_tuple show_nested_tuple relay_nested_tuple: ((u8, u32), (u64, u8), u8) => |value| value;
});

family!(records {
    make_point show_point relay_point: Point => |value| value;
    make_corners show_corners relay_corners: Corners => |value| value;
    make_person show_person relay_person: Person => |value| &value;
    make_keywords show_keywords relay_keywords: Keywords => |value| value;
    make_wide show_wide relay_wide: Wide => |value| &value;
});

family!(variants {
    make_mixed show_mixed relay_mixed: Mixed => |value| &value;
    make_word_or_single show_word_or_single relay_word_or_single: WordOrSingle => |value| value;
    make_word_or_double show_word_or_double relay_word_or_double: WordOrDouble => |value| value;
    make_long_or_single show_long_or_single relay_long_or_single: LongOrSingle => |value| value;
    make_single_or_double show_single_or_double relay_single_or_double: SingleOrDouble => |value| value;
    make_pairs show_pairs relay_pairs: Pairs => |value| value;
    make_text_or_number show_text_or_number relay_text_or_number: TextOrNumber => |value| &value;
    make_empty_cases show_empty_cases relay_empty_cases: EmptyCases => |value| value;
    make_names show_names relay_names: Names => |value| &value;
    make_problem show_problem relay_problem: Problem => |value| &value;
});

family!(enums {
    make_single_case show_single_case relay_single_case: SingleCase => |value| value;
    make_level show_level relay_level: Level => |value| value;
    make_many show_many relay_many: Many => |value| value;
});

family!(labels {
    make_three_flags show_three_flags relay_three_flags: Three => |value| value;
    make_eight_flags show_eight_flags relay_eight_flags: Eight => |value| value;
    make_nine_flags show_nine_flags relay_nine_flags: Nine => |value| value;
    make_seventeen_flags show_seventeen_flags relay_seventeen_flags: Seventeen => |value| value;
    make_thirty_two_flags show_thirty_two_flags relay_thirty_two_flags: ThirtyTwo => |value| value;
});

family!(aliases {
    make_count show_count relay_count: Count => |value| value;
    make_maybe_count show_maybe_count relay_maybe_count: MaybeCount => |value| value;
    make_blob show_blob relay_blob: Blob => |value| &value;
    make_place show_place relay_place: Place => |value| value;
    make_path show_path relay_path: Path => |value| &value;
});

impl exports::arguments::Guest for Echo {
    fn show_arguments(
        a: u8,
        b: String,
        c: u16,
        d: f32,
        e: u64,
        f: Option<String>,
        g: Vec<u16>,
        h: i8,
        i: f64,
        j: char,
        k: bool,
        l: Point,
        m: Level,
        n: Nine,
        o: i64,
        p: u8,
        q: Mixed,
        r: u8,
    ) -> Vec<u8> {
        let mut bytes = write(&Wide { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p });
        q.write(&mut bytes);
        r.write(&mut bytes);
        bytes
    }

    fn relay_arguments(bytes: Vec<u8>) -> Vec<u8> {
        let mut reader = Reader::new(&bytes);
        let Wide { a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p } = Wide::read(&mut reader);
        let (q, r) = (Mixed::read(&mut reader), u8::read(&mut reader));
        write(&relay::relay_arguments(a, &b, c, d, e, f.as_deref(), &g, h, i, j, k, l, m, n, o, p, &q, r))
    }

    fn touch(times: u32) {
        (0..times).for_each(|_| relay::touch());
    }

    fn clash(abi: u8, result: String, value: u8, host: u8, args: u8, clash_core: u8, results: u8) -> String {
        format!("{abi} {result} {value} {host} {args} {clash_core} {results}")
    }
}
