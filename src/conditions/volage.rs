//! Volage: a man changes sides once, when it first changes the colour of its square.

use super::{Boards, Definition};
use crate::attributes::change_sides;
use crate::men::Attribute;
use crate::position::{Effect, Position, Reason};
use crate::rules::{Numbered, Rank, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "volage",
    summary: "Every man but the kings changes sides, once, when it ends a move on a square of the other colour than \
              that it left.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    gives: Some("volage"),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Volage with neutral men is not defined");
    }
    rules.set_up(mark_all);
    let ranks = [Rank::VOLAGE_CHESS, Rank::VOLAGE_CHESS_REBIRTH];
    change_sides(Attribute::VolageByCondition, ranks, rules);
}

fn mark_all(position: &mut Position) {
    for on in position.men() {
        let piece = position.piece_on(on);
        if !piece.is_royal() {
            position.apply(
                Effect::Alter {
                    on,
                    piece: piece
                        .without(Attribute::Volage)
                        .with(Attribute::VolageByCondition),
                },
                Reason::Silent,
            );
        }
    }
}
