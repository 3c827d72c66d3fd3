//! Holds every recorded problem against its solution without short cuts: with the plain engine,
//! which takes none, and with each of them left out alone.
//!
//! A run takes one short cut from each problem in turn. With `DAWSON_SHORT_CUTS=all` in the
//! environment each problem is solved without each; with the name of a short cut, without that.
//! A problem that takes too much work without short cuts says why in its field `slow`; then it
//! is enough that nothing wrong is found before the work ends.

mod common;

use common::{Case, cases, none_fail};
use dawson::Settings;
use dawson::rules::{ShortCut, ShortCuts};
use dawson::search::{EngineChoice, Event, Observer};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// So many positions a problem may take.
const WORK: u64 = 400_000;

#[test]
fn conditions() {
    check_folder("conditions");
}

#[test]
fn attributes() {
    check_folder("attributes");
}

#[test]
fn stipulations() {
    check_folder("stipulations");
}

/// Every problem of a folder in `tests`.
fn check_folder(name: &str) {
    let cases: Vec<Case> = files(name).iter().flat_map(|file| cases(file)).collect();
    let numbered: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let failures = numbered.par_iter();
    let failures: Vec<String> = failures
        .flat_map_iter(|(number, case)| failures_of(*number, case))
        .collect();
    none_fail(&failures, cases.len());
}

fn files(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let mut files: Vec<PathBuf> = paths.collect();
    files.sort();
    files
}

/// What goes wrong with a problem, by the short cuts left out.
fn failures_of(number: usize, case: &Case) -> impl Iterator<Item = String> {
    let plain = Settings {
        engine: EngineChoice::Plain,
        ..settings()
    };
    let without = |one: &ShortCut| Settings {
        short_cuts: ShortCuts::ALL.without(*one),
        ..settings()
    };
    let left_out = left_out(number);
    let mut runs = vec![("the plain engine".to_owned(), plain)];
    runs.extend(left_out.iter().map(|one| (one.name(), without(one))));
    let failure = |(name, settings): (String, Settings)| {
        let why = why(case, settings)?;
        Some(format!("without short cuts ({name}): {why}"))
    };
    runs.into_iter()
        .filter_map(failure)
        .collect::<Vec<_>>()
        .into_iter()
}

/// The short cuts that are left out alone.
fn left_out(number: usize) -> Vec<ShortCut> {
    let wanted = std::env::var("DAWSON_SHORT_CUTS").unwrap_or_default();
    match (wanted.as_str(), ShortCut::named(&wanted)) {
        ("all", _) => ShortCut::ALL.to_vec(),
        (_, Some(one)) => vec![one],
        ("", None) => vec![ShortCut::ALL[number % ShortCut::ALL.len()]],
        (other, None) => panic!("no short cut has the name `{other}`"),
    }
}

/// What is wrong with the solution found by these settings.
fn why(case: &Case, settings: Settings) -> Option<String> {
    let watch = Watch {
        cancel: settings.cancel.clone(),
        left: AtomicU64::new(WORK),
    };
    let checked = case.check(&settings, &watch);
    match (watch.cancel.load(Relaxed), &case.slow) {
        (true, Some(_)) => None,
        (true, None) => Some(format!("{}it takes too much work\n", case)),
        (false, _) => checked.err(),
    }
}

/// No short cut depends on many threads or much memory.
fn settings() -> Settings {
    Settings {
        memory: 1 << 20,
        cancel: Arc::default(),
        ..Settings::default()
    }
}

/// Ends a search that has visited its share of positions.
struct Watch {
    cancel: Arc<AtomicBool>,
    left: AtomicU64,
}

impl Observer for Watch {
    fn event(&self, event: Event<'_>) {
        if let Event::Nodes(count) = event {
            let left = self.left.load(Relaxed).saturating_sub(count);
            self.left.store(left, Relaxed);
            self.cancel.fetch_or(left == 0, Relaxed);
        }
    }
}
