//! Whether the position in which play is to end is reached or certainly out of reach.

use super::state::{CASTLINGS, State};
use crate::board::Side;
use crate::rules::{Castled, MenByWalk, Target};
use smallvec::SmallVec;

/// The men of a position by side and walk.
pub(super) fn men_by_walk(state: &State) -> MenByWalk {
    let men = state.men();
    let queens = men.diagonal & men.straight;
    let walks = [
        men.pawns,
        men.knights,
        men.diagonal & !queens,
        men.straight & !queens,
        queens,
        men.kings,
    ];
    men.sides.map(|side| walks.map(|walk| walk & side))
}

/// Whether the men stand as in the target.
pub(super) fn is_reached(state: &State, target: &Target) -> bool {
    men_by_walk(state) == *target.men()
}

/// Whether so many plies of each side certainly cannot lead to the target.
pub(super) fn is_target_far(state: &State, target: &Target, plies: [u16; 2]) -> bool {
    let rights = state.rights();
    let castlings = CASTLINGS.iter().filter(|one| rights & one.right != 0);
    let castled = castlings.map(|castling| Castled {
        side: if castling.king < 32 {
            Side::White
        } else {
            Side::Black
        },
        king: [castling.king, castling.king_to],
        rook: [castling.rook, castling.rook_to],
    });
    let castled: SmallVec<[Castled; 4]> = castled.collect();
    let is_quiet = state.last.is_move() && !state.last.is_capture();
    let lately = is_quiet.then_some(!state.turn);
    target.is_far(&men_by_walk(state), &castled, plies, lately)
}
