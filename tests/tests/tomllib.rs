//! An independent judge of merged files: Python's `tomllib` and `json` read every output and find our entry in it, and everything
//! else as it was. What our own parsers would overlook twice, these do not share.

use std::io::Write as _;
use std::process::{Command, Stdio};

use mcp_toolbox_core::agents::merge::{self, Consent, Subject};
use mcp_toolbox_core::agents::table::Syntax;
use mcp_toolbox_core::agents::{Refusal, Value};
use mcp_toolbox_tests::artifacts;
use serde_json::{Value as Json, json};

/// A format as both sides call it.
#[derive(Clone, Copy)]
struct Format {
    name: &'static str,
    syntax: Syntax,
    container: &'static [&'static str],
}

const TOML: Format = Format { name: "toml", syntax: Syntax::Toml, container: &["mcp_servers"] };
const JSON: Format = Format { name: "json", syntax: Syntax::StrictJson, container: &["mcpServers"] };
const DEEP_JSON: Format = Format { name: "json", syntax: Syntax::StrictJson, container: &["mcp", "servers"] };

/// Names of servers and texts that a format could get wrong.
const TEXTS: [&str; 7] = [
    "idea",
    "a.b c",
    "\"quoted\\\"",
    "tab\tdel\u{7f}nul\u{0}esc\u{1b}",
    "line\nand\r\n",
    "中文 😀 \u{85}\u{2028}",
    "# [x]",
];

#[test]
fn python_reads_the_committed_files_once_merged() {
    let mut cases = Vec::new();
    for (folder, formats) in [("merge_toml", &[TOML][..]), ("merge_jsonc", &[JSON, DEEP_JSON])] {
        for (name, text) in texts_of(folder) {
            for format in formats {
                cases.extend(cases_of(&format!("{folder}/{name}"), *format, &text, "idea"));
            }
        }
    }
    check(&cases, 80);
}

#[test]
fn python_reads_files_of_every_make_once_merged() {
    let mut cases = Vec::new();
    let makes = toml_makes().into_iter().map(|text| (TOML, text));
    for (index, (format, text)) in makes.chain(json_makes().into_iter().map(|text| (JSON, text))).enumerate() {
        for name in ["idea", TEXTS[1 + index % (TEXTS.len() - 1)]] {
            cases.extend(cases_of(&format!("make {index}"), format, &text, name));
        }
    }
    check(&cases, 4_000);
}

#[test]
fn python_reads_the_files_that_we_make() {
    let mut cases = Vec::new();
    for format in [TOML, JSON, DEEP_JSON] {
        for name in TEXTS {
            let made = merge::put(None, &subject(format, name), &value(&wanted(1)), Consent::Adopted).unwrap();
            cases.push(case("a new file", format, "", &made.bytes, name, &wanted(1)));
        }
    }
    check(&cases, 3 * TEXTS.len());
}

/// The addition to a text and an update of that; nothing where the addition is refused.
fn cases_of(what: &str, format: Format, text: &str, name: &str) -> Vec<Json> {
    let subject = subject(format, name);
    let put = |text: &[u8], node: &Json| -> Result<Vec<u8>, Refusal> {
        Ok(merge::put(Some(text), &subject, &value(node), Consent::Adopted)?.bytes)
    };
    // What is there may hold more than ours, and is no addition.
    if has_node(text, &subject) {
        return Vec::new();
    }
    let Ok(added) = put(text.as_bytes(), &wanted(1)) else { return Vec::new() };
    let updated = put(&added, &wanted(2)).unwrap_or_else(|refusal| panic!("{what}: no update: {refusal}\n{text}"));
    let added_text = str::from_utf8(&added).unwrap();
    vec![
        case(&format!("{what}, added"), format, text, &added, name, &wanted(1)),
        case(&format!("{what}, updated"), format, added_text, &updated, name, &wanted(2)),
    ]
}

fn case(what: &str, format: Format, input: &str, output: &[u8], name: &str, wanted: &Json) -> Json {
    let path: Vec<&str> = format.container.iter().copied().chain([name]).collect();
    let output = str::from_utf8(output).unwrap();
    json!({"name": what, "format": format.name, "input": input, "output": output, "path": path, "wanted": wanted})
}

/// Lets Python judge all cases in one process; at least `least` of them must prove something.
fn check(cases: &[Json], least: usize) {
    let script = artifacts::root().join("tests/tests/tomllib.py");
    let python = Command::new("python3").arg("-I").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut python = python.unwrap_or_else(|error| {
        panic!("python3 cannot run ({error}); install 3.11 or newer (Debian: apt-get install python3)")
    });
    // A script that ends early says why itself.
    let _ = python.stdin.take().unwrap().write_all(Json::from(cases).to_string().as_bytes());
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "Python disagrees; see above");
    let told = String::from_utf8(output.stdout).unwrap();
    let proven: usize = told.split_whitespace().next().unwrap().parse().unwrap();
    assert!(proven >= least, "of {} cases only {proven} prove something; fewer than {least}", cases.len());
}

fn subject(format: Format, name: &str) -> Subject<'static> {
    Subject {
        agent: "The agent",
        syntax: format.syntax,
        container: format.container.iter().map(|key| (*key).to_owned()).collect(),
        name: name.to_owned(),
        breaking_keys: &[],
        schema: None,
    }
}

fn has_node(text: &str, subject: &Subject<'_>) -> bool {
    let removed = merge::remove(text.as_bytes(), subject, &Default::default(), Consent::Confirmed);
    removed.is_ok_and(|removed| removed.changed)
}

/// A node with every kind of value that an agent's row has, and texts that need escapes.
fn wanted(round: u32) -> Json {
    let headers: serde_json::Map<String, Json> =
        TEXTS.iter().map(|text| ((*text).to_owned(), json!(format!("{text} {round}")))).collect();
    json!({"url": format!("http://127.0.0.1:{round}/x"), "headers": headers, "enabled": round == 1, "timeout": round})
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => Value::Number(number.to_string()),
        Json::String(text) => Value::text(text),
        Json::Array(values) => Value::Array(values.iter().map(value).collect()),
        Json::Object(members) => {
            Value::Object(members.iter().map(|(name, inner)| (name.clone(), value(inner))).collect())
        }
    }
}

/// The files of a folder of `fuzz/corpus` that are UTF-8.
fn texts_of(folder: &str) -> Vec<(String, String)> {
    let folder = artifacts::root().join("fuzz/corpus").join(folder);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let text = |file: std::fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        Some((name, String::from_utf8(std::fs::read(file.path()).ok()?).ok()?))
    };
    let mut texts: Vec<_> = files.filter_map(|file| text(file.ok()?)).collect();
    texts.sort();
    texts
}

/// Every value below every way to write the container, with every end.
fn toml_makes() -> Vec<String> {
    let values = [
        "1",
        "nan",
        "+1_000.5e3",
        "\"a # b\" # c",
        "[\n  1, # [x]\n  [2],\n]",
        "\"\"\"\n[mcp_servers.fake]\nurl = 1\n\"\"\"",
        "'''\n# x\n'''",
        "{ a = 1, b.c = 'd' }",
        "1979-05-27T07:32:00Z",
    ];
    let containers = [
        "",
        "mcp_servers.a.url = 'u' # c\n",
        "mcp_servers = { a = { url = 'u' } } # c\n",
        "mcp_servers = {  }\n",
        "[mcp_servers] # c\na.url = 'u'\n",
        "[ mcp_servers . \"a b\" ]\nurl = 'u'\n",
        "[mcp_servers.a.env]\n[mcp_servers.a]\n",
        "[[list]]\n[[list.inner]]\n[mcp_servers]\n",
    ];
    let ends = ["", "\n# tail\n\n", "# about t\n[t.\"x.y\"] # h\nv = '''\n[mcp_servers]'''\n[[u]]\n[[u]]"];
    let mut makes = Vec::new();
    for (value, container, end) in every(&values, &containers, &ends) {
        makes.extend(with_line_ends(&format!("k.x = {value}\n{container}{end}")));
    }
    makes
}

/// The same for strict JSON; the spaces around are part of the make.
fn json_makes() -> Vec<String> {
    let values = ["null", "-1.50e+300", "\"a // b, { \\\" \\\\ \\u0041 你😀\"", "[ [], {} ]", "{ \"a\": 1, \"a\": 2 }"];
    let containers = ["", "{}", "{ }", "{\n}", "{\"a\":{}}", "{\n    \"a\": { \"url\": \"u\" },\n    \"b\": {} }"];
    let gaps = ["", " ", "\n  ", "\n\n\t"];
    let mut makes = Vec::new();
    for (value, container, gap) in every(&values, &containers, &gaps) {
        let servers = if container.is_empty() { String::new() } else { format!(",{gap}\"mcpServers\" : {container}") };
        makes.extend(with_line_ends(&format!("{{{gap}\"v\":{value}{servers}{gap}}}\n")));
    }
    makes
}

fn every<'a>(a: &'a [&str], b: &'a [&str], c: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a str, &'a str)> {
    a.iter().flat_map(move |a| b.iter().flat_map(move |b| c.iter().map(move |c| (*a, *b, *c))))
}

fn with_line_ends(text: &str) -> [String; 4] {
    [text.to_owned(), text.trim_end_matches('\n').to_owned(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")]
}
