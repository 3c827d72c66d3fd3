//! What the solutions of a problem show of its men: who moves, who is captured, how the lines begin and end.

use crate::board::Square;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::Problem;
use crate::solution::{Branch, Mark, MovePart, MoveRecord, Phase, PhaseKind, Play, Solution};
use crate::solve::{Settings, solve};
use std::collections::{BTreeMap, BTreeSet};

/// The solutions of one version.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    /// The diagram squares of men that move.
    pub moving: BTreeSet<Square>,
    /// Those of men that are captured.
    pub captured: BTreeSet<Square>,
    /// First moves of the actual play, in long notation.
    pub first: BTreeSet<String>,
    /// Moves that reach the goal.
    pub last: BTreeSet<String>,
    /// The diagram squares of the men that make the moves of each line, in order, with the moves.
    pub lines: Vec<Vec<(Square, String)>>,
}

/// Solves a problem in full, with play after keys.
pub(super) fn in_full(problem: &Problem, settings: &Settings) -> Solution {
    let mut problem = problem.clone();
    problem.options.variation = true;
    solve(&problem, settings, &())
}

/// What the solution of a version shows.
pub(super) fn shown(problem: &Problem, solution: &Solution, twin: usize) -> Shown {
    let versions = problem.versions();
    let (Some(version), Some(found)) = (versions.get(twin), solution.twins.get(twin)) else {
        return Shown::default();
    };
    let mut teller = Teller {
        notation: Notation::of(&version.problem, Language::En),
        shown: Shown::default(),
    };
    let start: BTreeMap<Square, Square> = version
        .problem
        .diagram
        .men()
        .map(|(square, _)| (square, square))
        .collect();
    for phase in found
        .phases
        .iter()
        .filter(|phase| phase.kind != PhaseKind::SetPlay)
    {
        teller.phase(phase, &start);
    }
    teller.shown
}

struct Teller<'a> {
    notation: Notation<'a>,
    shown: Shown,
}

impl Teller<'_> {
    fn phase(&mut self, phase: &Phase, start: &BTreeMap<Square, Square>) {
        match &phase.play {
            Play::Lines(lines) => {
                for line in lines {
                    let mut men = start.clone();
                    let moves = line.moves.iter().map(|(_, record)| {
                        let text = self.notation.movement(record).trim().to_owned();
                        (self.shown.follow(&mut men, record), text)
                    });
                    let moves: Vec<(Option<Square>, String)> = moves.collect();
                    let mut texts = moves.iter().map(|(_, text)| text.clone());
                    self.shown.first.extend(texts.clone().next());
                    self.shown.last.extend(texts.next_back());
                    let known = moves
                        .into_iter()
                        .filter_map(|(man, text)| Some((man?, text)));
                    self.shown.lines.push(known.collect());
                }
            }
            Play::Tree(tree) => {
                for key in tree.branches.iter().filter(|key| key.mark == Mark::Key) {
                    let text = self.notation.movement(&key.movement).trim().to_owned();
                    self.shown.first.insert(text);
                    self.branch(key, start);
                }
            }
            Play::Dice(_) => {}
        }
    }

    fn branch(&mut self, branch: &Branch, men: &BTreeMap<Square, Square>) {
        let mut after = men.clone();
        self.shown.follow(&mut after, &branch.movement);
        if branch.goal.is_some() {
            let text = self.notation.movement(&branch.movement).trim().to_owned();
            self.shown.last.insert(text);
        }
        let threats = branch.threat.moves().iter();
        for next in branch
            .answers
            .iter()
            .chain(&branch.refutations)
            .chain(threats)
        {
            self.branch(next, &after);
        }
    }
}

impl Shown {
    /// Follows the men through a move; the diagram square of the man that makes it.
    fn follow(
        &mut self,
        men: &mut BTreeMap<Square, Square>,
        record: &MoveRecord,
    ) -> Option<Square> {
        let mut mover = None;
        let mut here = None;
        for part in &record.parts {
            match part {
                MovePart::Movement {
                    from, to, captured, ..
                } => {
                    let home = men.remove(from);
                    if let Some(home) = captured.and_then(|square| men.remove(&square)) {
                        self.captured.insert(home);
                    }
                    if let Some(home) = home {
                        self.moving.insert(home);
                        men.insert(*to, home);
                    }
                    mover = mover.or(home);
                    here = Some(*to);
                }
                MovePart::GoesOn { to, .. } | MovePart::Turns { to } => {
                    let home = here.and_then(|square| men.remove(&square));
                    if let Some(home) = home {
                        men.insert(*to, home);
                    }
                    here = Some(*to);
                }
                MovePart::Transfers { from, to, .. } | MovePart::Partner { from, to, .. } => {
                    if let Some(home) = men.remove(from) {
                        self.moving.insert(home);
                        men.insert(*to, home);
                    }
                }
                MovePart::Vanishes { on, .. } => {
                    if let Some(home) = men.remove(on) {
                        self.captured.insert(home);
                    }
                }
                MovePart::Exchange { first, second } => {
                    let [one, other] = [first.1, second.1].map(|square| men.remove(&square));
                    self.moving.extend(one.iter().chain(&other));
                    men.extend(one.map(|home| (second.1, home)));
                    men.extend(other.map(|home| (first.1, home)));
                }
                _ => {}
            }
        }
        mover
    }
}
