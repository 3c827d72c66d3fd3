//! `!=`: the side that moved could not move again, and is not in check.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct AutoStalemate;

impl GoalRule for AutoStalemate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = !position.turn();
        rules.judge().is_stalemated(position, side)
    }
}
