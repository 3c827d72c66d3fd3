//! Forced squares: a side that can move to one of the squares named must do so.

use super::Definition;
use super::mummer::ultra;
use crate::board::{Side, SquareSet};
use crate::problem::Condition;
use crate::rules::{Promise, RulesBuilder};

/// White must move to the squares.
pub static WHITE: Definition = Definition {
    key: "white-forced-square",
    summary: "If White has legal moves to the squares named, he must play one of them.",
    install: |condition, rules| install(condition, Side::White, rules),
    samples: &["d4 e5", "c7"],
    ..Definition::BASE
};

/// Black must move to the squares.
pub static BLACK: Definition = Definition {
    key: "black-forced-square",
    summary: "If Black has legal moves to the squares named, he must play one of them.",
    install: |condition, rules| install(condition, Side::Black, rules),
    samples: &["d5 e4"],
    ..Definition::BASE
};

/// White must move to the squares, whatever comes of it.
pub static WHITE_CONSEQUENT: Definition = Definition {
    key: "white-consequent-forced-square",
    summary: "If White has moves to the squares named, legal or not, he must play one of them. So he does not check as \
              long as he has such a move, unless the king stands on one of the squares.",
    install: |condition, rules| install_consequent(condition, Side::White, rules),
    samples: &["d4 e5"],
    ..Definition::BASE
};

/// Black must move to the squares, whatever comes of it.
pub static BLACK_CONSEQUENT: Definition = Definition {
    key: "black-consequent-forced-square",
    summary: "If Black has moves to the squares named, legal or not, he must play one of them. So he does not check as \
              long as he has such a move, unless the king stands on one of the squares.",
    install: |condition, rules| install_consequent(condition, Side::Black, rules),
    samples: &["d4 e5"],
    ..Definition::BASE
};

fn install_consequent(condition: &Condition, side: Side, rules: &mut RulesBuilder<'_>) {
    let squares: SquareSet = condition.squares().collect();
    ultra::install(
        side,
        move |_, pseudo_move| squares.contains(pseudo_move.to).into(),
        rules,
    );
    install(condition, side, rules);
}

fn install(condition: &Condition, side: Side, rules: &mut RulesBuilder<'_>) {
    let squares: SquareSet = condition.squares().collect();
    rules.select_best(side, Promise::ways(), move |_, pseudo_move| {
        squares.contains(pseudo_move.to).into()
    });
}
