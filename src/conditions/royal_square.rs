//! Royal squares: a square takes the part of a side's king.

use super::{Boards, Definition, Param};
use crate::board::SquareSet;
use crate::problem::Condition;
use crate::rules::RulesBuilder;

/// White's and Black's.
pub static SIDES: [Definition; 2] =
    ROYAL_SQUARE.for_each_side("white-royal-square", "black-royal-square");

const ROYAL_SQUARE: Definition = Definition {
    has_royal_square: true,
    summary: "{Side} has no king; he is in check when the enemy could capture on the royal square, empty or not.",
    install,
    options: Some(&[Param::Squares]),
    boards: Boards::Any,
    samples: &["d4"],
    ..Definition::BASE
};

/// The square is royal whoever stands there, an enemy man included.
fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let definition = Definition::of(condition);
    let (side, name) = (definition.side(), definition.names().en);
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
