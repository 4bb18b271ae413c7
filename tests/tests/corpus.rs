//! The committed files of the fuzzers, `fuzz/corpus`, through the same laws: whatever a fuzzer once found stays found.

use mcp_toolbox_core::agents::laws::{self, Verdict};
use mcp_toolbox_core::agents::table::Syntax;
use mcp_toolbox_tests::artifacts;

/// Every file of a folder is refused or obeys, and some of each there are.
fn check(folder: &str, syntaxes: &[Syntax]) {
    let path = artifacts::root().join("fuzz/corpus").join(folder);
    let files = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut verdicts = Vec::new();
    for file in files.map(|file| file.unwrap().path()) {
        let bytes = std::fs::read(&file).unwrap();
        for syntax in syntaxes {
            let verdict = laws::check(&bytes, *syntax);
            verdicts.push(verdict.unwrap_or_else(|broken| panic!("{}, {syntax:?}: {broken}", file.display())));
        }
    }
    for verdict in [Verdict::Obeyed, Verdict::Refused] {
        assert!(verdicts.contains(&verdict), "no file of {folder} is {verdict:?}");
    }
}

#[test]
fn toml_files_obey() {
    check("merge_toml", &[Syntax::Toml]);
}

#[test]
fn json_files_obey() {
    check("merge_jsonc", &[Syntax::Jsonc, Syntax::StrictJson]);
}
