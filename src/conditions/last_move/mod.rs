//! Conditions that look at the move just played.

pub(super) mod chameleon_pursuit;
pub(super) mod disparate;
pub(super) mod duellist;
pub(super) mod follow_my_leader;
pub(super) mod fuddled;
pub(super) mod last_capture;

use crate::board::Square;
use crate::position::{Effect, Entry};

/// Where the effects of a ply brought a man; nowhere if it left the board.
fn follow(square: Square, ply: &[Entry]) -> Option<Square> {
    ply.iter().try_fold(square, |at, entry| match entry.effect {
        Effect::Move { from, to } if from == at => Some(to),
        Effect::Swap { first, second } if first == at => Some(second),
        Effect::Swap { first, second } if second == at => Some(first),
        Effect::Remove { on } if on == at => None,
        _ => Some(at),
    })
}
