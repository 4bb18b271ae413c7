//! A panic ends the instance by a trap, which says nothing; the hook tells the log why first.

use std::sync::Once;

use mcp_toolbox_core::{limits, redact, request_log};

use crate::bindings::mcp_toolbox::core::log;

/// Installs the hook, once per instance.
pub fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let message = redact::text(&panic.to_string().replace(['\r', '\n'], " "));
            let message = request_log::cut(&message, limits::LOG_MESSAGE_CHARS);
            log::write(None, log::Level::Error, "core", &message);
        }));
    });
}
