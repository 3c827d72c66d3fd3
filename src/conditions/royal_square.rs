//! Royal squares: a square takes the part of a side's king.

use super::{Boards, Definition, Param};
use crate::board::{Side, SquareSet};
use crate::problem::Condition;
use crate::rules::RulesBuilder;

/// The white royal square.
pub static WHITE: Definition = Definition {
    key: "white-royal-square",
    royal_square: Some(Side::White),
    summary: "White has no king; he is in check when the enemy could capture on the royal square, empty or not.",
    install: |condition, rules| install(condition, Side::White, rules),
    options: Some(&[Param::Squares]),
    boards: Boards::Any,
    samples: &["d4"],
    ..Definition::BASE
};

/// The black royal square.
pub static BLACK: Definition = Definition {
    key: "black-royal-square",
    royal_square: Some(Side::Black),
    summary: "Black has no king; he is in check when the enemy could capture on the royal square, empty or not.",
    install: |condition, rules| install(condition, Side::Black, rules),
    options: Some(&[Param::Squares]),
    boards: Boards::Any,
    samples: &["d4"],
    ..Definition::BASE
};

/// The square is royal whoever stands there, an enemy man included.
fn install(condition: &Condition, side: Side, rules: &mut RulesBuilder<'_>) {
    let name = if side == Side::White {
        WHITE.names().en
    } else {
        BLACK.names().en
    };
    let royal: SquareSet = condition.squares().collect();
    if royal.len() != 1 {
        rules.refuse_argument(name, "one square is needed");
    }
    if rules
        .diagram()
        .men()
        .any(|(_, piece)| piece.is_royal() && piece.is_of(side))
    {
        rules.refuse_argument(name, "the side has a king on the board");
    }
    rules.royal_squares(move |_, of| if of == side { royal } else { SquareSet::EMPTY });
}
