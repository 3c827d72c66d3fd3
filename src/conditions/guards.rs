//! Super-guards and anti-guards: whether a man is guarded by its own side decides if it can be
//! captured.

use super::Definition;
use crate::rules::{Promise, Ring, RulesBuilder};

/// Super-guards.
pub static SUPER: Definition = Definition {
    key: "super-guards",
    summary: "A man guarded by its own side cannot be captured; a guarded king is not in check.",
    install: |_, rules| install(false, rules),
    ..Definition::BASE
};

/// Anti-guards.
pub static ANTI: Definition = Definition {
    key: "anti-guards",
    summary: "A man can be captured only if its own side guards it; an unguarded king is not in check.",
    decisions: "A pawn that is captured en passant must be guarded where it stands.",
    install: |_, rules| install(true, rules),
    ..Definition::BASE
};

/// Captured are the guarded men, or the others.
fn install(guarded: bool, rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::nothing(), move |view, side, pseudo_move| {
        let is_guarded = |on| view.among_all(|view| view.is_observed(on, !side, Ring::Actor));
        pseudo_move
            .captured
            .is_none_or(|on| is_guarded(on) == guarded)
    });
}
