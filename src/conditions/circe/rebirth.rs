//! Where a man is reborn: the square of the array that belongs to its walk.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Home, Piece};
use crate::rules::View;

/// The rebirth square of a fairy man.
pub(super) fn promotion_square(view: View<'_>, on: Square, side: Side) -> Option<Square> {
    let (file, rank) = (view.geometry().file(on), view.rules.last_rank(side));
    view.geometry().square(i16::from(file), i16::from(rank))
}

/// The rebirth square of a man captured (or capturing) on `on`, at the home of `side`;
/// none on boards without such a square.
pub(super) fn square(view: View<'_>, piece: Piece, on: Square, side: Side) -> Option<Square> {
    let geometry = view.geometry();
    if geometry.width() != 8 {
        return None;
    }
    let light = geometry.is_light(on);
    let white = side == Side::White;
    let own_file = geometry.file(on);
    let near = |here: u8, there: u8| if light == white { here } else { there };
    let (file, rank) = match piece.walk().row().home {
        Home::King => (4, 0),
        Home::Queen => (3, 0),
        Home::Rook => (near(7, 0), 0),
        Home::Bishop => (near(5, 2), 0),
        Home::Knight => (near(1, 6), 0),
        Home::Pawn => (own_file, 1),
        Home::Nowhere => return None,
        Home::Fairy => (own_file, geometry.height() - 1),
    };
    let rank = if white {
        rank
    } else {
        geometry.height() - 1 - rank
    };
    geometry.square(i16::from(file), i16::from(rank))
}

/// All squares on which a man may be reborn at the home of `side`, wherever it is taken.
pub(super) fn squares(view: View<'_>, piece: Piece, side: Side) -> SquareSet {
    let geometry = view.geometry();
    let (files, rank): (&[i16], u8) = match piece.walk().row().home {
        Home::King => (&[4], 0),
        Home::Queen => (&[3], 0),
        Home::Rook => (&[0, 7], 0),
        Home::Bishop => (&[2, 5], 0),
        Home::Knight => (&[1, 6], 0),
        Home::Pawn => (&FILES, 1),
        Home::Nowhere => (&[], 0),
        Home::Fairy => (&FILES, geometry.height() - 1),
    };
    let rank = match side {
        Side::White => rank,
        Side::Black => geometry.height() - 1 - rank,
    };
    let on = |&file: &i16| geometry.square(file, rank.into());
    files.iter().filter_map(on).collect()
}

/// The files of a board of eight.
const FILES: [i16; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
