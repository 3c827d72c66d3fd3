//! Frischauf: the mark of a promoted man, for rebirths that treat such men as fairy ones.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::position::{Effect, Reason};
use crate::rules::{Displaces, Rank, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "frischauf",
    names: Names {
        en: "Frischauf",
        de: "Frischauf",
        fr: "Frischauf",
    },
    attribute: Some(Attribute::Frischauf),
    definition: "The mark of a promoted man. Under Frischauf Circe such a man, when captured, is reborn like a \
                 fairy man, on the promotion rank of its side; without that condition the mark has no effect.",
    install: |_| {},
    ..Definition::BASE
};

/// Gives the mark to every man that promotes in play.
pub fn mark_promoted_men(rules: &mut RulesBuilder<'_>) {
    rules.after(
        Rank::FRISCHAUF,
        Displaces::Few(0),
        |view, played, outcome| {
            let Some(on) = played.now.filter(|_| played.promoted) else {
                return;
            };
            let piece = view.piece_on(on);
            if !piece.walk().row().is_pawn() {
                let piece = piece.with(Attribute::Frischauf);
                outcome.push(Effect::Alter { on, piece }, Reason::Silent);
            }
        },
    );
}
