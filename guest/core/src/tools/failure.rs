//! Why a tool did not do its work, with a stable code; the text is for a model and says what to do next.

use thiserror::Error;

use super::ArgumentProblem;
use crate::host::{GitProblem, RunConfigurationProblem};
use crate::request_log::cut;
use crate::{limits, redact};

/// Why a tool refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// An argument is wrong.
    #[error("{0}")]
    Argument(#[from] ArgumentProblem),
    /// The project was closed while the call ran.
    #[error("the project was closed meanwhile; open it again")]
    ProjectClosed,
    /// The run configurations could not be read.
    #[error("the run configurations cannot be read: {0}")]
    RunConfigurationsUnavailable(String),
    /// The project has no repository.
    #[error("the project has no Git repository; run git init, or map one under Version Control in the IDE's settings")]
    NoRepository,
    /// The project has several repositories and none was named.
    #[error("the project has several Git repositories; pass repositoryRoot, one of: {}", .0.join(", "))]
    RepositoryRequired(Vec<String>),
    /// The named repository is none of the project's.
    #[error("\"{given}\" is not the root of a Git repository of this project; pass one of: {}", .known.join(", "))]
    RepositoryNotFound {
        /// As sent.
        given: String,
        /// The project's repositories.
        known: Vec<String>,
    },
    /// There is no usable `git`.
    #[error("git cannot be run: {0}; install Git or put it on the PATH of MCP Toolbox")]
    GitMissing(String),
    /// Git refused.
    #[error("git failed: {0}")]
    GitFailed(String),
    /// A fault of ours.
    #[error("{0}")]
    Internal(String),
}

impl Failure {
    /// The stable code, for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Failure::Argument(_) => "INVALID_ARGUMENT",
            Failure::ProjectClosed => "PROJECT_CLOSED",
            Failure::RunConfigurationsUnavailable(_) => "RUN_CONFIGURATIONS_UNAVAILABLE",
            Failure::NoRepository => "NO_GIT_REPOSITORY",
            Failure::RepositoryRequired(_) => "REPOSITORY_REQUIRED",
            Failure::RepositoryNotFound { .. } => "REPOSITORY_NOT_FOUND",
            Failure::GitMissing(_) => "GIT_MISSING",
            Failure::GitFailed(_) => "GIT_FAILED",
            Failure::Internal(_) => "INTERNAL",
        }
    }

    /// `CODE: message and remedy`. Roots are shown as they are, since they have to be passed on exactly; whatever else came
    /// from outside lost its secrets when the failure was made.
    #[must_use]
    pub fn text(&self) -> String {
        cut(&format!("{}: {self}", self.code()), limits::ERROR_TEXT_CHARS)
    }

    /// What the log may tell: never an argument.
    #[must_use]
    pub fn log_text(&self) -> String {
        match self {
            Failure::Argument(_) | Failure::RepositoryRequired(_) | Failure::RepositoryNotFound { .. } => {
                self.code().to_owned()
            }
            _ => self.text(),
        }
    }
}

impl From<RunConfigurationProblem> for Failure {
    fn from(problem: RunConfigurationProblem) -> Self {
        match problem {
            RunConfigurationProblem::ProjectClosed => Failure::ProjectClosed,
            RunConfigurationProblem::Unavailable(reason) => {
                Failure::RunConfigurationsUnavailable(redact::text(&reason))
            }
        }
    }
}

impl From<GitProblem> for Failure {
    fn from(problem: GitProblem) -> Self {
        match problem {
            GitProblem::ProjectClosed => Failure::ProjectClosed,
            // Listing never says this; naming a repository is answered with what was named.
            GitProblem::NotFound => Failure::NoRepository,
            GitProblem::GitMissing(reason) => Failure::GitMissing(redact::text(&reason)),
            GitProblem::Failed(reason) => Failure::GitFailed(redact::text(&reason)),
        }
    }
}
