//! Uncapturable men.

use super::Definition;
use crate::men::{Attribute, Names};
use crate::rules::{Promise, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "uncapturable",
    names: Names {
        en: "Uncapturable",
        de: "Unschlagbar",
        fr: "Imprenable",
    },
    attribute: Some(Attribute::Uncapturable),
    definition: "The man cannot be captured, neither en passant nor by a locust. A check to an uncapturable king \
                 remains a check.",
    install: keep_uncapturable,
    ..Definition::BASE
};

/// Nobody captures uncapturable men, those that come into being during play among them.
pub fn keep_uncapturable(rules: &mut RulesBuilder<'_>) {
    rules.keep_move(Promise::captures(), |view, _, pseudo_move| {
        let victim = pseudo_move.captured.map(|on| view.piece_on(on));
        !victim.is_some_and(|man| man.has(Attribute::Uncapturable))
    });
}
