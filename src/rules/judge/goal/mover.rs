//! Following the men of the last ply through all its effects.

use crate::board::Square;
use crate::position::{Effect, Entry, ManId, Position, Reason};

/// A man after the ply: who it is and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) id: ManId,
    pub(super) on: Square,
}

/// The man that moved or was put on the board, where it ended, if it still stands. Of two men that
/// changed places it is the first; of two that castle it is the king, who moves first.
pub(super) fn moved_man(position: &Position) -> Option<Placed> {
    let ply = position.last_ply();
    let castles = |entry: &Entry| entry.reason == Reason::Castling;
    let first = ply.iter().position(castles).unwrap_or(0);
    let mut now = None;
    for entry in &ply[first..] {
        now = match (entry.effect, now) {
            (Effect::Move { to, .. }, None) => Some(to),
            (Effect::Note(on), None) if entry.reason == Reason::Movement => Some(on),
            (Effect::Place { on, .. }, None) if entry.reason == Reason::Drop => Some(on),
            (Effect::Swap { second, .. }, None) => Some(second),
            (Effect::Move { from, to }, Some(on)) if on == from => Some(to),
            (Effect::Swap { first, second }, Some(on)) if on == first => Some(second),
            (Effect::Swap { first, second }, Some(on)) if on == second => Some(first),
            (Effect::Remove { on: gone }, Some(on)) if on == gone => return None,
            (_, now) => now,
        };
    }
    now.map(|on| placed(position, on))
}

/// The man that was captured and reborn in the ply.
pub(super) fn reborn_man(position: &Position) -> Option<Placed> {
    let place = |entry: &Entry| match entry.effect {
        Effect::Place { on, .. } | Effect::Unearth { on, .. }
            if entry.reason == Reason::Rebirth =>
        {
            Some(on)
        }
        _ => None,
    };
    let on = position.last_ply().iter().find_map(place)?;
    Some(placed(position, on))
}

fn placed(position: &Position, on: Square) -> Placed {
    let id = position.id_on(on);
    Placed { id, on }
}
