//! Volage: a man changes sides once, when it first changes the colour of its square.

use super::{Definition, Names};
use crate::men::Attribute;
use crate::position::{Effect, Position, Reason};
use crate::rules::{Outcome, Rank, RulesBuilder, Turn, View};

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
    rules.after(Rank::VOLAGE, |view, turn, outcome| {
        change_side(view, turn, Attribute::VolageByCondition, outcome);
    });
}

/// The rule of the attribute: only the men marked in the diagram change sides.
pub(super) fn install_attribute(rules: &mut RulesBuilder<'_>) {
    if rules.has_neutral() {
        rules.refuse("volage men with neutral men are not defined");
    }
    rules.after(Rank::VOLAGE, |view, turn, outcome| {
        change_side(view, turn, Attribute::Volage, outcome);
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

fn change_side(view: View<'_>, turn: &Turn, mark: Attribute, outcome: &mut Outcome<'_>) {
    let Some(on) = turn.now else { return };
    let piece = view.piece_on(on);
    let changes = view.geometry().is_light(on) != view.geometry().is_light(turn.candidate.from);
    if piece.has(mark) && changes {
        let turned = piece.with_sides((!turn.side).into()).without(mark);
        // Another rule may have turned the man over already.
        let reason = if turned.sides() == piece.sides() {
            Reason::Silent
        } else {
            Reason::SideChange
        };
        outcome.push(Effect::Alter { on, piece: turned }, reason);
    }
}
