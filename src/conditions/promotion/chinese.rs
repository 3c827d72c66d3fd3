//! Chinese chess: pawns may also promote to the Chinese officers.

use super::super::Definition;
use crate::men::walk_id;
use crate::rules::RulesBuilder;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "chinese-chess",
    summary: "Pawns may promote to leo, mao, pao and vao as well, even if none of them is on the board.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.add_promotions([walk_id::LEO, walk_id::MAO, walk_id::PAO, walk_id::VAO]);
}
