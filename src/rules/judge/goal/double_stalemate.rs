//! `==`: the side to move is stalemated, and the other could not move either.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct DoubleStalemate;

impl GoalRule for DoubleStalemate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = position.turn();
        rules.judge().is_stalemated(position, side)
            && !rules.judge().has_legal_move(position, !side)
    }
}
