//! Mobility: whether a side can still move, without listing all it could do.

use super::Rules;
use super::candidate::{Candidate, Move};
use super::fast::Verdict;
use super::hook::Actor;
use crate::board::Side;
use crate::position::Position;

impl Rules {
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
