//! Forced squares: a side that can move to one of the squares named must do so.

use super::Definition;
use super::mummer::ultra;
use crate::board::SquareSet;
use crate::problem::Condition;
use crate::rules::{Promise, RulesBuilder};

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    FORCED.for_each_side("white-forced-square", "black-forced-square");

/// White's and Black's.
pub static SIDES_CONSEQUENT: [Definition; 2] = CONSEQUENT.for_each_side(
    "white-consequent-forced-square",
    "black-consequent-forced-square",
);

const FORCED: Definition = Definition {
    summary: "If {Side} has legal moves to the squares named, he must play one of them.",
    install,
    samples: &["d4 e5", "c7"],
    ..Definition::BASE
};

const CONSEQUENT: Definition = Definition {
    summary: "If {Side} has moves to the squares named, legal or not, he must play one of them. So he does not check as \
              long as he has such a move, unless the king stands on one of the squares.",
    install: install_consequent,
    samples: &["d4 e5"],
    ..Definition::BASE
};

fn install_consequent(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let squares: SquareSet = condition.squares().collect();
    ultra::install(
        Definition::of(condition).side(),
        move |_, pseudo_move| squares.contains(pseudo_move.to).into(),
        rules,
    );
    install(condition, rules);
}

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let squares: SquareSet = condition.squares().collect();
    let side = Definition::of(condition).side();
    rules.select_best(side, Promise::ways(), move |_, pseudo_move| {
        squares.contains(pseudo_move.to).into()
    });
}
