//! Promotion to the walks named only.

use super::super::Definition;
use crate::men::WalkId;
use crate::rules::RulesBuilder;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "prom-only",
    summary: "Pawns promote to the walks named and to nothing else.",
    install: |condition, rules| install(condition.walks().collect(), rules),
    ..Definition::BASE
};

fn install(walks: Vec<WalkId>, rules: &mut RulesBuilder<'_>) {
    let mut walks = walks;
    walks.sort();
    walks.dedup();
    rules.set_promotions(walks);
}
