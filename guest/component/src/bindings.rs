//! What wit-bindgen makes of `wit/`.
#![allow(missing_docs, clippy::all, reason = "generated; the WIT files document it")]

wit_bindgen::generate!({ world: "toolbox", path: "../../wit", generate_all, pub_export_macro: true });
