//! Wishes: what an author wants to keep of a problem, and what has to go.

use super::variant::carried;
use crate::board::{Side, Square};
use crate::conditions::compile;
use crate::men::Piece;
use crate::notation::popeye::words::Language;
use crate::notation::popeye::write::Notation;
use crate::problem::{Change, Claim, Count, Diagram, Intention, Problem};
use crate::rules::{Engine, Game, Move, Wanted};
use crate::solution::{Mark, MovePart, MoveRecord, PhaseKind, Play, Solution};
use crate::soundness::distinct;
use crate::soundness::replay::{PathKind, replay};
use crate::stipulation;
use std::ops::ControlFlow::Continue;
use thiserror::Error;

/// A move with the side that makes it.
pub type Step = (Side, MoveRecord);

/// A line of play that the author cares about.
#[derive(Clone, PartialEq, Debug)]
pub struct Kept {
    /// The version, 0 is a).
    pub twin: usize,
    /// Whether it is set play.
    pub is_set_play: bool,
    /// Whether its first move is a key that forces the rest.
    pub is_battle: bool,
    /// Who begins the phase.
    pub starter: Side,
    /// The moves from the diagram on; of battle play the key, and more if he said more.
    pub moves: Vec<Step>,
}

/// What an author wants.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wish {
    /// Lines that stay.
    pub keep: Vec<Kept>,
    /// Lines that go.
    pub kill: Vec<Kept>,
    /// How many solutions there are to be; where nothing is said, as many as are kept, at least one.
    pub intention: Intention,
    /// Keys of themes that are to be shown.
    pub themes: Vec<String>,
}

/// Why a wish is none.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WishError {
    /// A line cannot be played in the diagram.
    #[error("`{written}` cannot be played{after}: {why}")]
    Unplayable {
        /// The move as written.
        written: String,
        /// ` after ...`, the moves before it.
        after: String,
        /// What forbids it.
        why: String,
    },
    /// There are no moves in the text.
    #[error("there is no line of play in `{0}`")]
    NoLine(String),
}

impl Wish {
    /// Whether nothing is wished.
    pub fn is_empty(&self) -> bool {
        *self == Wish::default()
    }

    /// How many solutions a version is to have with this side to begin.
    pub fn count(&self, twin: usize, starter: Side) -> usize {
        let claimed = self.intention.of(twin, starter).play.as_ref();
        if let Some(count) = claimed {
            return count.lines() as usize;
        }
        let mut keys: Vec<&MoveRecord> = Vec::new();
        let mut lines = 0;
        for kept in self.kept(twin, starter) {
            let first = &kept.moves[0].1;
            if !kept.is_battle || !keys.contains(&first) {
                lines += 1;
            }
            keys.push(first);
        }
        lines.max(1)
    }

    /// The solutions of a version that stay.
    pub fn kept(&self, twin: usize, starter: Side) -> impl Iterator<Item = &Kept> {
        let here =
            move |kept: &&Kept| kept.twin == twin && kept.starter == starter && !kept.is_set_play;
        self.keep.iter().filter(here)
    }

    /// The claims that say how many solutions are wanted of each version, and set play where some of it stays.
    pub(super) fn claims(&self, versions: usize, starters: &[Side]) -> Intention {
        let mut intention = self.intention.clone();
        let is_kept = |kept: &Kept| kept.is_set_play;
        if intention.all.play.is_some() && !self.keep.iter().any(is_kept) {
            return intention;
        }
        for twin in 0..versions {
            for starter in starters {
                let play = Count::Lines(self.count(twin, *starter) as u32);
                let mut claim = self.intention.of(twin, *starter).clone();
                claim.play.get_or_insert(play);
                let here =
                    |kept: &Kept| kept.is_set_play && kept.twin == twin && kept.starter == *starter;
                if self.keep.iter().any(here) {
                    claim.set_play.get_or_insert(Count::Some);
                }
                let twins = (twin, claim.clone());
                match starters.len() {
                    1 => replace(&mut intention.twins, twins),
                    _ => replace(&mut intention.sides, (*starter, claim)),
                }
            }
        }
        intention
    }

    /// The same wish after a change of the whole board.
    pub(super) fn carried(&self, diagram: &Diagram, changes: &[Change]) -> Option<Wish> {
        let carry = |kept: &Kept| {
            let moves = kept.moves.iter().map(|(side, record)| {
                let record = carried_record(record, &|square| carried(diagram, changes, square))?;
                Some((*side, record))
            });
            let moves: Option<Vec<Step>> = moves.collect();
            Some(Kept {
                moves: moves?,
                ..kept.clone()
            })
        };
        Some(Wish {
            keep: self.keep.iter().map(carry).collect::<Option<_>>()?,
            kill: self.kill.iter().map(carry).collect::<Option<_>>()?,
            intention: self.intention.clone(),
            themes: self.themes.clone(),
        })
    }
}

/// Puts a claim in the place of the former one for the same.
fn replace<K: PartialEq>(claims: &mut Vec<(K, Claim)>, new: (K, Claim)) {
    claims.retain(|(key, _)| *key != new.0);
    claims.push(new);
}

/// The squares of a plain move carried elsewhere. Moves with other parts are carried only where
/// none of them has a square.
fn carried_record(
    record: &MoveRecord,
    carry: &dyn Fn(Square) -> Option<Square>,
) -> Option<MoveRecord> {
    let parts = record.parts.iter().map(|part| match part {
        MovePart::Movement {
            man,
            from,
            to,
            captured,
            en_passant,
        } => Some(MovePart::Movement {
            man: *man,
            from: carry(*from)?,
            to: carry(*to)?,
            captured: match captured {
                Some(square) => Some(carry(*square)?),
                None => None,
            },
            en_passant: *en_passant,
        }),
        MovePart::Becomes { on: None, .. }
        | MovePart::TakesWalk { on: None, .. }
        | MovePart::ChangesSide { on: None, .. }
        | MovePart::Pass => Some(part.clone()),
        _ => None,
    });
    Some(MoveRecord {
        parts: parts.collect::<Option<_>>()?,
        check: record.check,
    })
}

/// The lines of play in a text of an author, in any language and notation.
///
/// ```
/// use dawson::Problem;
/// use dawson::workshop::lines_of_text;
/// let problem = Problem::from_statement("h#1", "7k/1p6/6K1/8/8/8/8/R7")?;
/// let lines = lines_of_text(&problem, "1.Kg8 Ra8#")?;
/// assert_eq!(lines[0].moves.len(), 2);
/// assert!(lines_of_text(&problem, "1.Kh7 Ra8#").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a move cannot be played, or there is none.
pub fn lines_of_text(problem: &Problem, text: &str) -> Result<Vec<Kept>, WishError> {
    let (played, unplayable) = replay(problem, text);
    if let Some(fault) = unplayable.first() {
        let after = match fault.after.is_empty() {
            true => String::new(),
            false => format!(" after {}", fault.after.join(" ")),
        };
        return Err(WishError::Unplayable {
            written: fault.written.clone(),
            after,
            why: fault.why.clone(),
        });
    }
    let versions = problem.versions();
    let mut lines = Vec::new();
    for line in played
        .order
        .iter()
        .filter(|line| line.kind != PathKind::Try)
    {
        let Some(version) = versions.get(line.twin) else {
            continue;
        };
        let side = if line.black { Side::Black } else { Side::White };
        let is_set_play = line.kind == PathKind::Set;
        let tree = stipulation::of_problem(&version.problem).and_then(Result::ok);
        let is_battle = tree.as_ref().is_some_and(|tree| tree.branch.is_battle());
        // What follows a pass is a threat in battle play; elsewhere a side passes on the way, as in parry series.
        let moves: Vec<&String> = match is_battle {
            true => line.moves.iter().take_while(|text| *text != "-").collect(),
            false => line.moves.iter().filter(|text| *text != "-").collect(),
        };
        let Some(moves) = steps(&version.problem, side, &moves) else {
            continue;
        };
        let kept = Kept {
            twin: line.twin,
            is_set_play,
            is_battle,
            starter: if is_set_play { !side } else { side },
            moves,
        };
        if !kept.moves.is_empty() && !lines.contains(&kept) {
            lines.push(kept);
        }
    }
    // Where a side passes, the replay lists the line up to the pass as well: keep only the whole line.
    let whole = lines.clone();
    lines.retain(|line| {
        let goes_on = |other: &Kept| {
            other.twin == line.twin
                && other.moves.len() > line.moves.len()
                && other.moves.starts_with(&line.moves)
        };
        line.is_battle || line.is_set_play || !whole.iter().any(goes_on)
    });
    match lines.is_empty() {
        true => Err(WishError::NoLine(text.to_owned())),
        false => Ok(lines),
    }
}

/// The keys or whole lines of a solution that Dawson found.
pub fn lines_of_solution(solution: &Solution) -> Vec<Kept> {
    let mut lines = Vec::new();
    for (twin, found) in solution.twins.iter().enumerate() {
        let actual = |kind| matches!(kind, PhaseKind::Actual | PhaseKind::Defence);
        for phase in found.phases.iter().filter(|phase| actual(phase.kind)) {
            let kept = |moves| Kept {
                twin,
                is_set_play: false,
                is_battle: matches!(phase.play, Play::Tree(_)),
                starter: phase.starter,
                moves,
            };
            match &phase.play {
                Play::Lines(found) => {
                    lines.extend(distinct(found).iter().map(|line| kept(line.moves.clone())));
                }
                Play::Tree(tree) => {
                    let keys = tree.branches.iter().filter(|key| key.mark == Mark::Key);
                    lines.extend(keys.map(|key| kept(vec![(phase.starter, key.movement.clone())])));
                }
                Play::Dice(_) => {}
            }
        }
    }
    lines
}

/// Moves in English long notation as records; passes between them are found.
fn steps(problem: &Problem, side: Side, moves: &[&String]) -> Option<Vec<Step>> {
    let notation = Notation::of(problem, Language::En);
    let mut stage = Stage::new(problem)?;
    stage.begin(side);
    let mut steps = Vec::new();
    for text in moves {
        let fits = |record: &MoveRecord| notation.movement(record).trim() == text.as_str();
        let found = stage.find(&fits).or_else(|| {
            stage.engine.pass();
            stage.find(&fits)
        });
        let (movement, record) = found?;
        steps.push((stage.engine.side_to_move(), record));
        stage.engine.play(movement);
    }
    Some(steps)
}

/// A board on which lines are played.
pub(super) struct Stage {
    pub(super) engine: Engine,
    wanted: Wanted,
    /// Whether the other side passes before the first move.
    other_passes: bool,
}

impl Stage {
    /// The diagram of a version; none if its rules are refused.
    pub(super) fn new(problem: &Problem) -> Option<Stage> {
        let tree = stipulation::of_problem(problem)?.ok()?;
        let engine = compile(problem).ok()?;
        let mut goals = problem.goals();
        let wanted = match goals.find(|goal| goal.row().allows_own_check) {
            Some(goal) => Wanted::OrReaching(goal),
            None => Wanted::All,
        };
        Some(Stage {
            engine,
            wanted,
            other_passes: tree.other_passes,
        })
    }

    /// The same diagram again.
    pub(super) fn clone_board(&self) -> Stage {
        Stage {
            engine: self.engine.clone(),
            wanted: self.wanted,
            other_passes: self.other_passes,
        }
    }

    pub(super) fn begin(&mut self, side: Side) {
        if self.other_passes {
            self.engine.set_side_to_move(!side);
            self.engine.pass();
        } else {
            self.engine.set_side_to_move(side);
        }
    }

    /// The first legal move that fits.
    fn find(&mut self, fits: &dyn Fn(&MoveRecord) -> bool) -> Option<(Move, MoveRecord)> {
        let mut found = None;
        let _ = self
            .engine
            .visit_moves(self.wanted, &[], &mut |engine, movement| {
                let record = engine.record();
                if found.is_none() && fits(&record) {
                    found = Some((movement, record));
                }
                Continue(())
            });
        found
    }

    /// All legal moves.
    pub(super) fn legal(&mut self) -> Vec<(Move, MoveRecord)> {
        let mut legal = Vec::new();
        let _ = self
            .engine
            .visit_moves(self.wanted, &[], &mut |engine, movement| {
                legal.push((movement, engine.record()));
                Continue(())
            });
        legal
    }

    /// Plays a line.
    ///
    /// # Errors
    /// With the number of the first move, from 0, that cannot be played.
    pub(super) fn play(&mut self, line: &[Step]) -> Result<(), usize> {
        if let Some((side, _)) = line.first() {
            self.begin(*side);
        }
        for (place, (side, record)) in line.iter().enumerate() {
            if self.engine.side_to_move() != *side {
                self.engine.pass();
            }
            let fits = |other: &MoveRecord| is_same(other, record);
            let (movement, _) = self.find(&fits).ok_or(place)?;
            self.engine.play(movement);
        }
        Ok(())
    }
}

/// Whether two moves are the same for an author: the same squares and effects; a weaker man may make it.
pub(super) fn is_same(one: &MoveRecord, other: &MoveRecord) -> bool {
    let same_part = |one: &MovePart, other: &MovePart| match (one, other) {
        (
            MovePart::Movement {
                from,
                to,
                captured,
                en_passant,
                man,
            },
            MovePart::Movement {
                from: other_from,
                to: other_to,
                captured: other_captured,
                en_passant: other_en_passant,
                man: other_man,
            },
        ) => {
            (from, to, captured, en_passant)
                == (other_from, other_to, other_captured, other_en_passant)
                && is_pawn(*man) == is_pawn(*other_man)
        }
        (one, other) => one == other,
    };
    one.parts.len() == other.parts.len()
        && one
            .parts
            .iter()
            .zip(&other.parts)
            .all(|(one, other)| same_part(one, other))
}

fn is_pawn(man: Piece) -> bool {
    man.walk().row().is_pawn()
}

/// Whether two lines are the same, move by move.
pub(super) fn is_same_line(one: &[Step], other: &[Step]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|((side, record), (other_side, other))| {
                side == other_side && is_same(record, other)
            })
}
