//! MCP 2026-07-28: no handshake and no session. Every request carries its version and the client's capabilities, says in
//! headers what its body says, and gets a result that says of what kind it is.

use crate::host::{Host, Project};
use crate::http::{Field, Request};
use crate::json::{self, Object};
use crate::request_log::Outcome;
use crate::tools::Tool;
use crate::tools::arguments::short;

use super::{Call, Problem, Version, initialize, tools_methods};

/// What every request carries in `_meta`. `clientInfo` is wanted too, but must not be required.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// How long a client may keep a list, in milliseconds: as long as a person who switches a tool off would wait at most.
const LIST_TTL_MS: u32 = 10_000;

/// Whether a request is of this version: its body says so, or its header does. `initialize` may carry any header.
pub fn is_stateless(request: &Request, call: &Call<'_>) -> bool {
    let in_body = meta(call).is_some_and(|meta| meta.get(VERSION_KEY).is_some());
    let in_header = || matches!(Version::of_header(request), Ok(Version::V2026_07_28));
    in_body || call.method != "initialize" && in_header()
}

/// Checks what such a request has to carry.
///
/// # Errors
/// [`Problem::HeaderMismatch`], [`Problem::MetaMissing`], [`Problem::UnsupportedVersion`], in this order of the specification:
/// a header that is absent, a member of `_meta` that is, a header that says something else, a version that we do not have.
pub fn check(request: &Request, call: &Call<'_>) -> Result<Version, Problem> {
    let header = required(request, "MCP-Protocol-Version")?;
    let meta = meta(call);
    let member = |key: &str| meta.as_ref().and_then(|meta| meta.get(key));
    let capabilities = member(CAPABILITIES_KEY).filter(|raw| raw.get().starts_with('{'));
    let requested = meta.as_ref().and_then(|meta| meta.get_string(VERSION_KEY));
    let (Some(_), Some(requested)) = (capabilities, requested) else {
        return Err(Problem::MetaMissing(format!(
            "\"{VERSION_KEY}\" (a string) and \"{CAPABILITIES_KEY}\" (an object)"
        )));
    };
    matches("MCP-Protocol-Version", &header, VERSION_KEY, &requested)?;
    if requested != Version::V2026_07_28.name() {
        return Err(Problem::UnsupportedVersion { requested });
    }
    matches("Mcp-Method", &required(request, "Mcp-Method")?, "method", &call.method)?;
    if call.method == "tools/call" {
        let name = call.params().ok().and_then(|params| params.get_string("name")).unwrap_or_default();
        matches("Mcp-Name", &required(request, "Mcp-Name")?, "params.name", &name)?;
    }
    Ok(Version::V2026_07_28)
}

/// The result of a request as JSON text.
pub fn result_of(
    host: &dyn Host,
    tools: &[Tool],
    project: &Project,
    call: &Call<'_>,
    version: Version,
) -> Result<(String, Outcome), Problem> {
    match call.method.as_ref() {
        "server/discover" => call.params().map(|_| (completed(&discovery()), Outcome::Done)),
        "tools/list" => {
            let list = tools_methods::list(tools, version);
            call.params().map(|_| (completed(&cacheable(&list)), Outcome::Done))
        }
        "tools/call" => {
            let (result, outcome) = tools_methods::call(host, tools, project, &call.params()?, version)?;
            Ok((completed(&result), outcome))
        }
        // Also `initialize` and `ping`, which this version does not have.
        unknown => Err(Problem::NoSuchMethod(unknown.to_owned())),
    }
}

fn discovery() -> String {
    let mut out = format!(
        r#"{{"supportedVersions":["{}"],"capabilities":{{"tools":{{}}}},"instructions":"#,
        Version::V2026_07_28.name()
    );
    json::push_string(&mut out, initialize::INSTRUCTIONS);
    out.push('}');
    cacheable(&out)
}

/// A list and what a client may do with it: the token decides what is in it, so nobody else may see it.
fn cacheable(result: &str) -> String {
    with_members(&format!(r#""ttlMs":{LIST_TTL_MS},"cacheScope":"private""#), result)
}

/// A whole result, with our name.
fn completed(result: &str) -> String {
    let (name, title) = (initialize::NAME, initialize::TITLE);
    let server = format!(r#"{{"name":"{name}","title":"{title}","version":"{}"}}"#, env!("CARGO_PKG_VERSION"));
    with_members(
        &format!(r#""resultType":"complete","_meta":{{"io.modelcontextprotocol/serverInfo":{server}}}"#),
        result,
    )
}

/// A JSON object with more members before its own.
fn with_members(members: &str, object: &str) -> String {
    match object.strip_prefix('{') {
        Some("}") | None => format!("{{{members}}}"),
        Some(rest) => format!("{{{members},{rest}"),
    }
}

fn meta<'a>(call: &Call<'a>) -> Option<Object<'a>> {
    let meta = call.params().ok()?.get_present("_meta")?;
    Object::parse(meta.get()).ok()
}

fn required(request: &Request, name: &str) -> Result<String, Problem> {
    let value = match request.header(name) {
        Field::Once(value) => str::from_utf8(value).ok().map(|text| text.trim_matches([' ', '\t']).to_owned()),
        Field::Absent | Field::Repeated => None,
    };
    value.ok_or_else(|| Problem::HeaderMismatch(format!("the header {name} is missing; send it once")))
}

/// Values are compared as they are: methods and names have a case.
fn matches(header: &str, said: &str, member: &str, meant: &str) -> Result<(), Problem> {
    let plain = decoded(said);
    if plain.as_deref() == Some(meant) {
        return Ok(());
    }
    let (said, meant) = (short(said), short(meant));
    Err(Problem::HeaderMismatch(format!("the header {header} says \"{said}\", but \"{member}\" says \"{meant}\"")))
}

/// A header's text. What no header can hold as it is comes as `=?base64?…?=` (2026-07-28, "Transports", value encoding).
fn decoded(said: &str) -> Option<String> {
    match said.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) {
        Some(encoded) => String::from_utf8(base64(encoded)?).ok(),
        None => Some(said.to_owned()),
    }
}

/// The bytes of a base64 text with its padding (RFC 4648, section 4); `None` where it is none.
fn base64(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let digits = text.trim_end_matches('=');
    if text.len() - digits.len() > 2 {
        return None;
    }
    let (mut bits, mut count, mut out) = (0_u32, 0, Vec::new());
    for byte in digits.bytes() {
        let digit = ALPHABET.iter().position(|letter| *letter == byte)?;
        bits = (bits << 6 | u32::try_from(digit).ok()?) & 0xffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 0xff).ok()?);
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn base64_as_the_rfc_has_it() {
        for (plain, encoded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")] {
            assert_eq!(base64(encoded).as_deref(), Some(plain.as_bytes()));
        }
        for no in ["Zg", "Zg=", "Z===", "Zm9v!", "====", "Zm8=Zm8="] {
            assert_eq!(base64(no), None, "{no}");
        }
    }

    #[test]
    fn a_header_s_text_is_plain_or_encoded() {
        assert_eq!(decoded("=?base64?5L2g5aW9?=").as_deref(), Some("你好"));
        assert_eq!(decoded("=?base64?5L2g5aW9").as_deref(), Some("=?base64?5L2g5aW9"));
        assert_eq!(decoded("=?base64?gA==?="), None);
    }

    #[test]
    fn members_come_first() {
        assert_eq!(with_members(r#""a":1"#, "{}"), r#"{"a":1}"#);
        assert_eq!(with_members(r#""a":1"#, r#"{"b":2}"#), r#"{"a":1,"b":2}"#);
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(text in ".*") {
            let _ = decoded(&text);
            let _ = base64(&text);
        }
    }
}
