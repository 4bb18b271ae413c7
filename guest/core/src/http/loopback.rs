//! Which addresses, hosts and origins are this machine. Literals only: a DNS lookup would let a page that rebinds its
//! name in, and would block on unauthenticated input.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether a peer's address, an IP literal, is this machine. An IPv6 zone is ignored.
#[must_use]
pub fn is_loopback_address(literal: &str) -> bool {
    let address = literal.split('%').next().unwrap_or_default();
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(v4)) => v4.is_loopback(),
        Ok(IpAddr::V6(v6)) => v6.is_loopback() || v6.to_ipv4_mapped().is_some_and(|v4| v4.is_loopback()),
        Err(_) => false,
    }
}

/// Whether the value of `Host` names this endpoint: a loopback host with exactly its port.
#[must_use]
pub fn is_loopback_authority(authority: &str, endpoint_port: u16) -> bool {
    match split_authority(authority) {
        Some((host, Some(port))) => is_loopback_host(host) && port == endpoint_port,
        Some((_, None)) | None => false,
    }
}

/// Whether the value of `Origin` is an http or https origin of this machine, on any port. `null` is not.
#[must_use]
pub fn is_loopback_origin(origin: &str) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let known = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    known && split_authority(authority).is_some_and(|(host, _)| is_loopback_host(host))
}

/// Whether the authority of a URL is a loopback host, on any port or none.
#[must_use]
pub fn is_loopback_url_host(authority: &str) -> bool {
    split_authority(authority).is_some_and(|(host, _)| is_loopback_host(host))
}

/// `127.0.0.0/8` in four decimal parts, `localhost`, `[::1]`.
fn is_loopback_host(host: &str) -> bool {
    if let Some(v6) = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return v6.parse() == Ok(Ipv6Addr::LOCALHOST);
    }
    host.eq_ignore_ascii_case("localhost") || host.parse::<Ipv4Addr>().is_ok_and(|v4| v4.is_loopback())
}

/// Splits `host`, `host:port`, `[v6]` and `[v6]:port`. `None` where the port is not a plain number from 1 to 65535.
fn split_authority(authority: &str) -> Option<(&str, Option<u16>)> {
    let after_v6 = authority.rfind(']').map_or(0, |at| at + 1);
    let Some(colon) = authority.get(after_v6..)?.find(':').map(|at| after_v6 + at) else {
        return Some((authority, None));
    };
    let (host, port) = (authority.get(..colon)?, authority.get(colon + 1..)?);
    let plain = port.bytes().all(|byte| byte.is_ascii_digit()) && !port.starts_with('0');
    port.parse().ok().filter(|_| plain).map(|port| (host, Some(port)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_host_is_this_machine_with_the_right_port() {
        for yes in ["127.0.0.1:7", "127.255.0.3:7", "localhost:7", "LocalHost:7", "[::1]:7", "[0:0::0:1]:7"] {
            assert!(is_loopback_authority(yes, 7), "{yes}");
        }
        for no in [
            "",
            ":7",
            "127.0.0.1",
            "127.0.0.1:8",
            "127.0.0.1:07",
            "127.0.0.1:+7",
            "127.0.0.1:7 ",
            "127.0.0.1:",
            "localhost.:7",
            "::1:7",
            "[::1]",
            "[::1]7",
            "[::1]:7:7",
            "[::2]:7",
            "[::ffff:127.0.0.1]:7",
            "[::1%lo]:7",
            "0.0.0.0:7",
            "127.1:7",
            "127.0.0.01:7",
            "2130706433:7",
            "0x7f.0.0.1:7",
            "127.0.0.1.evil.com:7",
            "bad.de:7",
            "cafe.be:7",
            "face.cc:7",
            "user@127.0.0.1:7",
            "localhost:7/",
            "127.0.0.1:65543",
        ] {
            assert!(!is_loopback_authority(no, 7), "{no}");
        }
    }

    #[test]
    fn an_origin_is_a_page_of_this_machine() {
        for yes in ["http://localhost", "http://127.0.0.1:1", "https://[::1]:63342", "HTTP://LOCALHOST:3000"] {
            assert!(is_loopback_origin(yes), "{yes}");
        }
        for no in [
            "",
            "null",
            "localhost",
            "file://",
            "http://",
            "http://evil.example",
            "http://localhost.evil.example",
            "http://127.0.0.1@evil.example",
            "vscode-file://vscode-app",
            "http://localhost/",
            "http://localhost:0",
            "http://localhost:99999",
            "http://bad.de",
            "chrome-extension://localhost",
        ] {
            assert!(!is_loopback_origin(no), "{no}");
        }
    }

    #[test]
    fn a_remote_is_a_literal() {
        for yes in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::1%lo"] {
            assert!(is_loopback_address(yes), "{yes}");
        }
        for no in ["", "localhost", "10.0.0.1", "192.168.0.1", "::2", "::ffff:10.0.0.1", "127.0.0.1:80"] {
            assert!(!is_loopback_address(no), "{no}");
        }
    }

    proptest! {
        #[test]
        fn any_text_gets_an_answer(text in ".{0,40}") {
            let _ = (is_loopback_authority(&text, 7), is_loopback_origin(&text), is_loopback_address(&text));
        }

        #[test]
        fn no_registrable_name_passes(name in "[0-9a-f.]{1,12}\\.[a-z]{2,6}") {
            let (authority, origin) = (format!("{name}:7"), format!("http://{name}"));
            prop_assert!(!is_loopback_authority(&authority, 7) && !is_loopback_origin(&origin));
        }

        #[test]
        fn every_loopback_address_passes(a in 0_u8.., b in 0_u8.., c in 0_u8.., port in 1_u16..) {
            let authority = format!("127.{a}.{b}.{c}:{port}");
            prop_assert!(is_loopback_authority(&authority, port));
        }
    }
}
