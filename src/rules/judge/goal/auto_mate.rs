//! `!#`: the side that moved is in check and could not move again. The move that
//! reaches it may leave or put the own king in check.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct AutoMate;

impl GoalRule for AutoMate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = !position.turn();
        rules.judge().is_mated(position, side)
    }
}
