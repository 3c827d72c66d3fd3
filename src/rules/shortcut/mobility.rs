//! Mobility: whether a side can still move, without playing what it could do.

use crate::board::Side;
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::hooks::hook::Actor;
use crate::rules::judge::quick::{Counts, Quick};
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::shortcut::legality::{KingSafety, Legality};
use smallvec::SmallVec;

/// So many pseudo-legal moves that have to be played may wait for others that need not.
const FEW: usize = 6;

/// The quick ways.
pub(in crate::rules) const QUICK: Quick = Quick {
    has_legal_move: |rules, position, side, counts| {
        rules
            .oracle()
            .has_legal_move_quickly(position, side, counts)
    },
    has_certain_step: |rules, position, actor| rules.oracle().has_certain_step(position, actor),
    capture_stands: |rules, position, capture, by| {
        rules.oracle().surely_takes(position, capture, by)
    },
};

impl Oracle<'_> {
    /// Whether one of the moves that count is legal.
    fn has_legal_move_quickly(self, position: &mut Position, side: Side, counts: Counts) -> bool {
        let royals = position.royals_of(side);
        let royals = royals & self.generator().movable(position, side);
        let others = self.generator().movable(position, side) & !royals;
        if self.generator().compares_moves_of_side() {
            if self.generator().compares_captures_alone()
                && self.has_quiet_legal_move(position, side, counts)
            {
                return true;
            }
            let pseudo_moves = self.judge().pseudo_moves_of_men(position, side);
            return pseudo_moves.into_iter().any(|pseudo_move| {
                counts(position, side, &pseudo_move)
                    && self.some_choice_is_expected(position, pseudo_move, side, None)
            });
        }
        let king_safety = self.king_safety(position, side);
        let mut pseudo_moves = Vec::with_capacity(32);
        let expected = king_safety.as_ref();
        // What can be told without playing comes first.
        let mut unknown: SmallVec<[PseudoMove; 32]> = SmallVec::new();
        let plays = |position: &mut Position, unknown: &mut SmallVec<[PseudoMove; 32]>| {
            unknown.drain(..).any(|pseudo_move| {
                self.some_choice_is_expected(position, pseudo_move, side, expected)
            })
        };
        for from in royals.chain(others) {
            pseudo_moves.clear();
            let actor = Actor { square: from, side };
            self.generator()
                .pseudo_moves_of(position, actor, &mut pseudo_moves);
            pseudo_moves.retain(|pseudo_move| counts(position, side, pseudo_move));
            for &pseudo_move in &pseudo_moves {
                let legality = king_safety
                    .as_ref()
                    .map(|king_safety| self.legality(position, king_safety, side, &pseudo_move));
                match legality {
                    Some(Legality::Legal) => return true,
                    Some(Legality::Illegal) => {}
                    Some(Legality::Safe | Legality::Unknown) | None => unknown.push(pseudo_move),
                }
            }
            if (king_safety.is_none() || unknown.len() > FEW) && plays(position, &mut unknown) {
                return true;
            }
        }
        if plays(position, &mut unknown) {
            return true;
        }
        pseudo_moves.clear();
        self.generator()
            .extra_pseudo_moves(position, side, &mut pseudo_moves);
        pseudo_moves.retain(|pseudo_move| counts(position, side, pseudo_move));
        pseudo_moves
            .into_iter()
            .any(|pseudo_move| self.some_choice_is_expected(position, pseudo_move, side, expected))
    }

    /// Whether one of the moves that count and capture nothing is legal, found man by man: for rules
    /// that compare captures alone.
    fn has_quiet_legal_move(self, position: &mut Position, side: Side, counts: Counts) -> bool {
        let men = self.generator().movable(position, side);
        let royals = position.royals_of(side) & men;
        let mut pseudo_moves = Vec::with_capacity(32);
        royals.chain(men & !royals).any(|from| {
            pseudo_moves.clear();
            let actor = Actor { square: from, side };
            self.generator()
                .pseudo_moves_of(position, actor, &mut pseudo_moves);
            pseudo_moves.iter().any(|&pseudo_move| {
                !pseudo_move.is_capture()
                    && counts(position, side, &pseudo_move)
                    && self.some_choice_is_expected(position, pseudo_move, side, None)
            })
        })
    }

    fn some_choice_is_expected(
        self,
        position: &mut Position,
        pseudo_move: PseudoMove,
        side: Side,
        king_safety: Option<&KingSafety>,
    ) -> bool {
        self.player()
            .has_legal_way(position, pseudo_move, |position, movement, ways| {
                self.play_expecting(position, (movement, ways), side, king_safety)
            })
    }
}
