//! The generator on its own: one tiny WIT file for each odd case, and what is refused.
//!
//! `cases/x.wit` becomes the Kotlin in `cases/x/`; `UPDATE_EXPECT=1 cargo test -p xtask` rewrites it. `jvm-host/bindings`
//! compiles all of these as it compiles what ships, and proves by the echo world that the code means what it says.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use anyhow::Context;
use expect_test::{Expect, expect};
use wit_bindgen_core::wit_parser::Resolve;

use super::model::World;
use super::output::{self, Files};
use super::{TARGETS, generate};

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bindings/cases");
    let cases = names_in(&folder, Some("wit"));
    assert!(!cases.is_empty());
    for case in &cases {
        // A package for each, so that all can be compiled together.
        let package = format!("cases.{}", case.replace('-', "_"));
        let wit = folder.join(case).with_extension("wit");
        let files = generate(&World::read(&folder, &wit, "w", &package).unwrap());
        if env::var_os("UPDATE_EXPECT").is_some() {
            output::write(&folder.join(case), &files).unwrap();
        }
        output::check(&folder.join(case), &files).context("run it again with UPDATE_EXPECT=1, and read").unwrap();
    }
    assert_eq!(names_in(&folder, None), cases, "each folder is of a case");
}

/// The names, less their extension, of what is in `folder` with this extension.
fn names_in(folder: &Path, extension: Option<&str>) -> Vec<String> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = paths.filter(|path| path.extension().and_then(OsStr::to_str) == extension);
    let mut names: Vec<String> = found.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn generated_twice_is_the_same() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for target in TARGETS {
        assert_eq!(target.generate(root).unwrap(), target.generate(root).unwrap());
    }
}

#[test]
fn a_world_does_not_hide_a_type_in_use() {
    let world = world("interface i { f: func(); } world outcome { import i; }", "outcome").unwrap();
    assert!(generate(&world)["Outcome_.kt"].contains("public class Outcome_ private constructor()"));
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
    let folder = env::temp_dir().join(format!("xtask-bindings-{}", std::process::id()));
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
    expected.assert_eq(&error(world(items, "w")));
}

fn world(items: &str, name: &str) -> anyhow::Result<World> {
    let mut resolve = Resolve::default();
    let package = resolve.push_str("i.wit", &format!("package a:b; {items}")).unwrap();
    let id = resolve.select_world(&[package], Some(name)).unwrap();
    World::of(resolve, id, Path::new(""), "example")
}

fn error<T>(result: anyhow::Result<T>) -> String {
    result.err().map_or("no error".to_owned(), |error| format!("{error:#}"))
}
