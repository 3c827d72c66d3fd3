//! Remanent chess: a square once observed stays closed to the other king.

use super::{Boards, Definition};
use crate::board::{Side, Square, SquareSet};
use crate::position::{Effect, Reason, Slot};
use crate::rules::{Displaces, Promise, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "remanent-chess",
    summary: "A square that a side observes, or has observed in the diagram or after any move, is closed to the royal men of \
              the other side for the rest of play. What happened before the diagram does not count.",
    decisions: "Royal men check as usual, closed squares or not. A castling needs the king's arrival alone to be open.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let observed = [
        rules.slot(Slot::named("squares-once-observed-by-white")),
        rules.slot(Slot::named("squares-once-observed-by-black")),
    ];
    rules.keep_move(Promise::nothing(), move |view, side, pseudo_move| {
        let is_king = view.piece_on(pseudo_move.from).is_royal();
        !is_king || !is_closed(view, side, pseudo_move.to, observed)
    });
    // What is observed now is known without being remembered; it is, when the position changes.
    rules.before(Displaces::Nothing, move |view, _, _, outcome| {
        for by in Side::BOTH {
            let slot = observed[by.index()];
            let value = view.position.slot(slot) | observed_by(view, by).0;
            outcome.push(Effect::Set { slot, value }, Reason::Silent);
        }
    });
}

fn is_closed(view: View<'_>, side: Side, on: Square, observed: [Slot; 2]) -> bool {
    let by = !side;
    let once = SquareSet(view.position.slot(observed[by.index()]));
    once.contains(on) || view.is_observed(on, by, Ring::Actor)
}

fn observed_by(view: View<'_>, by: Side) -> SquareSet {
    let all = view.geometry().squares();
    all.filter(|&on| view.is_observed(on, by, Ring::Actor))
        .collect()
}
