//! The exports: WIT in, WIT out.

use std::sync::LazyLock;

use mcp_toolbox_core::http;
use mcp_toolbox_core::serve::{self, serve};
use mcp_toolbox_core::tools::{self, Tool};

use crate::bindings::export;
use crate::bindings::exports::mcp_toolbox::core::endpoint::{Body, Failure, Guest, Header, Request, Response};
use crate::host::WitHost;
use crate::panic_hook;

pub struct Component;

export!(Component with_types_in crate::bindings);

impl Guest for Component {
    fn handle(request: Request) -> Response {
        panic_hook::install();
        response(serve(&WitHost, &TOOLS, &into_request(request)))
    }

    fn failed(request: Request, failure: Failure) -> Response {
        panic_hook::install();
        #[cfg(feature = "faults")]
        crate::faults::trap_in_failed(&request.body);
        let failure = match failure {
            Failure::Trapped => serve::Failure::Trapped,
            Failure::OutOfMemory => serve::Failure::OutOfMemory,
            Failure::OutOfTime => serve::Failure::OutOfTime,
        };
        response(serve::failed(&WitHost, &into_request(request), failure))
    }
}

/// The product's tools and, in test cores, theirs.
static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let tables: &[&[Tool]] = &[
        tools::TABLE,
        #[cfg(feature = "fixtures")]
        crate::fixtures::TABLE,
        #[cfg(feature = "faults")]
        crate::faults::TABLE,
    ];
    tables.concat()
});

fn into_request(request: Request) -> http::Request {
    http::Request {
        method: request.method,
        target: request.target,
        headers: request
            .headers
            .into_iter()
            .map(|field| http::Header { name: field.name, value: field.value })
            .collect(),
        body: match request.body {
            Body::Complete(bytes) => http::Body::Complete(bytes),
            Body::TooLarge(at_least_bytes) => http::Body::TooLarge(at_least_bytes),
        },
        remote_address: request.remote_address,
        endpoint_port: request.endpoint_port,
    }
}

fn response(response: http::Response) -> Response {
    Response {
        status: response.status,
        headers: response.headers.into_iter().map(|field| Header { name: field.name, value: field.value }).collect(),
        body: response.body,
        stream: response.stream,
    }
}
