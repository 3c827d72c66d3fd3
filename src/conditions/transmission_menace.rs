//! Transmission menace: a threatened man may also move like those that threaten it.

use super::facing::WATCH;
use super::transmuted_king::walks_of_observers;
use super::{Definition, Pawns};
use crate::rules::{Loan, Promise, Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "transmission-menace",
    pawns: |_| Pawns::Act,
    summary: "A man, kings included, that hostile men observe also moves, captures and checks with each of the walks \
              with which they do.",
    decisions: WATCH,
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let guard = rules.guard();
    rules.lend_walk(
        Loan::Further,
        Promise::nothing(),
        move |view, actor, purpose, walks| {
            if purpose.is_to_watch() {
                return;
            }
            let lent = view.ask_once(guard, |view| walks_of_observers(view, actor, Ring::Actor));
            for walk in lent.unwrap_or_default() {
                if !walks.contains(&walk) {
                    walks.insert(0, walk);
                }
            }
        },
    );
}
