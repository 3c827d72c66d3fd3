//! Antikings: a king is in check while nobody observes it.

use super::Definition;
use crate::rules::{CheckTurn, Fact, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "anti-kings",
    summary: "A king is in check when no hostile man observes it, and in no check when one does. Kings cannot be captured.",
    decisions: "What check is otherwise, as in extinction chess or Pepo, is turned into its opposite. SAT counts flights \
                by that.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

/// A side that has nobody to lose is never in check.
fn install(rules: &mut RulesBuilder<'_>) {
    rules.forbid_capture_of_hostile_kings();
    let without_kings = rules.has(Fact::ChecksWithoutKings);
    rules.turn_check(CheckTurn::Opposite, move |question, position| {
        let royals = || question.rules().judge().royals(position, question.side());
        (without_kings || !royals().is_empty()) && !question.usual(position)
    });
}
