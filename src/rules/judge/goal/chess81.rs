//! `c81`: the man that moved stands on the last rank of its side.

use super::GoalRule;
use super::mover::moved_man;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Chess81;

impl GoalRule for Chess81 {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let rank = rules.last_rank(!position.turn());
        moved_man(position).is_some_and(|man| rules.geometry().rank(man.on) == rank)
    }
}
