//! Values as text, as the formats write them.

use super::value::Value;
use crate::json::push_string;

/// JSON over several lines. Lines after the first begin with `indent` and as many `unit`s as they are deep; `colon` stands
/// between a name and its value.
pub fn json(value: &Value, newline: &str, indent: &str, unit: &str, colon: &str) -> String {
    let inner = format!("{indent}{unit}");
    let between = format!(",{newline}{inner}");
    let nested = |value: &Value| json(value, newline, &inner, unit, colon);
    match value {
        Value::Object(members) if !members.is_empty() => {
            let members: Vec<String> =
                members.iter().map(|(name, value)| format!("{}{colon}{}", json_string(name), nested(value))).collect();
            format!("{{{newline}{inner}{}{newline}{indent}}}", members.join(&between))
        }
        Value::Array(values) if !values.is_empty() => {
            let values: Vec<String> = values.iter().map(nested).collect();
            format!("[{newline}{inner}{}{newline}{indent}]", values.join(&between))
        }
        other => json_inline(other, colon, ", ", ""),
    }
}

/// JSON on one line: `comma` stands between members, `pad` inside braces.
pub fn json_inline(value: &Value, colon: &str, comma: &str, pad: &str) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(text) => text.clone(),
        Value::String(text) | Value::Date(text) => json_string(text),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(|value| json_inline(value, colon, comma, pad)).collect();
            format!("[{}]", values.join(comma))
        }
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}{colon}{}", json_string(name), json_inline(value, colon, comma, pad)))
                .collect();
            format!("{{{pad}{}{pad}}}", members.join(comma))
        }
    }
}

/// A text as a JSON string.
pub fn json_string(text: &str) -> String {
    let mut out = String::new();
    push_string(&mut out, text);
    out
}

/// A value of TOML 1.0, on one line.
pub fn toml_value(value: &Value) -> String {
    match value {
        // TOML has none; we never write one.
        Value::Null => "\"\"".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(text) | Value::Date(text) => text.clone(),
        Value::String(text) => toml_string(text),
        Value::Array(values) => format!("[{}]", values.iter().map(toml_value).collect::<Vec<_>>().join(", ")),
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members: Vec<String> = members.iter().map(toml_member).collect();
            format!("{{ {} }}", members.join(", "))
        }
    }
}

/// A key of TOML and its value.
pub fn toml_member((name, value): &(String, Value)) -> String {
    format!("{} = {}", toml_key(name), toml_value(value))
}

/// The header of a table of TOML.
pub fn toml_header(path: &[String]) -> String {
    format!("[{}]", path.iter().map(|name| toml_key(name)).collect::<Vec<_>>().join("."))
}

/// A name as a key of TOML: bare where it can be.
fn toml_key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    if is_bare { name.to_owned() } else { toml_string(name) }
}

/// A basic string. JSON's escapes are TOML's, but for U+007F, which TOML wants escaped.
fn toml_string(text: &str) -> String {
    json_string(text).replace('\u{7f}', "\\u007f")
}
