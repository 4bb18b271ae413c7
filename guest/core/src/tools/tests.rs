use expect_test::{Expect, expect};
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::host::FakeHost;
use crate::limits;

fn host(run_configurations: &str, git: &str) -> FakeHost {
    let project = format!(r#"{{"key":"p","name":"shop","runConfigurations":{run_configurations},"git":{git}}}"#);
    FakeHost::from_json(&format!(r#"{{"projects":[{project}]}}"#)).unwrap()
}

fn run(host: &FakeHost, tool: &str, arguments: &str) -> Result<Output, Failure> {
    let project = host.open_projects().remove(0);
    let raw = serde_json::from_str(arguments).unwrap();
    let tool = TABLE.iter().find(|row| row.name == tool).unwrap();
    call(tool, &Context { host, project: &project }, &Arguments::parse(raw).unwrap())
}

fn check(host: &FakeHost, tool: &str, arguments: &str, expected: Expect) {
    let told = match run(host, tool, arguments) {
        Ok(Output::Structured(text) | Output::Content(text)) => text,
        Err(failure) => failure.text(),
    };
    expected.assert_eq(&told);
}

#[test]
fn every_schema_is_compact_json_and_lists_the_arguments() {
    for tool in TABLE {
        for schema in [Some(tool.input_schema), tool.output_schema].into_iter().flatten() {
            assert!(serde_json::from_str::<Value>(schema).unwrap().is_object());
            assert!(!schema.contains(['\n', '\t']) && !schema.contains(": "), "{schema}");
        }
        let input: Value = serde_json::from_str(tool.input_schema).unwrap();
        let listed: Vec<_> = input["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(listed, tool.arguments, "{}", tool.name);
        assert_eq!(input["additionalProperties"], Value::Bool(false));
    }
}

#[test]
fn names_are_unique_and_fit_every_client() {
    for (index, tool) in TABLE.iter().enumerate() {
        assert!(tool.name.len() <= 34 && tool.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
        assert!(!TABLE[..index].iter().any(|other| other.name == tool.name), "{}", tool.name);
        assert!(!tool.description.is_empty() && !tool.title.is_empty());
    }
}

#[test]
fn only_saved_configurations_of_exposed_types_are_listed() {
    let found = r#"{"configurations":[
        {"name":"a","typeId":"Application","typeName":"Application"},
        {"name":"b","typeId":"Application","typeName":"Application","temporary":true},
        {"name":"c","typeId":"MavenRunConfiguration","typeName":"Maven"},
        {"name":"d","typeId":"GradleRunConfiguration","typeName":"Gradle"},
        {"name":"a","typeId":"JUnit","typeName":"JUnit"}]}"#;
    check(
        &host(found, "{}"),
        "get_restartable_run_configurations",
        "{}",
        expect![[
            r#"{"projectName":"shop","configurations":[{"name":"a","typeId":"Application","typeName":"Application"},{"name":"a","typeId":"JUnit","typeName":"JUnit"}]}"#
        ]],
    );
}

#[test]
fn a_long_list_is_cut_to_whole_items_and_says_so() {
    let Ok(Output::Structured(text)) =
        run(&host(r#"{"generated":20000}"#, "{}"), "get_restartable_run_configurations", "{}")
    else {
        panic!("the list is answered");
    };
    assert!(
        text.len() <= limits::RESULT_TEXT_BYTES && text.len() > limits::RESULT_TEXT_BYTES * 9 / 10,
        "{}",
        text.len()
    );
    let answer: Value = serde_json::from_str(&text).unwrap();
    let kept = answer["configurations"].as_array().unwrap().len();
    assert_eq!(
        answer["warnings"],
        serde_json::json!([format!("truncated: the first {kept} of 20000 items are listed")])
    );
}

/// Lists whose text is just below, at and just above the limit.
#[test]
fn the_limit_of_a_result_is_exact() {
    let empty = r#"{"projectName":"shop","configurations":[{"name":"","typeId":"T","typeName":"T"}]}"#.len();
    for (length, cut) in [
        (limits::RESULT_TEXT_BYTES - 1, false),
        (limits::RESULT_TEXT_BYTES, false),
        (limits::RESULT_TEXT_BYTES + 1, true),
    ] {
        let name = "n".repeat(length - empty);
        let found = format!(r#"{{"configurations":[{{"name":"{name}","typeId":"T","typeName":"T"}}]}}"#);
        let Ok(Output::Structured(text)) = run(&host(&found, "{}"), "get_restartable_run_configurations", "{}") else {
            panic!("the list is answered");
        };
        assert_eq!(text.contains("truncated: the first 0 of 1"), cut, "{length}");
    }
}

#[test]
fn the_only_repository_need_not_be_named() {
    let git = r#"{"repositories":[{"root":"/a","remotes":[{"name":"o","fetchUrls":["https://u:p@h/a"],"pushUrls":["git@h:a"]}]}]}"#;
    let expected = expect![[
        r#"{"projectName":"shop","repositoryRoot":"/a","remotes":[{"name":"o","fetchUrls":["https://***@h/a"],"pushUrls":["git@h:a"]}]}"#
    ]];
    check(&host("{}", git), "get_git_remotes", "{}", expected);
}

#[test]
fn wrong_arguments_name_what_came() {
    let host = host("{}", "{}");
    check(
        &host,
        "get_git_remotes",
        r#"{"repositoryRoot":true}"#,
        expect![[r#"INVALID_ARGUMENT: the argument "repositoryRoot" must be a string, got a boolean true"#]],
    );
    check(
        &host,
        "get_git_remotes",
        r#"{"Authorization: Bearer abcdefgh":1}"#,
        expect![[r#"INVALID_ARGUMENT: unknown argument "Authorization: Bearer ***"; the tool takes repositoryRoot"#]],
    );
}

#[test]
fn many_warnings_and_urls_do_not_outgrow_the_limit() {
    let skipped = r#"{"subject":"s","reason":"r"}"#;
    let many = vec![skipped; 20_000].join(",");
    let found = format!(r#"{{"configurations":[{{"name":"a","typeId":"T","typeName":"T"}}],"skipped":[{many}]}}"#);
    let Ok(Output::Structured(text)) = run(&host(&found, "{}"), "get_restartable_run_configurations", "{}") else {
        panic!("the list is answered");
    };
    assert!(text.contains(r#""name":"a""#) && text.contains("and 19950 more") && text.len() < 10_000);

    let urls = vec![r#""https://h/a""#; 40_000].join(",");
    let git = format!(r#"{{"repositories":[{{"root":"/a","remotes":[{{"name":"o","fetchUrls":[{urls}]}}]}}]}}"#);
    let Ok(Output::Structured(text)) = run(&host("{}", &git), "get_git_remotes", "{}") else { panic!("answered") };
    assert!(text.contains(r#""name":"o""#) && text.len() < 10_000);
}

#[test]
fn no_secret_hides_in_the_name_of_a_remote() {
    let git = r#"{"repositories":[{"root":"/a","upstream":["https://bob:hunter2@h/x","main"],
        "remotes":[{"name":"https://bob:hunter2@h/y","fetchUrls":[]}]}]}"#;
    for tool in ["get_git_repositories", "get_git_remotes"] {
        let Ok(Output::Structured(text)) = run(&host("{}", git), tool, "{}") else { panic!("answered") };
        assert!(!text.contains("hunter2") && text.contains("https://***@h/"), "{text}");
    }
}

#[test]
fn a_name_that_is_no_unicode_is_an_argument_problem() {
    check(
        &host("{}", "{}"),
        "get_git_remotes",
        r#"{"\ud800":1}"#,
        expect![["INVALID_ARGUMENT: the name of an argument is not valid Unicode; the tool takes repositoryRoot"]],
    );
    check(
        &host("{}", "{}"),
        "get_git_remotes",
        r#"{"repositoryRoot":"\ud800"}"#,
        expect![[
            r#"INVALID_ARGUMENT: the argument "repositoryRoot" must be a string, got text that is not valid Unicode"#
        ]],
    );
}

#[test]
fn roots_in_an_error_are_exact() {
    let git = r#"{"repositories":[{"root":"/a/basic workspace-1"},{"root":"C:/x/@acme/app"}]}"#;
    check(
        &host("{}", git),
        "get_git_remotes",
        "{}",
        expect![[
            "REPOSITORY_REQUIRED: the project has several Git repositories; pass repositoryRoot, one of: /a/basic workspace-1, C:/x/@acme/app"
        ]],
    );
}

proptest! {
    #[test]
    fn any_arguments_get_an_answer(name in ".{0,12}", value in ".{0,12}") {
        let host = host("{}", r#"{"repositories":[{"root":"/a"},{"root":"/b"}]}"#);
        let arguments = serde_json::json!({ name: value }).to_string();
        for tool in TABLE {
            let _ = run(&host, tool.name, &arguments);
        }
    }

    #[test]
    fn no_secret_of_a_remote_comes_out(password in "[a-zA-Z0-9@:]{8,20}") {
        let url = serde_json::to_string(&format!("https://bob:{password}@h/a?token={password}")).unwrap();
        let git = format!(r#"{{"repositories":[{{"root":"/a","remotes":[{{"name":"o","fetchUrls":[{url}]}}]}}]}}"#);
        let Ok(Output::Structured(text)) = run(&host("{}", &git), "get_git_remotes", "{}") else { panic!("answered") };
        prop_assert!(!text.contains(&password));
    }
}
