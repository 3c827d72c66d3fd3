//! Half-neutral men: neutral every other move.

use super::Definition;
use crate::men::{Attribute, Names, Sides};
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, Promise, Rank, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "half-neutral",
    names: Names {
        en: "HalfNeutral",
        de: "HalbNeutral",
        fr: "DemiNeutre",
    },
    attribute: Some(Attribute::HalfNeutral),
    definition: "Every move of the man changes its phase: a white or black one becomes neutral, a neutral one \
                 takes the side that moved it.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let promise = Promise::nothing()
        .moves_of(Attribute::HalfNeutral)
        .standing()
        .displacing(Displaces::Few(0));
    rules.after(Rank::HALF_NEUTRAL, promise, |view, played, outcome| {
        let Some(on) = played.now else { return };
        let piece = view.piece_on(on);
        let sides = match piece.is_neutral() {
            true => played.side.into(),
            false => Sides::Both,
        };
        let piece = piece.with_sides(sides);
        outcome.push(Effect::Alter { on, piece }, Reason::Phase);
    });
}
