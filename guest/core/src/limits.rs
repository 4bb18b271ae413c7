//! Every limit of the core, each with its unit. Each is tested at its edge, beside the code that applies it.

/// How deep a request body may nest arrays and objects.
pub const JSON_DEPTH: usize = 128;

/// The largest request body, in bytes.
pub const BODY_BYTES: usize = 1024 * 1024;

/// The longest text of one tool result, in bytes. A longer list is cut and says so.
pub const RESULT_TEXT_BYTES: usize = 256 * 1000;

/// The longest text of one error, in characters.
pub const ERROR_TEXT_CHARS: usize = 8_000;

/// How many warnings one result holds.
pub const WARNINGS: usize = 50;

/// The longest warning, in characters.
pub const WARNING_CHARS: usize = 500;

/// How much of a client's own description of itself gets into a log line, in characters.
pub const CLIENT_LABEL_CHARS: usize = 256;

/// The longest log message, in characters.
pub const LOG_MESSAGE_CHARS: usize = 4_000;

/// How much of a wrong value an error message repeats, in characters.
pub const SHOWN_VALUE_CHARS: usize = 120;

/// The largest config file of an agent, in bytes.
pub const CONFIG_FILE_BYTES: usize = 4 * 1024 * 1024;

/// The longest preview of a change, in bytes; it ends with the line that reaches it.
pub const PREVIEW_BYTES: usize = 256 * 1024;

/// The longest line of a preview, in characters.
pub const PREVIEW_LINE_CHARS: usize = 500;

/// Event streams of one project at the same time.
pub const STREAMS: u32 = 32;
