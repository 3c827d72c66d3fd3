//! Exchange castling: once in a game the king changes places with an officer of its side.

use super::Definition;
use crate::board::{Side, Square};
use crate::position::{Effect, Reason, Slot};
use crate::rules::{
    Actor, CastlingWays, Displaces, EffectScope, Fact, Kind, Outcome, PlayedMove, PseudoMove,
    Purpose, Rank, RulesBuilder, View, exchanges_first,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "exchange-castling",
    summary: "Once in a game a side castles by letting its king and one of its officers, not a pawn, change places, \
              wherever they stand and even out of check. There is no other castling.",
    decisions: "The king is the one that moves, for rules on the man that moves as for the length of the move.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.set_castlings(CastlingWays::None);
    let bound = Side::BOTH.map(|side| rules.has(Fact::CheckedKingsAreBound(side)));
    let done = rules.slot(Slot::named("castled"));
    rules.list_by(exchanges_first);
    rules.add_moves(Displaces::Nothing, move |view, side, into| {
        if view.position.slot(done) & mark(side) == 0 {
            add_exchanges(view, side, bound[side.index()], into);
        }
    });
    rules.after(
        Rank::MEMORY,
        EffectScope::Memory,
        move |view, played, outcome| {
            remember(view, played, done, outcome);
        },
    );
}

/// The bit of a side that has castled.
fn mark(side: Side) -> u128 {
    1 << side.index()
}

fn add_exchanges(view: View<'_>, side: Side, is_bound: bool, into: &mut Vec<PseudoMove>) {
    let royals = view.position.royals_of(side);
    let mut officers: Vec<Square> = (view.position.men_of(side) & !royals).into_iter().collect();
    let may_castle = |&square: &Square| !is_bound || has_its_walk(view, Actor { square, side });
    let kings: Vec<Square> = royals.into_iter().filter(may_castle).collect();
    officers.reverse();
    for to in officers {
        let is_pawn = view.piece_on(to).walk().row().is_pawn();
        for &from in kings.iter().filter(|_| !is_pawn) {
            into.push(PseudoMove {
                from,
                to,
                captured: None,
                kind: Kind::Exchange,
            });
        }
    }
}

/// Whether the king is not lent other walks in place of its own.
fn has_its_walk(view: View<'_>, king: Actor) -> bool {
    let own = view.piece_on(king.square).walk();
    view.walks(king, Purpose::NonCapture).contains(&own)
}

/// Other rules let men of the two sides change places.
fn remember(view: View<'_>, played: &PlayedMove, done: Slot, outcome: &mut Outcome<'_>) {
    let PseudoMove { from, to, kind, .. } = played.pseudo_move;
    let own = view.position.men_of(played.side);
    if kind == Kind::Exchange && own.contains(from) && own.contains(to) {
        let value = view.position.slot(done) | mark(played.side);
        outcome.push(Effect::Set { slot: done, value }, Reason::Silent);
    }
}
