//! Hypervolage: every man changes sides whenever it changes the colour of its square.

use super::{Definition, Names};
use crate::board::Square;
use crate::men::Piece;
use crate::position::{Effect, Reason};
use crate::rules::{Outcome, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "hypervolage",
    names: Names {
        en: "Hypervolage",
        de: "Hypervolage",
        fr: "Hypervolage",
    },
    inventor: None,
    summary: "Every man but the kings changes sides each time it ends a move on a square of the other colour than that it \
              left.",
    install: |_, rules| install(rules),
    gives: Some("volage"),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Hypervolage with neutral men is not defined");
    }
    rules.after(Rank::VOLAGE, Promise::nothing(), |view, turn, outcome| {
        if let Some(on) = turn.now {
            change_side(view, turn.departed, turn.candidate.from, on, outcome);
        }
    });
    rules.after(
        Rank::VOLAGE_REBIRTH,
        Promise::nothing(),
        |view, turn, outcome| {
            if let (Some(taken), Some(on)) = (turn.returned, turn.reborn) {
                change_side(view, taken.piece, taken.on, on, outcome);
            }
        },
    );
}

/// The man takes the side it was not of. Another rule may have turned it over already.
fn change_side(view: View<'_>, before: Piece, from: Square, on: Square, outcome: &mut Outcome<'_>) {
    let piece = view.piece_on(on);
    let sides = before.sides().swapped();
    let stays =
        before.is_royal() || piece.is_royal() || piece.is_neutral() || piece.sides() == sides;
    if !stays && view.geometry().is_light(on) != view.geometry().is_light(from) {
        let piece = piece.with_sides(sides);
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
