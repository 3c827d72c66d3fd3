//! Wrong inputs, as people type them: each is answered with what is wrong, and never ends like a success.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::process::{Command, Output, Stdio};

/// A command, the files it needs, and what it has to say.
#[derive(Deserialize, Debug)]
struct Case {
    arguments: Vec<String>,
    files: BTreeMap<String, String>,
    code: i32,
    says: Vec<String>,
}

fn dawson(arguments: &[&str], folder: &std::path::Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dawson"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

#[test]
fn every_wrong_input_is_answered() {
    let cases = include_str!("../data/wrong-inputs.jsonl");
    let mut failures = Vec::new();
    for (number, line) in cases.lines().enumerate() {
        let case: Case =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let folder =
            std::env::temp_dir().join(format!("dawson-wrong-{}-{number}", std::process::id()));
        std::fs::create_dir_all(folder.join("emptydir")).expect("a folder");
        for (name, text) in &case.files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("written");
        }
        let arguments: Vec<&str> = case.arguments.iter().map(String::as_str).collect();
        let output = dawson(&arguments, &folder);
        let told = [output.stderr, output.stdout].concat();
        let told = String::from_utf8_lossy(&told);
        let squeezed: Vec<&str> = told.split_whitespace().collect();
        let squeezed = squeezed.join(" ");
        let says = |text: &String| squeezed.contains(text.as_str());
        if output.status.code() != Some(case.code) || !case.says.iter().all(says) {
            failures.push(format!("{:?}: {:?}\n{told}", case.arguments, output.status));
        }
        let _ = std::fs::remove_dir_all(folder);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What only warns, and goes on, may end with 0.
#[test]
fn what_is_not_solved_does_not_end_like_a_success() {
    for line in include_str!("../data/wrong-inputs.jsonl").lines() {
        let case: Case = serde_json::from_str(line).expect("a case");
        let warns = [
            "no king",
            "repeated",
            "ranks are written",
            "cannot move",
            "first or last rank",
            "do not stand at home",
            "double step",
        ];
        let is_warning = warns
            .iter()
            .any(|part| case.says.iter().any(|text| text.contains(part)));
        assert!(case.code != 0 || is_warning, "{case:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn full_and_closed_outputs_do_not_make_it_panic() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full");
    let commands: [&[&str]; 4] = [
        &["explain", "nonsense"],
        &["solve", "Cirrce", "--fen", "7k/8/6K1/8/8/8/8/R7"],
        &["compare", "nofile"],
        &["check", "nofile"],
    ];
    for arguments in commands {
        let status = Command::new(env!("CARGO_BIN_EXE_dawson"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(full().expect("it exists"))
            .stderr(full().expect("it exists"))
            .status()
            .expect("the program runs");
        assert_eq!(status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn notations_and_briefness_are_as_asked() {
    let here = std::env::temp_dir();
    let solve = |more: &[&str]| {
        let mut arguments = vec!["solve", "h#1", "--fen", "7k/8/6K1/8/8/8/8/R7"];
        arguments.extend(more);
        String::from_utf8(dawson(&arguments, &here).stdout).expect("text")
    };
    let long = solve(&[]);
    assert!(
        long.contains("1. Kh8-g8 Ra1-a8 #") && long.contains("a   b   c"),
        "{long}"
    );
    assert_eq!(solve(&["--notation", "long"]), long);
    let short = solve(&["--notation", "short"]);
    assert!(
        short.contains("1.Kg8 Ra8#") && !short.contains("Ra1-a8"),
        "{short}"
    );
    let figurine = solve(&["--notation", "figurine"]);
    assert!(
        figurine.contains("♔g8 ♖a8#") || figurine.contains("♚g8 ♖a8#"),
        "{figurine}"
    );
    let brief = solve(&["--brief"]);
    assert!(
        brief.contains("Ra1-a8 #") && !brief.contains("a   b   c"),
        "{brief}"
    );
}
