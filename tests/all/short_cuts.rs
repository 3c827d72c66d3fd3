//! Solves every recorded problem without short cuts: under the plain engine, and with each short
//! cut off by itself. No answer may depend on one.
//!
//! All of them on all cases take some minutes, so that each case is tried on the plain engine and
//! has its turn with one short cut off. `DAWSON_SHORT_CUTS` says what to try on every case
//! instead: `all`, or names such as `plain,fastest,table`. What takes the plain way too many
//! positions is left out and named.

use crate::common::{Case, cases, none_fail};
use dawson::Settings;
use dawson::rules::{ShortCut, ShortCuts};
use dawson::search::{EngineChoice, Event, Observer};
use rayon::prelude::*;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The positions a case may take; some ten times what the longest take with all short cuts.
const POSITIONS: u64 = 400_000;

/// How many of the cases of a folder may take the plain engine more: one in so many.
const LEFT_OUT: usize = 100;

#[test]
fn conditions_alone() {
    check_folder("conditions");
}

#[test]
fn conditions_together() {
    check_folder("conditions/together");
}

#[test]
fn attributes() {
    check_folder("attributes");
}

#[test]
fn stipulations() {
    check_folder("stipulations");
}

/// What is not taken.
#[derive(Clone, Copy, Debug)]
enum Off {
    /// All short cuts are taken.
    Nothing,
    One(ShortCut),
    /// No short cut is taken.
    All,
}

impl Off {
    fn named(name: &str) -> Off {
        match name {
            "fastest" => Off::Nothing,
            "plain" => Off::All,
            _ => Off::One(ShortCut::named(name).unwrap_or_else(|| panic!("no short cut: {name}"))),
        }
    }

    fn every() -> Vec<Off> {
        let single = ShortCut::ALL.map(Off::One);
        [Off::Nothing, Off::All].into_iter().chain(single).collect()
    }

    /// What is tried on the case of this number: what is asked for, or what it is the turn of.
    fn of_case(number: usize) -> Vec<Off> {
        match env::var("DAWSON_SHORT_CUTS").as_deref() {
            Ok("all") => Off::every(),
            Ok(names) => names.split(',').map(Off::named).collect(),
            Err(_) => {
                let one = ShortCut::ALL[number % ShortCut::ALL.len()];
                vec![Off::All, Off::One(one)]
            }
        }
    }

    fn told(self) -> String {
        match self {
            Off::Nothing => "with all short cuts".to_owned(),
            Off::One(one) => format!("without `{}`", one.name()),
            Off::All => "without any short cut".to_owned(),
        }
    }

    fn settings(self) -> Settings {
        let settings = Settings {
            memory: 1 << 20,
            ..Settings::default()
        };
        match self {
            Off::Nothing => settings,
            Off::One(one) => Settings {
                short_cuts: ShortCuts::ALL.without(one),
                ..settings
            },
            Off::All => Settings {
                engine: EngineChoice::Plain,
                ..settings
            },
        }
    }
}

/// Counts positions and ends a search that takes too many.
#[derive(Default)]
struct Count {
    positions: AtomicU64,
    cancel: Arc<AtomicBool>,
}

impl Observer for Count {
    fn event(&self, event: Event<'_>) {
        if let Event::Nodes(more) = event {
            let so_far = self.positions.fetch_add(more, Relaxed) + more;
            self.cancel.fetch_or(so_far > POSITIONS, Relaxed);
        }
    }
}

/// What comes of a case.
enum Answer {
    Right,
    Wrong(String),
    TooLong,
}

fn answer(case: &Case, off: Off) -> Answer {
    let count = Count::default();
    let settings = Settings {
        cancel: count.cancel.clone(),
        ..off.settings()
    };
    match case.check(&settings, &count) {
        Ok(()) => Answer::Right,
        Err(_) if count.cancel.load(Relaxed) => Answer::TooLong,
        Err(why) => Answer::Wrong(format!("{why}{}", off.told())),
    }
}

/// Every case of the files in a folder holds whatever is not taken.
fn check_folder(name: &str) {
    let cases: Vec<Case> = files(name).iter().flat_map(|file| cases(file)).collect();
    let runs: Vec<(&Case, Off)> = cases
        .iter()
        .enumerate()
        .flat_map(|(number, case)| Off::of_case(number).into_iter().map(move |off| (case, off)))
        .collect();
    let answers: Vec<Answer> = runs
        .par_iter()
        .map(|(case, off)| answer(case, *off))
        .collect();
    let (mut failures, mut left_out) = (Vec::new(), 0);
    for ((case, off), answer) in runs.iter().zip(answers) {
        match answer {
            Answer::Right => {}
            Answer::Wrong(why) => failures.push(why),
            Answer::TooLong => {
                println!("left out, {}: {}", off.told(), case.name);
                left_out += 1;
            }
        }
    }
    none_fail(&failures, runs.len());
    assert!(left_out * LEFT_OUT <= runs.len(), "{left_out} left out");
}

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    files
}
