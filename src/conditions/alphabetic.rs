//! Alphabetic chess: the man that stands first in the order a1, a2 ... h8 must move.

use super::Definition;
use crate::board::Side;
use crate::rules::{Promise, RulesBuilder};

/// Both sides move so.
pub static BOTH: Definition = Definition {
    key: "alphabetic-chess",
    summary: "Each side must move the first of its men that has a legal move, in the order a1, a2 ... a8, b1 ... h8. \
              Checks are as usual.",
    install: |_, rules| Side::BOTH.into_iter().for_each(|side| install(side, rules)),
    ..Definition::BASE
};

/// White moves so.
pub static WHITE: Definition = Definition {
    key: "white-alphabetic-chess",
    summary: "White must move the first of his men that has a legal move, in the order a1, a2 ... a8, b1 ... h8. Checks \
              are as usual.",
    install: |_, rules| install_for(Side::White, rules),
    ..Definition::BASE
};

/// Black moves so.
pub static BLACK: Definition = Definition {
    key: "black-alphabetic-chess",
    summary: "Black must move the first of his men that has a legal move, in the order a1, a2 ... a8, b1 ... h8. Checks \
              are as usual.",
    install: |_, rules| install_for(Side::Black, rules),
    ..Definition::BASE
};

/// Said for one side beside the form for both, it says nothing new.
fn install_for(side: Side, rules: &mut RulesBuilder<'_>) {
    if !rules.has_condition(BOTH.key) {
        install(side, rules);
    }
}

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.select_best(side, Promise::ways(), |view, candidate| {
        let (file, rank) = (
            view.geometry().file(candidate.from),
            view.geometry().rank(candidate.from),
        );
        -(i64::from(file) * i64::from(view.geometry().height()) + i64::from(rank))
    });
}
