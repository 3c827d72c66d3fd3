//! `zxy`: the man that moved ends on one square; of two men that change
//! places, the one of the side that moved; of two neutral ones, the one that is named first.

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
            let is_own = |on| position.piece_on(on).is_of(mover);
            return self.0 == second && is_own(second)
                || self.0 == first && is_own(first) && !is_own(second);
        }
        moved_man(position).is_some_and(|man| man.on == self.0)
    }
}
