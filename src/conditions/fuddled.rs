//! Fuddled men: a man that has just moved rests until its side has made another move.

use super::Definition;
use crate::board::{Side, Square};
use crate::position::{Effect, Entry, Position, Reason, Slot, pack_squares, unpack_squares};
use crate::rules::{
    EffectScope, Kind, Outcome, PlayedMove, Promise, PseudoMove, Rank, RulesBuilder, View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "fuddled-men",
    summary: "The man that a side moved last is fuddled until that side has moved another: it does not move and gives \
              no check, but stands in the way and observes as before. After castling king and rook are fuddled.",
    decisions: "In a move of several parts (series capture) the man is fuddled at its end: what it attacks before is in check.",
    options: Some(&[]),
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let slots = [Slot::named("fuddled-white"), Slot::named("fuddled-black")];
    let slots = slots.map(|slot| rules.slot(slot));
    let is_fuddled = move |position: &Position, side: Side, on: Square| {
        unpack_squares(position.slot(slots[side.index()])).any(|square| square == on)
    };
    rules.keep_move(Promise::nothing(), move |view, side, pseudo_move| {
        movers(pseudo_move).all(|on| !is_fuddled(view.position, side, on))
    });
    rules.keep_check(move |view, checker| !is_fuddled(view.position, checker.side, checker.square));
    rules.after(
        Rank::WHOLE_MOVE,
        EffectScope::Memory,
        move |view, played, outcome| {
            remember(slots, view, played, outcome);
        },
    );
}

/// The squares of the side's own men that a pseudo-legal move moves.
fn movers(pseudo_move: &PseudoMove) -> impl Iterator<Item = Square> {
    let partner = match pseudo_move.kind {
        Kind::Castling { partner_from, .. } => Some(partner_from),
        _ => None,
    };
    let is_board_move = pseudo_move.kind == Kind::Board;
    let mover = (!is_board_move).then_some(pseudo_move.from);
    mover.into_iter().chain(partner)
}

fn remember(slots: [Slot; 2], view: View<'_>, played: &PlayedMove, outcome: &mut Outcome<'_>) {
    for side in Side::BOTH {
        let slot = slots[side.index()];
        let before = view.position.slot(slot);
        let value = match side == played.side {
            true => pack_squares(moved(view, played)),
            false => {
                let ply = view.position.last_ply();
                pack_squares(unpack_squares(before).map(|on| exchanged(on, ply)))
            }
        };
        if value != before {
            outcome.push(Effect::Set { slot, value }, Reason::Silent);
        }
    }
}

/// Where an exchange of men brought the man on a square; whoever comes there otherwise is fuddled
/// like the one before.
fn exchanged(square: Square, ply: &[Entry]) -> Square {
    ply.iter().fold(square, |at, entry| match entry.effect {
        Effect::Swap { first, second } if first == at => second,
        Effect::Swap { first, second } if second == at => first,
        _ => at,
    })
}

/// Where the men are now that a move brought there.
fn moved(view: View<'_>, played: &PlayedMove) -> impl Iterator<Item = Square> {
    let is_own = |on: &Square| view.piece_on(*on).is_of(played.side);
    let partner = match played.pseudo_move.kind {
        Kind::Castling { partner_to, .. } => Some(partner_to),
        Kind::Exchange => Some(played.pseudo_move.from).filter(is_own),
        _ => None,
    };
    played.now.into_iter().chain(partner)
}
