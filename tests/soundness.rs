//! Verdicts on sound and unsound problems of every class, and collections read and written.

use dawson::Settings;
use dawson::collection::write::{Target, whole};
use dawson::collection::{Entry, claim_of_solution, read};
use dawson::notation::popeye::words::Language;
use dawson::soundness::replay::{Agreement, compare, of_solution, replay};
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

/// Problems with all that formats find hard: twins, neutral and fairy men, claims, details.
fn hard() -> Vec<Entry> {
    let mut problems = entries(&data("hard.inp"));
    assert!(problems.len() >= 8);
    for (number, entry) in problems.iter_mut().enumerate() {
        assert!(entry.is_read(), "{:?}", entry.errors);
        entry.id = Some(format!("hard {number}"));
        entry.solution = Some("1.a \"quoted\" line, with #\n  2.and another: [x]\n".to_owned());
        entry.details.insert(
            "keywords".to_owned(),
            serde_json::json!(["Zajic", "2.10", "= or #"]),
        );
        entry.details.insert(
            "own key".to_owned(),
            serde_json::json!({"deep": ["012", "yes", "a: b"]}),
        );
    }
    problems
}

#[test]
fn what_was_written_is_read_back() {
    let problems = hard();
    let targets = [
        Target::Input(Language::En),
        Target::Input(Language::De),
        Target::Input(Language::Fr),
        Target::Yacpdb,
        Target::JsonLines,
        Target::Latex(Language::En),
        Target::Csv,
        Target::Epd,
    ];
    let mut failures = Vec::new();
    for target in targets {
        let text = whole(target, &problems);
        let again = entries(&text);
        if again.len() != problems.len() {
            failures.push(format!(
                "{target:?}: {} problems of {}\n{text}",
                again.len(),
                problems.len()
            ));
            continue;
        }
        for (before, after) in problems.iter().zip(&again) {
            let name = format!("{target:?}, problem {}", before.number);
            if !after.is_read() {
                failures.push(format!("{name}: {:?}", after.errors));
            }
            if after.problem != before.problem {
                failures.push(format!(
                    "{name}: another problem\n{:?}\n{:?}",
                    before.problem.origins, after.problem.origins
                ));
            }
            if after.details != before.details {
                failures.push(format!(
                    "{name}: {:?} became {:?}",
                    before.details, after.details
                ));
            }
            if after.solution != before.solution || after.id != before.id {
                failures.push(format!("{name}: {:?} {:?}", after.solution, after.id));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn collections_of_all_formats_are_read() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/soundness/collections");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    let mut table = String::new();
    for file in files {
        let bytes = std::fs::read(&file).expect("the file can be read");
        let refuse = |_: &str| Err("not found".to_owned());
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        match read(&name, bytes.as_slice(), &refuse) {
            Err(error) => table += &format!("{name}: {error}\n"),
            Ok(problems) => {
                table += &format!("{name}: {}\n", problems.format());
                for mut entry in problems {
                    claim_of_solution(&mut entry);
                    let said = match entry.is_read() {
                        false => entry.errors.join("; "),
                        true => {
                            let found = check(&entry.problem, &Settings::default(), &());
                            format!(
                                "{} {} {:?}",
                                dawson::collection::statement_of(&entry.problem),
                                found.verdict,
                                found.evidence
                            )
                        }
                    };
                    table += &format!("  {} (line {}): {said}\n", entry.number, entry.line);
                }
            }
        }
    }
    insta::assert_snapshot!(table);
}

/// A direct mate with threats and variations; K. Hannemann's manner, a scheme of ours.
const MATE_IN_2: &str = "BeginProblem\nStipulation #2\nOption Variation\nPieces White Kb6 Ra1 Ph7 Black Ka8 Pa7\nEndProblem\n";

fn agreement(input: &str, text: &str, is_author: bool) -> (Agreement, Vec<String>, usize) {
    let mut problem = entries(input).remove(0).problem;
    if is_author {
        problem.options.variation = true;
        problem.options.defence = Some(1);
        problem.options.set_play = true;
    }
    let whole = of_solution(
        &problem,
        &dawson::solve(&problem, &Settings::default(), &()),
    );
    let (other, unplayable) = replay(&problem, text);
    let found = compare(&problem, &whole, &other, unplayable, is_author);
    let differences = found.differences.iter().map(|difference| {
        format!(
            "{}{}",
            if difference.is_missing { "-" } else { "+" },
            difference.text(false)
        )
    });
    (
        found.agreement,
        differences.collect(),
        found.unplayable.len(),
    )
}

const HELPMATE: &str = "BeginProblem\nStipulation h#2\nPieces White Ke4 Qe2 Pg4 Ph6 Black Ke8 Rg8 Rh8 Pc6\nEndProblem\n";

#[test]
fn planted_differences_are_found_and_named() {
    let problem = entries(HELPMATE).remove(0).problem;
    let solution = dawson::solve(&problem, &Settings::default(), &());
    let writer = dawson::notation::popeye::write::Writer::new(Language::En);
    let text = writer.version(&problem, &solution.twins[0]);
    assert_eq!(agreement(HELPMATE, &text, false).0, Agreement::Same);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    assert_eq!(lines.len(), 2, "{text}");
    let reversed = format!("{}\n{}\n", lines[1], lines[0]);
    assert_eq!(agreement(HELPMATE, &reversed, false).0, Agreement::Order);
    let (found, differences, _) = agreement(HELPMATE, lines[0], false);
    assert_eq!(found, Agreement::Differs);
    assert!(
        differences.len() == 1 && differences[0].starts_with("-1."),
        "{differences:?}"
    );
    let (found, _, unplayable) = agreement(
        HELPMATE,
        &format!("{}\n  1.Rg8-a8 Qe2-e7 #\n", lines[0]),
        false,
    );
    assert_eq!((found, unplayable), (Agreement::Differs, 1));
    let (found, differences, _) = agreement(
        HELPMATE,
        &format!("{text}  1.c6-c5 Ke4-e5   2.c5-c4 Ke5-e6\n"),
        false,
    );
    assert_eq!(found, Agreement::Differs);
    assert!(
        differences.iter().any(|line| line.starts_with("+1.c6-c5")),
        "{differences:?}"
    );
}

#[test]
fn notation_and_language_do_not_matter() {
    let problem = entries(HELPMATE).remove(0).problem;
    let solution = dawson::solve(&problem, &Settings::default(), &());
    let short = dawson::soundness::ShortNotation::new(&problem, Language::En);
    let german = dawson::soundness::ShortNotation::new(&problem, Language::De);
    let french = dawson::soundness::ShortNotation::new(&problem, Language::Fr);
    let dawson::solution::Play::Lines(lines) = &solution.twins[0].phases[0].play else {
        panic!("help play is told as lines");
    };
    for notation in [short, german, french] {
        let text: Vec<String> = lines.iter().map(|line| notation.line(line)).collect();
        let text = text.join("\n");
        assert_eq!(
            agreement(HELPMATE, &text, true).0,
            Agreement::Same,
            "{text}"
        );
    }
}

#[test]
fn an_author_tells_the_main_play_alone() {
    let (found, differences, unplayable) = agreement(MATE_IN_2, "1.h8=Q#", true);
    assert_ne!(unplayable, 1, "{differences:?}");
    assert!(matches!(
        found,
        Agreement::Partial | Agreement::Same | Agreement::Differs
    ));
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
    for broken in [
        "---\nauthors: [a\nstipulation: h#2\n",
        "{\"input\": \n{\"fen\": 1}\n",
        "---\nstipulation: [1]\nalgebraic: 3\n",
    ] {
        for entry in entries(broken) {
            assert!(!entry.is_read(), "{broken}");
            assert!(
                entry.errors.iter().all(|why| why.contains("line")),
                "{:?}",
                entry.errors
            );
        }
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
