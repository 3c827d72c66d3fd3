//! Transmission menace: a threatened man may also move like those that threaten it.

use super::lent::{WATCH, walks_of_observers};
use super::{Definition, Pawns};
use crate::rules::{Fact, Lending, Loan, Manner, Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "transmission-menace",
    pawns: |_| Pawns::Act,
    summary: "A man, kings included, that hostile men observe also moves, captures and checks with each of the walks \
              with which they do.",
    decisions: WATCH,
    install: |_, rules| install(rules),
    options: Some(&[]),
    facts: &[Fact::LentChecksAreSilent],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let guard = rules.guard();
    let lending = Lending::of(Loan::Observers, Manner::Beside);
    rules.lend(lending, move |view, actor, _| {
        let lent = view.ask_once(guard, |view| walks_of_observers(view, actor, Ring::Actor));
        lent.unwrap_or_default()
    });
}
