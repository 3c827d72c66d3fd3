//! Themes: problems with labels, counted theme by theme, and the command line.

use assert_cmd::Command;
use dawson::problem::Problem;
use dawson::{Settings, themes};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A problem with the themes that it has by their published definitions.
#[derive(Deserialize)]
struct Labelled {
    name: String,
    asked: String,
    position: String,
    /// Themes that it shows.
    has: Vec<String>,
    /// Themes that it almost shows.
    #[serde(default)]
    hasnot: Vec<String>,
    /// Where `has` and `hasnot` are all there is to be said of these themes.
    #[serde(default)]
    whole: bool,
}

fn labelled() -> Vec<Labelled> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/themes/labelled.jsonl");
    let text = std::fs::read_to_string(path).expect("the labelled problems");
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

fn keys(problem: &Labelled) -> BTreeSet<String> {
    let statement = Problem::from_statement(&problem.asked, &problem.position);
    let statement = statement.unwrap_or_else(|error| panic!("{}: {error}", problem.name));
    let report = themes::themes(&statement, &Settings::default(), &());
    assert!(report.is_complete, "{}", problem.name);
    report
        .themes
        .into_iter()
        .map(|shown| {
            assert!(
                !shown.evidence.is_empty(),
                "{}: {}",
                problem.name,
                shown.theme
            );
            shown.theme
        })
        .collect()
}

/// Every label is found, and nothing that a problem almost shows.
#[test]
fn labelled_problems_show_what_they_show() {
    let mut faults = Vec::new();
    let mut shown: BTreeMap<String, usize> = BTreeMap::new();
    for problem in labelled() {
        let found = keys(&problem);
        for theme in problem.has.iter().chain(&problem.hasnot) {
            let known = themes::all().any(|row| row.key == theme);
            assert!(known, "{}: {theme} is no theme", problem.name);
        }
        for theme in problem.has.iter().filter(|theme| !found.contains(*theme)) {
            faults.push(format!("{}: {theme} is not found", problem.name));
        }
        for theme in problem.hasnot.iter().filter(|theme| found.contains(*theme)) {
            faults.push(format!("{}: {theme} is found", problem.name));
        }
        let labels: BTreeSet<String> = problem.has.iter().cloned().collect();
        for theme in found.difference(&labels).filter(|_| problem.whole) {
            faults.push(format!("{}: {theme} is found, too", problem.name));
        }
        for theme in problem.has {
            *shown.entry(theme).or_default() += 1;
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(
        shown.len() >= 60,
        "{} themes have a labelled problem",
        shown.len()
    );
}

/// A turned, mirrored or recoloured board changes no theme of a direct or help problem.
#[test]
fn a_mirrored_board_shows_the_same() {
    let quick = |problem: &&Labelled| problem.asked.starts_with("h#") || problem.asked == "#1";
    for problem in labelled().iter().filter(quick).take(12) {
        let mirrored: Vec<String> = problem
            .position
            .split('/')
            .map(|rank| rank.chars().rev().collect())
            .collect();
        // Castling and digits of two figures do not survive this, and need not.
        let castles = problem.has.iter().any(|theme| theme.contains("castling"));
        if castles || problem.asked.contains(',') {
            continue;
        }
        let turned = Labelled {
            name: format!("{} (mirrored)", problem.name),
            asked: problem.asked.clone(),
            position: mirrored.join("/"),
            has: Vec::new(),
            hasnot: Vec::new(),
            whole: false,
        };
        // A king on its square may castle on one side only.
        let beside = ["symmetry", "homebase", "castling", "obtrusive-men"];
        let plain = |mut keys: BTreeSet<String>| {
            keys.retain(|key| !beside.iter().any(|other| key.contains(other)));
            keys
        };
        assert_eq!(
            plain(keys(problem)),
            plain(keys(&turned)),
            "{}",
            problem.name
        );
    }
}

fn dawson(arguments: &[&str]) -> (String, String, i32) {
    let output = Command::cargo_bin("dawson")
        .expect("the program")
        .args(arguments)
        .output()
        .expect("it runs");
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
        output.status.code().unwrap_or(-1),
    )
}

#[test]
fn the_command_line_tells_themes_and_lists_them() {
    let (out, _, code) = dawson(&["themes", "h#1", "--fen", "7k/8/6K1/8/8/8/8/R7"]);
    assert_eq!(code, 0);
    assert!(out.contains("Miniature"), "{out}");
    let (out, _, code) = dawson(&["themes", "--list", "--format", "json"]);
    assert_eq!(code, 0);
    assert!(out.lines().count() >= 100);
    assert!(out.lines().all(|line| line.contains("\"source\":\"http")));
    let (_, err, code) = dawson(&[
        "themes",
        "#2",
        "--fen",
        "8/8/8/8/8/8/8/8",
        "--only",
        "grimshav",
    ]);
    assert_eq!(code, 2);
    assert!(err.contains("did you mean `grimshaw`"), "{err}");
}

/// `solve --themes` tells them below the solution, `check --themes` compares them with a collection's keywords.
#[test]
fn solutions_and_verdicts_come_with_themes() {
    let (out, err, code) = dawson(&["solve", "h#1", "--fen", "7k/8/6K1/8/8/8/8/R7", "--themes"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("1.Kg8 Ra8#") && out.contains("\nIdeal mate\n"),
        "{out}"
    );
    let (_, err, code) = dawson(&[
        "solve",
        "h#1",
        "--fen",
        "7k/8/6K1/8/8/8/8/R7",
        "--themes",
        "--format",
        "json",
    ]);
    assert_eq!(code, 2);
    assert!(err.contains("--format report or text"), "{err}");
    let file = std::env::temp_dir().join(format!("claims-{}.olv", std::process::id()));
    let text = "---\nalgebraic:\n  white: [Kg6, Ra1]\n  black: [Kh8]\nstipulation: \"h#1\"\nkeywords:\n\
        - Ideal mate\n- Zilahi\n- Model mates\n- First prize\n";
    std::fs::write(&file, text).expect("it can be written");
    let name = file.display().to_string();
    let (out, err, _) = dawson(&["check", &name, "--themes", "--quiet"]);
    assert!(
        out.contains("the keyword `Zilahi` is claimed, but not shown"),
        "{out} {err}"
    );
    assert_eq!(out.matches("claimed").count(), 1, "{out}");
    let (out, _, _) = dawson(&["check", &name, "--themes", "--format", "jsonl", "--quiet"]);
    assert!(
        out.contains("\"Ideal mate\"") && out.contains("\"Miniature\""),
        "{out}"
    );
}

/// What is searched for themes holds what the problem itself asks for, move by move.
#[test]
fn one_search_serves_the_solution_and_the_themes() {
    let mut served = 0;
    for (asked, position) in [
        ("#2", "7k/5K2/7p/8/8/8/8/R7"),
        ("#2 *", "8/8/8/8/p7/2K5/p6R/k7"),
        ("h#2", "8/3P4/pn6/k7/p7/8/1p1K4/8"),
        ("h#2 b) wPd7-->e7", "8/3P4/pn6/k7/p7/8/1p1K4/8"),
        ("s#2", "8/8/8/8/8/2K5/q7/k1Q5"),
        ("#1, Circe", "7k/8/6K1/8/8/8/8/RR6"),
        ("ser-h#3", "8/8/8/8/8/2K5/7R/k7"),
    ] {
        let mut problem = Problem::from_statement(asked, position).expect(asked);
        problem.options.variation = true;
        let settings = Settings::default();
        let whole = dawson::solve(&themes::asked(&problem), &settings, &());
        let plain = dawson::solve(&problem, &settings, &());
        if let Some(wanted) = themes::as_asked(&problem, &whole) {
            assert_eq!(wanted, plain, "{asked} {position}");
            served += 1;
        }
        assert_eq!(
            format!("{:?}", themes::of_solution(&problem, &whole).keywords()),
            format!("{:?}", themes::themes(&problem, &settings, &()).keywords()),
        );
    }
    assert!(served >= 5, "{served}");
}
