//! `#=`: the side to move has no legal move, in check or not.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct MateOrStalemate;

impl GoalRule for MateOrStalemate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = position.turn();
        !rules.has_legal_move(position, side)
    }
}
