//! Cavities: squares on which nobody may stand.

use super::Definition;
use crate::board::SquareSet;
use crate::problem::Condition;
use crate::rules::{Promise, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "cavity",
    summary: "Nobody may stand on the squares named. Lines, leaps and double steps lead over them as over empty squares, \
              which they do not over holes.",
    decisions: "A move whose effects would put a man there is illegal.",
    install,
    samples: &["d4 e5", "c7"],
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let cavities: SquareSet = condition.squares().collect();
    if rules.diagram().men().any(|(on, _)| cavities.contains(on)) {
        return rules.refuse("a man stands in a cavity");
    }
    rules.keep_legal(Promise::nothing(), move |_, position, _| {
        cavities
            .into_iter()
            .all(|on| position.piece_on(on).is_none())
    });
}
