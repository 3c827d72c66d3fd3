//! `dawson compare --against`: two versions of a work, and what changed between them.

use super::Ending;
use super::check::inputs::{Amount, each, files};
use super::solve::printed_play;
use dawson::collection::{Entry, statement_of};
use dawson::notation::popeye::words::Language;
use dawson::notation::popeye::write::Notation;
use dawson::problem::Problem;
use dawson::{Settings, solve};
use std::sync::Arc;

/// Another version of the problems of a file, in their order.
pub(super) struct Against {
    entries: Vec<Entry>,
}

impl Against {
    /// Reads the file of the other version.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn read(path: &str) -> Result<Against, String> {
        let (sources, faults) = files(&[path.to_owned()]);
        if let Some(fault) = faults.into_iter().next() {
            return Err(fault);
        }
        let mut entries = Vec::new();
        let mut keep = |entry: Entry| {
            entries.push(entry);
            true
        };
        for source in &sources {
            each(source, &Arc::new(Amount::default()), false, &mut keep)
                .map_err(|why| format!("{path}: {why}"))?;
        }
        Ok(Against { entries })
    }

    /// Says what the later version of an entry has and what it has no more.
    pub(super) fn tell(&self, place: &str, before: &Entry, settings: &Settings) -> Ending {
        let place_of = before.number.checked_sub(1);
        let Some(after) = place_of.and_then(|place| self.entries.get(place)) else {
            println!("{place}: it is not in the other version");
            return Ending::Failed;
        };
        if !after.is_read() {
            eprintln!(
                "{place}: the other version: not read: {}",
                after.errors.join("; ")
            );
            return Ending::Failed;
        }
        let lines = changes(before, after, settings);
        if lines.is_empty() {
            println!("{place}: nothing changed");
            return Ending::Done;
        }
        println!("{place}:\n  {}", lines.join("\n  "));
        Ending::Failed
    }
}

/// The differences, first of the men, then of the stipulation, then of the lines of play: `- wPd4` is in the earlier version
/// alone, `+ wPd5` in the later one.
fn changes(before: &Entry, after: &Entry, settings: &Settings) -> Vec<String> {
    let parts = [
        (men(&before.problem), men(&after.problem)),
        (
            vec![statement_of(&before.problem)],
            vec![statement_of(&after.problem)],
        ),
        (
            play(&before.problem, settings),
            play(&after.problem, settings),
        ),
    ];
    let parts = parts.iter().flat_map(|(old, new)| {
        let gone = old
            .iter()
            .filter(|line| !new.contains(line))
            .map(|line| format!("- {line}"));
        let come = new
            .iter()
            .filter(|line| !old.contains(line))
            .map(|line| format!("+ {line}"));
        gone.chain(come).collect::<Vec<String>>()
    });
    parts.collect()
}

fn men(problem: &Problem) -> Vec<String> {
    let notation = Notation::of(problem, Language::En);
    let men = problem.diagram.men();
    men.map(|(square, man)| notation.coloured(man) + &notation.square(square))
        .collect()
}

fn play(problem: &Problem, settings: &Settings) -> Vec<String> {
    let mut asked = problem.clone();
    asked.options.variation = true;
    let found = solve(&asked, settings, &());
    let text = printed_play(&asked, &found, Language::En);
    text.lines()
        .map(|line| line.trim().to_owned())
        .filter(|line| !line.is_empty())
        .collect()
}
