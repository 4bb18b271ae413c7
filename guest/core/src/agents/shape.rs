//! Which of an agent's shapes a file has. Only OpenCode has two, and the wrong one stops it from starting.

use super::table::{Automatic, Shape};
use super::value::Value;

/// The shape that a file shows, and whether that is only an assumption.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The shape.
    pub shape: &'static Shape,
    /// Neither the file nor the program's version tells.
    pub is_assumed: bool,
}

/// The shape of a file: what it shows, else what the program's version reads, else that of the source document. The version is
/// only asked for where the file does not show it: that starts the program.
///
/// A container `mcp.servers` without a `type` of its own is the envelope; a `type` one level below `mcp` is the flat shape, also
/// where that server is called `servers`.
#[must_use]
pub fn choose(
    automatic: &'static Automatic,
    file: Option<&Value>,
    version: impl FnOnce() -> Option<String>,
) -> Option<Chosen> {
    let [envelope, flat] = automatic.shapes else {
        return automatic.shapes.first().map(|shape| Chosen { shape, is_assumed: false });
    };
    let known = |shape| Some(Chosen { shape, is_assumed: false });
    let outer = file.and_then(|file| file.at(flat.container)).and_then(Value::members).unwrap_or_default();
    let has_type = |node: &Value| node.get("type").is_some_and(|kind| kind.as_text().is_some());
    if outer.iter().any(|(_, node)| has_type(node)) {
        return known(flat);
    }
    if file.and_then(|file| file.at(envelope.container)).is_some_and(|servers| servers.members().is_some()) {
        return known(envelope);
    }
    match version().as_deref().and_then(major) {
        Some(0 | 1) => known(flat),
        Some(_) => known(envelope),
        None => Some(Chosen { shape: envelope, is_assumed: true }),
    }
}

/// The shape in which a file holds our recorded node: an update stays there, whatever else came to be in the file.
#[must_use]
pub fn holding(automatic: &'static Automatic, file: Option<&Value>, recorded: Option<&str>) -> Option<Chosen> {
    let name = recorded?;
    let holds = |shape: &&Shape| file.and_then(|file| file.at(shape.container)?.get(name)).is_some();
    automatic.shapes.iter().find(holds).map(|shape| Chosen { shape, is_assumed: false })
}

/// The first number of a version such as `opencode 1.2.3` or `v2.0`.
fn major(version: &str) -> Option<u32> {
    let digits = version.split_whitespace().find_map(|word| {
        let word = word.strip_prefix('v').unwrap_or(word);
        word.contains('.').then(|| word.split('.').next())?
    });
    digits?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::rows;
    use super::super::table::{Setup, Syntax};
    use super::super::tree::Tree;
    use super::*;

    fn check(file: &str, version: Option<&str>, container: &str, is_assumed: bool) {
        let Some(Setup::Automatic(automatic)) = rows::find("opencode").map(|agent| agent.setup) else { panic!() };
        let value = Tree::parse(file, Syntax::Jsonc, "").unwrap().value();
        let chosen = choose(automatic, Some(&value), || version.map(str::to_owned)).unwrap();
        assert_eq!((chosen.shape.container.join(".").as_str(), chosen.is_assumed), (container, is_assumed), "{file}");
    }

    #[test]
    fn the_file_tells_the_shape() {
        // F10, F11, O2
        check(
            r#"{ // don't "
            "mcp": { "a": { "type": "remote", "url": "http://x//y" } } }"#,
            Some("2.0.0"),
            "mcp",
            false,
        );
        check(
            r#"{ "mcp": { "servers": { "a": { "type": "remote", "url": "u" } } } }"#,
            Some("1.0.0"),
            "mcp.servers",
            false,
        );
        check(r#"{ "mcp": { "servers": {} } }"#, None, "mcp.servers", false);
        // a server that is called "servers"
        check(r#"{ "mcp": { "servers": { "type": "local", "command": [] } } }"#, None, "mcp", false);
        check(r#"{ "mcp": { "servers": { "type": { "url": "u" } } } }"#, None, "mcp.servers", false);
        // both: a flat entry of the same name wins in late versions
        check(r#"{ "mcp": { "servers": {}, "a": { "type": "local" } } }"#, None, "mcp", false);
    }

    #[test]
    fn a_file_that_shows_its_shape_starts_no_program() {
        let Some(Setup::Automatic(automatic)) = rows::find("opencode").map(|agent| agent.setup) else { panic!() };
        for file in [r#"{ "mcp": { "a": { "type": "remote" } } }"#, r#"{ "mcp": { "servers": {} } }"#] {
            let value = Tree::parse(file, Syntax::Jsonc, "").unwrap().value();
            assert!(choose(automatic, Some(&value), || panic!("asked for the version: {file}")).is_some());
        }
    }

    #[test]
    fn a_recorded_node_keeps_its_shape() {
        let Some(Setup::Automatic(automatic)) = rows::find("opencode").map(|agent| agent.setup) else { panic!() };
        let file = r#"{ "mcp": { "servers": { "ours": {} }, "a": { "type": "local" } } }"#;
        let value = Tree::parse(file, Syntax::Jsonc, "").unwrap().value();
        let held = holding(automatic, Some(&value), Some("ours")).unwrap();
        assert_eq!(held.shape.container.join("."), "mcp.servers");
        assert!(holding(automatic, Some(&value), Some("gone")).is_none());
        assert!(holding(automatic, Some(&value), None).is_none());
    }

    #[test]
    fn else_the_version_tells_it() {
        check("{}", Some("0.15.3"), "mcp", false);
        check("{}", Some("opencode v1.0.110\n"), "mcp", false);
        check(r#"{ "mcp": {} }"#, Some("2.1"), "mcp.servers", false);
        check("{}", None, "mcp.servers", true);
        check("{}", Some("development build"), "mcp.servers", true);
        check(r#"{ "mcp": [] }"#, None, "mcp.servers", true);
    }
}
