//! Dummy: a word that changes nothing.

use super::Definition;
use crate::rules::Numbered;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "dummy",
    summary: "Changes nothing: dummies are men that never move, whether this word stands in the problem or not.",
    install: |_, _| {},
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};
