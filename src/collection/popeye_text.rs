//! Text printed by Popeye: its board and captions are the problem, its play the solution.

use super::record::Record;
use super::{Entry, said};
use crate::notation::popeye::reread::reread;
use crate::problem::{Intention, Twin};

/// Messages behind which a problem ends.
const ENDS: [&str; 10] = [
    "solution finished.",
    "Partial solution",
    "solving interrupted",
    "Loesung beendet.",
    "Partielle Loesung",
    "Teilloesung",
    "Lösung beendet.",
    "solution terminee.",
    "solution terminée.",
    "solution partielle",
];

/// Whether a line ends a problem.
pub(super) fn is_end(line: &str) -> bool {
    let line = line.trim_start();
    ENDS.iter().any(|end| line.starts_with(end))
}

/// Whether a line is the frame of a diagram.
pub(super) fn is_frame(line: &str) -> bool {
    line.starts_with("+---a---b---c")
}

pub(super) fn entries(record: &Record) -> Vec<Entry> {
    let line = record.line;
    if !record.text.lines().any(is_frame) && !record.text.lines().any(is_end) {
        return Vec::new();
    }
    if !record.text.lines().any(is_frame) {
        let why = format!("line {line}: a solution without a diagram: the problem is not known");
        return vec![Entry {
            line,
            ..Entry::refused(why)
        }];
    }
    let text = without_version(&record.text);
    let text = match record.text.lines().any(is_end) {
        true => format!("{text}\n"),
        false => format!("{text}\nPartial solution\n\n\n"),
    };
    match reread(&text) {
        Ok(problems) => {
            let problems = problems.into_iter().map(|read| {
                let mut entry = Entry::of(read.problem);
                entry.language = read.language;
                entry.line = line;
                let labels = read
                    .solution
                    .twins
                    .iter()
                    .filter_map(|twin| twin.label.as_ref());
                for label in labels {
                    entry.problem.zero_position |= label.zero;
                    if label.number > 0 || label.zero {
                        let changes = label.changes.iter().map(|applied| applied.change.clone());
                        entry.problem.twins.push(Twin {
                            continued: label.continued,
                            changes: changes.collect(),
                        });
                    }
                }
                // A program's list of solutions is no claim.
                entry.problem.intention = Intention::default();
                entry.solution = Some(record.text.clone());
                if !entry.problem.asks() {
                    entry.errors.push(format!(
                        "line {line}: no stipulation is found under the diagram"
                    ));
                }
                entry
            });
            problems.collect()
        }
        Err(diagnostic) => {
            let why = said(&text, &diagnostic, line);
            vec![Entry {
                line,
                ..Entry::refused(why)
            }]
        }
    }
}

/// The line that tells the version, and carriage returns, are nobody's.
fn without_version(text: &str) -> String {
    let lines = text.lines();
    let lines = lines.filter(|line| !(line.starts_with("Popeye ") || line.starts_with("dawson v")));
    lines.map(|line| format!("{line}\n")).collect()
}
