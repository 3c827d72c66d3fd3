//! Madrasi: a man observed by an enemy man of its own walk is paralysed.
//!
//! A paralysed man neither moves, captures nor gives check; it still
//! paralyses. Kings take part only in the *rex inclusive* form.

use super::{Boards, Definition, Param, Pawns};
use crate::board::{Side, Square};
use crate::men::{Piece, WalkId};
use crate::position::{Slot, unpack_squares};
use crate::rules::{Promise, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "madrasi",
    pawns: |_| Pawns::Usual,
    summary: "A man observed by an enemy man of its own walk is paralysed: it neither moves, captures nor checks, \
              but still paralyses. Kings take part in the form rex inclusive only.",
    install: |condition, rules| install(condition.has_flag("rex-inclusive"), rules),
    options: Some(&[Param::Flag("rex-inclusive")]),
    boards: Boards::Any,
    samples: &["RexInclusive"],
    ..Definition::BASE
};

fn install(rex_inclusive: bool, rules: &mut RulesBuilder<'_>) {
    let takes_part = move |man: Piece| rex_inclusive || !man.is_royal();
    rules.forbid_actor(
        Promise::observed_by(move |man, other| takes_part(man) && man.walk() == other.walk()),
        move |view, actor| {
            takes_part(view.piece_on(actor.square))
                && meets_its_like(view, actor.square, actor.side)
        },
    );
}

/// Whether an enemy man of the same walk observes the man of `side` on this square.
///
/// Asks the geometry ring only: paralysed observers paralyse too, and the full
/// question would come back here.
pub(super) fn meets_its_like(view: View<'_>, square: Square, side: Side) -> bool {
    is_met_by(view, view.piece_on(square).walk(), square, side)
}

/// Whether an enemy man of this walk observes the man of `side` on this square.
pub(super) fn is_met_by(view: View<'_>, walk: WalkId, square: Square, side: Side) -> bool {
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
