//! Holds every attribute, alone and in company, against measured solutions.
//!
//! `attributes/<key>.jsonl` has the problems of one attribute,
//! `attributes/combinations.jsonl` those of several and of attributes under
//! conditions. The positions are schemes of ours; the solutions come from
//! Popeye 4.104.

use crate::common::parallel::{check_all, settings};
use crate::common::{cases, none_fail};
use dawson::attributes::DEFINITIONS;
use dawson::notation::popeye::read::read;
use dawson::notation::popeye::reread::reread;
use dawson::notation::popeye::write::Writer;
use dawson::search::EngineChoice;
use dawson::solution::{Outcome, Remark};
use dawson::{Settings, solve};
use std::path::{Path, PathBuf};

/// An attribute with fewer cases is not tested well enough.
const FEWEST: usize = 8;

#[test]
fn attributes_alone() {
    for key in keys() {
        let count = cases(&file(key)).len();
        assert!(count >= FEWEST, "{key}: {count} cases");
    }
    check_all(keys().flat_map(|key| cases(&file(key))));
}

#[test]
fn attributes_together() {
    check_all(cases(&file("combinations")).into_iter());
}

/// No file is left behind when an attribute gets another key.
#[test]
fn every_file_belongs_to_an_attribute() {
    let known = |name: &str| name == "combinations" || keys().any(|key| key == name);
    for entry in std::fs::read_dir(folder()).expect("the folder is there") {
        let path = entry.expect("an entry of the folder").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        assert!(name.is_some_and(known), "{}", path.display());
    }
}

/// Where the answer would not be certain there is none.
#[test]
fn total_invisible_men_are_refused_beyond_help_mates() {
    let asked = [
        "Stipulation #2",
        "Stipulation h=1",
        "Stipulation ser-h#2",
        "Stipulation h#1 Condition Circe",
        "Stipulation h#1 Pieces Neutral Sd4",
    ];
    for asked in asked {
        let men = "Pieces White Kc2 Qb8 TotalInvisible 1 Black Ka1 Pa2";
        let text = format!("BeginProblem {men} {asked} EndProblem");
        let reading = read(text.as_bytes());
        let solution = solve(&reading.problems[0].problem, &settings(), &());
        let refused = |remark: &Remark| matches!(remark, Remark::Refused(reason) if reason.contains("total invisible"));
        let remarks = &solution.twins[0].remarks;
        assert!(remarks.iter().any(refused), "{asked}: {remarks:?}");
        assert_eq!(solution.outcome(), Outcome::Refused, "{asked}");
    }
}

/// With short cuts and without, and on several threads, total invisible men do the same.
#[test]
fn total_invisible_men_need_no_short_cuts() {
    let cases = cases(&file("total-invisible"));
    let failures: Vec<_> = cases
        .iter()
        .flat_map(|case| plain_and_shared().map(|settings| case.check(&settings, &()).err()))
        .flatten()
        .collect();
    none_fail(&failures, cases.len());
}

/// Without short cuts, and with them on several threads.
fn plain_and_shared() -> [Settings; 2] {
    let plain = Settings {
        engine: EngineChoice::Rules,
        ..settings()
    };
    [plain, settings().with_threads(3)]
}

/// With short cuts and without, and on several threads, total invisible men do the same on boards that chance made.
#[test]
fn total_invisible_men_need_no_short_cuts_anywhere() {
    let [plain, shared] = plain_and_shared();
    const CASES: u64 = 24;
    let mut failures = Vec::new();
    for seed in 0..CASES {
        let text = made_by_chance(seed);
        let reading = read(text.as_bytes());
        let problem = &reading.problems[0].problem;
        let [plain, usual, shared] = [&plain, &settings(), &shared].map(|settings| {
            Writer::new(reading.language).whole(problem, &solve(problem, settings, &()))
        });
        if plain != usual || shared != usual {
            failures.push(format!("{text}{plain}{usual}{shared}"));
        }
    }
    none_fail(&failures, CASES as usize);
}

/// A help mate with one or two total invisible men, perhaps the black king among them.
fn made_by_chance(seed: u64) -> String {
    let mut state = seed;
    let mut below = |limit: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut taken = vec![(4, 0)];
    let mut put = |letter: char| loop {
        let (file, rank) = (below(8), below(8));
        let is_pawn_home = letter == 'P' && (rank == 0 || rank == 7);
        if !is_pawn_home && !taken.contains(&(file, rank)) {
            taken.push((file, rank));
            break format!("{letter}{}{}", (b'a' + file as u8) as char, rank + 1);
        }
    };
    let [queen, rook, bishop] = ['Q', 'R', 'B'].map(&mut put);
    let king = match seed % 5 {
        0 => "Ke1".to_owned(),
        _ => put('K'),
    };
    let black = match seed % 4 {
        0 => put('P'),
        1 => format!("{} {}", put('K'), put('R')),
        _ => format!("{} {}", put('K'), put('S')),
    };
    let white = match seed % 3 {
        0 => format!("{king} {queen} {rook}"),
        1 => format!("{king} {queen} {bishop}"),
        _ => format!("{king} {rook} {bishop}"),
    };
    let men = 1 + seed % 2;
    let length = ["h#1", "h#1.5"][(seed / 2 % 2) as usize];
    format!(
        "BeginProblem Option NoBoard Stipulation {length} \
         Pieces White {white} Black {black} TotalInvisible {men} EndProblem"
    )
}

/// Marks, boards and phases are understood where they are written.
#[test]
fn texts_of_single_moves_are_read_back() {
    for case in keys().flat_map(|key| cases(&file(key))) {
        let lines = ["h~0.5", "TotalInvisible"];
        if !lines.iter().any(|asked| case.input.contains(asked)) {
            continue;
        }
        let text = printed(&case.input);
        match reread(&text).as_deref() {
            Ok([problem]) => assert_eq!(problem.text(), text, "{case}"),
            other => panic!("{case}{text}{other:?}"),
        }
    }
}

/// What Dawson prints for a problem.
fn printed(input: &str) -> String {
    let reading = read(input.as_bytes());
    let problem = &reading.problems[0].problem;
    let solution = solve(problem, &settings(), &());
    Writer::new(reading.language).whole(problem, &solution)
}

fn keys() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().map(|definition| definition.key)
}

fn file(key: &str) -> PathBuf {
    folder().join(key).with_extension("jsonl")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attributes")
}
