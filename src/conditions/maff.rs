//! MAFF: a king is mated when it has exactly one flight.

use super::Definition;
use crate::board::Side;
use crate::position::Position;
use crate::rules::{End, Numbered, Promise, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "maff",
    summary: "A side is mated when it is in check and has exactly one legal move, which is a move of its king; it is \
              stalemated when it is not in check and has such a move only. Without any legal move it is neither.",
    install: |_, rules| install(rules),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.goal(Promise::nothing(), |question, position| {
        let rules = question.rules();
        match question.end() {
            End::Mate(side) => {
                rules.judge().in_check(position, side) && has_one_flight(rules, position, side)
            }
            End::Stalemate(side) => {
                !rules.judge().in_check(position, side) && has_one_flight(rules, position, side)
            }
            End::Goal(_) => question.usual(position),
        }
    });
}

fn has_one_flight(rules: &Rules, position: &mut Position, side: Side) -> bool {
    let moves = rules.judge().legal_moves(position, side);
    let royals = position.royals_of(side);
    matches!(moves.as_slice(), [only] if royals.contains(only.pseudo_move.from))
}
