//! Forced squares: a side that can move to one of the squares named must do so.

use super::{Definition, Names};
use crate::board::{Side, SquareSet};
use crate::problem::Condition;
use crate::rules::RulesBuilder;

/// White must move to the squares.
pub static WHITE: Definition = Definition {
    key: "white-forced-square",
    names: Names {
        en: "WhiteForcedSquare",
        de: "WeissesZwangsfeld",
        fr: "BlancCaseForce",
    },
    inventor: None,
    summary: "If White has legal moves to the squares named, he must play one of them.",
    install: |condition, rules| install(condition, Side::White, rules),
    ..Definition::BASE
};

/// Black must move to the squares.
pub static BLACK: Definition = Definition {
    key: "black-forced-square",
    names: Names {
        en: "BlackForcedSquare",
        de: "SchwarzesZwangsfeld",
        fr: "NoirCaseForce",
    },
    inventor: None,
    summary: "If Black has legal moves to the squares named, he must play one of them.",
    install: |condition, rules| install(condition, Side::Black, rules),
    ..Definition::BASE
};

fn install(condition: &Condition, side: Side, rules: &mut RulesBuilder<'_>) {
    let squares: SquareSet = condition.squares().collect();
    rules.select_best_way(side, move |_, candidate| {
        squares.contains(candidate.to).into()
    });
}
