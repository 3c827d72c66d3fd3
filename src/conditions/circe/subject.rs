//! A man that may be reborn, and what it may be then.

use crate::board::{Geometry, Side, Square};
use crate::men::{Attribute, Piece, WalkId};
use crate::position::ManId;
use crate::rules::View;

/// A rebirth that may come: all that rules on squares want to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject {
    /// The man as it will be.
    pub man: Piece,
    /// The captured man as it was before.
    pub was: Piece,
    /// Who it is.
    pub id: ManId,
    /// The man whose place in the diagram counts.
    pub chooser: ManId,
    /// For which side it is reborn.
    pub side: Side,
    /// The walk that chooses the square.
    pub walk: WalkId,
    /// Whether it counts as a promoted man.
    pub promoted: bool,
    /// Whose home it is, before rules that change it.
    pub home: Side,
    /// The square of the capture.
    pub on: Square,
    /// Departure of the capturing man.
    pub from: Square,
    /// Where the man still stands, if it is on the board.
    pub stands: Option<Square>,
    /// Files and ranks that the move went.
    pub went: (i16, i16),
    /// Whether the capture is only tried out, so that one square is as good as all.
    pub tried: bool,
}

impl Subject {
    /// A man that was on a square and is reborn as it is at the home of its side.
    pub fn of(man: Piece, id: ManId, side: Side, on: Square) -> Subject {
        Subject {
            man,
            was: man,
            id,
            chooser: id,
            side,
            walk: man.walk(),
            promoted: man.has(Attribute::Frischauf),
            home: side,
            on,
            from: on,
            stands: None,
            went: (0, 0),
            tried: false,
        }
    }

    /// The man when the capturing man has gone this way.
    pub fn behind(self, view: View<'_>, from: Square, to: Square) -> Subject {
        let went = vector(view.geometry(), from, to);
        Subject { from, went, ..self }
    }

    /// The man when it is reborn on the square of another man, at the home of this side (Couscous).
    pub fn where_other_is(self, man: Piece, id: ManId, home: Side) -> Subject {
        Subject {
            chooser: id,
            walk: man.walk(),
            promoted: man.has(Attribute::Frischauf),
            home,
            ..self
        }
    }
}

/// What the man may be on this square: a pawn promotes on its last rank.
pub(super) fn forms_on(view: View<'_>, man: Piece, side: Side, on: Square) -> Vec<Piece> {
    let promotes = man.walk().row().is_pawn() && view.rules.promotes_on(man.walk(), side, on);
    let forms = if promotes {
        view.promotions_of(man)
    } else {
        Vec::new()
    };
    if forms.is_empty() { vec![man] } else { forms }
}

/// How many files and ranks lie between two squares.
pub(super) fn vector(geometry: &Geometry, from: Square, to: Square) -> (i16, i16) {
    let ((file, rank), (to_file, to_rank)) =
        (coordinates(geometry, from), coordinates(geometry, to));
    (to_file - file, to_rank - rank)
}

pub(super) fn coordinates(geometry: &Geometry, square: Square) -> (i16, i16) {
    (geometry.file(square).into(), geometry.rank(square).into())
}
