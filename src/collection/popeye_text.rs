//! Text printed by Popeye: its board and captions are the problem, its play the solution.

use super::record::Record;
use super::{Entry, said};
use crate::board::Side;
use crate::men::walk_id;
use crate::notation::diagnostic::Diagnostic;
use crate::notation::popeye::read::read;
use crate::notation::popeye::reread::{end_in, reread};
use crate::notation::popeye::words::{self, Language, Table};
use crate::notation::report::counts;
use crate::problem::{Intention, Problem, Twin};

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
    let (text, doubt) = match record.text.lines().any(is_end) {
        true => (format!("{text}\n"), None),
        false => match ended(&text, &caption(&record.text)) {
            Some(ended) => ended,
            None => {
                let why = format!(
                    "line {line}: the board has not the men that are counted below it, in no language"
                );
                return vec![Entry {
                    line,
                    ..Entry::refused(why)
                }];
            }
        },
    };
    match reread(&text) {
        Ok(problems) if problems.is_empty() => {
            let why = format!("line {line}: a diagram whose solution is not understood");
            vec![Entry {
                line,
                ..Entry::refused(why)
            }]
        }
        Ok(problems) => {
            let problems = problems.into_iter().map(|read| {
                let mut entry = Entry::of(read.problem);
                entry.language = read.language;
                entry.line = line;
                entry.warnings.extend(doubt.clone());
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
                let mut above = above(&record.text).into_iter();
                entry.problem.authors = above.next().into_iter().collect();
                entry.problem.origins = above.collect();
                if !entry.problem.asks() {
                    ask(&mut entry, &caption(&record.text));
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

/// A diagram without an end, with one in the language whose letters make the men that are counted below it, one king of
/// each side if possible; and what to say if another language does so, too.
fn ended(text: &str, caption: &[String]) -> Option<(String, Option<String>)> {
    let is_number = |word: &str| word.bytes().all(|c| c.is_ascii_digit());
    let words = caption.first().map(|line| line.split_whitespace().rev());
    let is_counted = words.is_some_and(|mut words| {
        let neutral = |word: &str| word.strip_suffix('n').is_some_and(is_number);
        let last = words.next().unwrap_or("");
        (is_number(last) || neutral(last)) && words.next() == Some("+")
    });
    let fits = |problem: &Problem| {
        let counts = format!(" {}", counts(problem));
        !is_counted || caption[0].ends_with(&counts)
    };
    let has_kings = |problem: &Problem| {
        let kings = |side: Side| {
            let men = problem.men();
            men.filter(|man| man.walk() == walk_id::KING && man.is_of(side))
                .count()
        };
        Side::BOTH.into_iter().all(|side| kings(side) == 1)
    };
    let readings = Language::ALL.into_iter().filter_map(|language| {
        let text = format!("{text}\n{}\n\n\n", end_in(language));
        let problem = reread(&text).ok()?.into_iter().next()?.problem;
        fits(&problem).then(|| (has_kings(&problem), language, text, problem))
    });
    let mut readings: Vec<_> = readings.collect();
    readings.sort_by_key(|(has_kings, ..)| !has_kings);
    let (first, others) = readings.split_first()?;
    let (has_kings, language, text, problem) = first;
    let near = |(kings, _, _, other): &&(bool, Language, String, Problem)| {
        kings == has_kings && other.diagram != problem.diagram
    };
    let said = others.iter().find(near).map(|(_, other, ..)| {
        let (read, other) = (language.english_name(), other.english_name());
        format!("the letters of the men are read as {read}; in {other} they are other men")
    });
    Some((text.clone(), said))
}

/// The lines above the diagram: mostly the author, then the source.
fn above(text: &str) -> Vec<String> {
    let lines = text.lines().take_while(|line| !is_frame(line));
    let lines = lines.filter(|line| !(line.starts_with("Popeye ") || line.starts_with("dawson v")));
    let lines = lines.map(|line| line.trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// The lines under the last diagram.
fn caption(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let frame = lines
        .iter()
        .rposition(|line| line.starts_with("+---a---b---c"));
    let behind = frame.map_or(0, |at| at + 1);
    let caption = lines[behind..]
        .iter()
        .take_while(|line| !line.trim().is_empty());
    caption.map(|line| line.trim().to_owned()).collect()
}

/// Takes stipulation, conditions and duplex from the lines under a diagram:
/// `h#2.5                       4 + 8`, `Circe`.
fn ask(entry: &mut Entry, caption: &[String]) {
    let Some((first, others)) = caption.split_first() else {
        return;
    };
    let stipulation = first.split_whitespace().next().unwrap_or_default();
    let stipulation = stipulation.split(['/', ';']).next().unwrap_or_default();
    let word = |key| words::name(Table::Command, key, entry.language).unwrap_or_default();
    let begin = words::name(Table::Start, "begin-problem", entry.language).unwrap_or_default();
    let end = words::name(Table::End, "end-problem", entry.language).unwrap_or_default();
    let mut text = format!("{begin}\n{} {stipulation}\n", word("stipulation"));
    for line in others {
        let option = ["duplex", "half-duplex", "quodlibet"]
            .into_iter()
            .find(|key| {
                let name = words::name(Table::Option, key, entry.language).unwrap_or_default();
                name.eq_ignore_ascii_case(line)
            });
        let command = if option.is_some() {
            "option"
        } else {
            "condition"
        };
        text += &format!("{} {line}\n", word(command));
    }
    text += end;
    let reading = read(text.as_bytes());
    let Some(asked) = reading.problems.first() else {
        return;
    };
    let errors = asked.diagnostics.iter().filter(|diagnostic| {
        !matches!(
            diagnostic,
            Diagnostic::NoMen { .. } | Diagnostic::NoKing { .. }
        ) && diagnostic.is_error()
    });
    entry.errors = errors
        .map(|diagnostic| format!("line {}: {diagnostic}", entry.line))
        .collect();
    entry.problem.stipulation = asked.problem.stipulation;
    if entry.problem.conditions.is_empty() {
        entry
            .problem
            .conditions
            .clone_from(&asked.problem.conditions);
    }
    entry.problem.options.duplex |= asked.problem.options.duplex;
    entry.problem.options.half_duplex |= asked.problem.options.half_duplex;
    entry.problem.options.quodlibet |= asked.problem.options.quodlibet;
}

/// The line that tells the version, and carriage returns, are nobody's.
fn without_version(text: &str) -> String {
    let lines = text.lines();
    let lines = lines.filter(|line| !(line.starts_with("Popeye ") || line.starts_with("dawson v")));
    lines.map(|line| format!("{line}\n")).collect()
}
