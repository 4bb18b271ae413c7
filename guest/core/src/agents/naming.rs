//! What our node is called, and how it is known again.

use super::refusal::Refusal;
use super::value::{Value, sha256_hex};
use crate::http;
use crate::http::loopback::is_loopback_url_host;

/// The server's name: letters and hyphens are safe for every agent.
pub const SERVER_NAME: &str = "jetbrains-tools";

/// The members under which agents keep a server's URL.
const URL_KEYS: [&str; 4] = ["url", "httpUrl", "serverUrl", "uri"];

/// How many digits of the project's digest go behind the name where it is taken; then, where that is taken too.
const SUFFIX_DIGITS: [usize; 2] = [6, 12];

/// The name of our node among the servers of a file: the recorded one, one that is ours by its URL, the plain name, or the plain
/// name with a suffix of the project where somebody else has it.
///
/// # Errors
/// [`Refusal::NameTaken`].
pub fn choose(servers: Option<&Value>, recorded: Option<&str>, project_path: &str) -> Result<String, Refusal> {
    let members = servers.and_then(Value::members).unwrap_or_default();
    if let Some((name, _)) = find(members, recorded) {
        return Ok(name.clone());
    }
    if let Some(name) = recorded {
        return Ok(name.to_owned());
    }
    let digest = sha256_hex(project_path.as_bytes());
    let suffixed = SUFFIX_DIGITS.map(|digits| format!("{SERVER_NAME}-{}", digest.get(..digits).unwrap_or_default()));
    let mut names = [SERVER_NAME.to_owned()].into_iter().chain(suffixed);
    let is_free = |name: &String| members.iter().all(|(taken, _)| taken != name);
    names.clone().find(is_free).ok_or_else(|| {
        let taken: Vec<String> = names.by_ref().map(|name| format!("\"{name}\"")).collect();
        Refusal::NameTaken(taken.join(", "))
    })
}

/// Our node among the servers of a file: the recorded one, else one that is ours by its URL, for a person may have renamed it;
/// one with the plain name first.
#[must_use]
pub fn find<'v>(servers: &'v [(String, Value)], recorded: Option<&str>) -> Option<&'v (String, Value)> {
    let named = |wanted: &str| servers.iter().find(|(name, _)| name == wanted);
    let ours = || servers.iter().filter(|(_, node)| is_ours(node));
    recorded.and_then(named).or_else(|| ours().find(|(name, _)| name == SERVER_NAME)).or_else(|| ours().next())
}

/// Whether a node leads to our endpoint: its URL is a loopback one with our path.
#[must_use]
pub fn is_ours(node: &Value) -> bool {
    URL_KEYS.iter().filter_map(|key| node.get(key)?.as_text()).any(is_our_url)
}

fn is_our_url(url: &str) -> bool {
    let Some(rest) = url.get(..7).filter(|scheme| scheme.eq_ignore_ascii_case("http://")).and(url.get(7..)) else {
        return false;
    };
    let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_suffix('/').unwrap_or(path);
    is_loopback_url_host(authority) && (path == http::ENDPOINT_PATH || path == http::SSE_PATH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(url: &str) -> Value {
        Value::Object(vec![("url".to_owned(), Value::text(url))])
    }

    fn servers(names: &[(&str, &str)]) -> Value {
        Value::Object(names.iter().map(|(name, url)| ((*name).to_owned(), server(url))).collect())
    }

    fn check(names: &[(&str, &str)], recorded: Option<&str>, expected: &str) {
        let chosen = choose(Some(&servers(names)), recorded, "/p").unwrap_or_else(|refusal| refusal.to_string());
        assert_eq!(chosen, expected);
    }

    #[test]
    fn the_name_is_ours_or_free() {
        let ours = "http://127.0.0.1:1/api/jetbrains-mcp-tools";
        check(&[], None, "jetbrains-tools");
        check(&[("a", "http://x")], None, "jetbrains-tools");
        check(&[("jetbrains-tools", "http://x")], None, "jetbrains-tools-00d74b");
        check(&[("jetbrains-tools", "x"), ("jetbrains-tools-00d74b", "x")], None, "jetbrains-tools-00d74baf14ea");
        check(
            &[("jetbrains-tools", "x"), ("jetbrains-tools-00d74b", "x"), ("jetbrains-tools-00d74baf14ea", "x")],
            None,
            "the names \"jetbrains-tools\", \"jetbrains-tools-00d74b\", \"jetbrains-tools-00d74baf14ea\" are taken by \
             other servers; rename one of them",
        );
        check(&[("jetbrains_tools", ours)], None, "jetbrains_tools");
        check(&[("old", ours), ("jetbrains-tools", ours)], None, "jetbrains-tools");
        check(&[("old", ours), ("kept", "x")], Some("kept"), "kept");
        check(&[("a", "x")], Some("kept"), "kept");
        // a person renamed it
        check(&[("old", ours)], Some("kept"), "old");
    }

    #[test]
    fn a_node_is_known_by_its_url() {
        for yes in [
            "http://127.0.0.1:63342/api/jetbrains-mcp-tools",
            "HTTP://localhost:1/api/jetbrains-mcp-tools/",
            "http://[::1]:1/api/jetbrains-mcp-tools/sse?x=1",
            "http://127.0.0.1/api/jetbrains-mcp-tools#x",
        ] {
            assert!(is_ours(&server(yes)), "{yes}");
        }
        for no in [
            "",
            "http://127.0.0.1:1",
            "http://127.0.0.1:1/api/jetbrains-mcp-tools2",
            "http://example.com/api/jetbrains-mcp-tools",
            "http://127.0.0.1.example.com/api/jetbrains-mcp-tools",
            "http://u@127.0.0.1:1/api/jetbrains-mcp-tools",
            "https://127.0.0.1:1/api/jetbrains-mcp-tools",
            "ö http://127.0.0.1:1/api/jetbrains-mcp-tools",
        ] {
            assert!(!is_ours(&server(no)), "{no}");
        }
    }
}
