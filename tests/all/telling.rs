//! Lines told while the search goes on, and those found at its end, are together the lines of a search that tells nothing,
//! in the same order: whatever is asked, and however many threads search.

use crate::common::{cases, none_fail};
use dawson::board::Side;
use dawson::notation::popeye::read::read;
use dawson::problem::Version;
use dawson::search::Observer;
use dawson::solution::{Line, PhaseKind, Play, TwinSolution};
use dawson::{Settings, solve_version};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Takes lines from so many on.
struct Taker {
    from: usize,
    taken: Mutex<Vec<(PhaseKind, Side, Line)>>,
}

impl Observer for Taker {
    fn takes_lines_from(&self) -> Option<usize> {
        Some(self.from)
    }

    fn lines(&self, kind: PhaseKind, starter: Side, lines: &[Line]) {
        let mut taken = self.taken.lock().expect("no panic");
        taken.extend(lines.iter().map(|line| (kind, starter, line.clone())));
    }
}

/// All lines in their order.
fn lines_of(found: &TwinSolution) -> Vec<(PhaseKind, Side, Line)> {
    let mut all = Vec::new();
    for phase in &found.phases {
        if let Play::Lines(lines) = &phase.play {
            all.extend(
                lines
                    .iter()
                    .map(|line| (phase.kind, phase.starter, line.clone())),
            );
        }
    }
    all
}

fn difference(version: &Version, from: usize, threads: usize) -> Option<String> {
    let settings = Settings {
        memory: 1 << 20,
        threads,
        ..Settings::default()
    };
    let budget = settings.budget(&version.problem.options);
    let usual = lines_of(&solve_version(version, &budget, &()));
    let taker = Taker {
        from,
        taken: Mutex::default(),
    };
    let found = solve_version(version, &settings.budget(&version.problem.options), &taker);
    let taken = taker.taken.into_inner().expect("no panic");
    let told: usize = found.phases.iter().map(|phase| phase.told.from(0)).sum();
    if told != taken.len() {
        return Some(format!("{} taken, {told} told", taken.len()));
    }
    // A phase tells all of its lines or none.
    let of_phase = |kind, starter| {
        let of_it = |line: &&(PhaseKind, Side, Line)| line.0 == kind && line.1 == starter;
        let mut lines: Vec<_> = taken.iter().filter(of_it).cloned().collect();
        lines.extend(lines_of(&found).iter().filter(of_it).cloned());
        lines
    };
    for phase in &found.phases {
        let of_it: Vec<_> = usual
            .iter()
            .filter(|line| line.0 == phase.kind && line.1 == phase.starter)
            .cloned()
            .collect();
        if of_phase(phase.kind, phase.starter) != of_it {
            let (lines, here) = (of_phase(phase.kind, phase.starter), of_it.len());
            let place = lines
                .iter()
                .zip(&of_it)
                .position(|(one, other)| one != other);
            let [told, usual] = [&lines, &of_it].map(|lines| lines.get(place.unwrap_or(here)));
            let found = lines.len();
            return Some(format!(
                "{found} of {here} lines; {place:?}: {told:?} is not {usual:?}"
            ));
        }
    }
    None
}

#[test]
fn lines_told_before_the_end_are_the_lines() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut inputs = Vec::new();
    for folder in ["stipulations", "conditions/together"] {
        for entry in std::fs::read_dir(tests.join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "jsonl") {
                inputs.extend(cases(&path));
            }
        }
    }
    let next = AtomicUsize::new(0);
    let tried = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    // The searches have threads of their own.
    let work = || {
        while let Some((number, case)) =
            Some(next.fetch_add(1, Relaxed)).and_then(|number| Some((number, inputs.get(number)?)))
        {
            let reading = read(case.input.as_bytes());
            let versions = reading
                .problems
                .iter()
                .flat_map(|read| read.problem.versions());
            for version in versions {
                let asked = version.problem.stipulation;
                if asked.is_none_or(|asked| asked.genre.is_battle()) {
                    continue;
                }
                tried.fetch_add(1, Relaxed);
                if let Some(why) = difference(&version, 1 + number % 3, 1 + number % 2) {
                    failures
                        .lock()
                        .expect("no panic")
                        .push(format!("{case}{why}"));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let thread = std::thread::Builder::new().stack_size(64 << 20);
            thread.spawn_scoped(scope, work).expect("a thread");
        }
    });
    let tried = tried.into_inner();
    assert!(tried > 200, "{tried}");
    none_fail(&failures.into_inner().expect("no panic"), tried);
}
