use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

fn check(input: &str, expected: Expect) {
    expected.assert_eq(&text(input));
}

fn check_url(input: &str, expected: Expect) {
    expected.assert_eq(&url(input));
}

#[test]
fn user_information_of_any_scheme() {
    check_url("https://alice:s3cret@git.example/a.git", expect!["https://***@git.example/a.git"]);
    check_url("https://ghp_abc@github.example/a", expect!["https://***@github.example/a"]);
    check_url("ssh://git@host:22/a", expect!["ssh://***@host:22/a"]);
    check_url("https://a:p@ss@host/x", expect!["https://***@host/x"]);
    check_url("https://a:p/w@host/x", expect!["https://***@host/x"]);
    check_url("https://a:p://q@host/x", expect!["https://***@host/x"]);
}

#[test]
fn what_is_no_secret_stays() {
    for plain in [
        "https://host/a.git",
        "https://host:8443/@scope/a?ref=x&depth=1#top",
        "http://[::1]:80/a@b",
        "git@github.example:me/a.git",
        "/srv/git/a.git",
        "file:///srv/git/a.git",
        "../relative@dir/a",
        "C:\\repos\\a",
        "",
    ] {
        assert_eq!(url(plain), plain);
        assert_eq!(text(plain), plain);
    }
}

#[test]
fn a_password_in_an_scp_address() {
    check_url("alice:s3cret@host:a.git", expect!["alice:***@host:a.git"]);
}

#[test]
fn secret_parameters_in_every_spelling() {
    check_url(
        "https://h/a?access_token=1&x=2&PRIVATE_TOKEN=3&oauth_token=4;token=5&password=6#token=7",
        expect!["https://h/a?access_token=***&x=2&PRIVATE_TOKEN=***&oauth_token=***;token=***&password=***#token=***"],
    );
    check_url("https://h/a?%74oken=1&tokens=2&token=", expect!["https://h/a?%74oken=***&tokens=2&token="]);
}

#[test]
fn several_urls_in_one_word() {
    check_url("https://a:b@c,https://d:e@f", expect!["https://***@c,https://***@f"]);
    check_url("https://h/?to=https://u:p@g/?token=1", expect!["https://h/?to=https://***@g/?token=***"]);
}

#[test]
fn prose_keeps_its_shape() {
    check(
        "fatal: Authentication failed for 'https://bob:hunter2@h/r.git/'\n\ttry  again",
        expect![[r#"
            fatal: Authentication failed for 'https://***@h/r.git/'
            	try  again"#]],
    );
    check(r#"{"Authorization":"Bearer abcdefgh.123"}"#, expect![[r#"{"Authorization":"Bearer ***"}"#]]);
    check("authorization: BASIC dXNlcjpwYXNz, next", expect!["authorization: BASIC ***, next"]);
    check("send Authorization: Bearer <project token>", expect!["send Authorization: Bearer <project token>"]);
    check("password=hunter2 glpat-0123456789abcdefghij!", expect!["password=*** ***!"]);
    check("github_pat_short stays", expect!["github_pat_short stays"]);
}

#[test]
fn no_known_token_is_shorter_than_the_quick_look_assumes() {
    assert_eq!(TOKEN_PREFIXES.iter().map(|prefix| prefix.len()).min(), Some(SHORTEST_TOKEN_BYTES - TOKEN_TAIL_CHARS));
}

proptest! {
    #[test]
    fn what_looks_plain_is_left_as_it_is(word in "[ -~]{0,60}") {
        if is_plain(&word) {
            let masked: String = words(&word).map(|(space, word)| format!("{space}{}", mask_word(word))).collect();
            prop_assert_eq!(masked, word);
        }
    }

    #[test]
    fn no_password_survives_in_a_url(
        scheme in "https?|ssh|git",
        user in "[a-z]{1,8}",
        password in "[!-~]{6,20}",
        tail in "(/[a-z]{1,5}){1,3}",
    ) {
        // Such an address is a well-formed one of another host: nothing tells that a password was meant.
        let first = password.split(['/', '?', '#']).next().unwrap();
        let is_port = !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit());
        let has_host = first.rsplit_once('@').is_some_and(|(_, host)| !host.is_empty());
        prop_assume!(first == password || !(is_port || has_host));
        prop_assume!(!"host/abcdefghijklmnopqrstuvwxyz*:@".contains(&password));
        let address = format!("{scheme}://{user}:{password}@host{tail}");
        let secret = &password;
        prop_assert!(!url(&address).contains(secret), "{}", url(&address));
        let prose = text(&format!("see '{address}' there"));
        prop_assert!(!prose.contains(secret), "{}", prose);
    }

    #[test]
    fn masking_twice_changes_nothing_more(any in ".{0,80}") {
        let once = text(&any);
        prop_assert_eq!(text(&once), once);
    }

    #[test]
    fn no_token_survives_in_a_parameter(name in "access_token|private_token|oauth_token|token|password", upper: bool, value in "[a-zA-Z0-9]{6,30}") {
        let name = if upper { name.to_uppercase() } else { name };
        let address = format!("https://host/a?b=c&{name}={value}&d");
        prop_assert!(!url(&address).contains(&value));
    }
}
