//! Duellists: a side goes on with the man it moved last.

use super::Definition;
use crate::board::{Side, Square};
use crate::position::{Effect, Reason, Slot};
use crate::rules::{EffectScope, Kind, Outcome, PlayedMove, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "duellist-chess",
    summary: "A side must move the man again that it moved last, as long as that man is where it arrived and has a \
              legal move; otherwise it is free to choose another. In castling the king is the man moved, in an exchange \
              no man is.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let slot = rules.slot(Slot::named("duellists"));
    rules.after(
        Rank::MEMORY,
        EffectScope::Memory,
        move |view, played, outcome| {
            remember(slot, view, played, outcome);
        },
    );
    for side in Side::BOTH {
        rules.select_best(side, Promise::nothing(), move |view, pseudo_move| {
            let duellist = duellist(view.position.slot(slot), side);
            (duellist == Some(pseudo_move.from)).into()
        });
    }
}

/// Where the duellist of a side arrived: whoever of the side stands there is bound to move.
///
/// One byte for each side: the number of the square, counted from 1, or 0.
fn duellist(packed: u128, side: Side) -> Option<Square> {
    let byte = packed.to_le_bytes()[side.index()];
    byte.checked_sub(1).map(Square::new)
}

fn remember(slot: Slot, view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    let packed = view.position.slot(slot);
    let moves = !matches!(played.pseudo_move.kind, Kind::Exchange | Kind::Board);
    let arrival = moves.then_some(played.pseudo_move.to);
    let mut bytes = packed.to_le_bytes();
    bytes[played.side.index()] = arrival.map_or(0, |on| on.byte() + 1);
    let value = u128::from_le_bytes(bytes);
    if value != packed {
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    }
}
