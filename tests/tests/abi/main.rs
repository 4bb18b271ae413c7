//! The ABI proof, in wasmtime: whatever goes into the echo component comes out again, in both directions.
//!
//! The vectors in `tests/abi/vectors` are written here (`UPDATE_EXPECT=1`) and read by the Kotlin bindings' tests too,
//! so that both hosts agree on every byte. The types are taken from the component itself: a type added to `echo.wit` is
//! tested here and in Kotlin as soon as the echo core knows it.

mod bytes; // values as bytes, made from their type
mod echo; // the echo component
mod vectors; // the committed values

use std::sync::atomic::Ordering;

use anyhow::Result;
use proptest::test_runner::{Config, TestRunner};
use wasmtime::component::Val;

use echo::{Echo, TOUCHES, byte_list, bytes_of, families};

#[test]
fn every_committed_value_comes_back() -> Result<()> {
    vectors::update_if_asked()?;
    let mut echo = Echo::new()?;
    for family in families() {
        let vectors = vectors::read(&family.name)?;
        for ty in &family.types {
            let values: Vec<&Vec<u8>> =
                vectors.iter().filter(|vector| vector.type_name == ty.name).map(|vector| &vector.bytes).collect();
            assert!(!values.is_empty(), "{} has no vectors; run this test with UPDATE_EXPECT=1", ty.name);
            for value in values {
                check(&mut echo, &family.name, &ty.name, value)?;
            }
        }
        let unknown = vectors.iter().find(|vector| family.types.iter().all(|ty| ty.name != vector.type_name));
        assert!(unknown.is_none(), "{} has a vector for no type: {unknown:?}", family.name);
    }
    Ok(())
}

#[test]
fn any_value_comes_back() -> Result<()> {
    let mut echo = Echo::new()?;
    for family in families() {
        for ty in &family.types {
            let mut runner = TestRunner::new(Config { cases: 64, failure_persistence: None, ..Config::default() });
            let echo = std::cell::RefCell::new(&mut echo);
            runner
                .run(&bytes::any(&ty.ty), |value| {
                    check(&mut echo.borrow_mut(), &family.name, &ty.name, &value).map_err(failed)
                })
                .map_err(|error| anyhow::anyhow!("{}: {error}", ty.name))?;
        }
    }
    Ok(())
}

#[test]
fn a_nan_stays_a_nan() -> Result<()> {
    let mut echo = Echo::new()?;
    for bits in [0x7fc0_0001_u32, 0xffc0_0000, 0x7f80_0001] {
        let shown = echo.relay("floats", "f32", &bits.to_le_bytes())?;
        assert!(f32::from_le_bytes(shown.as_slice().try_into()?).is_nan(), "{bits:x}");
    }
    Ok(())
}

#[test]
fn a_mebibyte_comes_back() -> Result<()> {
    let mut echo = Echo::new()?;
    let text = "Grüße, 世界 🦀 ".repeat(1024 * 1024 / 23);
    check(&mut echo, "text", "string", &bytes::behind_length(text.len(), text.as_bytes()))?;
    let list: Vec<u8> = (0..=255).cycle().take(1024 * 1024).collect();
    check(&mut echo, "lists", "bytes", &bytes::behind_length(list.len(), &list))
}

#[test]
fn more_arguments_than_a_call_takes() -> Result<()> {
    let mut echo = Echo::new()?;
    let wide = vectors::read("records")?.into_iter().filter(|vector| vector.type_name == "wide");
    for vector in wide {
        // The last two arguments: a variant of the case `word`, and a byte.
        let more = [2, 0x11, 0x22, 0x33, 0x44, 0x55];
        let arguments = [vector.bytes.as_slice(), &more].concat();
        let result = echo.call("arguments", "relay-arguments", &[byte_list(&arguments)])?;
        assert_eq!(bytes_of(&result)?, vector.bytes);
    }
    Ok(())
}

#[test]
fn a_call_without_arguments_and_result() -> Result<()> {
    let mut echo = Echo::new()?;
    let before = TOUCHES.load(Ordering::SeqCst);
    echo.call_without_result("arguments", "touch", &[Val::U32(3)])?;
    assert_eq!(TOUCHES.load(Ordering::SeqCst) - before, 3);
    Ok(())
}

/// The value comes back from the guest as it was, and from the host as it was.
fn check(echo: &mut Echo, family: &str, ty: &str, bytes: &[u8]) -> Result<()> {
    let value = echo.make(family, ty, bytes)?;
    let shown = echo.show(family, ty, value)?;
    anyhow::ensure!(shown == bytes, "{ty}: {bytes:02x?} came back as {shown:02x?}");
    let relayed = echo.relay(family, ty, bytes)?;
    anyhow::ensure!(relayed == bytes, "{ty}: {bytes:02x?} was relayed as {relayed:02x?}");
    Ok(())
}

fn failed(error: anyhow::Error) -> proptest::test_runner::TestCaseError {
    proptest::test_runner::TestCaseError::fail(format!("{error:#}"))
}
