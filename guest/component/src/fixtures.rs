//! Tools that the MCP conformance suite calls; it fixes their names, schemas and answers.

use mcp_toolbox_core::tools::{Annotations, Arguments, Context, Failure, NO_ARGUMENTS, Output, Tool};

/// The rows that the `fixtures` core adds.
pub const TABLE: &[Tool] = &[
    fixture("test_simple_text", |_, _| blocks(&[SIMPLE_TEXT])),
    fixture("test_error_handling", |_, _| {
        Err(Failure::Internal("This tool intentionally returns an error for testing".to_owned()))
    }),
    fixture("test_image_content", |_, _| blocks(&[IMAGE])),
    fixture("test_audio_content", |_, _| blocks(&[AUDIO])),
    fixture("test_embedded_resource", |_, _| blocks(&[RESOURCE])),
    fixture("test_multiple_content_types", |_, _| blocks(&[MIXED_TEXT, IMAGE, MIXED_RESOURCE])),
    Tool {
        input_schema: SCHEMA_2020_12,
        arguments: &["name", "address", "contactMethod", "phone", "email"],
        ..fixture("json_schema_2020_12_tool", |_, _| blocks(&[SIMPLE_TEXT]))
    },
];

const SIMPLE_TEXT: &str = r#"{"type":"text","text":"This is a simple text response for testing."}"#;
/// A picture of one pixel.
const IMAGE: &str = r#"{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="}"#;
/// A sound without samples.
const AUDIO: &str = r#"{"type":"audio","mimeType":"audio/wav","data":"UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="}"#;
const RESOURCE: &str = r#"{"type":"resource","resource":{"uri":"test://embedded-resource","mimeType":"text/plain","text":"This is an embedded resource content."}}"#;
const MIXED_TEXT: &str = r#"{"type":"text","text":"Multiple content types test:"}"#;
const MIXED_RESOURCE: &str = r#"{"type":"resource","resource":{"uri":"test://mixed-content-resource","mimeType":"application/json","text":"{\"test\":\"data\",\"value\":123}"}}"#;

const SCHEMA_2020_12: &str = concat!(
    r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","#,
    r##""$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},"##,
    r##""properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"##,
    r#""contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},"#,
    r#""allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],"#,
    r#""if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"#,
    r#""then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false}"#,
);

type Work = fn(&Context<'_>, &Arguments<'_>) -> Result<Output, Failure>;

const fn fixture(name: &'static str, call: Work) -> Tool {
    Tool {
        name,
        title: name,
        description: "Answers as the MCP conformance suite expects.",
        input_schema: NO_ARGUMENTS,
        output_schema: None,
        annotations: Annotations::READS,
        arguments: &[],
        call,
    }
}

fn blocks(blocks: &[&str]) -> Result<Output, Failure> {
    Ok(Output::Content(format!("[{}]", blocks.join(","))))
}
