//! What a person's tools ask: the settings page, the command line, the start-up monitor.

pub mod agents; // how coding agents stand and what a change would do

use thiserror::Error;

use crate::agents::Refusal;
use crate::host::{Host, Project, ProjectKey, StateProblem};
use crate::{http, tokens};

/// What an agent needs to connect to a project, beside the host's address and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The project's token: a secret.
    pub token: String,
    /// The path of the endpoint.
    pub endpoint_path: String,
    /// The path of the stream for clients of 2024-11-05.
    pub sse_path: String,
}

/// Why a person's tool gets no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// No open project has this key.
    #[error("the project is not open")]
    ProjectClosed,
    /// The project's state cannot be read or written.
    #[error("{0}")]
    Unavailable(#[from] StateProblem),
    /// The table has no such agent.
    #[error("there is no agent \"{id}\"; known are {known}")]
    UnknownAgent {
        /// What was asked for.
        id: String,
        /// The ids of the table.
        known: String,
    },
    /// A config file would be left as it is.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// How to connect to an open project. A project without a token gets one now.
///
/// # Errors
/// [`Problem`].
pub fn connection(host: &dyn Host, key: &ProjectKey) -> Result<Connection, Problem> {
    let project = open_project(host, key)?;
    let token = tokens::ensure(host, &project)?;
    Ok(Connection { token, endpoint_path: http::ENDPOINT_PATH.to_owned(), sse_path: http::SSE_PATH.to_owned() })
}

fn open_project(host: &dyn Host, key: &ProjectKey) -> Result<Project, Problem> {
    host.open_projects().into_iter().find(|open| open.key == *key).ok_or(Problem::ProjectClosed)
}

/// The URL that agents are told: always the literal address, never a name that somebody could point elsewhere.
fn endpoint_url(port: u16) -> String {
    format!("http://127.0.0.1:{port}{}", http::ENDPOINT_PATH)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::host::FakeHost;

    fn check(key: &str, expected: Expect) {
        let world =
            r#"{"randomSeed":1,"projects":[{"key":"p","name":"p"},{"key":"q","name":"q","stateProblem":"disk gone"}]}"#;
        let host = FakeHost::from_json(world).unwrap();
        let told = match connection(&host, &ProjectKey(key.to_owned())) {
            Ok(Connection { token, endpoint_path, sse_path }) => format!("{token} {endpoint_path} {sse_path}"),
            Err(problem) => problem.to_string(),
        };
        expected.assert_eq(&told);
    }

    #[test]
    fn a_project_without_a_token_gets_one() {
        check(
            "p",
            expect![
                "wVwCiewtCpFn7I5loY3rvl5VMvvuopP4C8lC7pCGwXE /api/jetbrains-mcp-tools /api/jetbrains-mcp-tools/sse"
            ],
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        check("q", expect![["disk gone"]]);
        check("r", expect![["the project is not open"]]);
    }
}
