//! Forced squares: a side that can move to one of the squares named must do so.

use super::Definition;
use super::mummer::ultra;
use crate::board::{Side, SquareSet};
use crate::problem::Condition;
use crate::rules::{Promise, RulesBuilder};

/// White must move to the squares.
pub static WHITE: Definition = FORCED.of_side("white-forced-square", Side::White);

/// Black must move to the squares.
pub static BLACK: Definition = FORCED.of_side("black-forced-square", Side::Black);

/// White must move to the squares, whatever comes of it.
pub static WHITE_CONSEQUENT: Definition =
    CONSEQUENT.of_side("white-consequent-forced-square", Side::White);

/// Black must move to the squares, whatever comes of it.
pub static BLACK_CONSEQUENT: Definition =
    CONSEQUENT.of_side("black-consequent-forced-square", Side::Black);

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
