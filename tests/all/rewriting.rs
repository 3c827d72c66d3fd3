//! Whatever is written can be read back as the same problem: statements, inputs in three
//! languages, JSON, YAML, EPD, CSV, LaTeX, PGN.
//!
//! More files are tried if `DAWSON_PROBLEMS` names them: JSON lines with an `input`. For a long run
//! `DAWSON_REWRITES` says how many random problems are written, and from which seed: `50000 3`.

use crate::common::chance::Chance;
use dawson::collection::{self, Entry, write, write::Target};
use dawson::notation::popeye::read::read;
use dawson::notation::popeye::words::{Language, Table, words};
use dawson::notation::statement;
use dawson::problem::Problem;
use serde_json::Value;
use std::path::{Path, PathBuf};

const TARGETS: [Target; 11] = [
    Target::Input(Language::En),
    Target::Input(Language::De),
    Target::Input(Language::Fr),
    Target::Yacpdb,
    Target::JsonLines,
    Target::Latex(Language::En),
    Target::Latex(Language::De),
    Target::Latex(Language::Fr),
    Target::Csv,
    Target::Epd,
    Target::Pgn,
];

/// The problems of one input text that are read without a fault.
fn problems_of(text: &str) -> impl Iterator<Item = Problem> {
    let read = read(text.as_bytes()).problems.into_iter();
    read.filter(|read| read.is_sound()).map(|read| read.problem)
}

fn lines_of(file: &Path) -> Vec<Problem> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let inputs = text.lines().filter_map(|line| {
        let row: Value = serde_json::from_str(line).ok()?;
        Some(row.get("input")?.as_str()?.to_owned())
    });
    inputs
        .flat_map(|input| problems_of(&input).collect::<Vec<_>>())
        .collect()
}

/// All files below a folder with an ending.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
}

/// The rows of the tests, the examples, and what the environment names.
fn known_problems() -> Vec<Problem> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rows = Vec::new();
    files(&root.join("tests"), "jsonl", &mut rows);
    rows.extend(
        std::env::var_os("DAWSON_PROBLEMS")
            .iter()
            .flat_map(std::env::split_paths),
    );
    rows.sort();
    let mut inputs = Vec::new();
    files(&root.join("problems"), "inp", &mut inputs);
    let examples = inputs.iter().flat_map(|file| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        problems_of(&text).collect::<Vec<_>>()
    });
    let mut all: Vec<Problem> = rows.iter().flat_map(|file| lines_of(file)).collect();
    all.extend(examples);
    all
}

fn pick<'a>(chance: &mut Chance, from: &[&'a str]) -> &'a str {
    from[chance.below(from.len())]
}

const STIPULATIONS: &[&str] = &[
    "#2", "#3", "h#2", "h#2.5", "s#2", "r#2", "h=2", "=3", "ser-h#4", "ser-s#3", "ser-#3", "hs#3",
    "semi-r#2", "h==2", "zd42", "hzd43", "+1", "x2", "hx2", "h##2", "exact-#3", "ct2", "h#3",
    "ser-=4", "ser-zf55", "hct2",
];
const OPTIONS: &[&str] = &[
    "SetPlay",
    "Try",
    "Defence 2",
    "Duplex",
    "HalfDuplex",
    "PostKeyPlay",
    "NullMoves",
    "Quodlibet",
    "NoCastling e1h1",
    "KeepMatingPiece",
    "NonTrivial 1 2",
    "MaxSolutions 4",
    "StopOnShortSolutions",
    "WhiteToPlay",
    "Variation",
    "NoThreat",
    "Threat 1",
    "MaxFlightsquares 2",
    "Intelligent",
    "NoBoard",
    "MoveNumbers",
    "StartMoveNumber 3",
    "NoShortVariations",
    "GoalIsEnd",
    "MaxTime 9",
];
const TWINS: &[&str] = &[
    "Move h1 h3",
    "Exchange e1 e8",
    "Remove h1",
    "Add White Gc6",
    "Add Black Pc6",
    "Move e1 e2 Move e8 d8",
    "Stipulation h#3",
    "Condition Circe",
    "Condition None",
    "Rotate 90",
    "Rotate 180",
    "Mirror a1<-->h1",
    "Mirror a1<-->h8",
    "Shift a1 b2",
    "PolishType",
    "Continued Move h1 h4",
    "Continued Remove a7",
    "Continued Add Neutral Sc4",
    "Substitute R B",
    "Continued Exchange h1 a7",
];
const ATTRIBUTES: &[&str] = &[
    "Kamikaze",
    "Paralysing",
    "Royal",
    "Jigger",
    "Chameleon",
    "Uncapturable",
    "HalfNeutral",
    "Volage",
];
const MEN: &[&str] = &[
    "Qd5", "Rb2c3", "Pd4", "Sg6", "Gf6", "Nd3", "LEc5", "PAb6", "R/Bf4", "Bg2",
];

/// A problem with options, twins, conditions, attributes and claims, if it is one.
fn random_problem(chance: &mut Chance, conditions: &[&str]) -> Option<Problem> {
    let mut text = String::from("BeginProblem\n");
    if chance.below(3) == 0 {
        text +=
            "Author N. N.; M. M.\nOrigin 12, A Magazine, 1999\nTitle A \"title\", with: marks\n";
    }
    if chance.below(3) == 0 {
        let claim = pick(chance, &["2 solutions", "1.1.1.1", "1 solution", "3.1.1.1"]);
        text += &format!("Remark Intended {claim}\n");
    }
    text += &format!("Stipulation {}\n", pick(chance, STIPULATIONS));
    for _ in 0..chance.below(3) {
        text += &format!("Option {}\n", pick(chance, OPTIONS));
    }
    for _ in 0..chance.below(3) {
        text += &format!("Condition {}\n", pick(chance, conditions));
    }
    text += "Pieces White Ke1 Rh1";
    if chance.below(2) == 0 {
        text += &format!(" {}", pick(chance, MEN));
    }
    text += " Black Ke8 Pa7";
    if chance.below(3) == 0 {
        let (attribute, man) = (
            pick(chance, ATTRIBUTES),
            pick(chance, &["Qd8", "Pc6", "Sb8", "Gf8"]),
        );
        text += &format!(" Black {attribute} {man}");
    }
    if chance.below(5) == 0 {
        text += " Neutral Sg4";
    }
    text += "\n";
    for _ in 0..chance.below(4) {
        text += &format!("Twin {}\n", pick(chance, TWINS));
    }
    text += "EndProblem\n";
    let mut found = problems_of(&text);
    let mut problem = found.next()?;
    if chance.below(4) == 0 {
        let claim = pick(chance, &["2", "1.1.1.1", "3"]);
        problem.intention.read(claim).ok()?;
    }
    Some(problem)
}

pub fn random_problems(seed: u64, count: usize) -> Vec<Problem> {
    let mut chance = Chance(seed);
    let plain: Vec<&str> = words(Table::Condition)
        .iter()
        .filter(|word| word.takes.is_empty() && !word.is_own())
        .map(|word| word.name(Language::En))
        .collect();
    let mut found = Vec::new();
    while found.len() < count {
        found.extend(random_problem(&mut chance, &plain));
    }
    found
}

const SIZES: &[(usize, usize)] = &[
    (9, 9),
    (10, 10),
    (12, 8),
    (8, 12),
    (10, 8),
    (11, 11),
    (16, 8),
    (7, 10),
];

/// A problem on a board with more files or ranks than eight. The board is said before or behind the men.
fn random_problem_on_a_larger_board(chance: &mut Chance, conditions: &[&str]) -> Option<Problem> {
    let (files, ranks) = SIZES[chance.below(SIZES.len())];
    let mut free: Vec<usize> = (0..files * ranks).collect();
    let mut square = |chance: &mut Chance| {
        let on = free.swap_remove(chance.below(free.len()));
        let file = char::from(b'a' + u8::try_from(on % files).expect("a file"));
        format!("{file}{}", on / files + 1)
    };
    let mut men = String::from("Pieces");
    let [king, other] = [square(chance), square(chance)];
    let mut coloured = [format!(" White K{king}"), format!(" Black K{other}")];
    for _ in 0..1 + chance.below(6) {
        let letters = pick(
            chance,
            &["Q", "R", "P", "S", "G", "N", "LE", "PA", "R/B", "B"],
        );
        coloured[chance.below(2)] += &format!(" {letters}{}", square(chance));
    }
    men += &coloured.concat();
    if chance.below(3) == 0 {
        men += &format!(" Black {} Q{}", pick(chance, ATTRIBUTES), square(chance));
    }
    if chance.below(5) == 0 {
        men += &format!(" Neutral S{}", square(chance));
    }
    let board = format!("Condition Board {files}x{ranks}\n");
    let goal = format!("z{} 3", square(chance));
    let asked = match chance.below(6) {
        0 => goal.as_str(),
        _ => pick(chance, STIPULATIONS),
    };
    let mut text = format!("BeginProblem\nStipulation {asked}\n");
    match chance.below(2) {
        0 => text += &format!("{board}{men}\n"),
        _ => text += &format!("{men}\n{board}"),
    }
    if chance.below(3) == 0 {
        text += &format!("Condition {}\n", pick(chance, conditions));
    }
    for _ in 0..chance.below(4) {
        let [one, two] = [square(chance), square(chance)];
        let twin = match chance.below(9) {
            0 => format!("Move {king} {one}"),
            1 => format!("Exchange {king} {other}"),
            2 => format!("Add White G{one}"),
            3 => format!("Add Black P{one} S{two}"),
            4 => "Rotate 180".to_owned(),
            5 => "Mirror a1<-->h1".to_owned(),
            6 => format!("Continued Move {other} {one}"),
            7 => "Stipulation h#3".to_owned(),
            _ => "PolishType".to_owned(),
        };
        text += &format!("Twin {twin}\n");
    }
    problems_of(&(text + "EndProblem\n")).next()
}

#[test]
fn larger_boards_come_back_from_every_format() {
    let mut chance = Chance(5);
    let conditions = [
        "Circe",
        "Madrasi",
        "AntiCirce",
        "Einstein",
        "HorizontalCylinder",
    ];
    let mut problems = Vec::new();
    let mut refused = 0;
    while problems.len() < 600 {
        match random_problem_on_a_larger_board(&mut chance, &conditions) {
            Some(problem) => problems.push(problem),
            None => refused += 1,
        }
    }
    assert!(refused < 120, "{refused} of 600 are not read");
    nothing_is_lost(&problems);
    let mut written = 0;
    for problem in &problems {
        let Some(text) = statement::text(problem, Language::En) else {
            continue;
        };
        let drawn = problem.diagram.clone();
        let read = statement::statement_on(&text, None, Some(&drawn.geometry));
        assert!(read.is_ok(), "{text}");
        written += 1;
    }
    assert!(written > 300, "{written} of 600 are written as statements");
}

/// What is lost in a format, one line each.
fn lost(target: Target, problems: &[Problem]) -> Vec<String> {
    let entries: Vec<Entry> = problems.iter().cloned().map(Entry::of).collect();
    let mut lost = Vec::new();
    for chunk in entries.chunks(500) {
        let text = write::whole(target, chunk);
        let closed = |_: &str| Err("closed".to_owned());
        let again: Vec<Entry> = match collection::read("pasted", text.as_bytes(), &closed) {
            Ok(found) => found.collect(),
            Err(error) => {
                lost.push(format!("{target:?}: {error}"));
                continue;
            }
        };
        if again.len() != chunk.len() {
            lost.push(format!(
                "{target:?}: {} of {} come back",
                again.len(),
                chunk.len()
            ));
        }
        for (one, other) in chunk.iter().zip(&again) {
            if one.problem != other.problem {
                let text = write::entry(target, one);
                let why = other.errors.join("; ");
                lost.push(format!("{target:?}: {why}\n{text}"));
            }
        }
    }
    lost
}

#[track_caller]
fn nothing_is_lost(problems: &[Problem]) {
    assert!(problems.len() > 500);
    for target in TARGETS {
        let lost = lost(target, problems);
        let first: Vec<&String> = lost.iter().take(10).collect();
        assert!(
            lost.is_empty(),
            "{} of {} lost:\n{first:#?}",
            lost.len(),
            problems.len()
        );
    }
}

#[test]
fn rows_and_examples_come_back_from_every_format() {
    nothing_is_lost(&known_problems());
}

#[test]
fn random_problems_come_back_from_every_format() {
    let wish = std::env::var("DAWSON_REWRITES").unwrap_or_default();
    let mut wish = wish.split_whitespace();
    let count = wish.next().and_then(|count| count.parse().ok());
    let seed = wish.next().and_then(|seed| seed.parse().ok());
    nothing_is_lost(&random_problems(seed.unwrap_or(7), count.unwrap_or(5000)));
}

/// Beside the problem a format holds its number, its solution and what else an entry has; YACPDB
/// and PGN add fields of their own.
#[test]
fn entries_come_back_with_all_they_have() {
    let mut entries: Vec<Entry> = random_problems(11, 60).into_iter().map(Entry::of).collect();
    for (number, entry) in entries.iter_mut().enumerate() {
        entry.id = (number % 2 == 0).then(|| format!("P{number:07}"));
        entry.solution = (number % 3 == 0).then(|| "1.Ka1-b1 Rh2-g2\n1.Ka1-a2 Rh2-h1 #".to_owned());
        if number % 5 == 0 {
            let remarks = Value::from(vec!["a remark: with \"marks\", and; signs"]);
            entry.details.insert("remarks".to_owned(), remarks);
        }
    }
    let closed = |_: &str| Err("closed".to_owned());
    for target in TARGETS {
        let text = write::whole(target, &entries);
        let again = collection::read("pasted", text.as_bytes(), &closed).expect("it was written");
        for (one, other) in entries.iter().zip(again) {
            let text = write::entry(target, one);
            // A format may find the number of an origin.
            let kept = |one: &Option<String>, other: &Option<String>| one.is_none() || one == other;
            let is_kept = kept(&one.id, &other.id) && kept(&one.solution, &other.solution);
            assert!(is_kept, "{target:?}: {text}");
            let held = one
                .details
                .iter()
                .all(|(key, value)| other.details.get(key) == Some(value));
            assert!(
                held,
                "{target:?}: {:?} {:?}\n{text}",
                one.details, other.details
            );
        }
    }
}

/// What Python shows of a problem, `Problem("...", "...")`, is the same problem; where there are no
/// such two texts, it shows the text of a collection.
#[test]
fn a_statement_and_a_fen_are_the_same_problem() {
    let problems = random_problems(10, 1000);
    let mut shown = 0;
    for problem in &problems {
        let Some((text, fen)) = collection::statement_and_fen(problem) else {
            continue;
        };
        let again = Problem::from_statement(&text, &fen).expect("it was read before");
        assert_eq!(&again, problem, "{text} {fen}");
        shown += 1;
    }
    assert!(
        100 * shown / problems.len() > 20,
        "{shown} of {}",
        problems.len()
    );
}

/// A statement is read as the same problem, or there is none; how many there are may only grow.
#[test]
fn statements_are_the_same_problem() {
    let mut problems = random_problems(8, 1000);
    problems.extend(known_problems());
    for language in [Language::En, Language::De, Language::Fr] {
        let mut written = 0;
        for problem in &problems {
            let Some(text) = statement::text(problem, language) else {
                continue;
            };
            written += 1;
            let read = statement::statement_in(&text, Some(language)).expect("it was read before");
            let mut again = Problem {
                diagram: problem.diagram.clone(),
                authors: problem.authors.clone(),
                origins: problem.origins.clone(),
                awards: problem.awards.clone(),
                titles: problem.titles.clone(),
                ..Problem::default()
            };
            let faults = read.apply(&mut again);
            assert!(
                faults.iter().all(|fault| !fault.is_error()),
                "{text}: {faults:?}"
            );
            assert_eq!(&again, problem, "{text}");
        }
        let share = 100 * written / problems.len();
        assert!(
            share >= STATED,
            "{language:?}: {share} percent of {}",
            problems.len()
        );
    }
}

/// The share of problems that a statement holds, in percent.
const STATED: usize = 1;

/// What people change in a file that was written is read as it stands then; where the format had no
/// room for all of the problem, nobody knows what is meant, and it is refused.
#[test]
fn what_was_changed_in_a_file_is_read_as_it_stands() {
    let closed = |_: &str| Err("closed".to_owned());
    let read = |text: &str| {
        let mut found = collection::read("pasted", text.as_bytes(), &closed).expect("a format");
        found.next().expect("a problem")
    };
    let problem = |text: &str| problems_of(text).next().expect("a problem");
    let plain = problem("BeginProblem Stipulation #1 Pieces White Kg6 Ra1 Black Kh8 EndProblem");
    let [king, longer] = [
        "BeginProblem Stipulation #1 Pieces White Kf6 Ra1 Black Kh8 EndProblem",
        "BeginProblem Stipulation #2 Pieces White Kg6 Ra1 Black Kh8 EndProblem",
    ]
    .map(problem);
    let latex = Target::Latex(Language::De);
    let changes = [
        (Target::Csv, "/6K1/", "/5K2/", &king),
        (Target::Epd, "/6K1/", "/5K2/", &king),
        (Target::Pgn, "/6K1/", "/5K2/", &king),
        (latex, "wKg6", "wKf6", &king),
        (Target::Csv, ",#1,", ",#2,", &longer),
        (Target::Epd, "; #1 ;", "; #2 ;", &longer),
        (
            Target::Pgn,
            "Stipulation \"#1\"",
            "Stipulation \"#2\"",
            &longer,
        ),
        (latex, "{\\#1}", "{\\#2}", &longer),
    ];
    let part =
        problem("BeginProblem SStipulation White 1ad[#] Pieces White Kg6 Ra1 Black Kh8 EndProblem");
    for (target, from, to, expected) in changes {
        let text = write::whole(target, &[Entry::of(plain.clone())]);
        let entry = read(&text.replacen(from, to, 1));
        // A FEN with all fields forbids castlings of rooks that are not there.
        assert_eq!(
            collection::content_hash(&entry.problem),
            collection::content_hash(expected),
            "{target:?} {to}: {:?}",
            entry.errors
        );
        assert!(
            entry.is_read() && entry.warnings.len() == 1,
            "{target:?} {to}"
        );
        let whole = read(&text);
        assert!(
            whole.warnings.is_empty(),
            "{target:?}: {:?}",
            whole.warnings
        );
        // The same where the visible part does not say all.
        assert!(
            !write::holds_all(target, &Entry::of(part.clone())),
            "{target:?}"
        );
        let text = write::whole(target, &[Entry::of(part.clone())]);
        assert_eq!(read(&text).problem, part, "{target:?}");
        let changed = match text.contains(from) {
            true => text.replacen(from, to, 1),
            false => text.replacen("1ad[\\#]", "2ad[\\#]", 1).replacen(
                "1ad[#], and more",
                "2ad[#], and more",
                1,
            ),
        };
        if changed == text {
            // LaTeX shows nothing of structured play.
            continue;
        }
        let entry = read(&changed);
        let is_said = entry.errors.iter().any(|why| why.contains("`dawson:`"));
        // The position stands there in full.
        let is_taken = entry.problem.diagram == expected.diagram && entry.warnings.len() == 1;
        assert!(
            is_said || entry.is_read() && is_taken,
            "{target:?} {to}: {entry:?}"
        );
    }
    let text = write::whole(Target::JsonLines, &[Entry::of(plain.clone())]);
    assert!(read(&text).is_read());
    let entry = read(&text.replacen("\"statement\":\"#1\"", "\"statement\":\"#2\"", 1));
    assert!(
        entry.errors.iter().any(|why| why.contains("`input`")),
        "{:?}",
        entry.errors
    );
}

#[test]
fn long_files_that_name_an_address_are_read_to_their_end() {
    let rows =
        (0..2000).map(|number| format!("7k/8/6K1/8/8/8/8/1R6,#1,https://example.org/{number}\n"));
    let text = "fen,stipulation,source\n".to_owned() + &rows.collect::<String>();
    assert!(text.len() > 1 << 16);
    let closed = |_: &str| Err("closed".to_owned());
    let read = collection::read("long.csv", text.as_bytes(), &closed).expect("a table");
    assert_eq!(read.filter(Entry::is_read).count(), 2000);
}
