//! Which walks mean something on which boards.
//!
//! **Invariant:** a walk is laid out from its row and from what the geometry declares. Where the two
//! do not make a way together, the walk is refused, never guessed.

use super::WalkId;
use super::walk::{Arrival, Manner, Part, Path};
use crate::board::Geometry;

/// Whether men of this walk have a way to go on the board.
pub fn is_defined(geometry: &Geometry, walk: WalkId) -> bool {
    let pawns = walk.row().is_pawn().then(|| geometry.for_pawns());
    let board = pawns.as_ref().unwrap_or(geometry);
    !board.joins().turn_ways() || walk.row().parts.iter().all(goes_on_when_turned)
}

/// Whether it is clear how a part goes on behind an edge that turns it: it follows one line and asks
/// for no angle, no distance and no rank.
fn goes_on_when_turned(part: &Part) -> bool {
    let follows_a_line = matches!(
        part.path,
        Path::Straight(_) | Path::Legs(_) | Path::Bent(_) | Path::Zigzag(_) | Path::Circles(_)
    );
    let asks_for_no_angle = part.manner.goes_along_lines()
        || matches!(
            part.manner,
            Manner::Approach | Manner::Recoil | Manner::Chain(_) | Manner::Relay(_)
        );
    let asks_for_no_rank = matches!(part.arrival, Arrival::Anywhere | Arrival::EdgeChange);
    follows_a_line && asks_for_no_angle && asks_for_no_rank
}
