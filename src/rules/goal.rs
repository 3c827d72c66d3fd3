//! Goals: whether the last ply reached what was asked, and whether a side can still move.

use super::Rules;
use super::candidate::{Candidate, Move};
use super::fast::Verdict;
use super::hook::Actor;
use crate::board::{Side, Square};
use crate::position::{Effect, Entry, Position, Reason};
use crate::problem::Goal;

impl Rules {
    /// Whether the last ply reached the goal for the side that made it.
    pub fn reaches(&self, position: &mut Position, goal: Goal) -> bool {
        let turn = position.turn();
        let reached = match goal {
            Goal::Mate => {
                self.in_check(position, turn)
                    && !self.has_legal_move(position, turn)
                    && !self.is_suffocated(position, turn)
            }
            Goal::Stalemate => {
                (!self.hooks.suffocated.is_empty() || !self.in_check(position, turn))
                    && !self.has_legal_move(position, turn)
                    && (!self.in_check(position, turn) || self.is_suffocated(position, turn))
            }
            Goal::Check => self.in_check(position, turn),
            Goal::Capture => position.last_ply().iter().any(is_capture),
            Goal::Target(square) => arrives_on(position, square, !turn),
            Goal::AnyMove => true,
        };
        reached
            && self
                .hooks
                .goal
                .iter()
                .all(|counts| counts(self, position, goal))
    }

    /// Whether `side` has a move, legal or not.
    pub fn has_candidate(&self, position: &mut Position, side: Side) -> bool {
        let mut candidates = Vec::with_capacity(32);
        self.candidates(position, side, &mut candidates);
        !candidates.is_empty()
    }

    /// The candidates of `side` that are legal with some choice.
    pub fn legal_candidates(&self, position: &mut Position, side: Side) -> Vec<Candidate> {
        let mut candidates = Vec::with_capacity(32);
        self.candidates(position, side, &mut candidates);
        candidates.retain(|&candidate| self.some_choice_is_legal(position, candidate, side));
        candidates
    }

    /// Whether the want of a legal move is no mate, though the side is in check.
    fn is_suffocated(&self, position: &mut Position, side: Side) -> bool {
        let mut rules = self.hooks.suffocated.iter();
        rules.any(|suffocated| suffocated(self, position, side))
    }

    /// Whether `side` has a legal move; rules that select among legal moves leave one.
    pub fn has_legal_move(&self, position: &mut Position, side: Side) -> bool {
        let royals = position.royals_of(side);
        let others = position.men_of(side) & !royals;
        let outlook = self.outlook(position, side);
        let mut candidates = Vec::with_capacity(32);
        for from in royals.chain(others) {
            candidates.clear();
            self.candidates_of(position, Actor { square: from, side }, &mut candidates);
            let legal = |&candidate: &Candidate| match outlook
                .as_ref()
                .map(|outlook| self.verdict(position, outlook, &candidate))
            {
                Some(Verdict::Legal) => true,
                Some(Verdict::Illegal) => false,
                Some(Verdict::Unknown) | None => {
                    self.some_choice_is_legal(position, candidate, side)
                }
            };
            if candidates.iter().any(legal) {
                return true;
            }
        }
        candidates.clear();
        self.extra_candidates(position, side, &mut candidates);
        candidates
            .iter()
            .any(|&candidate| self.some_choice_is_legal(position, candidate, side))
    }

    fn some_choice_is_legal(
        &self,
        position: &mut Position,
        candidate: Candidate,
        side: Side,
    ) -> bool {
        let mut movement = Move::first(candidate);
        loop {
            let legal = self.play(position, &mut movement, side);
            position.rewind();
            if legal || !movement.choices.advance() {
                return legal;
            }
        }
    }
}

fn is_capture(entry: &Entry) -> bool {
    matches!(entry.reason, Reason::Capture | Reason::EnPassantCapture)
}

/// Whether the man that moved ends on `square`; of two exchanged men, one of `side`.
fn arrives_on(position: &Position, square: Square, side: Side) -> bool {
    let mut now = None;
    for entry in position.last_ply() {
        match entry.effect {
            Effect::Move { from, to } if now.is_none() || now == Some(from) => now = Some(to),
            Effect::Remove { on } if now == Some(on) => return false,
            Effect::Swap { first, second } if now.is_none() => {
                return [first, second].contains(&square) && position.piece_on(square).is_of(side);
            }
            _ => {}
        }
    }
    now == Some(square)
}
