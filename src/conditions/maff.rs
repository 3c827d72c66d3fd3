//! MAFF: a king is mated when it has exactly one flight.

use super::{Definition, Names};
use crate::board::Side;
use crate::position::Position;
use crate::rules::{End, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "maff",
    names: Names {
        en: "MAFF",
        de: "MAFF",
        fr: "MAFF",
    },
    inventor: None,
    summary: "A side is mated when it is in check and has exactly one legal move, which is a move of its king. Without \
              any legal move it is not mated.",
    install: |_, rules| install(rules),
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.goal(|question, position| match question.end() {
        End::Mate(side) => {
            let rules = question.rules();
            rules.in_check(position, side) && has_one_flight(rules, position, side)
        }
        End::Stalemate(_) | End::Goal(_) => question.usual(position),
    });
}

fn has_one_flight(rules: &Rules, position: &mut Position, side: Side) -> bool {
    let moves = rules.legal_moves(position, side);
    let royals = position.royals_of(side);
    matches!(moves.as_slice(), [only] if royals.contains(only.candidate.from))
}
