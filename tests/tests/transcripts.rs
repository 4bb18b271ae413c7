//! The transcripts, natively and in wasmtime. The third run, in Chicory, is `TranscriptTest` in `jvm-host/runtime`.

use anyhow::{Result, bail};
use mcp_toolbox_tests::endpoint::NativeCore;
use mcp_toolbox_tests::transcript::{self, Transcript};
use mcp_toolbox_tests::wasmtime_core::WasmtimeImage;

#[test]
fn native() -> Result<()> {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    for transcript in transcript::all()? {
        let played = transcript.play(&mut NativeCore(transcript.host()?))?;
        if update {
            transcript.write(&played)?;
        } else {
            compare(&transcript, &played)?;
        }
    }
    Ok(())
}

#[test]
fn wasmtime() -> Result<()> {
    let image = WasmtimeImage::load("mcp-toolbox.component.wasm")?;
    for transcript in transcript::all()? {
        let played = transcript.play(&mut image.instance(transcript.host()?)?)?;
        compare(&transcript, &played)?;
    }
    Ok(())
}

fn compare(transcript: &Transcript, played: &str) -> Result<()> {
    let expected = transcript.expected();
    if expected == played {
        return Ok(());
    }
    let differing = expected.lines().zip(played.lines()).position(|(one, other)| one != other);
    let line = differing.unwrap_or_else(|| expected.lines().count().min(played.lines().count()));
    bail!(
        "{} differs in line {}\n expected: {}\n   played: {}\nUPDATE_EXPECT=1 rewrites it from the native run",
        transcript.name(),
        line + 1,
        expected.lines().nth(line).unwrap_or("(end)"),
        played.lines().nth(line).unwrap_or("(end)"),
    )
}
