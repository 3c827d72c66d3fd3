//! Volage: a man changes sides once, when it first changes the colour of its square.

use super::{Definition, Names};
use crate::board::Square;
use crate::men::{Attribute, Piece};
use crate::position::{Effect, Position, Reason};
use crate::rules::{Outcome, Rank, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "volage",
    names: Names {
        en: "Volage",
        de: "Volage",
        fr: "Volage",
    },
    inventor: None,
    summary: "Every man but the kings changes sides, once, when it ends a move on a square of the other colour than \
              that it left.",
    install: |_, rules| install(rules),
};

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("Volage with neutral men is not defined");
    }
    rules.set_up(mark_all);
    change_sides(Attribute::VolageByCondition, rules);
}

/// The rule of the attribute: only the men marked in the diagram change sides.
pub(super) fn install_attribute(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("volage men with neutral men are not defined");
    }
    change_sides(Attribute::Volage, rules);
}

/// The moved man first, and later a man reborn on a square of the other colour.
fn change_sides(mark: Attribute, rules: &mut RulesBuilder<'_>) {
    rules.after(Rank::VOLAGE, move |view, turn, outcome| {
        if let Some(on) = turn.now {
            let before = (turn.departed, turn.candidate.from);
            change_side(view, before, on, mark, outcome);
        }
    });
    rules.after(Rank::VOLAGE_REBIRTH, move |view, turn, outcome| {
        if let (Some(captured), Some(on)) = (turn.captured, turn.reborn) {
            change_side(view, (captured.piece, captured.on), on, mark, outcome);
        }
    });
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
    if piece.has(mark) && view.geometry().is_light(on) != view.geometry().is_light(from) {
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
