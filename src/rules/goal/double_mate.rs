//! `##`: both sides are mated. `##!`: and the side that moved was mated before.
//!
//! Needs a rule that lets a side move out of mate, or stay in check.

use super::GoalRule;
use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct DoubleMate {
    /// Whether the side that moved must have been mated before.
    pub(super) counter: bool,
}

impl GoalRule for DoubleMate {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let (side, mover) = (position.turn(), !position.turn());
        rules.is_mated(position, side)
            && rules.is_mated(position, mover)
            && was_mated(rules, position, mover) == self.counter
    }
}

/// Asks a copy: the ply itself must stay played.
fn was_mated(rules: &Rules, position: &Position, side: Side) -> bool {
    let mut before = position.clone();
    before.rewind();
    rules.is_mated(&mut before, side)
}
