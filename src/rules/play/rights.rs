//! What an effect means for castling rights: who comes to a square, who leaves it, who counts as one that never moved.

use crate::board::{Square, SquareSet};
use crate::position::{Effect, Entry, Reason};

/// Whether a man that is at home by this has the right of one that never moved.
pub(super) fn earns(entry: &Entry) -> bool {
    let comes_up = matches!(entry.effect, Effect::Unearth { .. });
    let becomes_another = match entry.effect {
        Effect::Alter { piece, .. } if entry.reason == Reason::InPlace => {
            piece.walk() == entry.piece.walk()
        }
        Effect::Alter { piece, .. } => !piece.is_royal() && piece.walk() != entry.piece.walk(),
        // It becomes what it was.
        Effect::Note(_) => matches!(entry.reason, Reason::WalkChange | Reason::WalkInfluence),
        _ => false,
    };
    comes_up
        || becomes_another
        || matches!(
            entry.reason,
            Reason::Rebirth | Reason::CapturerRebirth | Reason::SideChange | Reason::Recolouring
        )
}

/// Whether it concerns one of these squares.
pub(super) fn concerns_any(entry: &Entry, squares: SquareSet) -> bool {
    let is_one = |square: Square| squares.contains(square);
    match entry.effect {
        Effect::Move { from, to } => is_one(from) || is_one(to),
        Effect::Remove { on }
        | Effect::Place { on, .. }
        | Effect::Alter { on, .. }
        | Effect::Unearth { on, .. }
        | Effect::Note(on) => is_one(on),
        Effect::Swap { first, second } => is_one(first) || is_one(second),
        Effect::Set { .. } | Effect::Bury { .. } | Effect::AlterBelow { .. } => false,
    }
}

/// Whether a man comes to this square, leaves it or changes there.
pub(super) fn concerns(entry: &Entry, square: Square) -> bool {
    match entry.effect {
        Effect::Move { from, to } => from == square || to == square,
        Effect::Remove { on }
        | Effect::Place { on, .. }
        | Effect::Alter { on, .. }
        | Effect::Unearth { on, .. }
        | Effect::Note(on) => on == square,
        Effect::Swap { first, second } => first == square || second == square,
        Effect::Set { .. } | Effect::Bury { .. } | Effect::AlterBelow { .. } => false,
    }
}

/// Whether whoever stands there now has come there.
pub(super) fn leaves(entry: &Entry, square: Square) -> bool {
    match entry.effect {
        Effect::Move { .. }
        | Effect::Remove { .. }
        | Effect::Place { .. }
        | Effect::Unearth { .. }
        | Effect::Swap { .. } => concerns(entry, square),
        // A man that moved round the board to its own square has moved.
        Effect::Note(_) => entry.reason == Reason::Movement && concerns(entry, square),
        _ => false,
    }
}
