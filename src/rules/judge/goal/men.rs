//! Goals that ask about single men: where they ended, and whose squares they stand on.

use super::mover::{Placed, moved_man};
use crate::board::{Side, Square};
use crate::position::{Effect, Position};
use crate::rules::Rules;

/// The man is back on its diagram square.
pub(super) fn is_home(rules: &Rules, man: Placed) -> bool {
    rules.home_of(man.id) == Some(man.on)
}

/// The man and another stand on each other's diagram squares. Beside a man that moved the other is of the side
/// that moved; beside a reborn one, of its side.
pub(super) fn is_exchanged(rules: &Rules, position: &Position, man: Placed, moved: bool) -> bool {
    let Some(home) = rules.home_of(man.id).filter(|home| *home != man.on) else {
        return false;
    };
    let (one, other) = (position.piece_on(man.on), position.piece_on(home));
    let fits = |side: Side| match moved {
        true => side != position.turn() && other.is_of(side),
        false => one.is_of(side) && other.is_of(side),
    };
    Side::BOTH.into_iter().any(fits) && rules.home_of(position.id_on(home)) == Some(man.on)
}

/// The man that stood on this square of the diagram and the man that moved are neighbours, and the former has
/// no other neighbour.
pub(super) fn is_kissed(rules: &Rules, position: &Position, square: Square) -> bool {
    let kissed = rules.id_from(square).and_then(|id| position.square_of(id));
    let (Some(kissed), Some(mover)) = (kissed, moved_man(position)) else {
        return false;
    };
    let mut neighbours = position
        .men()
        .filter(|square| *square != kissed && rules.geometry().are_neighbours(*square, kissed));
    neighbours.next() == Some(mover.on) && neighbours.next().is_none()
}

/// The man that moved ends on this square; of two men that change places, the one of the side that moved; of two
/// neutral ones, the one that is named first.
pub(super) fn ends_on(position: &Position, square: Square) -> bool {
    let first = position.last_ply().first().map(|entry| entry.effect);
    if let Some(Effect::Swap { first, second }) = first {
        let mover = !position.turn();
        let is_own = |on| position.piece_on(on).is_of(mover);
        return square == second && is_own(second)
            || square == first && is_own(first) && !is_own(second);
    }
    moved_man(position).is_some_and(|man| man.on == square)
}

/// The man that moved stands on the last rank of its side.
pub(super) fn ends_on_last_rank(rules: &Rules, position: &Position) -> bool {
    let last = rules.geometry().last_rank(!position.turn());
    moved_man(position).is_some_and(|man| last.contains(man.on))
}
