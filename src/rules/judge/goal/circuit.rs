//! `ct`, `ctr`: a man, moved or reborn in the ply, is back on its diagram square.

use super::GoalRule;
use super::mover::Placed;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Circuit {
    /// Which man of the ply is asked for.
    pub(super) of: fn(&Position) -> Option<Placed>,
}

impl GoalRule for Circuit {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        (self.of)(position).is_some_and(|man| rules.home_of(man.id) == Some(man.on))
    }
}
