//! `=`: the side to move is not in check and has no legal move.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Stalemate;

impl GoalRule for Stalemate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = position.turn();
        rules.judge().is_stalemated(position, side)
    }
}
