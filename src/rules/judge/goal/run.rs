//! `run`: the side that moved has won by a rule of the game that ends it at once.

use super::GoalRule;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Run;

impl GoalRule for Run {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        rules.judge().winner(position) == Some(!position.turn())
    }
}
