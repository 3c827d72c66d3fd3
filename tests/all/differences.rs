//! Holds the table of differences from the reference against what Dawson does, and `docs/differences.md` against the
//! table.
//!
//! With `DAWSON_WRITE_DOCS=1` the document is written anew.

#[allow(dead_code, reason = "cases are not read here")]
use crate::common::{none_fail, solved};
use dawson::Settings;
use dawson::conditions::{DEFINITIONS, find};
use dawson::notation::popeye::read::read;
use dawson::soundness::replay::{DifferenceKind, KNOWN, KnownDifference, TERMS, known};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

#[test]
fn each_row_names_what_it_is_about() {
    let mut keys = BTreeSet::new();
    for row in KNOWN.iter() {
        assert!(keys.insert(row.key), "{} stands there twice", row.key);
        for text in [row.about, row.there, row.here, row.evidence] {
            assert!(!text.is_empty(), "{}: a field is empty", row.key);
        }
        let terms: Vec<(&str, &str)> = row
            .when
            .split(' ')
            .filter_map(|term| term.split_once('='))
            .collect();
        for (what, names) in &terms {
            assert!(TERMS.contains(what), "{}: no term {what}", row.key);
            for name in names.split('|').filter(|_| *what == "condition") {
                let key = name.split('+').next().unwrap_or_default();
                let is_there = match key.split_once('*') {
                    None => find(key).is_some(),
                    Some((start, end)) => DEFINITIONS.iter().any(|row| {
                        row.key.starts_with(start) && row.key.ends_with(end)
                            || key.matches('*').count() > 1
                    }),
                };
                assert!(is_there, "{}: no condition {key}", row.key);
            }
        }
        // A neutral man, a kind of play or any hunter is no explanation.
        let is_narrow = |(what, names): &(&str, &str)| match *what {
            "condition" | "attribute" | "option" | "royal" => true,
            "walk" | "neutral" => !names.split('|').any(|name| ["*", "*/*"].contains(&name)),
            _ => false,
        };
        assert!(terms.iter().any(is_narrow), "{} is too wide", row.key);
    }
}

#[test]
fn each_problem_differs_as_its_row_says() {
    let shown: Vec<&KnownDifference> = KNOWN.iter().filter(|row| !row.input.is_empty()).collect();
    assert!(
        shown.len() >= 55,
        "only {} rows are shown by a problem",
        shown.len()
    );
    let faults = shown
        .iter()
        .filter_map(|row| fault(row).err().map(|why| format!("{}: {why}", row.key)));
    none_fail(&faults.collect::<Vec<_>>(), shown.len());
}

fn fault(row: &KnownDifference) -> Result<(), String> {
    let text = solved(&row.input, &settings(), &())?;
    let lines: BTreeSet<String> = text.lines().map(squeezed).collect();
    let has = |line: &&&str| lines.contains(&squeezed(line));
    if let Some(line) = row.only_here.iter().find(|line| !has(line)) {
        return Err(format!("not found here: {line}\n{text}"));
    }
    if let Some(line) = row.only_there.iter().find(has) {
        return Err(format!("found here, too: {line}; strike out the row"));
    }
    let reading = read(row.input.as_bytes());
    let differing = row
        .only_here
        .iter()
        .chain(&row.only_there)
        .map(|line| (*line).to_owned());
    match known(&reading.problems[0].problem, &differing.collect::<Vec<_>>()) {
        Some(found) if found == row => Ok(()),
        Some(found) => Err(format!("{} comes first", found.key)),
        None => Err("the row does not apply to its problem".to_owned()),
    }
}

fn settings() -> Settings {
    Settings {
        memory: 1 << 20,
        ..Settings::default()
    }
}

fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_document_says_what_the_table_says() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/differences.md");
    let document = document();
    if std::env::var_os("DAWSON_WRITE_DOCS").is_some() {
        std::fs::write(&file, &document).expect("the document can be written");
    }
    let stands = std::fs::read_to_string(&file).expect("there is a document");
    assert!(
        stands == document,
        "docs/differences.md is not up to date: DAWSON_WRITE_DOCS=1 writes it"
    );
}

fn document() -> String {
    let mut text = String::from(HEAD);
    for (kind, heading, says) in KINDS {
        let rows: Vec<_> = KNOWN.iter().filter(|row| row.kind == *kind).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {heading}\n\n{says}\n\n");
        for row in rows {
            let _ = writeln!(
                text,
                "- **{}** (`{}`). There: {} Here: {}",
                row.about, row.key, row.there, row.here
            );
        }
    }
    text
}

const HEAD: &str = "\
# Where answers differ from Popeye's

Made from `src/soundness/replay/differences.tsv` by `tests/all/differences.rs`; change the table, not this text. The table also
has a small problem for most rows, which the test solves. *There* is Popeye 4.104, *here* is Dawson.
`dawson compare` names the row that explains what it finds.

What a set of conditions means follows from their definitions and from the table of ranks (`dawson explain --order`), and
from nothing else.
";

const KINDS: &[(DifferenceKind, &str, &str)] = &[
    (
        DifferenceKind::Definition,
        "Definitions",
        "The definition of a condition, or of check, mate and legal moves, says otherwise than the reference.",
    ),
    (
        DifferenceKind::Quirk,
        "Quirks",
        "No definition says anything, and the reference does something by accident.",
    ),
    (
        DifferenceKind::Reading,
        "Readings",
        "There are two readings; the form that is meant where nothing is said is named here.",
    ),
];
