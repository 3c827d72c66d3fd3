//! Patrol chess: a man captures and checks only while a man of its own side observes it.

use super::{Boards, Definition};
use crate::rules::{Promise, Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "patrouille",
    summary: "A man captures, checks and guards only while it is observed by another man of its own side; other moves \
              are free. The observing man itself need not be observed.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    boards: Boards::Any,
    gives: Some("patrol"),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_capture(Promise::departure(), |view, side, pseudo_move| {
        let from = pseudo_move.from;
        view.among_all(|view| view.is_observed(from, side, Ring::Actor))
    });
}
