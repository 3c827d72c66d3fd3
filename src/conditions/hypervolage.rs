//! Hypervolage: every man changes sides whenever it changes the colour of its square.

use super::Definition;
use crate::attributes::on_other_colour;
use crate::position::{Effect, Reason};
use crate::rules::{Numbered, Rank, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "hypervolage",
    summary: "Every man but the kings changes sides each time it ends a move on a square of the other colour than that it \
              left.",
    install: |_, rules| install(rules),
    gives: Some("volage"),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Hypervolage with neutral men is not defined");
    }
    // Another rule may have turned the man over already.
    let ranks = [Rank::HYPERVOLAGE, Rank::HYPERVOLAGE_REBIRTH];
    on_other_colour(rules, ranks, |view, before, on, outcome| {
        let (piece, sides) = (view.piece_on(on), before.sides().swapped());
        let stays =
            before.is_royal() || piece.is_royal() || piece.is_neutral() || piece.sides() == sides;
        if !stays {
            let piece = piece.with_sides(sides);
            outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
        }
    });
}
