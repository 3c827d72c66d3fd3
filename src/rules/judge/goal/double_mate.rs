//! `##`: both sides are mated. `##!`: and the side that moved was mated before.
//!
//! The move that reaches `##` may put the own king in check, but a side without a legal move
//! has no move at all.

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
        rules.judge().is_mated(position, side)
            && rules.judge().is_mated(position, mover)
            && self.could_play(rules, position, mover)
    }
}

impl DoubleMate {
    /// Asks a copy: the ply itself must stay played.
    fn could_play(&self, rules: &Rules, position: &Position, side: Side) -> bool {
        let mut before = position.sketch();
        before.rewind();
        match self.counter {
            true => rules.judge().is_mated(&mut before, side),
            false => rules.judge().can_move(&mut before, side),
        }
    }
}
