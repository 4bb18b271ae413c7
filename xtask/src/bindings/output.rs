//! Generated files on disk: written where they differ, or only compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// Generated files by name, in one folder that holds nothing else.
pub type Files = BTreeMap<String, String>;

/// Makes `folder` hold exactly `files`; a file whose text did not change is left untouched.
pub fn write(folder: &Path, files: &Files) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for stale in stale_files(folder, files)? {
        let path = folder.join(stale);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    for (name, text) in files {
        let path = folder.join(name);
        if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
            eprintln!("wrote {}", path.display());
        }
    }
    Ok(())
}

/// Fails if `folder` does not hold exactly `files`, and shows the first line that differs.
pub fn check(folder: &Path, files: &Files) -> Result<()> {
    if let Some(stale) = stale_files(folder, files)?.first() {
        bail!("{} is no longer generated", folder.join(stale).display());
    }
    for (name, text) in files {
        let path = folder.join(name);
        let found = match fs::read_to_string(&path) {
            Ok(found) => found,
            Err(error) => bail!("cannot read {}: {error}", path.display()),
        };
        if let Some(difference) = first_difference(&found, text) {
            bail!("{} is out of date\n{difference}", path.display());
        }
    }
    Ok(())
}

fn stale_files(folder: &Path, files: &Files) -> Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut stale = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !files.contains_key(&name) {
            stale.push(name);
        }
    }
    stale.sort();
    Ok(stale)
}

/// The first line in which two texts differ, as a diff shows it.
fn first_difference(found: &str, expected: &str) -> Option<String> {
    if found == expected {
        return None;
    }
    let (mut old, mut new) = (found.split('\n'), expected.split('\n'));
    for number in 1_usize.. {
        let pair = (old.next(), new.next());
        if pair.0 == pair.1 && pair.0.is_some() {
            continue;
        }
        let line = |sign: char, text: Option<&str>| text.map_or(String::new(), |text| format!("\n{sign}{text}"));
        return Some(format!("@@ line {number} @@{}{}", line('-', pair.0), line('+', pair.1)));
    }
    None
}
