//! Lortap: a man captures and checks only while no man of its own side observes it.

use super::{Boards, Definition, Pawns};
use crate::rules::{Promise, Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "lortap",
    pawns: |_| Pawns::Usual,
    summary: "A man captures, checks and guards only while it is observed by no man of its own side; other moves are \
              free. It is the opposite of patrol chess.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::departure(), |view, side, pseudo_move| {
        let from = pseudo_move.from;
        !view.among_all(|view| view.is_observed(from, side, Ring::Actor))
    });
}
