//! `zxy`: the man that moved ends on one square; of two men that change
//! places, the one of the side that moved.

use super::GoalRule;
use super::mover::moved_man;
use crate::board::Square;
use crate::position::{Effect, Position};
use crate::rules::Rules;

pub(super) struct Target(pub(super) Square);

impl GoalRule for Target {
    fn is_reached(&self, _: &Rules, position: &mut Position) -> bool {
        let first = position.last_ply().first().map(|entry| entry.effect);
        if let Some(Effect::Swap { first, second }) = first {
            let mover = !position.turn();
            return [first, second].contains(&self.0) && position.piece_on(self.0).is_of(mover);
        }
        moved_man(position).is_some_and(|man| man.on == self.0)
    }
}
