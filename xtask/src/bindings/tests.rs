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
    refused(
        &format!("flags fs {{ {} }}", labels(33, "")),
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
}

#[test]
fn classes_of_one_name_are_refused() {
    refused_world(
        "interface x-y { f: func(); } world w { import x-y; export x-Y: interface { g: func(); } }",
        expect!["interface `a:b/x-y` and interface `x-Y` would both be `XY` in Kotlin: rename one of them"],
    );
    refused_world(
        "interface a-1 { f: func(); } interface a1 { f: func(); } world w { import a-1; export a1; }",
        expect!["interface `a:b/a-1` and interface `a:b/a1` would both be `A1` in Kotlin: rename one of them"],
    );
    refused_world(
        "interface a-b { f: func(); } interface ab { f: func(); } world w { import a-b; import ab; }",
        expect![
            "interface `a:b/a-b` and interface `a:b/ab` would be the classes `AB` and `Ab`, whose files are one where case does not count: rename one of them"
        ],
    );
    refused_world(
        "world w { export w: interface { f: func(); } }",
        expect!["world `w` and interface `w` would both be `W` in Kotlin: rename one of them"],
    );
    refused_world(
        "interface git { f: func(); } interface git-imports { g: func(); } world w { import git; import git-imports; }",
        expect![
            "the imports of interface `a:b/git` and interface `a:b/git-imports` would both be `GitImports` in Kotlin: rename one of them"
        ],
    );
    refused_world(
        "interface git { f: func(); } interface git-exports { g: func(); } world w { export git; export git-exports; }",
        expect![
            "the exports of interface `a:b/git` and interface `a:b/git-exports` would both be `GitExports` in Kotlin: rename one of them"
        ],
    );
    refused_world(
        "interface w-imports { f: func(); } world w { import w-imports; }",
        expect![
            "the imports of world `w` and interface `a:b/w-imports` would both be `WImports` in Kotlin: rename one of them"
        ],
    );
}

#[test]
fn names_that_become_one_are_refused() {
    refused(
        "record r { x: u8 } enum R { x }",
        expect!["type `r` and type `R` of interface `a:b/i` would both be `R` in Kotlin: rename one of them"],
    );
    refused(
        "record a-b { x: u8 } flags ab { x }",
        expect![
            "type `a-b` and type `ab` of interface `a:b/i` would be the classes `AB` and `Ab`, whose files are one where case does not count: rename one of them"
        ],
    );
    refused(
        "a-1: func(); a1: func();",
        expect![
            "function `a-1` and function `a1` of interface `a:b/i` would both be `a1` in Kotlin: rename one of them"
        ],
    );
    refused(
        "f: func(x-y: u8, x-Y: u8);",
        expect![
            "parameter `x-y` and parameter `x-Y` of function `f` of interface `a:b/i` would both be `xY` in Kotlin: rename one of them"
        ],
    );
    refused(
        "record r { in: u8, IN: u8 }",
        expect![
            "field `in` and field `IN` of type `r` of interface `a:b/i` would both be `in` in Kotlin: rename one of them"
        ],
    );
    refused(
        "record r { x: u8, x: u8 }",
        expect![
            "field `x` and field `x` of type `r` of interface `a:b/i` would both be `x` in Kotlin: rename one of them"
        ],
    );
    refused(
        "flags fs { a-1, a1 }",
        expect![
            "flag `a-1` and flag `a1` of type `fs` of interface `a:b/i` would both be `a1` in Kotlin: rename one of them"
        ],
    );
    refused(
        "enum e { x-y, X-y }",
        expect![
            "case `x-y` and case `X-y` of type `e` of interface `a:b/i` would both be `X_Y` in Kotlin: rename one of them"
        ],
    );
    refused(
        "variant v { a-1, a1(string) }",
        expect![
            "case `a-1` and case `a1` of type `v` of interface `a:b/i` would both be `A1` in Kotlin: rename one of them"
        ],
    );
    refused(
        "variant v { a-b, ab(string) }",
        expect![
            "case `a-b` and case `ab` of type `v` of interface `a:b/i` would be the classes `AB` and `Ab`, whose files are one where case does not count: rename one of them"
        ],
    );
}

#[test]
fn what_no_class_can_hold_is_refused() {
    // Measured: with one fewer the JVM still loads what Kotlin compiles, see the next test.
    refused(
        &format!("record r {{ {} }}", labels(246, ": s32")),
        expect![
            "type `r` of interface `a:b/i` needs 256 parameter slots of the JVM, which has 255: move some fields into a record of their own"
        ],
    );
    refused(
        &format!("record r {{ {} }}", labels(246, ": option<u64>")),
        expect![
            "type `r` of interface `a:b/i` needs 256 parameter slots of the JVM, which has 255: move some fields into a record of their own"
        ],
    );
    refused(
        &format!("record r {{ {} }}", labels(125, ": u64")),
        expect![
            "type `r` of interface `a:b/i` needs 256 parameter slots of the JVM, which has 255: move some fields into a record of their own"
        ],
    );
    refused(
        &format!("record r {{ a: u8, {} }}", labels(125, ": f64")),
        expect![
            "type `r` of interface `a:b/i` needs 257 parameter slots of the JVM, which has 255: move some fields into a record of their own"
        ],
    );
    refused(
        &format!("type t = s64; record r {{ {} }}", labels(125, ": t")),
        expect![
            "type `r` of interface `a:b/i` needs 256 parameter slots of the JVM, which has 255: move some fields into a record of their own"
        ],
    );
    refused(
        &format!("f: func({});", labels(255, ": string")),
        expect![
            "function `f` of interface `a:b/i` needs 256 parameter slots of the JVM, which has 255: pass some parameters as a record"
        ],
    );
    refused(
        &format!("f: func(x: u8, {});", labels(127, ": s64")),
        expect![
            "function `f` of interface `a:b/i` needs 256 parameter slots of the JVM, which has 255: pass some parameters as a record"
        ],
    );
    refused(
        &format!("enum e {{ {} }}", labels(1001, "")),
        expect!["1001 cases, 1000 are supported: split type `e` of interface `a:b/i`"],
    );
    refused(
        &format!("variant v {{ {} }}", labels(1001, "(u8)")),
        expect!["1001 cases, 1000 are supported: split type `v` of interface `a:b/i`"],
    );
}

#[test]
fn what_a_class_can_just_hold_is_accepted() {
    for items in [
        format!("record r {{ {} }}", labels(245, ": s32")),
        format!("record r {{ {} }}", labels(245, ": option<u64>")),
        format!("record r {{ {} }}", labels(124, ": u64")),
        format!("record r {{ a: u8, {} }}", labels(124, ": f64")),
        format!("f: func({});", labels(254, ": string")),
        format!("f: func({});", labels(127, ": s64")),
        format!("enum e {{ {} }}", labels(1000, "")),
    ] {
        refused(&items, expect!["no error"]);
    }
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

/// `l0: u8, l1: u8, …`
fn labels(count: usize, tail: &str) -> String {
    (0..count).map(|label| format!("l{label}{tail}")).collect::<Vec<_>>().join(", ")
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
