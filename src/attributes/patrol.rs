//! Patrol men: they capture only while a man of their own side observes them.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::rules::{Promise, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "patrol",
    names: Names {
        en: "Patrol",
        de: "Patrouille",
        fr: "Patrouille",
    },
    attribute: Some(Attribute::Patrol),
    definition: "The man captures and gives check only while a man of its own side observes it; other moves are \
                 free.",
    install,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::departure(), |view, side, pseudo_move| {
        let from = pseudo_move.from;
        let is_observed = |view: View<'_>| view.is_observed(from, side, Ring::Actor);
        !view.piece_on(from).has(Attribute::Patrol) || view.among_all(is_observed)
    });
}
