use proptest::prelude::*;

use super::*;
use crate::host::FakeHost;
use crate::http::{Body, header};
use crate::{serve, tools};

fn ask(body: &[u8], version: &str) -> Response {
    let token = "shop-token-00000000000000000000000000000000";
    let world = format!(
        r#"{{"projects":[{{"key":"p","name":"shop","state":{{"token":"{{\"version\":1,\"token\":\"{token}\",\"createdAtS\":1}}"}}}}]}}"#
    );
    let request = Request {
        method: "POST".to_owned(),
        target: crate::http::ENDPOINT_PATH.to_owned(),
        headers: vec![
            header("Host", "localhost:7"),
            header("Accept", "*/*"),
            header("Content-Type", "application/json"),
            header("Authorization", &format!("Bearer {token}")),
            header("MCP-Protocol-Version", version),
        ],
        body: Body::Complete(body.to_vec()),
        remote_address: "127.0.0.1".to_owned(),
        endpoint_port: 7,
    };
    serve(&FakeHost::from_json(&world).unwrap(), tools::TABLE, &request)
}

/// Every answer is empty or one JSON object with `jsonrpc` and exactly one of `result` and `error`.
fn assert_well_formed(response: &Response) {
    if response.status == 202 {
        assert!(response.body.is_empty());
        return;
    }
    let body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
    assert_eq!(body["jsonrpc"], "2.0");
    assert!(body.get("result").is_some() != body.get("error").is_some(), "{body}");
}

#[test]
fn names_of_versions_are_read_back() {
    for version in Version::NEGOTIABLE {
        assert_eq!(Version::named(version.name()), Some(version));
    }
    assert_eq!(Version::NEGOTIABLE.last(), Some(&Version::LATEST));
    assert_eq!(Version::named(Version::V2026_07_28.name()), None);
}

/// Names of a megabyte once came back whole, in answers and in the log, or exhausted the stack on their way there.
#[test]
fn long_names_make_short_answers() {
    for part in ["ab://,", "ghp_aaaaaaaaaaaaaaaa,", "a", "token=", "\\u202e"] {
        let long = part.repeat(1_000_000 / part.len());
        for message in [
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{long}"}}"#),
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{long}"}}}}"#),
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"get_git_remotes","arguments":{{"{long}":1}}}}}}"#
            ),
            format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","{part}":1,"{part}":2}}"#),
        ] {
            let answer = ask(message.as_bytes(), "2025-11-25");
            assert_well_formed(&answer);
            assert!(answer.body.len() < 1_000, "{} bytes for {part}", answer.body.len());
        }
    }
}

proptest! {
    #[test]
    fn any_body_gets_a_well_formed_answer(body in proptest::collection::vec(any::<u8>(), 0..200)) {
        assert_well_formed(&ask(&body, "2025-11-25"));
    }

    #[test]
    fn any_message_gets_a_well_formed_answer(
        id in "null|1|-5|\"x\"|1\\.5|true|\\[\\]",
        method in "initialize|ping|tools/list|tools/call|notifications/x|.{0,6}",
        params in "null|\\[\\]|\\{\\}|\\{\"name\":\"get_git_remotes\"\\}|\\{\"name\":\"x\",\"arguments\":\\{\\}\\}|7",
        version in "2024-11-05|2025-03-26|2025-06-18|2025-11-25|nope",
    ) {
        let method = serde_json::to_string(&method).unwrap();
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":{params}}}"#);
        assert_well_formed(&ask(body.as_bytes(), &version));
    }

    #[test]
    fn every_id_is_echoed_as_sent(id in "-?[1-9][0-9]{0,40}|0|\"[ -!#-\\[\\]-~]{0,20}\"") {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let answer = ask(body.as_bytes(), "2025-11-25");
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        prop_assert_eq!(String::from_utf8(answer.body).unwrap(), expected);
    }
}
