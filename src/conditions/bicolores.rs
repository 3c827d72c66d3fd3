//! Bicolores: kings are attacked by men of both sides.

use super::Definition;
use crate::rules::{Fact, Promise, Role, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "bicolores",
    summary: "A king is in check from men of either side: a man attacks its own king as it does the other one, so a king \
              may not step to a square that its own side guards. All captures are as usual.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    facts: &[Fact::CapturesOfKingsAreJudged],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.sides(Promise::nothing(), |view, side, role, men| match role {
        Role::Observes => men | view.position.men_of(!side),
        Role::Moves | Role::Lent | Role::Captured => men,
    });
}
