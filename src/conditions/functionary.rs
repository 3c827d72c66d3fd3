//! Functionary chess: a man moves, captures and checks only while a hostile man observes it.

use super::Definition;
use crate::board::Side;
use crate::rules::{Promise, PseudoMove, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "functionary-chess",
    summary: "A man, kings included, moves, captures, checks and guards only while a hostile man observes it.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::departure(), is_observed);
    rules.keep_move(Promise::departure(), is_observed);
}

fn is_observed(view: View<'_>, side: Side, pseudo_move: &PseudoMove) -> bool {
    let owner = view.actor(pseudo_move.from, side).side;
    view.is_observed(pseudo_move.from, !owner, Ring::Actor)
}
