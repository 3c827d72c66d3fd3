//! Bicaptures: a side may capture its own men as well.

use super::Definition;
use crate::rules::{Fact, Numbered, Promise, Role, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "bicaptures",
    summary: "A side may capture its own men like those of the other side, all but its king. Kings are checked by \
              hostile men only.",
    install: |_, rules| install(rules),
    numbers: |_| Numbered::FEWEST,
    facts: &[Fact::OwnMenCheck],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.sides(Promise::captures(), |view, side, role, men| match role {
        Role::Captured => men | view.position.men_of(side) & !view.position.royals_of(side),
        Role::Moves | Role::Lent | Role::Observes => men,
    });
}
