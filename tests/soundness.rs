//! Verdicts on sound and unsound problems of every class, and collections read and written.

use dawson::Settings;
use dawson::collection::{Entry, claim_of_solution, read};
use dawson::soundness::{Class, check};
use serde::Deserialize;
use std::path::PathBuf;

/// A problem with its verdict.
#[derive(Deserialize, Debug)]
struct Case {
    /// What it shows.
    name: String,
    /// The problem in any format.
    input: String,
    /// The verdict.
    verdict: String,
    /// What speaks for it, in part.
    #[serde(default)]
    evidence: Vec<String>,
}

fn data(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/soundness")
        .join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn entries(text: &str) -> Vec<Entry> {
    let refuse = |_: &str| Err("not found".to_owned());
    match read("test", text.as_bytes(), &refuse) {
        Ok(problems) => problems.collect(),
        Err(error) => panic!("{error}: {text}"),
    }
}

#[test]
fn verdicts() {
    let cases = data("verdicts.jsonl");
    let mut failures = Vec::new();
    let mut counts = [0, 0];
    for line in cases.lines() {
        let case: Case =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let mut problems = entries(&case.input);
        assert_eq!(problems.len(), 1, "{}", case.name);
        let mut entry = problems.remove(0);
        assert!(entry.is_read(), "{}: {:?}", case.name, entry.errors);
        claim_of_solution(&mut entry);
        let found = check(&entry.problem, &Settings::default(), &());
        counts[usize::from(case.verdict != "sound")] += 1;
        let has_mark = found
            .mark
            .as_deref()
            .is_some_and(|mark| mark.starts_with("C+"));
        let told = case
            .evidence
            .iter()
            .all(|part| found.evidence.iter().any(|text| text.contains(part)));
        if found.verdict.name() != case.verdict || !told || has_mark != (case.verdict == "sound") {
            failures.push(format!(
                "{}: {} {:?} {:?}",
                case.name, found.verdict, found.evidence, found.mark
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(counts[0] >= 20 && counts[1] >= 30, "{counts:?}");
}

#[test]
fn nothing_is_read_from_nothing() {
    let refuse = |_: &str| Err("not found".to_owned());
    for text in [
        "",
        "  \n\n",
        "just some words\nand more\n",
        "\u{0}\u{1}\u{2}",
    ] {
        assert!(read("test", text.as_bytes(), &refuse).is_err(), "{text:?}");
    }
}

#[test]
fn classes_have_names_and_an_order() {
    assert!(Class::ALL.is_sorted());
    for class in Class::ALL {
        let json = serde_json::to_string(&class).expect("a name");
        assert_eq!(json, format!("\"{}\"", class.name()));
    }
}
