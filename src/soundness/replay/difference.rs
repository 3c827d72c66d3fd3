//! What two solutions have in common, and what only one of them has.

use super::known::{KnownDifference, known};
use super::read::{Unplayable, replay};
use super::tree::{PASS, PathKind, Played, PlayedLine};
use crate::problem::{Problem, twin_letter};
use crate::soundness::compare::{TextDifference, text_differences};
use std::collections::BTreeSet;

/// How far two solutions agree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Agreement {
    /// They are the same.
    Same,
    /// The same lines in another order.
    Order,
    /// The other tells fewer variations, and nothing else.
    Partial,
    /// They differ in tries alone.
    Tries,
    /// They differ in set play alone.
    SetPlay,
    /// They differ in variations that end early alone.
    ShortVariations,
    /// They differ.
    Differs,
}

impl Agreement {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Agreement::Same => "the same",
            Agreement::Order => "the same but for order",
            Agreement::Partial => "the same as far as it goes",
            Agreement::Tries => "the same but for tries",
            Agreement::SetPlay => "the same but for set play",
            Agreement::ShortVariations => "the same but for short variations",
            Agreement::Differs => "differs",
        }
    }
}

/// A line that only one of two solutions has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Whether the first has it; it is missing in the second.
    pub is_missing: bool,
    /// The line up to the first move that is not in both.
    pub line: PlayedLine,
    /// In help and series play how the first such line goes on, and how many lines more begin so.
    pub rest: (Vec<String>, usize),
}

impl Difference {
    /// `b) set play: 1...Kb4 2.Qa1`.
    pub fn text(&self, has_twins: bool) -> String {
        let twin = match has_twins {
            true => format!("{}) ", twin_letter(self.line.twin)),
            false => String::new(),
        };
        let phase = match self.line.kind {
            PathKind::Actual => "",
            PathKind::Set => "set play: ",
            PathKind::Try => "try: ",
        };
        let (rest, more) = &self.rest;
        let whole = PlayedLine {
            moves: [&self.line.moves[..], rest].concat(),
            ..self.line.clone()
        };
        let more = match more {
            0 => String::new(),
            more => format!(
                " (and {more} more that begin with {})",
                numbered(&self.line)
            ),
        };
        format!("{twin}{phase}{}{more}", numbered(&whole))
    }
}

fn numbered(line: &PlayedLine) -> String {
    let shift = usize::from(line.kind == PathKind::Set);
    let moves = line.moves.iter().enumerate().map(|(index, text)| {
        let ply = index + shift;
        let text = if text == PASS { "~" } else { text.as_str() };
        match (ply.is_multiple_of(2), index) {
            (true, _) => format!("{}.{text}", ply / 2 + 1),
            (false, 0) => format!("{}...{text}", ply / 2 + 1),
            (false, _) => text.to_owned(),
        }
    });
    moves.collect::<Vec<_>>().join(" ")
}

/// The result of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// How far they agree.
    pub agreement: Agreement,
    /// What only one of them has, the shortest first.
    pub differences: Vec<Difference>,
    /// Moves of the second that cannot be played.
    pub unplayable: Vec<Unplayable>,
    /// Printed lines that only one of them has, where lines cannot be replayed.
    pub printed: Vec<TextDifference>,
    /// A known difference that explains it.
    pub known: Option<&'static KnownDifference>,
}

/// Compares a whole solution with another one. `is_author` says that the other tells but the main
/// play: variations and threats it leaves out are no differences.
pub fn compare(
    problem: &Problem,
    whole: &Played,
    other: &Played,
    unplayable: Vec<Unplayable>,
    is_author: bool,
) -> Comparison {
    let missing = only_in(whole, other);
    let more = only_in(other, whole);
    let is_first = |line: &PlayedLine| line.moves.len() <= 1;
    let is_lines = !problem
        .stipulation
        .is_some_and(|asked| asked.genre.is_battle() && !asked.leads_to_position());
    let untold = missing.iter().filter(|line| {
        is_author && (line.kind != PathKind::Actual || !is_lines && !is_first(line))
    });
    let untold = untold.count();
    let missing: Vec<PlayedLine> = match is_author {
        false => missing,
        true => missing
            .into_iter()
            .filter(|line| line.kind == PathKind::Actual && (is_lines || is_first(line)))
            .collect(),
    };
    let tell = |lines: Vec<PlayedLine>, is_missing: bool| {
        lines.into_iter().map(move |line| {
            let of = if is_missing { whole } else { other };
            Difference {
                is_missing,
                rest: match is_lines {
                    true => going_on(of, &line),
                    false => (Vec::new(), 0),
                },
                line,
            }
        })
    };
    let mut differences: Vec<Difference> = tell(missing, true).chain(tell(more, false)).collect();
    differences.sort_by_key(|difference| (difference.line.twin, difference.line.moves.len()));
    let all = |kind: PathKind| {
        differences
            .iter()
            .all(|difference| difference.line.kind == kind)
    };
    let longest = whole
        .lines
        .keys()
        .map(|line| line.moves.len())
        .max()
        .unwrap_or(0);
    let are_short = || {
        !is_lines
            && differences.iter().all(|difference| {
                let line = &difference.line;
                let last = whole.lines.keys().chain(other.lines.keys());
                let ends = last.filter(|other| {
                    other.twin == line.twin && other.moves.starts_with(&line.moves)
                });
                line.moves.len() > 1
                    && ends.map(|other| other.moves.len()).max().unwrap_or(0) < longest
            })
    };
    let agreement = if !unplayable.is_empty() {
        Agreement::Differs
    } else if differences.is_empty() && untold > 0 {
        Agreement::Partial
    } else if differences.is_empty() {
        match whole.order == other.order {
            true => Agreement::Same,
            false => Agreement::Order,
        }
    } else if all(PathKind::Try) {
        Agreement::Tries
    } else if all(PathKind::Set) {
        Agreement::SetPlay
    } else if are_short() {
        Agreement::ShortVariations
    } else {
        Agreement::Differs
    };
    let lines = differences.iter().map(|found| found.line.moves.join(" "));
    let differing: Vec<String> = lines
        .chain(unplayable.iter().map(|fault| fault.written.clone()))
        .collect();
    let known = match agreement {
        Agreement::Differs => known(problem, &differing),
        _ => None,
    };
    Comparison {
        agreement,
        differences,
        unplayable,
        printed: Vec::new(),
        known,
    }
}

/// Compares two texts printed in the manner of Popeye. Where they do not agree line by line, lines are
/// replayed, if those of the first can be.
pub fn compare_printed(problem: &Problem, whole: &Played, own: &str, text: &str) -> Comparison {
    let printed = text_differences(own, text);
    let as_printed = |agreement, printed: Vec<TextDifference>| {
        let differing: Vec<String> = printed.iter().map(|found| found.line.clone()).collect();
        Comparison {
            agreement,
            differences: Vec::new(),
            unplayable: Vec::new(),
            printed,
            known: match agreement {
                Agreement::Differs => known(problem, &differing),
                _ => None,
            },
        }
    };
    let played = |text: &str| replay(problem, &play_of(text));
    if printed.is_empty() {
        let same = squeezed(&play_of(own)) == squeezed(&play_of(text));
        let agreement = if same {
            Agreement::Same
        } else {
            Agreement::Order
        };
        return as_printed(agreement, printed);
    }
    let (_, unplayable_here) = played(own);
    if !unplayable_here.is_empty() {
        return as_printed(Agreement::Differs, printed);
    }
    let (other, unplayable) = played(text);
    compare(problem, whole, &other, unplayable, false)
}

/// How the first of the whole lines that begin so goes on, and how many others there are.
fn going_on(solution: &Played, start: &PlayedLine) -> (Vec<String>, usize) {
    let begins = |line: &&PlayedLine| {
        line.twin == start.twin && line.kind == start.kind && line.moves.starts_with(&start.moves)
    };
    let all: Vec<&PlayedLine> = solution.lines.keys().filter(begins).collect();
    if all.len() > MANY {
        return (Vec::new(), 0);
    }
    let is_whole = |line: &&&PlayedLine| {
        let goes_on = |other: &&PlayedLine| {
            other.moves.len() > line.moves.len() && other.moves.starts_with(&line.moves)
        };
        !all.iter().any(goes_on)
    };
    let mut whole: Vec<&&PlayedLine> = all.iter().filter(is_whole).collect();
    whole.sort_by_key(|line| &line.moves);
    let rest = whole
        .first()
        .map(|line| line.moves[start.moves.len()..].to_vec());
    (rest.unwrap_or_default(), whole.len().saturating_sub(1))
}

/// Of more lines that begin alike none is told whole.
const MANY: usize = 1000;

/// Words alone, without times.
fn squeezed(play: &str) -> Vec<&str> {
    play.lines()
        .filter(|line| !line.contains("Time =") && !line.contains("Zeit ="))
        .flat_map(str::split_whitespace)
        .collect()
}

/// What stands behind the diagram and its captions.
pub fn play_of(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let frame = lines.iter().rposition(|line| line.starts_with("+---"));
    let Some(frame) = frame else {
        return text.to_owned();
    };
    let behind = lines[frame + 1..].iter();
    let caption = behind
        .clone()
        .take_while(|line| !line.trim().is_empty())
        .count();
    behind
        .skip(caption)
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The lines of one solution that another lacks, each up to its first move that is not in both.
fn only_in(one: &Played, other: &Played) -> Vec<PlayedLine> {
    let lacks = |line: &&PlayedLine| !other.lines.contains_key(*line);
    let mut found: BTreeSet<&PlayedLine> = BTreeSet::new();
    for line in one.lines.keys().filter(lacks) {
        let is_told = (1..line.moves.len()).any(|length| {
            let start = PlayedLine {
                moves: line.moves[..length].to_vec(),
                ..line.clone()
            };
            !other.lines.contains_key(&start)
        });
        if !is_told {
            found.insert(line);
        }
    }
    found.into_iter().cloned().collect()
}
