//! Provocation chess: a man captures and checks only while a hostile man observes it.

use super::Definition;
use crate::rules::{Promise, Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "provocation-chess",
    summary: "A man captures, checks and guards only while a hostile man observes it; other moves are free.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::departure(), |view, side, pseudo_move| {
        let from = pseudo_move.from;
        view.among_all(|view| view.is_observed(from, !side, Ring::Actor))
    });
}
