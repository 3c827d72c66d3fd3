//! A side has sixteen men at most, eight pawns at most, and no more promoted men than missing pawns.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk, SORTS};
use crate::legality::finding::Finding;
use crate::legality::state::EDGES;
use crate::retro::routes::{KING, PAWN};

pub(super) const RULE: Rule = Rule {
    key: "counts",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    for side in Side::BOTH {
        let state = &analysis.state;
        let (men, kings) = (state.all(side), state.of_walk(side, KING));
        let pawns = state.of_walk(side, PAWN);
        let said = |row: &'static str| Finding::new(RULE.key, row, side);
        if kings.count_ones() != 1 {
            return analysis.refute(said("kings").count(kings.count_ones(), 0).on(kings));
        }
        if pawns & EDGES != 0 {
            return analysis.refute(said("pawn-on-edge").on(pawns & EDGES));
        }
        if men.count_ones() > 16 {
            return analysis.refute(said("too-many-men").count(men.count_ones(), 0));
        }
        if pawns.count_ones() > 8 {
            return analysis.refute(
                said("too-many-pawns")
                    .count(pawns.count_ones(), 0)
                    .on(pawns),
            );
        }
        for (number, sort) in SORTS.into_iter().enumerate() {
            let men = analysis.men(side, sort);
            let surplus = men.count_ones().saturating_sub(sort.first);
            let finding = said("surplus").walk(sort.walk).count(surplus, 0).on(men);
            analysis.learn_promoted(side, number, surplus, finding);
        }
        let promoted = analysis.promoted_men(side);
        let gone = 8 - analysis.pawns(side);
        if promoted > gone {
            return analysis.refute(said("too-many-promoted").count(promoted, gone));
        }
    }
}
