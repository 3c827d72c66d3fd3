//! The workshop: variants, trials, and what is made of them.

use assert_cmd::Command;
use dawson::collection::{Entry, read};
use dawson::notation::popeye::words::Language;
use dawson::problem::Change;
use dawson::search::EngineChoice;
use dawson::solution::MovePart;
use dawson::soundness::Class;
use dawson::workshop::{
    Asked, EXTENSIONS, Former, Kept, Kind, Menu, Question, Report, Run, Trier, Variant, Wish, ask,
    change_text, lines_of_solution, repair,
};
use dawson::{Problem, Settings};
use std::path::PathBuf;
use std::time::Duration;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn answer(problem: &Problem, asked: &Asked) -> Report {
    let former = Former::new();
    let how = Run::of(2, &former, &());
    let settings = Settings::default();
    ask(asked, problem, None, Language::En, &settings, &how)
        .unwrap_or_else(|why| panic!("{asked:?}: {why}"))
}

/// A sound problem of the collection in `problems/`, and what is to stay of it.
struct Sound {
    name: String,
    problem: Problem,
    wish: Wish,
}

/// How long a variant may be looked at.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many problems of each file are tried: few, or as many as the environment says for a measurement.
fn many(few: usize) -> usize {
    let wished = std::env::var("DAWSON_WORKSHOP_PROBLEMS").ok();
    wished.and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// Problems of all genres that take no time, at most so many of each file.
fn sound(of_each: usize) -> Vec<Sound> {
    let folder = std::fs::read_dir(root().join("problems")).expect("the problems");
    let mut files: Vec<PathBuf> = folder.map(|file| file.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "inp"));
    files.sort();
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read(&file).expect("a file");
        let refuse = |_: &str| Err("not found".to_owned());
        let name = file.file_name().expect("its name").to_string_lossy();
        let problems = read(&name, text.as_slice(), &refuse).expect("problems");
        let quick = problems.filter(|entry| entry.is_read() && is_small(&entry.problem));
        let sound = quick.filter_map(|entry| as_it_stands(&entry, &name));
        all.extend(sound.take(of_each));
    }
    all
}

fn is_small(problem: &Problem) -> bool {
    let asked = problem.stipulation;
    let moves = asked.map_or(0, |asked| asked.length.moves);
    let most = match asked.is_some_and(|asked| asked.genre.is_series()) {
        true => 3,
        false => 2,
    };
    (1..=most).contains(&moves) && problem.invisible == 0
}

/// The problem with its solutions as the wish, if it is sound with them.
fn as_it_stands(entry: &Entry, file: &str) -> Option<Sound> {
    let problem = entry.problem.clone();
    let settings = Settings {
        time_limit: Some(PATIENCE),
        max_solutions: Some(4),
        ..Settings::default()
    };
    let solution = dawson::solve(&problem, &settings, &());
    let wish = Wish {
        keep: lines_of_solution(&solution),
        ..Wish::default()
    };
    let trier = Trier::new(&problem, wish.clone(), &settings, 1);
    let is_sound = !wish.keep.is_empty() && trier.answer_as_it_stands().class == Class::Sound;
    is_sound.then(|| Sound {
        name: format!("{file} {}", entry.number),
        problem,
        wish,
    })
}

/// Sound problems of all genres from which a man was taken so that they are cooked: his return is found. Only
/// men of his kind are tried, for time.
#[test]
fn the_man_that_is_missing_comes_back() {
    let settings = Settings::default();
    let former = Former::new();
    let how = Run::of(2, &former, &());
    let (mut cases, mut found) = (0, 0);
    for Sound {
        name,
        problem,
        wish,
    } in sound(many(1))
    {
        let trier = Trier::new(&problem, wish.clone(), &settings, 1);
        let removals = Menu::of(&[Kind::Removed]).variants(trier.problem());
        let is_cooked = |removal: &&Variant| trier.answer(removal).class == Class::Cooked;
        let Some(removal) = removals.iter().find(is_cooked) else {
            continue;
        };
        let (cooked, applied) = removal.apply(&problem).expect("a man that stands there");
        let [man, _] = applied[0].men;
        let menu = Menu {
            with: Some(vec![man.walk()]),
            ..Menu::of(&[Kind::Pawn, Kind::Officer])
        };
        let findings = repair(&cooked, &wish, &menu, 0, &settings, &how).findings;
        let gone = change_text(&problem, removal, Language::En);
        let back = gone.replacen('-', "+", 1);
        cases += 1;
        found += usize::from(findings.iter().any(|finding| finding.change == back));
        assert!(found + 2 >= cases, "{name}: {back} is not found");
    }
    println!("{found} of {cases}");
    assert!(cases >= 5, "{cases}");
}

/// Replays, shared tables and early ends change no answer; what passes is sound for the plain engine.
#[test]
fn short_cuts_change_no_answer() {
    let settings = Settings {
        time_limit: Some(PATIENCE),
        ..Settings::default()
    };
    let plain = Settings {
        engine: EngineChoice::Plain,
        time_limit: Some(PATIENCE),
        ..Settings::default()
    };
    for Sound {
        name,
        problem,
        wish,
    } in sound(many(1)).into_iter().step_by(2)
    {
        let fast = Trier::new(&problem, wish.clone(), &settings, 1);
        let slow = Trier::new(&problem, wish.clone(), &settings, 1).without_short_cuts();
        let rules = [EXTENSIONS.as_slice(), &[Kind::Condition]].concat();
        let kinds = [Kind::OF_MEN.as_slice(), &Kind::OF_BOARD, &rules].concat();
        let variants = Menu::of(&kinds).variants(fast.problem());
        let mut is_judged = false;
        for variant in variants.iter().step_by(variants.len() / 12 + 1) {
            let (one, other) = (fast.answer(variant), slow.answer(variant));
            let place = format!("{name} {variant:?}: {one:?} {other:?}");
            // What takes long is left out: there are others.
            if [one.class, other.class].contains(&Class::Stopped) {
                continue;
            }
            assert_eq!(one.holds(), other.holds(), "{place}");
            if one.holds() && !is_judged {
                is_judged = true;
                let slowest = Trier::new(&problem, wish.clone(), &plain, 1).without_short_cuts();
                let answer = slowest.answer(variant);
                assert!(answer.holds() || answer.class == Class::Stopped, "{place}");
            }
        }
    }
}

/// What a critique says of a man is so without him.
#[test]
fn reasons_are_true() {
    let settings = Settings::default();
    let mut men = 0;
    for Sound { name, problem, .. } in sound(many(1)) {
        let report = answer(
            &problem,
            &Asked {
                question: Question::Critique,
                ..Asked::default()
            },
        );
        let critique = report.critique.expect("a critique");
        assert_eq!(critique.men.len(), problem.diagram.men().count());
        let intended = moves(&problem, &settings);
        for man in &critique.men {
            let Some(without) = &man.without else {
                continue;
            };
            let board = &problem.diagram.geometry;
            let mut squares = board.squares();
            let square = squares.find(|square| board.name(*square) == man.square);
            let gone = Change::Remove(square.expect("its square"));
            let (changed, _) = problem.changed(&[gone]).expect("it can go");
            let found = moves(&changed, &settings);
            let place = format!("{name}: {} {without:?}", man.man);
            assert!(
                !man.is_idle || found == intended,
                "{place}: it does something"
            );
            match without.class {
                Class::Cooked => assert!(
                    found.iter().any(|line| !intended.contains(line)),
                    "{place}: no cook"
                ),
                Class::NoSolution => assert!(found.len() < intended.len(), "{place}: solved"),
                Class::Missing => assert!(
                    intended.iter().any(|line| !found.contains(line)),
                    "{place}: all is there"
                ),
                _ => {}
            }
            men += 1;
        }
    }
    assert!(men > 20, "{men}");
}

/// The keys or lines of a problem, move by move, in order.
fn moves(problem: &Problem, settings: &Settings) -> Vec<Vec<MovePart>> {
    let lines = lines_of_solution(&dawson::solve(problem, settings, &()));
    let parts = |kept: Kept| {
        let records = kept.moves.into_iter().map(|(_, record)| record.parts);
        records.collect::<Vec<_>>().concat()
    };
    lines.into_iter().map(parts).collect()
}

fn dawson(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dawson"));
    command.args(arguments).timeout(Duration::from_secs(120));
    let output = command.output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().expect("it ends by itself");
    (code, text(&output.stdout), text(&output.stderr))
}

/// A file of trials is gone on with: what it has is not tried again, a line that was cut off is.
#[test]
fn a_journal_is_gone_on_with() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("repairs.jsonl");
    let _ = std::fs::remove_file(&file);
    let name = file.to_str().expect("its name");
    let fen = "7k/8/6K1/8/8/8/8/RR6";
    let arguments = [
        "repair", "#1", "--fen", fen, "--keep", "1.Ra8#", "--format", "json", "-o", name,
    ];
    let (code, first, _) = dawson(&arguments);
    assert_eq!(code, 0);
    let whole = std::fs::read_to_string(&file).expect("the journal");
    let lines = whole.lines().count();
    std::fs::write(&file, &whole[..whole.len() / 2]).expect("half of it");
    let (code, second, _) = dawson(&arguments);
    assert_eq!(code, 0);
    let again = std::fs::read_to_string(&file).expect("the journal");
    assert_eq!(again.lines().count(), lines);
    let findings = |text: &str| -> serde_json::Value {
        let report: serde_json::Value = serde_json::from_str(text).expect("JSON");
        report["findings"].clone()
    };
    assert_eq!(findings(&first), findings(&second));
    // Another question is not mixed with it.
    let other = ["repair", "#1", "--fen", fen, "--keep", "1.Rb8#", "-o", name];
    let (code, _, error) = dawson(&other);
    assert_eq!(code, 1);
    assert!(error.contains("another question"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).expect("the journal"), again);
}

/// Wrong wishes are refused with what is wrong.
/// A line in which a side passes on the way is kept whole.
#[test]
fn a_line_of_parry_series_is_kept_whole() {
    let problem = Problem::from_statement("pser-h#2", "7k/5K2/8/6p1/8/8/8/6R1");
    let problem = problem.expect("a problem");
    let lines = dawson::workshop::lines_of_text(&problem, "1.g4 2.g3 Rh1#");
    assert_eq!(lines.expect("it can be played")[0].moves.len(), 3);
}

#[test]
fn wrong_wishes_are_refused() {
    let fen = "7k/8/6K1/8/8/8/8/RR6";
    let cases: [(&[&str], &str); 6] = [
        (&["repair", "#1", "--fen", fen], "name it with --keep"),
        (
            &["repair", "#1", "--fen", fen, "--keep", "1.Rc8#"],
            "cannot be played",
        ),
        (
            &["repair", "#1", "--fen", fen, "--keep", "nothing"],
            "no line of play",
        ),
        (
            &[
                "repair", "#1", "--fen", fen, "--keep", "1.Ra8#", "--with", "ZZ",
            ],
            "no letters of a man",
        ),
        (
            &[
                "repair", "#1", "--fen", fen, "--keep", "1.Ra8#", "--not-on", "k9",
            ],
            "no square",
        ),
        (
            &["twin", "#1", "--fen", fen, "--solutions", "many"],
            "no number of solutions",
        ),
    ];
    for (arguments, want) in cases {
        let (code, _, error) = dawson(arguments);
        assert_eq!(code, 1, "{arguments:?}");
        assert!(error.contains(want), "{arguments:?}: {error}");
    }
}

/// The examples of the documentation: each command of its blocks prints what stands below it.
#[test]
fn the_evenings_of_a_composer_are_so() {
    let text = std::fs::read_to_string(root().join("docs/workshop.md")).expect("the document");
    let mut commands = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("its end");
        for example in block.split("$ dawson ").skip(1) {
            let (command, want) = example.split_once('\n').expect("a command and its answer");
            let arguments = words(command);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let (code, found, error) = dawson(&arguments);
            assert_eq!(code, 0, "{command}: {error}");
            for line in want
                .lines()
                .filter(|line| !line.trim().is_empty() && line.trim() != "...")
            {
                let is_there = found
                    .lines()
                    .any(|other| other.trim_end() == line.trim_end());
                assert!(is_there, "{command}\nwants {line}\nin\n{found}");
            }
            commands += 1;
        }
    }
    assert!(commands >= 6, "{commands}");
}

/// The words of a command line; those in quotes may have spaces.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
