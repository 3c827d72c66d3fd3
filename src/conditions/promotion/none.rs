//! No promotion: the pawns of a side cannot go to their last rank.

use super::super::half_in::frees_from_duties;
use super::super::{Definition, Names};
use crate::board::Side;
use crate::rules::{Numbered, Promise, RulesBuilder};

/// White pawns do not promote.
pub static WHITE: Definition = Definition {
    key: "no-white-promotion",
    names: Names {
        en: "NoWhitePromotion",
        de: "OhneWeissUW",
        fr: "SansBlancPromotion",
    },
    inventor: None,
    summary: "White pawns cannot move to their last rank; they check and guard there as usual.",
    install: |_, rules| install(Side::White, rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Black pawns do not promote.
pub static BLACK: Definition = Definition {
    key: "no-black-promotion",
    names: Names {
        en: "NoBlackPromotion",
        de: "OhneSchwarzUW",
        fr: "SansNoirPromotion",
    },
    inventor: None,
    summary: "Black pawns cannot move to their last rank; they check and guard there as usual.",
    install: |_, rules| install(Side::Black, rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    let are_lent = frees_from_duties(rules);
    rules.keep_promotion(move |view, pawn, _| match pawn.is_neutral() || are_lent {
        // Such a pawn counts for the side that moves it, after whose move it is the other's turn.
        true => view.position.turn() == side,
        false => !pawn.is_of(side),
    });
    rules.keep_legal(
        Promise::nothing().sparing_trials(),
        move |rules, position, turn| {
            let waits = |on| {
                let man = position.piece_on(on);
                man.is_of(side)
                    && man.walk().row().is_pawn()
                    && rules.promotes_on(man.walk(), side, on)
            };
            !turn.now.is_some_and(waits)
        },
    );
}
