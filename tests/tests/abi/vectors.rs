//! The committed values: one file for each family, one line `type hex` for each value.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use mcp_toolbox_tests::artifacts;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::bytes;
use super::echo::{Family, families};

/// How many values each type has beside its corners.
const RANDOM_VALUES: usize = 4;

/// A value for which we know that it must come back.
#[derive(Debug)]
pub struct Vector {
    /// The type's name as the functions have it.
    pub type_name: String,
    /// The value.
    pub bytes: Vec<u8>,
}

/// Writes all files anew under `UPDATE_EXPECT=1`.
pub fn update_if_asked() -> Result<()> {
    if std::env::var_os("UPDATE_EXPECT").is_none() {
        return Ok(());
    }
    fs::create_dir_all(folder())?;
    for family in families() {
        fs::write(path(&family.name), text(&family))?;
    }
    Ok(())
}

/// The values of one family.
pub fn read(family: &str) -> Result<Vec<Vector>> {
    let path = path(family);
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    text.lines().filter(|line| !line.starts_with('#')).map(parse).collect()
}

fn text(family: &Family) -> String {
    let mut text =
        "# Written by tests/tests/abi under UPDATE_EXPECT=1. The bytes are described in tests/abi/echo.wit.\n"
            .to_owned();
    for ty in &family.types {
        let mut runner = TestRunner::deterministic();
        let strategy = bytes::any(&ty.ty);
        let random = (0..RANDOM_VALUES).filter_map(|_| strategy.new_tree(&mut runner).ok()).map(|tree| tree.current());
        for value in bytes::corners(&ty.ty).into_iter().chain(random) {
            text += &format!("{} {}\n", ty.name, hex(&value));
        }
    }
    text
}

fn parse(line: &str) -> Result<Vector> {
    let (type_name, hex) = line.split_once(' ').with_context(|| format!("`{line}` is no vector"))?;
    let digits: Vec<char> = hex.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16);
    let bytes = digits.chunks(2).map(byte).collect::<Result<_, _>>().with_context(|| format!("`{hex}` is no hex"))?;
    Ok(Vector { type_name: type_name.to_owned(), bytes })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn folder() -> PathBuf {
    artifacts::root().join("tests/abi/vectors")
}

fn path(family: &str) -> PathBuf {
    folder().join(format!("{family}.txt"))
}
