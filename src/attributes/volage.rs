//! Volage men: they change sides once, when they first change the colour of their square.

use super::Definition;
use crate::board::Square;
use crate::men::{Attribute, Names, Piece};
use crate::position::{Effect, Reason};
use crate::rules::{Outcome, Promise, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "volage",
    names: Names {
        en: "Volage",
        de: "Volage",
        fr: "Volage",
    },
    attribute: Some(Attribute::Volage),
    definition: "When the man first moves to a square of the other colour than that of its departure, it changes \
                 sides and is volage no more. Moves to squares of the same colour leave it as it is.",
    install: |rules| change_sides(Attribute::Volage, rules),
};

/// The moved man first, and later a man reborn on a square of the other colour.
pub fn change_sides(mark: Attribute, rules: &mut RulesBuilder<'_>) {
    rules.after(
        Rank::VOLAGE,
        Promise::nothing(),
        move |view, turn, outcome| {
            if let Some(on) = turn.now {
                let departed = turn.departed;
                let before = match departed.is_of(turn.side) {
                    true => departed,
                    false => departed.with_sides(turn.side.into()),
                };
                change_side(view, (before, turn.candidate.from), on, mark, outcome);
            }
        },
    );
    rules.after(
        Rank::VOLAGE_REBIRTH,
        Promise::nothing(),
        move |view, turn, outcome| {
            if let (Some(taken), Some(on)) = (turn.returned, turn.reborn) {
                change_side(view, (taken.piece, taken.on), on, mark, outcome);
            }
        },
    );
}

/// The man, which was so and stood there before, takes the side it was not of. Another
/// rule may have turned it over already: then only the mark goes.
fn change_side(
    view: View<'_>,
    (before, from): (Piece, Square),
    on: Square,
    mark: Attribute,
    outcome: &mut Outcome<'_>,
) {
    let piece = view.piece_on(on);
    let stays = !piece.has(mark) || piece.is_neutral();
    if !stays && view.geometry().is_light(on) != view.geometry().is_light(from) {
        let turned = piece.with_sides(before.sides().swapped()).without(mark);
        let news = turned.sides() != piece.sides();
        let reason = if news {
            Reason::SideChange
        } else {
            Reason::Silent
        };
        outcome.push(Effect::Alter { on, piece: turned }, reason);
    }
}
