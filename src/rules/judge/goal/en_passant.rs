//! `ep`: the move captured en passant.

use super::GoalRule;
use crate::position::{Entry, Position, Reason};
use crate::rules::Rules;

pub(super) struct EnPassant;

impl GoalRule for EnPassant {
    fn is_reached(&self, _: &Rules, position: &mut Position) -> bool {
        position.last_ply().iter().any(is_en_passant)
    }
}

fn is_en_passant(entry: &Entry) -> bool {
    entry.reason == Reason::EnPassantCapture
}
