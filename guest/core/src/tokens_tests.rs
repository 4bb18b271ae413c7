use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::host::fake::World;
use crate::host::{FakeHost, ProjectKey};

const ALICE: &str = "alice-token-0000000000000000000000000000000";
const BOB: &str = "bob-token-000000000000000000000000000000000";

fn host(projects: &str) -> FakeHost {
    FakeHost::from_json(&format!(r#"{{"randomSeed":1,"unixTimeS":7,"projects":[{projects}]}}"#)).unwrap()
}

fn project(name: &str, token: &str) -> String {
    let document = format!(r#"{{"version":1,"token":"{token}","createdAtS":1}}"#);
    format!(r#"{{"key":"{name}","name":"{name}","state":{{"token":{}}}}}"#, serde_json::to_string(&document).unwrap())
}

fn check(host: &FakeHost, presented: &str, expected: Expect) {
    let told = match project_of(host, presented.as_bytes()) {
        Ok(project) => format!("opens {}", project.name),
        Err(error) => error.to_string(),
    };
    expected.assert_eq(&told);
}

#[test]
fn each_token_opens_its_project() {
    let host = host(&[project("alice", ALICE), project("bob", BOB)].join(","));
    check(&host, ALICE, expect!["opens alice"]);
    check(&host, BOB, expect!["opens bob"]);
    check(&host, "", expect!["no open project has this token"]);
    check(&host, &ALICE[1..], expect!["no open project has this token"]);
}

#[test]
fn without_projects_nothing_opens() {
    check(&host(""), ALICE, expect!["no open project has this token"]);
}

#[test]
fn unreadable_state_of_one_project_does_not_shut_out_the_others() {
    let host =
        host(&[r#"{"key":"x","name":"x","stateProblem":"disk gone"}"#.to_owned(), project("bob", BOB)].join(","));
    check(&host, BOB, expect!["opens bob"]);
    check(&host, ALICE, expect!["the tokens of some projects could not be read"]);
    assert!(host.take_log().iter().any(|line| line.message.contains("disk gone")));
}

#[test]
fn documents_of_another_shape_are_set_aside() {
    for damaged in [
        "",
        "{}",
        "null",
        r#"{"token":"x"}"#,
        &format!(r#"[1,"{ALICE}",1]"#),
        &format!(r#"{{"version":1,"token":"{}!","createdAtS":1}}"#, &ALICE[1..]),
        &format!(r#"{{"version":1,"token":"{}","createdAtS":1}}"#, &ALICE[1..]),
    ] {
        let state = serde_json::to_string(damaged).unwrap();
        let host = host(&format!(r#"{{"key":"p","name":"p","state":{{"token":{state}}}}}"#));
        let token = ensure(&host, &host.open_projects()[0]).unwrap();
        check(&host, &token, expect!["opens p"]);
        assert_eq!(host.state("p", "token.damaged").as_deref(), Some(damaged.as_bytes()));
    }
}

#[test]
fn a_document_of_a_newer_version_is_left_alone() {
    let document = format!(r#"{{"version":2,"token":"{ALICE}","more":{{}}}}"#);
    let state = serde_json::to_string(&document).unwrap();
    let host = host(&format!(r#"{{"key":"p","name":"p","state":{{"token":{state}}}}}"#));
    check(&host, ALICE, expect!["the tokens of some projects could not be read"]);
    assert_eq!(host.state("p", "token"), Some(document.into_bytes()));
}

#[test]
fn members_beside_the_token_do_not_matter() {
    for document in [
        format!(r#"{{"version":1,"token":"{ALICE}"}}"#),
        format!("\u{feff}{{\"token\":\"{ALICE}\",\"version\":1,\"createdAtS\":-1.5,\"x\":[]}}"),
    ] {
        let state = serde_json::to_string(&document).unwrap();
        let host = host(&format!(r#"{{"key":"p","name":"p","state":{{"token":{state}}}}}"#));
        check(&host, ALICE, expect!["opens p"]);
    }
}

#[test]
fn unreadable_state_is_logged_only_where_nobody_was_found() {
    let host =
        host(&[r#"{"key":"x","name":"x","stateProblem":"disk gone"}"#.to_owned(), project("bob", BOB)].join(","));
    check(&host, BOB, expect!["opens bob"]);
    assert_eq!(host.take_log(), []);
}

#[test]
fn base64url_as_the_rfc_has_it() {
    for (plain, encoded) in
        [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("\u{ff}", "w78")]
    {
        assert_eq!(base64url(plain.as_bytes()), encoded);
    }
    assert_eq!(base64url(&[0xfb, 0xff]), "-_8");
}

/// Another process that writes its token between our read and our write.
struct Race(FakeHost);

impl Host for Race {
    fn read_state(&self, project: &ProjectKey, name: &str) -> Result<Option<Document>, StateProblem> {
        self.0.read_state(project, name)
    }
    fn replace_state(
        &self,
        project: &ProjectKey,
        name: &str,
        expected: Option<&str>,
        bytes: &[u8],
    ) -> Result<(), StateProblem> {
        let theirs = format!(r#"{{"version":1,"token":"{BOB}","createdAtS":1}}"#);
        let _ = self.0.replace_state(project, name, None, theirs.as_bytes());
        self.0.replace_state(project, name, expected, bytes)
    }
    fn open_projects(&self) -> Vec<Project> {
        self.0.open_projects()
    }
    fn set_state_aside(&self, project: &ProjectKey, name: &str, digest: &str) -> Result<String, StateProblem> {
        self.0.set_state_aside(project, name, digest)
    }
    fn list_run_configurations(
        &self,
        _: &ProjectKey,
    ) -> Result<crate::host::RunConfigurationListing, crate::host::RunConfigurationProblem> {
        unreachable!()
    }
    fn list_repositories(&self, _: &ProjectKey) -> Result<crate::host::RepositoryListing, crate::host::GitProblem> {
        unreachable!()
    }
    fn list_remotes(&self, _: &ProjectKey, _: &str) -> Result<crate::host::RemoteListing, crate::host::GitProblem> {
        unreachable!()
    }
    fn file_kind(&self, _: &ProjectKey, _: &str) -> Result<crate::host::FileKind, crate::host::FileProblem> {
        unreachable!()
    }
    fn read_file(&self, _: &ProjectKey, _: &str, _: u32) -> Result<Option<Vec<u8>>, crate::host::FileProblem> {
        unreachable!()
    }
    fn find_program(&self, _: &str) -> Option<String> {
        unreachable!()
    }
    fn program_version(&self, _: &str) -> Option<String> {
        unreachable!()
    }
    fn reserve_stream(&self, _: &ProjectKey, _: &str, _: &str, _: u32) -> bool {
        unreachable!()
    }
    fn find_stream(&self, _: &str) -> Option<crate::host::Stream> {
        unreachable!()
    }
    fn set_stream_note(&self, _: &str, _: &str) {}
    fn send_to_stream(&self, _: &str, _: &[u8]) -> bool {
        unreachable!()
    }
    fn log(&self, entry: &LogEntry<'_>) {
        self.0.log(entry);
    }
    fn random_bytes(&self, length: usize) -> Vec<u8> {
        self.0.random_bytes(length)
    }
    fn monotonic_ns(&self) -> u64 {
        0
    }
    fn unix_time_s(&self) -> u64 {
        0
    }
}

#[test]
fn the_first_of_two_processes_makes_the_token() {
    let race = Race(host(r#"{"key":"p","name":"p"}"#));
    assert_eq!(ensure(&race, &race.open_projects()[0]).as_deref(), Ok(BOB));
}

proptest! {
    #[test]
    fn every_made_token_can_be_read_back(random_seed: u64) {
        let host = FakeHost::new(World { random_seed, ..serde_json::from_str(r#"{"projects":[{"key":"p","name":"p"}]}"#).unwrap() });
        let project = &host.open_projects()[0];
        let made = ensure(&host, project).unwrap();
        prop_assert_eq!(made.len(), TOKEN_CHARS);
        prop_assert_eq!(ensure(&host, project), Ok(made));
    }

    #[test]
    fn any_stored_bytes_get_an_answer(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = parse(&bytes);
    }
}
