//! Vogtländer chess: check turned round.

use super::Definition;
use crate::rules::{CheckTurn, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "vogtlaender-chess",
    summary: "A side is in check while it attacks the king of the other side: it must stop doing so, and no move of \
              its own may begin it. So a side gives check by exposing its king to a capture. Kings cannot be captured.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.turn_check(CheckTurn::Sides, |question, position| {
        question.usual_of(!question.side(), position)
    });
    rules.forbid_capture_of_hostile_kings();
}
