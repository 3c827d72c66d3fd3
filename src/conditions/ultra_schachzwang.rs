//! Ultra-Schachzwang: every move of a side must give check.

use super::Definition;
use crate::board::Side;
use crate::position::{Lifetime, Position, Slot};
use crate::problem::Goal;
use crate::rules::{End, Numbered, Promise, RulesBuilder};

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    ZWANG.for_each_side("white-ultra-schach-zwang", "black-ultra-schach-zwang");

const ZWANG: Definition = Definition {
    summary: "Every {side} move must give check; other {side} moves are illegal. If {Side} has none \
              he cannot move. Checks and guards by {Side} are as usual.",
    install: |condition, rules| install(Definition::of(condition).side(), rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// As measured, a mate must be one without the obligation too: a side in check whose parries do not
/// check has no move, but is not mated. For the goal `##` it is.
fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    let lifted = rules.slot(Slot::named("obligation-lifted").lasting(Lifetime::Question));
    let stays = rules.slot(Slot::named("obligation-stays").lasting(Lifetime::Question));
    rules.keep_legal(
        Promise::nothing().sparing_trials(),
        move |rules, position, played| {
            let is_bound = played.side == side && position.slot(lifted) == 0;
            !is_bound || rules.judge().in_check(position, !side)
        },
    );
    rules.goal(Promise::ends_play(), move |question, position| {
        let usual = |position: &mut Position| question.usual(position);
        match question.end() {
            End::Goal(Goal::DoubleMate) => position.asked_with(stays, 1, usual),
            End::Mate(mated) if mated == side && position.slot(stays) == 0 => {
                let can_move = |position: &mut Position| {
                    question.rules().judge().has_legal_move(position, side)
                };
                usual(position) && !position.asked_with(lifted, 1, can_move)
            }
            _ => usual(position),
        }
    });
}
