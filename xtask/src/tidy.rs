//! `cargo xtask tidy`: the rules that no compiler checks. `ARCHITECTURE.md` gives the reason of each.

mod rooms;
mod wit_docs;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::component;
use crate::workshop::Workshop;

/// Checks every rule and lists all that is broken.
///
/// # Errors
/// Where a rule is broken.
pub fn run(workshop: &Workshop) -> Result<()> {
    let files = Files::tracked(workshop)?;
    let mut broken = rooms::check(&files);
    broken.extend(wit_docs::check(workshop)?);
    broken.extend(check_guest_dependencies(workshop)?);
    if broken.is_empty() {
        return Ok(());
    }
    bail!("tidy found {} broken rule(s):\n  {}", broken.len(), broken.join("\n  "));
}

/// The files of the checkout, new ones included, ignored ones not.
pub struct Files(Vec<(PathBuf, String)>);

impl Files {
    fn tracked(workshop: &Workshop) -> Result<Self> {
        let listed = workshop
            .output("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .context("git is needed to list the files")?;
        let texts = listed.split('\0').filter(|path| !path.is_empty()).filter_map(|path| {
            // A file that was deleted but is still listed has no rules.
            let bytes = std::fs::read(workshop.root().join(path)).ok()?;
            Some((PathBuf::from(path), String::from_utf8_lossy(&bytes).into_owned()))
        });
        Ok(Self(texts.collect()))
    }

    /// Path from the top folder, and text, of each file.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.0.iter().map(|(path, text)| (path.as_path(), text.as_str()))
    }

    #[cfg(test)]
    fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect())
    }
}

/// The core imports what its WIT world lists and nothing of a browser.
fn check_guest_dependencies(workshop: &Workshop) -> Result<Vec<String>> {
    let tree = workshop.output(
        "cargo",
        &["tree", "--locked", "--package", "mcp-toolbox-component", "--target", component::TARGET, "--prefix", "none"],
    )?;
    Ok(forbidden_dependencies(&tree))
}

fn forbidden_dependencies(tree: &str) -> Vec<String> {
    let forbidden = ["wasm-bindgen", "js-sys", "web-sys", "getrandom"];
    let mut names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .filter(|name| forbidden.iter().any(|start| name.starts_with(start)))
        .map(|name| format!("the guest depends on {name}; its imports are the WIT world's alone"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_crates_are_found_anywhere_in_the_tree() {
        let tree =
            "mcp-toolbox-component v0.1.0\nserde v1.0.0\nwasm-bindgen-macro v0.2.0\njs-sys v0.3.0\njs-sys v0.3.0 (*)\n";
        let broken = forbidden_dependencies(tree);
        assert_eq!(broken.len(), 2);
        assert!(broken[0].contains("js-sys") && broken[1].contains("wasm-bindgen-macro"));
        assert!(forbidden_dependencies("serde v1.0.0\n").is_empty());
    }
}
