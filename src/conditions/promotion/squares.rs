//! Promotion on other squares than those of the last rank.

use super::super::Definition;
use crate::board::{Side, SquareSet};
use crate::problem::Condition;
use crate::rules::{Fact, Numbered, RulesBuilder};

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    SQUARES.for_each_side("white-prom-squares", "black-prom-squares");

const SQUARES: Definition = Definition {
    summary: "{Side} pawns promote on the squares named and nowhere else.",
    install,
    samples: &["c6 e5"],
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

/// Pawns promote a rank earlier.
pub static GLASGOW: Definition = Definition {
    key: "glasgow-chess",
    summary: "Pawns promote on the rank before the last. A pawn that stands there already may go on to the last rank and \
              stays a pawn.",
    install: |_, rules| install_glasgow(rules),
    numbers: |_| Numbered::FEWEST,
    facts: &[Fact::PawnsPromoteEarly],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let side = Definition::of(condition).side();
    rules.set_promotion_squares(side, condition.squares().collect());
}

fn install_glasgow(rules: &mut RulesBuilder<'_>) {
    let height = i16::from(rules.geometry().height());
    for (side, rank) in [(Side::White, height - 2), (Side::Black, 1)] {
        let board = rules.geometry();
        let files = 0..i16::from(board.width());
        let squares: SquareSet = files.filter_map(|file| board.square(file, rank)).collect();
        rules.set_promotion_squares(side, squares);
    }
}
