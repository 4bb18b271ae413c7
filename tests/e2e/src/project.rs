//! Projects made for one test, in folders of their own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use tempfile::TempDir;

use crate::setup;

/// Everything secret that [`Project::shop`] puts into its remotes.
pub const SECRETS: [&str; 3] = ["s3cr3t@pass/word", "query-t0ken-9f8e7d6c5b4a", "push-s3cr3t"];

/// A project in a folder that goes with it.
pub struct Project {
    folder: TempDir,
}

impl Project {
    /// The Maven project of the fixtures, with run configurations of many types, in a Git repository with two remotes whose
    /// URLs hold [`SECRETS`].
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn shop() -> Result<Self> {
        let project = Self::empty()?;
        copy(&setup::root().join("tests/fixtures/maven-project"), project.path())?;
        let [password, query, push] = SECRETS;
        let git = |arguments: &[&str]| project.git(arguments);
        git(&["init", "--quiet", "--initial-branch", "main"])?;
        git(&["add", "--all"])?;
        git(&["commit", "--quiet", "--message", "first"])?;
        git(&["remote", "add", "origin", &format!("https://builder:{password}@git.example.com/shop.git")])?;
        let with_query = format!("https://git.example.com/shop.git?access_token={query}");
        git(&["remote", "add", "镜像", &with_query])?;
        git(&["remote", "set-url", "--push", "镜像", &format!("https://{push}@git.example.com/push.git")])?;
        Ok(project)
    }

    /// A folder with nothing in it.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn empty() -> Result<Self> {
        Ok(Self { folder: tempfile::Builder::new().prefix("mcp-toolbox-项目-").tempdir()? })
    }

    /// Its folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a shared run configuration.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn run_configuration(&self, name: &str, type_id: &str) -> Result<()> {
        let folder = self.path().join(".run");
        fs::create_dir_all(&folder)?;
        let text = format!(
            "<component name=\"ProjectRunConfigurationManager\">\n  \
               <configuration default=\"false\" name=\"{name}\" type=\"{type_id}\"><method v=\"2\" /></configuration>\n\
             </component>\n"
        );
        Ok(fs::write(folder.join(format!("{name}.run.xml")), text)?)
    }

    fn git(&self, arguments: &[&str]) -> Result<()> {
        let mut git = Command::new("git");
        git.arg("-C").arg(self.path()).args(["-c", "user.name=e2e", "-c", "user.email=e2e@example.com"]);
        let output = git.args(arguments).output()?;
        ensure!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let path: PathBuf = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
