//! `x`: the move captured, en passant or otherwise.

use super::GoalRule;
use crate::position::{Entry, Position, Reason};
use crate::rules::Rules;

pub(super) struct Capture;

impl GoalRule for Capture {
    fn is_reached(&self, _: &Rules, position: &mut Position) -> bool {
        position.last_ply().iter().any(is_capture)
    }
}

pub(super) fn is_capture(entry: &Entry) -> bool {
    matches!(entry.reason, Reason::Capture | Reason::EnPassantCapture)
}
