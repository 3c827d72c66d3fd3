//! A solution as a set of lines, each move in English long notation as Dawson writes it.

use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Problem, Version};
use crate::solution::{Branch, Line, Mark, Phase, PhaseKind, Play, Solution};
use std::collections::BTreeMap;

/// What part of a solution a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PathKind {
    /// The play asked for.
    Actual,
    /// Set play.
    Set,
    /// A first move with refutations, and what follows it.
    Try,
}

/// A move with those that lead to it. A pass is written `-`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayedLine {
    /// The version, 0 is a).
    pub twin: usize,
    /// To what it belongs.
    pub kind: PathKind,
    /// Whether Black begins.
    pub black: bool,
    /// The moves.
    pub moves: Vec<String>,
}

/// What a solution holds: every line, and every beginning of one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The lines in their order of appearance; the value says whether a line ends there.
    pub lines: BTreeMap<PlayedLine, bool>,
    /// The same lines as they were told.
    pub order: Vec<PlayedLine>,
    /// What is said of the last move of a beginning, by version and moves.
    pub said: BTreeMap<(usize, Vec<String>), Said>,
}

/// What a text says of a move, or how surely it was read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Said {
    /// The text leaves room for another reading.
    Vaguely,
    /// It is one of several moves behind one of several others: `Kb8/Kd8 2.Qb7/Qd7#`.
    Paired,
    /// It is a dual.
    Dual,
    /// It refutes the first move.
    Refutes,
}

impl Played {
    /// Adds a line that ends here, with all its beginnings. What goes on elsewhere ends nowhere.
    pub fn add(&mut self, line: PlayedLine) {
        for length in 1..line.moves.len() {
            self.lines.insert(start(&line, length), false);
        }
        self.order.push(line.clone());
        self.lines.entry(line).or_insert(true);
    }
}

impl Played {
    /// What begins with this first move belongs to a try.
    pub(super) fn becomes_try(&mut self, key: &PlayedLine) {
        let as_try = |line: &PlayedLine| {
            let is_of_it = line.twin == key.twin
                && line.kind == PathKind::Actual
                && line.black == key.black
                && line.moves.starts_with(&key.moves);
            let kind = if is_of_it { PathKind::Try } else { line.kind };
            PlayedLine {
                kind,
                ..line.clone()
            }
        };
        let lines = std::mem::take(&mut self.lines).into_iter();
        for (line, ends) in lines.map(|(line, ends)| (as_try(&line), ends)) {
            let whole = self.lines.entry(line).or_insert(ends);
            *whole &= ends;
        }
        self.order = self.order.iter().map(as_try).collect();
    }

    /// Adds what was played of a line that breaks off.
    pub(super) fn add_beginnings(&mut self, line: &PlayedLine) {
        for length in 1..=line.moves.len() {
            self.lines.entry(start(line, length)).or_insert(false);
        }
    }
}

fn start(line: &PlayedLine, length: usize) -> PlayedLine {
    PlayedLine {
        moves: line.moves[..length].to_vec(),
        ..line.clone()
    }
}

/// The lines of a solution that Dawson found.
pub fn of_solution(problem: &Problem, solution: &Solution) -> Played {
    let mut played = Played::default();
    for (twin, (version, found)) in problem.versions().iter().zip(&solution.twins).enumerate() {
        for phase in &found.phases {
            of_phase(twin, version, phase, &mut played);
        }
    }
    played
}

fn of_phase(twin: usize, version: &Version, phase: &Phase, played: &mut Played) {
    let notation = Notation::of(&version.problem, Language::En);
    let kind = match phase.kind {
        // Play after the key is printed as set play is: the defender's moves first.
        PhaseKind::SetPlay | PhaseKind::PostKey => PathKind::Set,
        _ => PathKind::Actual,
    };
    let base = PlayedLine {
        twin,
        kind,
        black: phase.starter == crate::board::Side::Black,
        moves: Vec::new(),
    };
    match &phase.play {
        Play::Lines(lines) => lines
            .iter()
            .for_each(|line| played.add(of_line(&base, notation, line))),
        Play::Tree(tree) => {
            for branch in &tree.branches {
                let kind = match branch.mark {
                    Mark::Try => PathKind::Try,
                    _ => kind,
                };
                let base = PlayedLine {
                    kind,
                    ..base.clone()
                };
                of_branch(&base, notation, branch, played);
            }
            let mut base = base.clone();
            base.moves.push(PASS.to_owned());
            for threat in tree.threat.moves() {
                of_branch(&base, notation, threat, played);
            }
        }
        Play::Dice(_) => {}
    }
}

/// How a pass is written.
pub(crate) const PASS: &str = "-";

fn of_line(base: &PlayedLine, notation: Notation<'_>, line: &Line) -> PlayedLine {
    let moves = line
        .moves
        .iter()
        .map(|(_, record)| notation.movement(record).trim().to_owned());
    PlayedLine {
        moves: moves.collect(),
        ..base.clone()
    }
}

fn of_branch(base: &PlayedLine, notation: Notation<'_>, branch: &Branch, played: &mut Played) {
    let mut here = base.clone();
    here.moves
        .push(notation.movement(&branch.movement).trim().to_owned());
    let mut is_leaf = true;
    let mut after = here.clone();
    after.moves.push(PASS.to_owned());
    for threat in branch.threat.moves() {
        of_branch(&after, notation, threat, played);
        is_leaf = false;
    }
    for answer in branch.answers.iter().chain(&branch.refutations) {
        of_branch(&here, notation, answer, played);
        is_leaf = false;
    }
    if is_leaf {
        played.add(here);
    }
}
