//! Functionaries: they act only while a hostile man observes them.

use super::Definition;
use crate::board::Side;
use crate::men::{Attribute, Names};
use crate::rules::{Promise, PseudoMove, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "functionary",
    names: Names {
        en: "Functionary",
        de: "Beamtet",
        fr: "Fonctionnaire",
    },
    attribute: Some(Attribute::Functionary),
    definition: "The man can move, capture and give check only while a hostile man observes it.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::departure(), is_observed);
    rules.keep_move(Promise::departure(), is_observed);
}

fn is_observed(view: View<'_>, side: Side, pseudo_move: &PseudoMove) -> bool {
    let from = pseudo_move.from;
    !view.piece_on(from).has(Attribute::Functionary) || view.is_observed(from, !side, Ring::Actor)
}
