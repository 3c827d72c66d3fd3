//! Chameleons: they take the next walk of a cycle with each move.

use super::Definition;
use crate::men::{Army, Attribute, Names, WalkId, walk_id};
use crate::position::{Effect, Reason};
use crate::rules::{Kind, Outcome, PlayedMove, Promise, Rank, RulesBuilder, Topic, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "chameleon",
    names: Names {
        en: "Chameleon",
        de: "Chamaeleon",
        fr: "Cameleon",
    },
    attribute: Some(Attribute::Chameleon),
    definition: "After each move the man takes the next walk of the cycle knight, bishop, rook, queen, knight, \
                 or of another cycle that is named; a walk outside the cycle stays. Where the diagram has a \
                 chameleon, pawns may promote to plain men and to chameleons.",
    install,
    ..Definition::BASE
};

/// The cycle unless another is named.
const USUAL_CYCLE: [WalkId; 4] = [
    walk_id::QUEEN,
    walk_id::KNIGHT,
    walk_id::BISHOP,
    walk_id::ROOK,
];

/// The cycle of the men with which the game begins.
pub fn usual_cycle(army: Army) -> Vec<WalkId> {
    USUAL_CYCLE.map(|walk| army.walk(walk)).to_vec()
}

fn install(rules: &mut RulesBuilder<'_>) {
    let cycle = cycle_of(rules);
    rules.may_use(cycle.iter().copied());
    rules.promotions_may_have(Attribute::Chameleon, cycle.clone());
    let next = cycle.clone();
    let promise = Promise::walk(move |walk| next_in(&next, walk)).moves_of(Attribute::Chameleon);
    rules.after(Rank::CHAMELEON, promise, move |view, played, outcome| {
        change_walk(view, played, &cycle, outcome);
    });
}

/// The cycle that some rule names, or the usual one.
fn cycle_of(rules: &RulesBuilder<'_>) -> Vec<WalkId> {
    let named = rules
        .said(Topic::Cycle)
        .filter(|said| said.walks().next().is_some());
    named.map_or_else(|| usual_cycle(rules.army()), |said| said.walks().collect())
}

/// The king is no officer, and the rook of a castling does not change either.
pub fn change_walk(
    view: View<'_>,
    played: &PlayedMove,
    cycle: &[WalkId],
    outcome: &mut Outcome<'_>,
) {
    let on = match played.pseudo_move.kind {
        Kind::Castling { .. } | Kind::Exchange => None,
        _ => played.now,
    };
    let Some(on) = on else { return };
    let piece = view.piece_on(on);
    let next = next_in(cycle, piece.walk());
    if piece.is_some() && next != piece.walk() {
        let piece = piece.with_walk(next);
        outcome.push(Effect::Alter { on, piece }, Reason::WalkChange);
    }
}

/// The walk that follows this one, or the same if it is none of the cycle.
pub fn next_in(cycle: &[WalkId], walk: WalkId) -> WalkId {
    let place = cycle.iter().position(|&other| other == walk);
    place.map_or(walk, |place| cycle[(place + 1) % cycle.len()])
}
