//! Men that hostile men of a certain kind observe: what rules on paralysis ask.

use crate::board::{Side, Square};
use crate::men::{WalkId, walk_id};
use crate::position::{Slot, unpack_squares};
use crate::rules::{Ring, View};

/// Whether an enemy man of the same walk observes the man of `side` on this square.
///
/// Asks the geometry ring only: paralysed observers paralyse too, and the full
/// question would come back here.
pub(super) fn meets_its_like(view: View<'_>, square: Square, side: Side) -> bool {
    is_met_by(view, view.piece_on(square).walk(), square, side)
}

/// Whether an enemy man of this walk observes the man of `side` on this square.
pub fn is_met_by(view: View<'_>, walk: WalkId, square: Square, side: Side) -> bool {
    view.is_observed_with(walk, square, !side, Ring::Geometry)
        || is_observed_en_passant(view, walk, square, side)
}

/// Whether a pawn of this walk could capture the pawn of `side` on `square` en passant just now.
fn is_observed_en_passant(view: View<'_>, walk: WalkId, square: Square, side: Side) -> bool {
    let packed = view.position.slot(Slot::EN_PASSANT);
    if packed == 0 {
        return false;
    }
    let mut squares = unpack_squares(packed);
    squares.next_back() == Some(square)
        && walk.row().captures_en_passant()
        && squares
            .into_iter()
            .any(|passed| view.is_observed_with(walk, passed, !side, Ring::Geometry))
}

/// Each kind is paralysed by the next, the last by the first.
const CYCLE: [WalkId; 5] = [
    walk_id::PAWN,
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
];

/// Which men paralyse those of this walk.
pub(super) fn paralyser(walk: WalkId) -> Option<WalkId> {
    let place = CYCLE.iter().position(|kind| *kind == walk)?;
    Some(CYCLE[(place + 1) % CYCLE.len()])
}
