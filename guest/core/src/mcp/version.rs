//! Protocol versions and what each of them may see.

use crate::http::{Field, Request};

use super::Problem;

/// A protocol version that we speak, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// 2024-11-05.
    V2024_11_05,
    /// 2025-03-26: tool annotations.
    V2025_03_26,
    /// 2025-06-18: titles, output schemas, structured results.
    V2025_06_18,
    /// 2025-11-25: the last one with a handshake.
    V2025_11_25,
    /// 2026-07-28: stateless; every request says its version, see [`super::stateless`].
    V2026_07_28,
}

impl Version {
    /// Every version that `initialize` can agree on, oldest first.
    pub const NEGOTIABLE: [Version; 4] =
        [Version::V2024_11_05, Version::V2025_03_26, Version::V2025_06_18, Version::V2025_11_25];

    /// What `initialize` offers where the client's version is unknown to us.
    pub const LATEST: Version = Version::V2025_11_25;

    /// What holds where a request does not say (2025-11-25, "Transports", protocol version header).
    pub const UNSAID: Version = Version::V2025_03_26;

    /// The version's name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Version::V2024_11_05 => "2024-11-05",
            Version::V2025_03_26 => "2025-03-26",
            Version::V2025_06_18 => "2025-06-18",
            Version::V2025_11_25 => "2025-11-25",
            Version::V2026_07_28 => "2026-07-28",
        }
    }

    /// The version with this name that `initialize` can agree on.
    #[must_use]
    pub fn named(name: &str) -> Option<Version> {
        Version::NEGOTIABLE.into_iter().find(|version| version.name() == name)
    }

    /// What `initialize` agrees on when a client asks for this: the same, else our latest, never an error.
    #[must_use]
    pub fn agreed(asked: &str) -> Version {
        Version::named(asked).unwrap_or(Version::LATEST)
    }

    /// Whether a message says its own version, and there is no handshake.
    #[must_use]
    pub fn is_stateless(self) -> bool {
        self >= Version::V2026_07_28
    }

    /// The version that the request's `MCP-Protocol-Version` header names, [`Version::UNSAID`] without one.
    ///
    /// # Errors
    /// [`Problem::UnknownVersion`].
    pub fn of_header(request: &Request) -> Result<Version, Problem> {
        let named = match request.header("mcp-protocol-version") {
            Field::Absent => return Ok(Version::UNSAID),
            Field::Once(value) if value == Version::V2026_07_28.name().as_bytes() => Some(Version::V2026_07_28),
            Field::Once(value) => str::from_utf8(value).ok().and_then(Version::named),
            Field::Repeated => None,
        };
        named.ok_or_else(|| Problem::UnknownVersion {
            given: request.header_for_people("mcp-protocol-version").unwrap_or_default(),
        })
    }

    /// The version that shapes an error whose request could not be read.
    #[must_use]
    pub fn of_refusal(request: &Request) -> Version {
        Version::of_header(request).unwrap_or(Version::UNSAID)
    }

    /// Whether tools carry annotations.
    #[must_use]
    pub fn has_annotations(self) -> bool {
        self >= Version::V2025_03_26
    }

    /// Whether tools and servers carry titles, tools output schemas and results structured content.
    #[must_use]
    pub fn has_structured_content(self) -> bool {
        self >= Version::V2025_06_18
    }
}
