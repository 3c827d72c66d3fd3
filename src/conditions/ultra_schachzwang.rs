//! Ultra-Schachzwang: every move of a side must give check.

use super::{Definition, Names};
use crate::board::Side;
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::problem::Goal;
use crate::rules::{End, Numbered, Promise, RulesBuilder};

/// White must check.
pub static WHITE: Definition = Definition {
    key: "white-ultra-schach-zwang",
    names: Names {
        en: "WhiteUltraSchachZwang",
        de: "WeisserUltraSchachZwang",
        fr: "BlancUltraSchachZwang",
    },
    inventor: None,
    summary: "Every white move must give check; other white moves are illegal. If White has none \
              he cannot move. Checks and guards by White are as usual.",
    install: |_, rules| install(Side::White, rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Black must check.
pub static BLACK: Definition = Definition {
    key: "black-ultra-schach-zwang",
    names: Names {
        en: "BlackUltraSchachZwang",
        de: "SchwarzerUltraSchachZwang",
        fr: "NoirUltraSchachZwang",
    },
    inventor: None,
    summary: "Every black move must give check; other black moves are illegal. If Black has none \
              he cannot move. Checks and guards by Black are as usual.",
    install: |_, rules| install(Side::Black, rules),
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
        move |rules, position, turn| {
            let is_bound = turn.side == side && position.slot(lifted) == 0;
            !is_bound || rules.in_check(position, !side)
        },
    );
    rules.goal(Promise::ends_play(), move |question, position| {
        let usual = |position: &mut Position| question.usual(position);
        match question.end() {
            End::Goal(Goal::DoubleMate) => with_set(stays, position, usual),
            End::Mate(mated) if mated == side && position.slot(stays) == 0 => {
                let can_move =
                    |position: &mut Position| question.rules().has_legal_move(position, side);
                usual(position) && !with_set(lifted, position, can_move)
            }
            _ => usual(position),
        }
    });
}

/// What the answer is while a slot is set.
fn with_set(slot: Slot, position: &mut Position, ask: impl Fn(&mut Position) -> bool) -> bool {
    set(slot, position, 1);
    let answer = ask(position);
    set(slot, position, 0);
    answer
}

fn set(slot: Slot, position: &mut Position, value: u128) {
    position.apply(Effect::Set { slot, value }, Reason::Silent);
}
