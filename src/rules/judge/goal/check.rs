//! `+`: the side to move is in check.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Check;

impl GoalRule for Check {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = position.turn();
        rules.judge().in_check(position, side)
    }
}
