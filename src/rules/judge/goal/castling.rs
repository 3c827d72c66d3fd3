//! `00`: the move was a castling of any kind.

use super::GoalRule;
use crate::position::{Entry, Position, Reason};
use crate::rules::Rules;

pub(super) struct Castling;

impl GoalRule for Castling {
    fn is_reached(&self, _: &Rules, position: &mut Position) -> bool {
        position.last_ply().iter().any(is_castling)
    }
}

fn is_castling(entry: &Entry) -> bool {
    entry.reason == Reason::Castling
}
