//! No promotion: the pawns of a side cannot go to their last rank.

use super::super::Definition;
use crate::board::{Side, Square};
use crate::rules::{EffectScope, Numbered, Promise, Rank, RulesBuilder, View};

/// White's and Black's.
pub static SIDES: [Definition; 2] = NONE.for_each_side("no-white-promotion", "no-black-promotion");

const NONE: Definition = Definition {
    summary: "{Side} pawns cannot move to their last rank; they check and guard there as usual.",
    install: |condition, rules| install(Definition::of(condition).side(), rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    // The side that plays decides, also about neutral pawns and pawns of the other side that it moves or
    // that are reborn by its captures. By then it is the other side's turn.
    rules.keep_promotion(move |view, _, _| view.position.turn() == side);
    rules.after(
        Rank::PROMOTION.of(side),
        EffectScope::Memory,
        move |view, played, outcome| {
            if played.now.is_some_and(|on| waits(view, side, on)) {
                outcome.refuse();
            }
        },
    );
    // Nor is a pawn that captures reborn there.
    rules.keep_legal(Promise::nothing(), move |rules, position, played| {
        let was_pawn = played.departed.walk().row().is_pawn();
        let view = rules.view(position);
        !was_pawn || !played.now.is_some_and(|on| waits(view, side, on))
    });
}

/// Whether a pawn of the side stands on its last rank that would have been promoted but for this rule.
fn waits(view: View<'_>, side: Side, on: Square) -> bool {
    let (man, rules) = (view.piece_on(on), view.rules);
    let is_last = || rules.promotes_on(man.walk(), side, on);
    let has_forms = || !rules.promotions_of(man.walk()).is_empty();
    man.is_of(side) && man.walk().row().is_pawn() && is_last() && has_forms()
}
