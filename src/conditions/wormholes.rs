//! Wormholes: a man that arrives in one of them comes out of another.

use super::{Definition, Pawns};
use crate::board::{Side, Square, SquareSet};
use crate::position::{Effect, Reason, Slot, pack_squares, unpack_squares};
use crate::problem::Condition;
use crate::rules::{
    Displaces, Fact, Kind, Numbered, Outcome, PlayedMove, Promise, PseudoMove, Rank, RulesBuilder,
    View,
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "wormholes",
    pawns: |_| Pawns::Act,
    summary: "A man that arrives on one of the squares named goes on at once to another of them that is empty, at its \
              choice. If none is, it cannot go there. From a hole on its own first rank a pawn goes one step, and captures, as \
              from other ranks.",
    install,
    samples: &["b2 d5 g4"],
    numbers: |_| Numbered::CAPTURES,
    facts: &[Fact::MovesLeadOn],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let holes: SquareSet = condition.squares().collect();
    rules.pawns_leave_first_rank(holes);
    let stands = move |view: View<'_>, pseudo_move: &PseudoMove| {
        !holes.contains(pseudo_move.to) || leads_out(view, holes, pseudo_move)
    };
    rules.keep_capture(Promise::nothing(), move |view, _, pseudo_move| {
        stands(view, pseudo_move)
    });
    rules.keep_move(Promise::nothing(), move |view, _, pseudo_move| {
        stands(view, pseudo_move)
    });
    rules.after(
        Rank::WORMHOLE,
        Promise::arrivals(holes).displacing(Displaces::Few(1)),
        move |view, played, outcome| {
            transfer(view, played, holes, outcome);
        },
    );
}

/// Whether another hole is empty. A man comes out where it departed only if it captured or was
/// promoted: else nothing would have happened.
fn leads_out(view: View<'_>, holes: SquareSet, pseudo_move: &PseudoMove) -> bool {
    let is_free = |on: Square| match on == pseudo_move.from {
        true => pseudo_move.is_capture() || is_promotion(view, pseudo_move),
        false => view.piece_on(on).is_none(),
    };
    holes
        .into_iter()
        .any(|on| on != pseudo_move.to && is_free(on))
}

fn is_promotion(view: View<'_>, pseudo_move: &PseudoMove) -> bool {
    let man = view.piece_on(pseudo_move.from);
    let promotes =
        |&side: &Side| man.is_of(side) && view.rules.promotes_on(man.walk(), side, pseudo_move.to);
    man.walk().row().is_pawn() && Side::BOTH.iter().any(promotes)
}

fn transfer(view: View<'_>, played: &PlayedMove, holes: SquareSet, outcome: &mut Outcome<'_>) {
    let moves = played.pseudo_move.kind != Kind::Exchange;
    let Some(from) = played.now.filter(|&on| moves && holes.contains(on)) else {
        return;
    };
    let returns = played.captured.is_some() || played.promoted;
    let is_exit =
        |on: &Square| (returns || *on != played.pseudo_move.from) && view.position.is_free(*on);
    let exits: Vec<Square> = holes.filter(is_exit).collect();
    if exits.is_empty() {
        return outcome.refuse();
    }
    let to = exits[outcome.choose(exits.len())];
    outcome.push(Effect::Move { from, to }, Reason::CapturerRebirth);
    if played.pseudo_move.kind == Kind::DoubleStep {
        // It is captured in passing where it is now.
        let slot = Slot::EN_PASSANT;
        let squares = unpack_squares(view.position.slot(slot));
        let value = pack_squares(squares.map(|on| if on == from { to } else { on }));
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    }
    outcome.promote_on(to, played.side);
}
