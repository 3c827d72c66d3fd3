//! Mobility: whether a side can still move, without listing all it could do.

use crate::board::{Side, Square};
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::hooks::asked::End;
use crate::rules::play::candidate::{Candidate, Move};
use crate::rules::shortcut::fast::{Outlook, Verdict};
use smallvec::SmallVec;

/// So many candidates that have to be played may wait for others that need not.
const FEW: usize = 6;

impl Rules {
    /// Whether `side` is mated: by the usual rules if it is in check and cannot parry.
    pub fn is_mated(&self, position: &mut Position, side: Side) -> bool {
        self.ends(position, End::Mate(side))
    }

    /// Whether `side` is stalemated: by the usual rules if it has no legal move and is not in check.
    pub fn is_stalemated(&self, position: &mut Position, side: Side) -> bool {
        self.ends(position, End::Stalemate(side))
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
    pub fn has_way_out(&self, position: &mut Position, side: Side) -> bool {
        self.has_legal_move_among(position, side, |position, candidate| {
            let own_royal = |on: Square| {
                let man = position.piece_on(on);
                man.is_royal() && man.is_of(side)
            };
            !candidate.captured.is_some_and(own_royal)
        })
    }

    /// Whether one of the moves that count is legal.
    fn has_legal_move_among(
        &self,
        position: &mut Position,
        side: Side,
        counts: impl Fn(&Position, &Candidate) -> bool,
    ) -> bool {
        let royals = position.royals_of(side);
        let royals = royals & self.movable(position, side);
        let others = self.movable(position, side) & !royals;
        if self.compares_moves_of_side() {
            let candidates = self.all_candidates(position, side);
            return candidates.into_iter().any(|candidate| {
                counts(position, &candidate)
                    && self.some_choice_is_legal(position, candidate, side, None)
            });
        }
        let outlook = self.outlook(position, side);
        let mut candidates = Vec::with_capacity(32);
        let expected = outlook.as_ref();
        // What can be told without playing comes first.
        let mut unknown: SmallVec<[Candidate; 32]> = SmallVec::new();
        let plays = |position: &mut Position, unknown: &mut SmallVec<[Candidate; 32]>| {
            unknown
                .drain(..)
                .any(|candidate| self.some_choice_is_legal(position, candidate, side, expected))
        };
        for from in royals.chain(others) {
            candidates.clear();
            let actor = self.mover(position, side, from);
            self.candidates_of(position, actor, &mut candidates);
            candidates.retain(|candidate| counts(position, candidate));
            for &candidate in &candidates {
                let verdict = outlook
                    .as_ref()
                    .map(|outlook| self.verdict(position, outlook, side, &candidate));
                match verdict {
                    Some(Verdict::Legal) => return true,
                    Some(Verdict::Illegal) => {}
                    Some(Verdict::Safe | Verdict::Unknown) | None => unknown.push(candidate),
                }
            }
            if (outlook.is_none() || unknown.len() > FEW) && plays(position, &mut unknown) {
                return true;
            }
        }
        if plays(position, &mut unknown) {
            return true;
        }
        candidates.clear();
        self.extra_candidates(position, side, &mut candidates);
        candidates.retain(|candidate| counts(position, candidate));
        candidates
            .into_iter()
            .any(|candidate| self.some_choice_is_legal(position, candidate, side, expected))
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
