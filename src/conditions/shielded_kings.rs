//! Shielded kings: a king guarded by its own side cannot be captured by the other king.

use super::Definition;
use crate::rules::{Promise, Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "shielded-kings",
    summary: "A king guarded by a man of its own side is not in check from the hostile king, so it may stand next to \
              it. All other checks are as usual.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::nothing(), |view, side, pseudo_move| {
        let is_king = |on| view.piece_on(on).is_royal();
        let is_shielded = |on| is_king(on) && view.is_observed(on, !side, Ring::Actor);
        !is_king(pseudo_move.from) || !pseudo_move.captured.is_some_and(is_shielded)
    });
}
