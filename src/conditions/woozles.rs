//! Woozles and biwoozles: men that observe each other cannot capture.

use super::{Definition, Names};
use crate::board::{Side, Square};
use crate::problem::Condition;
use crate::rules::{Actor, Candidate, Ring, RulesBuilder, View};

/// Woozles.
pub static OWN: Definition = Definition {
    key: "woozles",
    names: Names {
        en: "Woozles",
        de: "Woozles",
        fr: "Woozles",
    },
    inventor: None,
    summary: "Two men of one side that observe each other can neither capture nor check; other moves are free. Kings take \
              part unless rex exclusive.",
    install: |condition, rules| install(condition, false, rules),
    ..Definition::BASE
};

/// Biwoozles.
pub static HOSTILE: Definition = Definition {
    key: "bi-woozles",
    names: Names {
        en: "BiWoozles",
        de: "BiWoozles",
        fr: "BiWoozles",
    },
    inventor: None,
    summary: "Two hostile men that observe each other can neither capture nor check, not even each other; other moves are \
              free. Kings take part unless rex exclusive.",
    install: |condition, rules| install(condition, true, rules),
    ..Definition::BASE
};

fn install(condition: &Condition, hostile: bool, rules: &mut RulesBuilder<'_>) {
    let rex_exclusive = condition.has_flag("rex-exclusive");
    rules.keep_capture(move |view, side, candidate| {
        let partners = if hostile { !side } else { side };
        !is_met(view, side, candidate, partners, rex_exclusive)
    });
}

/// Whether the man that captures and one of the `partners` observe each other.
fn is_met(
    view: View<'_>,
    side: Side,
    candidate: &Candidate,
    partners: Side,
    rex_exclusive: bool,
) -> bool {
    let takes_part = |on: Square| !rex_exclusive || !view.piece_on(on).is_royal();
    let from = candidate.from;
    let actor = Actor { square: from, side };
    let meets = |on: Square| on != from && takes_part(on) && view.observes(actor, on, Ring::Actor);
    takes_part(from) && view.observers(from, partners, Ring::Actor).any(meets)
}
