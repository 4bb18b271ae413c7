//! The generator on its own: one tiny WIT file for each odd case, and what is refused.
//!
//! `cases/*.wit` become `cases/*.kt`; `UPDATE_EXPECT=1 cargo test -p xtask` rewrites those. That they compile and mean
//! what they say is proved by the echo world, in `jvm-host/bindings`.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::{Expect, expect, expect_file};
use wit_bindgen_core::wit_parser::Resolve;

use super::model::World;
use super::output::{self, Files};
use super::{TARGETS, generate};

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bindings/cases");
    let mut cases: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|path| path.extension().is_some_and(|extension| extension == "wit"));
    cases.sort();
    assert!(!cases.is_empty());
    for case in cases {
        let world = World::read(&folder, &case, "w", "example").unwrap();
        let text: Vec<String> =
            generate(&world).into_iter().map(|(name, text)| format!("// ---- {name}\n{text}")).collect();
        expect_file![case.with_extension("kt")].assert_eq(&text.join("\n"));
    }
}

#[test]
fn generated_twice_is_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for target in TARGETS {
        assert_eq!(target.generate(root).unwrap(), target.generate(root).unwrap());
    }
}

#[test]
fn unsupported_types_are_refused() {
    refused("resource r; f: func(x: u8);", expect!["resources are not supported: type `r` of interface `a:b/i`"]);
    refused(
        "resource r; f: func(x: option<borrow<r>>);",
        expect!["resources are not supported: type `r` of interface `a:b/i`"],
    );
    refused("record r { f: future<u8> }", expect!["`future` is not supported: type `r` of interface `a:b/i`"]);
    refused(
        "f: func(x: list<stream<u8>>);",
        expect!["`stream` is not supported: parameter `x` of function `f` of interface `a:b/i`"],
    );
    refused(
        "f: func() -> result<u8, error-context>;",
        expect!["`error-context` is not supported: the result of function `f` of interface `a:b/i`"],
    );
    refused(
        "f: func(x: map<string, u8>);",
        expect!["`map` is not supported: parameter `x` of function `f` of interface `a:b/i`"],
    );
    refused("type t = list<u8, 4>;", expect!["lists of fixed length are not supported: type `t` of interface `a:b/i`"]);
    refused("f: async func();", expect!["async functions are not supported: function `f` of interface `a:b/i`"]);
    refused(
        "f: func(x: tuple<u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8,u8>);",
        expect!["a tuple of 13 elements, 12 are supported: parameter `x` of function `f` of interface `a:b/i`"],
    );
    let labels: Vec<String> = (0..33).map(|label| format!("l{label}")).collect();
    refused(
        &format!("flags fs {{ {} }}", labels.join(", ")),
        expect!["33 flags, 32 are supported: type `fs` of interface `a:b/i`"],
    );
}

#[test]
fn what_stands_in_the_world_itself_is_refused() {
    refused_world(
        "world w { import f: func(); }",
        expect!["`f` stands in the world `w` itself: move it into an interface"],
    );
    refused_world("world w {}", expect!["the world `w` is empty"]);
    refused_world(
        "interface x-y { f: func(); } world w { import x-y; export x-Y: interface { g: func(); } }",
        expect!["`a:b/x-y` and `x-Y` would both be the Kotlin interface XY"],
    );
}

#[test]
fn files_are_compared_and_written() {
    let folder = std::env::temp_dir().join(format!("xtask-bindings-{}", std::process::id()));
    let files = Files::from([("A.kt".to_owned(), "one\ntwo\n".to_owned())]);
    assert!(error(output::check(&folder, &files)).contains("A.kt"));
    output::write(&folder, &files).unwrap();
    output::check(&folder, &files).unwrap();

    fs::write(folder.join("A.kt"), "one\n2\n").unwrap();
    assert!(error(output::check(&folder, &files)).ends_with("is out of date\n@@ line 2 @@\n-2\n+two"));
    fs::write(folder.join("A.kt"), "one\n").unwrap();
    assert!(error(output::check(&folder, &files)).ends_with("@@ line 2 @@\n-\n+two"));
    output::write(&folder, &files).unwrap();

    fs::write(folder.join("B.kt"), "").unwrap();
    assert!(error(output::check(&folder, &files)).ends_with("B.kt is no longer generated"));
    output::write(&folder, &files).unwrap();
    output::check(&folder, &files).unwrap();
    fs::remove_dir_all(folder).unwrap();
}

fn refused(items: &str, expected: Expect) {
    refused_world(&format!("interface i {{ {items} }} world w {{ import i; }}"), expected);
}

fn refused_world(items: &str, expected: Expect) {
    let mut resolve = Resolve::default();
    let package = resolve.push_str("i.wit", &format!("package a:b; {items}")).unwrap();
    let world = resolve.select_world(&[package], Some("w")).unwrap();
    expected.assert_eq(&error(World::of(resolve, world, Path::new(""), "example")));
}

fn error<T>(result: anyhow::Result<T>) -> String {
    result.err().map_or("no error".to_owned(), |error| format!("{error:#}"))
}
