//! Mobility: whether a side can still move, without playing what it could do.

use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::hooks::hook::Actor;
use crate::rules::judge::quick::{Counts, Quick};
use crate::rules::play::candidate::Candidate;
use crate::rules::shortcut::legality::{Outlook, Verdict};
use smallvec::SmallVec;

/// So many candidates that have to be played may wait for others that need not.
const FEW: usize = 6;

/// The quick ways.
pub(in crate::rules) const QUICK: Quick = Quick {
    has_legal_move: Rules::has_legal_move_quickly,
    has_certain_step: Rules::has_certain_step,
    capture_stands: Rules::surely_takes,
};

impl Rules {
    /// Whether one of the moves that count is legal.
    fn has_legal_move_quickly(&self, position: &mut Position, side: Side, counts: Counts) -> bool {
        let royals = position.royals_of(side);
        let royals = royals & self.movable(position, side);
        let others = self.movable(position, side) & !royals;
        if self.compares_moves_of_side() {
            if self.compares_captures_alone() && self.has_quiet_legal_move(position, side, counts) {
                return true;
            }
            let candidates = self.all_candidates(position, side);
            return candidates.into_iter().any(|candidate| {
                counts(position, side, &candidate)
                    && self.some_choice_is_expected(position, candidate, side, None)
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
                .any(|candidate| self.some_choice_is_expected(position, candidate, side, expected))
        };
        for from in royals.chain(others) {
            candidates.clear();
            let actor = Actor { square: from, side };
            self.candidates_of(position, actor, &mut candidates);
            candidates.retain(|candidate| counts(position, side, candidate));
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
        candidates.retain(|candidate| counts(position, side, candidate));
        candidates
            .into_iter()
            .any(|candidate| self.some_choice_is_expected(position, candidate, side, expected))
    }

    /// Whether one of the moves that count and capture nothing is legal, found man by man: for rules
    /// that compare captures alone.
    fn has_quiet_legal_move(&self, position: &mut Position, side: Side, counts: Counts) -> bool {
        if self.winner(position).is_some() {
            return false;
        }
        let men = self.movable(position, side);
        let royals = position.royals_of(side) & men;
        let mut candidates = Vec::with_capacity(32);
        royals.chain(men & !royals).any(|from| {
            candidates.clear();
            let actor = Actor { square: from, side };
            self.candidates_of(position, actor, &mut candidates);
            candidates.iter().any(|&candidate| {
                !candidate.is_capture()
                    && counts(position, side, &candidate)
                    && self.some_choice_is_expected(position, candidate, side, None)
            })
        })
    }

    fn some_choice_is_expected(
        &self,
        position: &mut Position,
        candidate: Candidate,
        side: Side,
        outlook: Option<&Outlook>,
    ) -> bool {
        self.has_legal_way(position, candidate, |position, movement, ways| {
            self.play_expecting(position, (movement, ways), side, outlook)
        })
    }
}
