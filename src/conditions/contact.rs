//! Contact: whether men stand next to each other, or a leap apart.

use crate::board::{Side, Square, SquareSet};
use crate::men::WalkId;
use crate::position::Position;
use crate::rules::{Rules, View};

/// Whether a man other than that on `on` stands a leap away.
pub(super) fn has_contact(rules: &Rules, position: &Position, leaper: WalkId, on: Square) -> bool {
    is_near(rules.view(position), leaper, position.men(), on)
}

/// Whether one of these men stands a leap away.
pub(super) fn is_near(view: View<'_>, leaper: WalkId, men: SquareSet, on: Square) -> bool {
    let near = view.table().reach(leaper, Side::White, on);
    !(near & men).is_empty()
}
