//! The component.
#![expect(unsafe_code, reason = "wit-bindgen generates the glue of the canonical ABI into this crate")]
mod bindings {
    wit_bindgen::generate!({ world: "toolbox", path: "../../wit", generate_all, pub_export_macro: true });
}
bindings::export!(Core with_types_in bindings);
#[allow(missing_docs)]
struct Core;
impl bindings::exports::mcp_toolbox::core::endpoint::Guest for Core {
    fn handle(
        r: bindings::exports::mcp_toolbox::core::endpoint::Request,
    ) -> bindings::exports::mcp_toolbox::core::endpoint::Response {
        bindings::exports::mcp_toolbox::core::endpoint::Response { status: 200, headers: r.headers, body: vec![] }
    }
    fn failed(
        r: bindings::exports::mcp_toolbox::core::endpoint::Request,
        _f: bindings::exports::mcp_toolbox::core::endpoint::Failure,
    ) -> bindings::exports::mcp_toolbox::core::endpoint::Response {
        Self::handle(r)
    }
}
