//! `#`: the side to move is in check and has no legal move.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Mate;

impl GoalRule for Mate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = position.turn();
        rules.judge().is_mated(position, side)
    }
}
