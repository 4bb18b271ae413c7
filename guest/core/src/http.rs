//! Is this a request that we answer, and whose? Plain records of one HTTP exchange and the checks before any protocol.

pub mod accept;
pub mod loopback;
pub mod media;

pub use accept::{Accepted, Place, Refusal, accept};

/// The path of the endpoint. A trailing slash and a query are accepted.
pub const ENDPOINT_PATH: &str = "/api/jetbrains-mcp-tools";

/// The path of the stream for clients of HTTP+SSE.
pub const SSE_PATH: &str = "/api/jetbrains-mcp-tools/sse";

/// The path to which such clients post their messages.
pub const MESSAGE_PATH: &str = "/api/jetbrains-mcp-tools/message";

/// One HTTP request as the socket delivered it, unchecked.
#[derive(Clone, Debug)]
pub struct Request {
    /// As sent, case kept.
    pub method: String,
    /// Path and optional query, still percent-encoded.
    pub target: String,
    /// In the order of arrival, repeated ones repeated.
    pub headers: Vec<Header>,
    /// What the host read of the body.
    pub body: Body,
    /// The peer as an IP literal without port.
    pub remote_address: String,
    /// The port that `Host` has to name.
    pub endpoint_port: u16,
}

/// One header field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Compares without regard to case.
    pub name: String,
    /// Without the white space around it.
    pub value: Vec<u8>,
}

/// What the host read of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// All of it.
    Complete(Vec<u8>),
    /// It passed the host's limit and was dropped; a lower bound of its size in bytes.
    TooLarge(u64),
}

/// One HTTP response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// 200 to 599.
    pub status: u16,
    /// Lower-case names, each once.
    pub headers: Vec<Header>,
    /// Empty where there is none.
    pub body: Vec<u8>,
    /// The reserved stream that this response opens; `body` is then only its beginning.
    pub stream: Option<String>,
}

impl Request {
    /// The values of all fields with this lower-case name, in order.
    pub fn header_values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a [u8]> {
        self.headers
            .iter()
            .filter(move |header| header.name.eq_ignore_ascii_case(name))
            .map(|header| header.value.as_slice())
    }

    /// The value of a field that must not occur twice.
    #[must_use]
    pub fn header(&self, name: &str) -> Field<'_> {
        let mut values = self.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        match (values.next(), values.next()) {
            (None, _) => Field::Absent,
            (Some(only), None) => Field::Once(&only.value),
            (Some(_), Some(_)) => Field::Repeated,
        }
    }

    /// The path of the target, without a slash at its end.
    #[must_use]
    pub fn path(&self) -> &str {
        let path = self.target.split('?').next().unwrap_or_default();
        path.strip_suffix('/').unwrap_or(path)
    }

    /// The value of a parameter of the query, as sent.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.target.split_once('?')?;
        query.split('&').find_map(|pair| pair.split_once('=').filter(|(own, _)| *own == name)).map(|(_, value)| value)
    }

    /// All values of a field as text, for people; foreign bytes are replaced.
    #[must_use]
    pub fn header_for_people(&self, name: &str) -> Option<String> {
        let mut values = self.header_values(name).map(String::from_utf8_lossy);
        let first = values.next()?.into_owned();
        Some(values.fold(first, |joined, value| joined + ", " + &value))
    }
}

/// A header field that may occur once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field<'a> {
    /// It does not occur.
    Absent,
    /// Its value.
    Once(&'a [u8]),
    /// It occurs at least twice.
    Repeated,
}

impl Response {
    /// 202 without body and content type: other shapes break clients.
    #[must_use]
    pub fn accepted() -> Self {
        Self { status: 202, headers: vec![header("cache-control", "no-store")], body: Vec::new(), stream: None }
    }

    /// A JSON body. The charset is said because some clients default to Latin-1.
    #[must_use]
    pub fn json(status: u16, body: String) -> Self {
        let headers =
            vec![header("content-type", "application/json; charset=utf-8"), header("cache-control", "no-store")];
        Self { status, headers, body: body.into_bytes(), stream: None }
    }

    /// The beginning of an event stream.
    #[must_use]
    pub fn stream(id: String, beginning: String) -> Self {
        let headers =
            vec![header("content-type", "text/event-stream; charset=utf-8"), header("cache-control", "no-store")];
        Self { status: 200, headers, body: beginning.into_bytes(), stream: Some(id) }
    }
}

/// A header field from text.
#[must_use]
pub fn header(name: &str, value: &str) -> Header {
    Header { name: name.to_owned(), value: value.as_bytes().to_vec() }
}
