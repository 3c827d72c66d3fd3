//! Antikings: a king is in check while nobody observes it.

use super::{Definition, Names};
use crate::rules::RulesBuilder;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "anti-kings",
    names: Names {
        en: "AntiKings",
        de: "AntiKoenige",
        fr: "AntiRois",
    },
    inventor: None,
    summary: "A king is in check when no hostile man observes it, and in no check when one does. Kings cannot be captured.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

/// A side without a king is never in check.
fn install(rules: &mut RulesBuilder<'_>) {
    rules.check(|question, position| {
        let royals = question.rules().royals(position, question.side());
        !royals.is_empty() && !question.usual(position)
    });
    rules.forbid_capture_of_hostile_kings();
}
