//! `#=`: the side to move has no legal move, in check or not.

use super::GoalRule;
use crate::position::Position;
use crate::problem::Goal;
use crate::rules::Rules;

pub(super) struct MateOrStalemate;

impl GoalRule for MateOrStalemate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let side = position.turn();
        match rules.judge().goal_facts(Goal::MateOrStalemate).ends_play {
            true => !rules.judge().has_legal_move(position, side),
            false => {
                rules.judge().is_mated(position, side)
                    || rules.judge().is_stalemated(position, side)
            }
        }
    }
}
