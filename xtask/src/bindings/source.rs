//! Kotlin text: indentation, calls and KDoc.

/// The longest expression that stays on one line; what is around it needs room too.
const ONE_LINE: usize = 88;

/// The longest declaration on one line, without visibility and indentation.
const DECLARATION: usize = 104;

/// The longest line of a comment.
const COMMENT: usize = 116;

/// `text` with every line but empty ones moved one level to the right.
pub fn indent(text: &str) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| if line.is_empty() { String::new() } else { format!("    {line}") }).collect();
    lines.join("\n")
}

/// `head(a, b)`, with one argument a line where that gets long.
pub fn call(head: &str, args: &[String]) -> String {
    let one_line = format!("{head}({})", args.join(", "));
    if one_line.len() <= ONE_LINE && !one_line.contains('\n') {
        return one_line;
    }
    let lines: String = args.iter().map(|arg| indent(arg) + ",\n").collect();
    format!("{head}(\n{lines})")
}

/// `head(a, b)tail` of a function, with one parameter a line where that gets long.
pub fn declaration(head: &str, params: &[String], tail: &str) -> String {
    let one_line = format!("{head}({}){tail}", params.join(", "));
    if one_line.len() <= DECLARATION {
        return one_line;
    }
    let lines: String = params.iter().map(|param| format!("    {param},\n")).collect();
    format!("{head}(\n{lines}){tail}")
}

/// `head { … }`; the body is on lines of its own, or on the same line where it is short.
pub fn lambda(head: &str, params: &str, body: &str) -> String {
    let one_line = format!("{head} {{ {params} -> {body} }}");
    if one_line.len() <= ONE_LINE && !body.contains('\n') {
        return one_line;
    }
    format!("{head} {{ {params} ->\n{}\n}}", indent(body))
}

/// `if (condition) yes else no`, over several lines where that gets long.
pub fn choice(condition: &str, yes: &str, no: &str) -> String {
    let one_line = format!("if ({condition}) {yes} else {no}");
    if one_line.len() <= ONE_LINE && !one_line.contains('\n') {
        return one_line;
    }
    format!("if ({condition}) {{\n{}\n}} else {{\n{}\n}}", indent(yes), indent(no))
}

/// `condition -> body` as an arm of a `when`.
pub fn arm(condition: &str, statements: &[String]) -> String {
    match statements {
        [] => format!("{condition} -> {{}}"),
        [only] if !only.contains('\n') && !only.starts_with("val ") => format!("{condition} -> {only}"),
        _ => format!("{condition} -> {{\n{}\n}}", indent(&statements.join("\n"))),
    }
}

/// `text` as KDoc, or nothing where there is none.
pub fn kdoc(text: Option<&str>) -> String {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return String::new() };
    // A comment inside the comment would end it or begin another.
    let text = text.replace("*/", "*&#47;").replace("/*", "&#47;*");
    if !text.contains('\n') && text.len() <= COMMENT - "/**  */".len() {
        return format!("/** {text} */\n");
    }
    let lines: String = text.lines().map(|line| format!(" * {line}").trim_end().to_owned() + "\n").collect();
    format!("/**\n{lines} */\n")
}

/// `text` as a Kotlin string literal.
pub fn literal(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "\\$"))
}

/// `expression` in parentheses where a call on it, `.toLong()`, would bind to its last part only.
pub fn operand(expression: &str) -> String {
    let mut depth = 0_usize;
    let mut open = false;
    for char in expression.chars() {
        match char {
            '(' | '{' | '<' => depth += 1,
            ')' | '}' | '>' => depth = depth.saturating_sub(1),
            ' ' | '\n' if depth == 0 => open = true,
            _ => {}
        }
    }
    if open || expression.starts_with('-') { format!("({expression})") } else { expression.to_owned() }
}
