//! Tools that misbehave on request. They prove that a fault costs exactly one call; no core that ships has them.

use std::hint::black_box;

use mcp_toolbox_core::tools::{Annotations, Arguments, Context, Failure, NO_ARGUMENTS, Output, Tool};

use crate::bindings::exports::mcp_toolbox::core::endpoint::Body;

/// The rows that the `faults` core adds.
pub const TABLE: &[Tool] = &[
    fault("fault_trap", "Executes an unreachable instruction.", |_, _| core::arch::wasm32::unreachable()),
    fault("fault_panic", "Panics.", panics),
    fault("fault_spin", "Computes for ever.", spin),
    fault("fault_recurse", "Calls itself for ever.", |_, _| content(recurse(1))),
    fault("fault_eat_memory", "Takes memory until it is refused.", eat_memory),
    fault(TWICE, "Traps, and once more while the host asks for the error answer.", |_, _| {
        core::arch::wasm32::unreachable()
    }),
    Tool {
        input_schema: r#"{"type":"object","properties":{"mebibytes":{"type":"integer"}},"additionalProperties":false}"#,
        arguments: &["mebibytes"],
        ..fault("fault_grow", "Takes so much memory, gives it back and answers.", grow)
    },
];

const TWICE: &str = "fault_twice";

/// Traps where the failed call was of `fault_twice`.
pub fn trap_in_failed(body: &Body) {
    let Body::Complete(bytes) = body else { return };
    if bytes.windows(TWICE.len()).any(|window| window == TWICE.as_bytes()) {
        core::arch::wasm32::unreachable();
    }
}

const MEBIBYTE: usize = 1024 * 1024;

type Work = fn(&Context<'_>, &Arguments<'_>) -> Result<Output, Failure>;

const fn fault(name: &'static str, description: &'static str, call: Work) -> Tool {
    Tool {
        name,
        title: name,
        description,
        input_schema: NO_ARGUMENTS,
        output_schema: None,
        annotations: Annotations::READS,
        arguments: &[],
        call,
    }
}

#[expect(clippy::panic, reason = "panicking is what this tool is for")]
fn panics(_: &Context<'_>, _: &Arguments<'_>) -> Result<Output, Failure> {
    panic!("asked to panic")
}

fn spin(_: &Context<'_>, _: &Arguments<'_>) -> Result<Output, Failure> {
    let mut turns = 0_u64;
    while black_box(turns) != u64::MAX {
        turns = black_box(turns.wrapping_add(2));
    }
    content(turns)
}

#[expect(unconditional_recursion, reason = "recursing is what this tool is for")]
fn recurse(depth: u64) -> u64 {
    black_box(recurse(black_box(depth + 1))) + 1
}

fn eat_memory(_: &Context<'_>, _: &Arguments<'_>) -> Result<Output, Failure> {
    let mut eaten = Vec::new();
    loop {
        eaten.push(black_box(vec![1_u8; MEBIBYTE]));
        black_box(eaten.len());
    }
}

fn grow(_: &Context<'_>, arguments: &Arguments<'_>) -> Result<Output, Failure> {
    let mebibytes = arguments.optional_integer("mebibytes")?.and_then(|count| usize::try_from(count).ok()).unwrap_or(1);
    let taken: Vec<Vec<u8>> = (0..mebibytes).map(|_| black_box(vec![1_u8; MEBIBYTE])).collect();
    content(black_box(taken).len() as u64)
}

fn content(number: u64) -> Result<Output, Failure> {
    Ok(Output::Content(format!(r#"[{{"type":"text","text":"{number}"}}]"#)))
}
