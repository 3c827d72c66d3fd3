//! Wormholes: a man that arrives in one of them comes out of another.

use super::{Definition, Pawns};
use crate::board::{Side, Square, SquareSet};
use crate::position::{Effect, Reason, Slot, pack_squares, unpack_squares};
use crate::problem::Condition;
use crate::rules::{
    Candidate, Fact, Kind, Numbered, Outcome, Promise, Rank, RulesBuilder, Turn, View,
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
    let stands = move |view: View<'_>, candidate: &Candidate| {
        !holes.contains(candidate.to) || leads_out(view, holes, candidate)
    };
    rules.keep_capture(move |view, _, candidate| stands(view, candidate));
    rules.keep_move(Promise::nothing(), move |view, _, candidate| {
        stands(view, candidate)
    });
    rules.after(
        Rank::WORMHOLE,
        Promise::arrivals(holes),
        move |view, turn, outcome| {
            transfer(view, turn, holes, outcome);
        },
    );
}

/// Whether another hole is empty. A man comes out where it departed only if it captured or was
/// promoted: else nothing would have happened.
fn leads_out(view: View<'_>, holes: SquareSet, candidate: &Candidate) -> bool {
    let is_free = |on: Square| match on == candidate.from {
        true => candidate.is_capture() || is_promotion(view, candidate),
        false => view.piece_on(on).is_none(),
    };
    holes
        .into_iter()
        .any(|on| on != candidate.to && is_free(on))
}

fn is_promotion(view: View<'_>, candidate: &Candidate) -> bool {
    let man = view.piece_on(candidate.from);
    let promotes =
        |&side: &Side| man.is_of(side) && view.rules.promotes_on(man.walk(), side, candidate.to);
    man.walk().row().is_pawn() && Side::BOTH.iter().any(promotes)
}

fn transfer(view: View<'_>, turn: &Turn, holes: SquareSet, outcome: &mut Outcome<'_>) {
    let moves = turn.candidate.kind != Kind::Exchange;
    let Some(from) = turn.now.filter(|&on| moves && holes.contains(on)) else {
        return;
    };
    let returns = turn.captured.is_some() || turn.promoted;
    let is_exit =
        |on: &Square| (returns || *on != turn.candidate.from) && view.position.is_free(*on);
    let exits: Vec<Square> = holes.filter(is_exit).collect();
    if exits.is_empty() {
        return outcome.refuse();
    }
    let to = exits[outcome.choose(exits.len())];
    outcome.push(Effect::Move { from, to }, Reason::CapturerRebirth);
    if turn.candidate.kind == Kind::DoubleStep {
        // It is captured in passing where it is now.
        let slot = Slot::EN_PASSANT;
        let squares = unpack_squares(view.position.slot(slot));
        let value = pack_squares(squares.map(|on| if on == from { to } else { on }));
        outcome.push(Effect::Set { slot, value }, Reason::Silent);
    }
    outcome.promote_on(to, turn.side);
}
