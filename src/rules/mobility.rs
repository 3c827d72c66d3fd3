//! Mobility: whether a side can still move, without listing all it could do.

use super::Rules;
use super::candidate::{Candidate, Move};
use super::fast::{Outlook, Verdict};
use super::hook::Actor;
use crate::board::{Side, Square};
use crate::position::Position;

impl Rules {
    /// Whether `side` is in check and cannot parry, unless a rule says that it is suffocated.
    pub fn is_mated(&self, position: &mut Position, side: Side) -> bool {
        self.in_check(position, side)
            && !self.has_way_out(position, side)
            && !self.is_suffocated(position, side)
    }

    /// Whether `side` has no legal move and is not in check, or suffocated.
    pub fn is_stalemated(&self, position: &mut Position, side: Side) -> bool {
        !self.has_way_out(position, side)
            && (!self.in_check(position, side) || self.is_suffocated(position, side))
    }

    /// Whether the want of a legal move is no mate, though the side is in check.
    fn is_suffocated(&self, position: &mut Position, side: Side) -> bool {
        let mut rules = self.hooks.suffocated.iter();
        rules.any(|suffocated| suffocated(self, position, side))
    }

    /// Whether `side` has a move, legal or not.
    pub fn has_candidate(&self, position: &mut Position, side: Side) -> bool {
        !self.all_candidates(position, side).is_empty()
    }

    /// All moves of `side`, legal or not.
    pub fn all_candidates(&self, position: &mut Position, side: Side) -> Vec<Candidate> {
        let mut candidates = Vec::with_capacity(32);
        self.candidates(position, side, &mut candidates);
        candidates
    }

    /// Who has won by a rule that ends the game at once.
    #[inline]
    pub fn winner(&self, position: &Position) -> Option<Side> {
        let view = self.view(position);
        self.hooks.end.iter().find_map(|end| end(view))
    }

    /// Whether `side` has a legal move and the game is not over.
    pub fn can_move(&self, position: &mut Position, side: Side) -> bool {
        self.winner(position).is_none() && self.has_legal_move(position, side)
    }

    /// Whether `side` has a legal move, were the game not over; rules that select among legal
    /// moves leave one.
    pub fn has_legal_move(&self, position: &mut Position, side: Side) -> bool {
        self.has_legal_move_among(position, side, |_, _| true)
            || self.offers_bare_move(position, side)
                && self.some_choice_is_legal(position, Candidate::BARE, side, None)
    }

    /// Whether `side` has a legal move other than to take a royal man that is its own as well;
    /// one in which no man goes anywhere is no way out either.
    /// Where both sides are in check, the side that is mated does not get that far.
    fn has_way_out(&self, position: &mut Position, side: Side) -> bool {
        self.has_legal_move_among(position, side, |position, candidate| {
            let own_royal = |on: Square| {
                let man = position.piece_on(on);
                man.is_royal() && man.is_of(side)
            };
            !candidate.captured.is_some_and(own_royal)
        })
    }

    fn has_legal_move_among(
        &self,
        position: &mut Position,
        side: Side,
        counts: impl Fn(&Position, &Candidate) -> bool,
    ) -> bool {
        let royals = position.royals_of(side);
        let others = position.men_of(side) & !royals;
        let outlook = self.outlook(position, side);
        let mut candidates = Vec::with_capacity(32);
        for from in royals.chain(others) {
            candidates.clear();
            self.candidates_of(position, Actor { square: from, side }, &mut candidates);
            candidates.retain(|candidate| counts(position, candidate));
            let legal = |&candidate: &Candidate| {
                let verdict = outlook
                    .as_ref()
                    .map(|outlook| self.verdict(position, outlook, side, &candidate));
                match verdict {
                    Some(Verdict::Legal) => true,
                    Some(Verdict::Illegal) => false,
                    Some(Verdict::Safe | Verdict::Unknown) | None => {
                        self.some_choice_is_legal(position, candidate, side, outlook.as_ref())
                    }
                }
            };
            if candidates.iter().any(legal) {
                return true;
            }
        }
        candidates.clear();
        self.extra_candidates(position, side, &mut candidates);
        candidates.retain(|candidate| counts(position, candidate));
        candidates.iter().any(|&candidate| {
            self.some_choice_is_legal(position, candidate, side, outlook.as_ref())
        })
    }

    fn some_choice_is_legal(
        &self,
        position: &mut Position,
        candidate: Candidate,
        side: Side,
        outlook: Option<&Outlook>,
    ) -> bool {
        let mut movement = Move::first(candidate);
        loop {
            let legal = self.play_expecting(position, &mut movement, side, outlook);
            position.rewind();
            if legal || !movement.choices.advance() {
                return legal;
            }
        }
    }
}
