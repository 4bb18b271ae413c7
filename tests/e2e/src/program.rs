//! The headless program as a process, started and stopped for one test.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use tempfile::TempDir;

use crate::clients::Door;
use crate::setup;

/// Where `cargo xtask e2e` says that the program's jars lie.
const JARS: &str = "MCP_TOOLBOX_JARS";

const START: Duration = Duration::from_secs(60);
const STOP: Duration = Duration::from_secs(15);

/// A running program.
pub struct Program {
    child: Child,
    /// What the ready file says.
    pub ready: Ready,
    home: TempDir,
    printed: Arc<Mutex<Vec<u8>>>,
}

/// The ready file.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Ready {
    /// The endpoint.
    pub url: String,
    /// The process.
    pub pid: u32,
    /// The projects in the order of the command line.
    pub projects: Vec<ReadyProject>,
}

/// A project of the ready file.
#[derive(Debug, Deserialize)]
pub struct ReadyProject {
    /// Its name.
    pub name: String,
    /// Its canonical path.
    pub path: String,
    /// Its token.
    pub token: String,
}

impl Program {
    /// Serves projects on a free port, with a state folder of its own. `configure` may change the process.
    ///
    /// # Errors
    /// Where the program does not start.
    pub fn serve(projects: &[&Path], configure: impl FnOnce(&mut Command)) -> Result<Self> {
        Self::start(|ready_file| {
            let mut java = java(&[])?;
            java.arg("dev.mcptoolbox.headless.MainKt").args(["serve", "--port", "0", "--ready-file"]).arg(ready_file);
            for project in projects {
                java.arg("--project").arg(project);
            }
            configure(&mut java);
            Ok(java)
        })
    }

    /// Serves a project with the core that has the conformance suite's tools.
    ///
    /// # Errors
    /// Where the program does not start.
    pub fn serve_fixtures(project: &Path) -> Result<Self> {
        Self::start(|ready_file| {
            // Test classes: neither this main class nor its core is in the product.
            let rooms =
                ["headless", "runtime"].map(|room| setup::root().join("target/jvm").join(room).join("test-classes"));
            let mut java = java(&rooms)?;
            java.arg("dev.mcptoolbox.headless.program.FixturesHostKt").arg(project).arg(ready_file);
            Ok(java)
        })
    }

    fn start(command: impl FnOnce(&Path) -> Result<Command>) -> Result<Self> {
        let home = tempfile::Builder::new().prefix("mcp-toolbox-e2e-").tempdir()?;
        let ready_file = home.path().join("ready.json");
        let mut java = command(&ready_file)?;
        java.env("MCP_TOOLBOX_HOME", home.path().join("state")).env("LC_ALL", "C.UTF-8");
        let mut child = java.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let printed = Arc::new(Mutex::new(Vec::new()));
        collect(child.stdout.take(), &printed);
        collect(child.stderr.take(), &printed);
        match wait_for(&mut child, &ready_file) {
            Ok(ready) => Ok(Self { child, ready, home, printed }),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(error.context(text(&printed)))
            }
        }
    }

    /// How to get to the project at `index`.
    #[must_use]
    pub fn door(&self, index: usize) -> Door {
        let token = self.ready.projects.get(index).map(|project| project.token.clone());
        Door { url: self.ready.url.clone(), token: token.unwrap_or_default() }
    }

    /// What was printed so far, on both streams.
    #[must_use]
    pub fn printed(&self) -> String {
        text(&self.printed)
    }

    /// Every file of the state folder with its bytes.
    ///
    /// # Errors
    /// Where one cannot be read.
    pub fn state_files(&self) -> Result<Vec<(PathBuf, Vec<u8>)>> {
        let mut files = Vec::new();
        collect_files(&self.home.path().join("state"), &mut files)?;
        Ok(files)
    }

    /// Bytes of memory that the process holds, after the JVM collected what nobody needs.
    ///
    /// # Errors
    /// Where the JVM cannot be asked.
    pub fn heap_bytes(&self) -> Result<u64> {
        let jcmd = |command: &str| -> Result<String> {
            let output = Command::new("jcmd").arg(self.ready.pid.to_string()).arg(command).output()?;
            ensure!(output.status.success(), "jcmd {command} failed: {}", String::from_utf8_lossy(&output.stderr));
            Ok(String::from_utf8(output.stdout)?)
        };
        jcmd("GC.run")?;
        let info = jcmd("GC.heap_info")?;
        let used = info.split(" used ").nth(1).and_then(|rest| rest.split('K').next());
        let kilobytes: u64 =
            used.and_then(|text| text.trim().parse().ok()).with_context(|| format!("no heap in {info}"))?;
        Ok(kilobytes * 1024)
    }

    /// Asks the program to end, as a terminal or a service manager does, and waits for it.
    ///
    /// # Errors
    /// Where it does not end in time or ends with a failure that is not the signal's.
    pub fn stop(mut self) -> Result<String> {
        let pid = self.child.id().to_string();
        ensure!(Command::new("kill").args(["-TERM", &pid]).status()?.success(), "cannot signal the program");
        let deadline = Instant::now() + STOP;
        while self.child.try_wait()?.is_none() {
            ensure!(Instant::now() < deadline, "the program did not end within {STOP:?}: {}", self.printed());
            thread::sleep(Duration::from_millis(20));
        }
        Ok(self.printed())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// A JVM with the program's jars behind `classes`.
fn java(classes: &[PathBuf]) -> Result<Command> {
    let jars = std::env::var_os(JARS).map(PathBuf::from);
    let jars = jars.context("these tests need the built program: run `cargo xtask e2e`")?;
    let class_path = std::env::join_paths(classes.iter().chain([&jars.join("*")]))?;
    let mut java = Command::new("java");
    java.arg("-Dfile.encoding=UTF-8").arg("-cp").arg(class_path);
    Ok(java)
}

fn wait_for(child: &mut Child, ready_file: &Path) -> Result<Ready> {
    let deadline = Instant::now() + START;
    while Instant::now() < deadline {
        if let Ok(text) = fs::read_to_string(ready_file) {
            return serde_json::from_str(&text).context("the ready file is not what it should be");
        }
        if let Some(status) = child.try_wait()? {
            bail!("the program ended at once: {status}");
        }
        thread::sleep(Duration::from_millis(20));
    }
    bail!("the program was not ready within {START:?}")
}

fn collect(stream: Option<impl Read + Send + 'static>, into: &Arc<Mutex<Vec<u8>>>) {
    let (Some(mut stream), into) = (stream, Arc::clone(into)) else { return };
    thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            into.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend_from_slice(&buffer[..count]);
        }
    });
}

fn text(printed: &Mutex<Vec<u8>>) -> String {
    String::from_utf8_lossy(&printed.lock().unwrap_or_else(std::sync::PoisonError::into_inner)).into_owned()
}

fn collect_files(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let kind = fs::symlink_metadata(&path)?.file_type();
        if kind.is_dir() {
            collect_files(&path, files)?;
        } else if kind.is_file() {
            files.push((path.clone(), fs::read(&path)?));
        }
    }
    Ok(())
}
