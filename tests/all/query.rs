//! Questions of scripts: every answer is the one expected, and no bad line ends the answering.
//!
//! `query/seed.jsonl` holds cases of ours and some published problems, with their sources in
//! the notes; `query/bad.jsonl` lines that must be refused, with a part of the reason.

use assert_cmd::Command;
use dawson::{Settings, query};
use rayon::prelude::*;
use serde_json::Value;
use std::io::Write;

fn lines(name: &str) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/query");
    let text = std::fs::read_to_string(folder.join(name)).expect("the file of cases is there");
    text.lines().map(str::to_owned).collect()
}

fn answer(line: &str) -> Value {
    let answer = query::answer(line, &Settings::default());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

#[test]
fn every_answer_is_the_expected_one() {
    let cases = lines("seed.jsonl");
    let wrong = cases.par_iter().filter_map(|line| {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let found = answer(line);
        let agrees = found["answer"] == case["expected"] && found["id"] == case["id"];
        (!agrees).then(|| format!("{case}\n  found {found}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn bad_lines_are_refused_with_the_reason() {
    for line in lines("bad.jsonl") {
        let (reason, question) = line.split_once('\t').expect("a reason and a line");
        let found = answer(question);
        let said = found["error"].as_str().unwrap_or_default();
        assert!(said.contains(reason), "{question}\n  {found}");
        assert!(found.get("answer").is_none(), "{question}\n  {found}");
    }
}

#[test]
fn the_command_answers_every_line_of_its_input() {
    let mut input = Vec::new();
    writeln!(input, r#"{{"id": "a", "system": "orthodox", "position": "4k3/P7/8/8/8/8/8/R3K2R w KQ -", "stipulation": "moves e1", "question": "moves-from-square"}}"#).expect("a line");
    input.extend(b"\n{ no JSON\n\xff\xfe\n");
    writeln!(input, r#"{{"id": 2, "system": "orthodox", "position": "7k/8/5KQ1/8/8/8/8/8 b - -", "stipulation": "status", "question": "mate?"}}"#).expect("a line");
    let mut command = Command::cargo_bin("dawson").expect("the program is built");
    let output = command
        .args(["query", "--jsonl", "-"])
        .write_stdin(input)
        .output();
    let output = output.expect("the program runs");
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).expect("answers are text");
    let answers: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("an answer is JSON"))
        .collect();
    assert_eq!(answers.len(), 4);
    let castlings = ["e1c1", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2", "e1g1"];
    assert_eq!(answers[0]["answer"], serde_json::json!(castlings));
    assert!(answers[1]["error"].is_string() && answers[2]["error"].is_string());
    assert_eq!(answers[3]["answer"], "stalemate");
}
