//! Conversations as text; `tests/transcripts/README.md` describes the format.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use mcp_toolbox_core::host::{FakeHost, LogLevel};
use mcp_toolbox_core::http::{Body, Header, Request, Response};
use mcp_toolbox_core::serve::Failure;

use crate::artifacts;
use crate::endpoint::Endpoint;
use crate::question::{self, Question};

/// One conversation.
pub struct Transcript {
    path: PathBuf,
    text: String,
    world: String,
}

/// Every transcript of the folder, by name.
///
/// # Errors
/// Where the folder cannot be read or holds none.
pub fn all() -> Result<Vec<Transcript>> {
    let folder = artifacts::root().join("tests/transcripts");
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    ensure!(!paths.is_empty(), "no transcript in {}", folder.display());
    paths.iter().map(|path| Transcript::read(path)).collect()
}

impl Transcript {
    fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path)?;
        let world = text
            .lines()
            .find_map(|line| line.strip_prefix("world "))
            .with_context(|| format!("{} names no world", path.display()))?;
        let world = fs::read_to_string(path.with_file_name(format!("{}.world.json", world.trim())))
            .with_context(|| format!("cannot read the world of {}", path.display()))?;
        Ok(Self { path: path.to_owned(), text, world })
    }

    /// The file's name.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The conversation as it is written.
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.text
    }

    /// A fresh host of the transcript's world.
    ///
    /// # Errors
    /// Where the world is malformed.
    pub fn host(&self) -> Result<FakeHost> {
        FakeHost::from_json(&self.world).with_context(|| format!("the world of {} is malformed", self.name()))
    }

    /// The conversation as the core holds it.
    ///
    /// # Errors
    /// Where the transcript is malformed or the core traps.
    pub fn play(&self, core: &mut dyn Endpoint) -> Result<String> {
        let mut out = String::new();
        let mut defaults = Vec::new();
        for block in blocks(&self.text) {
            let kept: Vec<&str> = block.iter().copied().take_while(|line| !line.starts_with('<')).collect();
            for line in &kept {
                writeln!(out, "{line}")?;
            }
            if let Some(exchange) =
                Exchange::read(&kept, &mut defaults).with_context(|| format!("in {}: {kept:?}", self.name()))?
            {
                out.push_str(&exchange.play(core)?);
            }
            out.push('\n');
        }
        out.pop();
        Ok(out)
    }

    /// Replaces the file's text.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&self, text: &str) -> Result<()> {
        Ok(fs::write(&self.path, text)?)
    }
}

/// The text's paragraphs.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks = vec![Vec::new()];
    for line in text.lines() {
        match (line.is_empty(), blocks.last_mut()) {
            (false, Some(block)) => block.push(line),
            _ => blocks.push(Vec::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

enum Exchange {
    /// A request to the endpoint, or what is said of one that died.
    Request { request: Box<Request>, failed: Option<Failure> },
    /// A question to the settings.
    Question(Question),
}

impl Exchange {
    /// `None` for a paragraph without a request line.
    fn read(lines: &[&str], defaults: &mut Vec<Header>) -> Result<Option<Self>> {
        let (mut request_line, mut own, mut removed) = (None, Vec::new(), Vec::new());
        let (mut remote_address, mut endpoint_port) = ("127.0.0.1".to_owned(), 63342);
        let (mut body_lines, mut too_large, mut failed) = (Vec::new(), None, None);
        if let Some(line) = lines.iter().find_map(|line| line.strip_prefix("? ")) {
            return Ok(Some(Exchange::Question(Question::read(line)?)));
        }
        for line in lines {
            let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
            match mark {
                "default" => defaults.push(header(rest)?),
                ">" if request_line.is_none() => {
                    request_line = Some(rest.split_once(' ').context("a request line needs a method and a target")?);
                }
                ">" => match rest.strip_prefix('-') {
                    Some(name) => removed.push(name.to_owned()),
                    None => own.push(header(rest)?),
                },
                "@remote" => remote_address = rest.to_owned(),
                "@port" => endpoint_port = rest.parse()?,
                "@too-large" => too_large = Some(rest.parse()?),
                "@failed" => failed = Some(failure(rest)?),
                "|" => body_lines.push(expand(rest)?),
                "world" | "==" => {}
                _ if line.starts_with('#') => {}
                _ => bail!("not a line of a transcript: {line}"),
            }
        }
        let Some((method, target)) = request_line else {
            let is_header =
                lines.iter().all(|line| ["#", "world ", "default "].iter().any(|mark| line.starts_with(mark)));
            ensure!(is_header, "a paragraph asks nothing");
            return Ok(None);
        };
        let replaced = |default: &Header| {
            own.iter().map(|header| &header.name).chain(&removed).any(|name| name.eq_ignore_ascii_case(&default.name))
        };
        let mut headers: Vec<Header> = defaults.iter().filter(|default| !replaced(default)).cloned().collect();
        headers.extend(own);
        let body = too_large.map_or_else(|| Body::Complete(body_lines.join(&b'\n')), Body::TooLarge);
        let request = Request {
            method: method.to_owned(),
            target: target.to_owned(),
            headers,
            body,
            remote_address,
            endpoint_port,
        };
        Ok(Some(Exchange::Request { request: Box::new(request), failed }))
    }

    fn play(&self, core: &mut dyn Endpoint) -> Result<String> {
        let mut out = match self {
            Exchange::Request { request, failed: None } => rendered(&core.handle(request)?)?,
            Exchange::Request { request, failed: Some(failure) } => rendered(&core.failed(request, *failure)?)?,
            Exchange::Question(question) => question::rendered(core.ask(question)?),
        };
        for (id, bytes) in core.host().take_sent() {
            for line in str::from_utf8(&bytes)?.trim_end_matches('\n').split('\n') {
                writeln!(out, "^ {id} {line}")?;
            }
        }
        for line in core.host().take_log() {
            let project = line.project.as_deref().unwrap_or("-");
            writeln!(out, "~ {} {project} {}: {}", level(line.level), line.source, line.message)?;
        }
        Ok(out)
    }
}

fn rendered(response: &Response) -> Result<String> {
    let mut out = format!("< {}\n", response.status);
    for header in &response.headers {
        writeln!(out, "< {}: {}", header.name, str::from_utf8(&header.value)?)?;
    }
    if let Some(stream) = &response.stream {
        writeln!(out, "< stream {stream}")?;
    }
    let body = str::from_utf8(&response.body).context("the response is not UTF-8")?;
    if !body.is_empty() {
        for line in body.split('\n') {
            writeln!(out, "= {line}")?;
        }
    }
    Ok(out)
}

fn header(line: &str) -> Result<Header> {
    let (name, value) = line.split_once(':').with_context(|| format!("a header needs a colon: {line}"))?;
    Ok(Header { name: name.to_owned(), value: expand(value.trim())? })
}

fn failure(kind: &str) -> Result<Failure> {
    Ok(match kind {
        "trapped" => Failure::Trapped,
        "out-of-memory" => Failure::OutOfMemory,
        "out-of-time" => Failure::OutOfTime,
        _ => bail!("unknown failure {kind}"),
    })
}

fn level(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Info => "INFO",
        LogLevel::Success => "SUCCESS",
        LogLevel::Warning => "WARNING",
        LogLevel::Error => "ERROR",
    }
}

/// Replaces `%{ef bb bf}` and `%{TEXT * COUNT}` by the bytes that they stand for.
fn expand(text: &str) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once("%{") {
        let (inside, after) = tail.split_once('}').context("%{ without }")?;
        out.extend_from_slice(before.as_bytes());
        match inside.rsplit_once(" * ") {
            Some((repeated, count)) => out.extend(repeated.repeat(count.parse()?).into_bytes()),
            None => {
                for byte in inside.split(' ') {
                    out.push(u8::from_str_radix(byte, 16).with_context(|| format!("not a byte: {byte}"))?);
                }
            }
        }
        rest = after;
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}
