//! Turns of several moves: a game in which one ply of the solvers is a whole turn.
//!
//! The engine plays each move of a turn by its rules; between two of them nothing happens but that the same
//! side moves again. So every stipulation, condition and man works as ever, and solvers know nothing of it.
//!
//! **Invariant:** the slow, obvious path is the only one: every turn is played out.

mod game;
mod rule;
mod walk;

use crate::board::{Side, Square};
use crate::men::Piece;
use crate::position::Slot;
use crate::problem::Goal;
use crate::rules::engine::Engine;
use crate::rules::game::{Game, Wanted};
use crate::rules::play::pseudo_move::Move;
pub use rule::{EarlyCheck, MOST_MOVES, Stuck, TurnRule};
use smallvec::SmallVec;
use std::ops::ControlFlow::Break;

/// A whole turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn {
    moves: [Option<Move>; MOST_MOVES],
}

impl Turn {
    pub(super) const EMPTY: Turn = Turn {
        moves: [None; MOST_MOVES],
    };

    /// Its moves in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().copied().flatten()
    }
}

/// What is known of a turn that was played.
#[derive(Clone, Debug, Default)]
struct Played {
    /// For each ply of the engine whether it is a move, not what lies between two moves.
    plies: SmallVec<[bool; 8]>,
    /// The double steps after which the other side may capture en passant, as the slot has them.
    steps: SmallVec<[u128; 2]>,
    /// Whether the game is over.
    is_over: bool,
    /// Whether it counts as a turn.
    counts: bool,
}

/// A position under rules, played turn by turn.
#[derive(Clone, Debug)]
pub struct Turns {
    engine: Engine,
    rule: TurnRule,
    /// How many turns were played before the diagram.
    before: u16,
    played: Vec<Played>,
    /// The double step that led to the diagram.
    given: u128,
}

impl Turns {
    /// The game of an engine whose rules say how sides move in turns.
    ///
    /// # Errors
    /// With the reason, where a rule or a goal means nothing in such a game, or its turns become too long.
    pub fn new(
        engine: Engine,
        goals: impl Iterator<Item = Goal>,
        most_turns: u16,
    ) -> Result<Turns, String> {
        let rule = engine
            .rules()
            .turns()
            .ok_or("sides move in turns of one move")?;
        let mut sides = Side::BOTH.into_iter();
        if sides.any(|side| engine.rules().judge().selects(side)) {
            return Err("a side that must play the best of its moves does not go with turns of several moves".to_owned());
        }
        if engine.rules().plies.is_some() || engine.rules().null_moves {
            return Err(
                "plies are counted, or null moves played, only where a turn is one move".to_owned(),
            );
        }
        let known = [
            Goal::AnyMove,
            Goal::Mate,
            Goal::Stalemate,
            Goal::MateOrStalemate,
            Goal::Check,
        ];
        if let Some(goal) = goals.into_iter().find(|goal| !known.contains(goal)) {
            return Err(format!(
                "the goal {} is not supported where a turn has several moves",
                goal.row().key
            ));
        }
        let longest = Side::BOTH.map(|side| rule.moves_of(side, most_turns));
        if longest.into_iter().any(|moves| moves > MOST_MOVES) {
            return Err(format!(
                "turns of more than {MOST_MOVES} moves are not supported"
            ));
        }
        let given = engine.position().slot(Slot::EN_PASSANT);
        Ok(Turns {
            engine,
            rule,
            before: 0,
            played: Vec::new(),
            given,
        })
    }

    /// The engine that plays the moves.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(super) fn turn(&self) -> u16 {
        let counted = self.played.iter().filter(|played| played.counts).count();
        self.before
            .saturating_add(u16::try_from(counted).unwrap_or(u16::MAX))
    }

    pub(super) fn is_over(&self) -> bool {
        self.played.last().is_some_and(|played| played.is_over)
    }

    /// The double steps after which the side to move may capture en passant.
    pub(super) fn steps(&self) -> SmallVec<[u128; 2]> {
        match self.played.last() {
            Some(played) => played.steps.clone(),
            None => std::iter::once(self.given)
                .filter(|step| *step != 0)
                .collect(),
        }
    }

    pub(super) fn men(&self) -> Vec<(Square, Piece)> {
        let squares = self.engine.rules().geometry().squares();
        let men = squares
            .into_iter()
            .map(|on| (on, self.engine.position().piece_on(on)));
        men.filter(|(_, man)| man.is_some()).collect()
    }

    /// Whether a side could take a king with a move of its next turn.
    pub(super) fn could_take_king(&mut self, by: Side) -> bool {
        if self.engine.in_check(!by) {
            return true;
        }
        let moves = self.rule.moves_of(by, self.turn());
        self.could_take_king_within(by, moves)
    }

    fn could_take_king_within(&mut self, by: Side, moves: usize) -> bool {
        if moves < 2 {
            return false;
        }
        let mut scratch = Played::default();
        self.between(by, 0, &mut scratch);
        let first = self.engine.moves_in_check_or_not();
        let found = first.into_iter().any(|movement| {
            self.engine.play(movement);
            let takes = self.engine.in_check(!by) || self.could_take_king_within(by, moves - 1);
            self.engine.rewind();
            takes
        });
        self.take_back(&mut scratch);
        found
    }

    pub(super) fn has_turn(&mut self) -> bool {
        let mut any = false;
        let _ = self.visit_moves(Wanted::All, &[], &mut |_, _| {
            any = true;
            Break(())
        });
        any
    }
}
