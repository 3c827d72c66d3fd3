//! Hypervolage: every man changes sides whenever it changes the colour of its square.

use super::{Definition, Names};
use crate::attributes::{changes_colour, steps_of_rebirth, way};
use crate::board::Square;
use crate::men::Piece;
use crate::position::{Effect, Reason};
use crate::rules::{Numbered, Outcome, Promise, Rank, RulesBuilder, View};

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
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Hypervolage with neutral men is not defined");
    }
    let steps = steps_of_rebirth(rules);
    rules.after(
        Rank::VOLAGE,
        Promise::nothing(),
        move |view, turn, outcome| {
            if let Some(on) = turn.now {
                // A man that the other side moves counts as the mover's.
                let before = match turn.departed.is_of(turn.side) {
                    true => turn.departed,
                    false => turn.departed.with_sides(turn.side.into()),
                };
                change_side(view, before, &way(turn, on, steps), outcome);
            }
        },
    );
    rules.after(
        Rank::VOLAGE_REBIRTH,
        Promise::nothing(),
        |view, turn, outcome| {
            if let (Some(taken), Some(on)) = (turn.returned, turn.reborn) {
                change_side(view, taken.piece, &[taken.on, on], outcome);
            }
        },
    );
}

/// The man takes the side it was not of. Another rule may have turned it over already.
fn change_side(view: View<'_>, before: Piece, way: &[Square], outcome: &mut Outcome<'_>) {
    let Some(&on) = way.last() else {
        return;
    };
    let piece = view.piece_on(on);
    let sides = before.sides().swapped();
    let stays =
        before.is_royal() || piece.is_royal() || piece.is_neutral() || piece.sides() == sides;
    if !stays && changes_colour(view, way) {
        let piece = piece.with_sides(sides);
        outcome.push(Effect::Alter { on, piece }, Reason::SideChange);
    }
}
