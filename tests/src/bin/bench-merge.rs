//! What one entry in the config file of somebody with 20,000 servers costs. Prints `NAME VALUE` lines for
//! `cargo xtask bench merge`, and writes the two files for its twin in Chicory, `BenchMerge` in `jvm-host/runtime`.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use mcp_toolbox_core::agents::Value;
use mcp_toolbox_core::agents::merge::{self, Consent, Subject};
use mcp_toolbox_core::agents::table::Syntax;
use mcp_toolbox_core::host::{FakeHost, ProjectKey};
use mcp_toolbox_core::settings::agents::{self, Effect, Wish};

/// How many servers make a file of about 4 kB, 40 kB, 400 kB and 4 MiB.
const SERVERS: [(&str, u32); 4] = [("4kb", 20), ("40kb", 200), ("400kb", 2_000), ("4mib", 20_000)];
/// 20,000 of these and the lines around them are just less than the 4 MiB that the core reads.
const SERVER_BYTES: usize = 209;
/// The best of these runs counts: others share the machine.
const RUNS: u32 = 5;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("usage: bench-merge FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for kind in [&JSON, &TOML] {
        for (size, servers) in SERVERS {
            let file = kind.file(servers);
            let ms = best_ms(servers, || kind.merge(&file))?;
            println!("{}_{size}_ms {ms:.4}", kind.name);
            println!("{}_{size}_us_per_kb {:.4}", kind.name, ms * 1e6 / file.len() as f64);
            if size == "4mib" {
                println!("{}_preview_ms {:.4}", kind.name, kind.preview_ms(&file)?);
                std::fs::write(folder.join(kind.name), &file)?;
            }
        }
    }
    Ok(())
}

/// A format, and an agent whose file has it.
struct Kind {
    name: &'static str,
    agent: &'static str,
    path: &'static str,
    syntax: Syntax,
    container: &'static str,
    open: &'static str,
    server: fn(u32, &str) -> String,
    between: &'static str,
    close: &'static str,
}

const JSON: Kind = Kind {
    name: "json",
    agent: "claude_code",
    path: ".mcp.json",
    syntax: Syntax::StrictJson,
    container: "mcpServers",
    open: "{\n  \"mcpServers\": {\n",
    server: |number, pad| {
        let url = format!("https://host-{number:05}.example.com/mcp");
        format!(
            "    \"server-{number:05}\": {{\n      \"type\": \"http\",\n      \"url\": \"{url}\",\n      \"headers\": {{ \"X-Note\": \"{pad}\" }},\n      \"timeout\": 60000\n    }}"
        )
    },
    between: ",\n",
    close: "\n  }\n}\n",
};

const TOML: Kind = Kind {
    name: "toml",
    agent: "codex",
    path: ".codex/config.toml",
    syntax: Syntax::Toml,
    container: "mcp_servers",
    open: "model = \"a\"\n\n",
    server: |number, pad| {
        let url = format!("https://host-{number:05}.example.com/mcp");
        format!(
            "[mcp_servers.server-{number:05}]\nurl = \"{url}\"\nhttp_headers = {{ \"X-Note\" = \"{pad}\" }}\ntool_timeout_sec = 60\n"
        )
    },
    between: "\n",
    close: "",
};

impl Kind {
    fn file(&self, servers: u32) -> String {
        let mut text = self.open.to_owned();
        for number in 0..servers {
            let pad = "x".repeat(SERVER_BYTES - self.between.len() - (self.server)(number, "").len());
            let between = if number == 0 { "" } else { self.between };
            let _ = write!(text, "{between}{}", (self.server)(number, &pad));
        }
        text + self.close
    }

    /// One entry in, as `agents::merge` does it: parse, splice, parse again, prove.
    fn merge(&self, file: &str) -> Result<()> {
        let subject = Subject {
            agent: self.agent,
            syntax: self.syntax,
            container: vec![self.container.to_owned()],
            name: "jetbrains-tools".to_owned(),
            breaking_keys: &[],
            schema: None,
        };
        let node = Value::Object(vec![("url".to_owned(), Value::text("http://127.0.0.1:63342/x"))]);
        let merged = merge::put(Some(black_box(file.as_bytes())), &subject, &node, Consent::Adopted)?;
        ensure!(merged.changed, "nothing was merged");
        Ok(())
    }

    /// The whole question that Chicory is asked too: find the file, merge, make the diff.
    fn preview_ms(&self, file: &str) -> Result<f64> {
        let world = serde_json::json!({"projects": [{"key": "p", "path": "/work/p", "files": {self.path: file}}]});
        let host = FakeHost::from_json(&world.to_string())?;
        best_ms(SERVERS[3].1, || {
            let preview = agents::preview(&host, &ProjectKey("p".to_owned()), 63342, self.agent, Wish::Sync)?;
            ensure!(preview.effect == Effect::Add, "the preview adds nothing");
            Ok(())
        })
    }
}

/// The shortest of some runs; of a small file, which takes no time, of more.
fn best_ms(servers: u32, mut run: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS * (20_000 / servers).min(200) {
        let started = Instant::now();
        run()?;
        best = best.min(started.elapsed().as_secs_f64() * 1e3);
    }
    Ok(best)
}
