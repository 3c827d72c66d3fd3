//! `%`: the move captured a man, and the man was not reborn.

use super::GoalRule;
use super::capture::is_capture;
use crate::position::{Entry, Position, Reason};
use crate::rules::Rules;

pub(super) struct WinPiece;

impl GoalRule for WinPiece {
    fn is_reached(&self, _: &Rules, position: &mut Position) -> bool {
        let ply = position.last_ply();
        ply.iter().any(is_capture) && !ply.iter().any(is_rebirth)
    }
}

fn is_rebirth(entry: &Entry) -> bool {
    entry.reason == Reason::Rebirth
}
