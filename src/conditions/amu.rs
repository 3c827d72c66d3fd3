//! AMU: the man that mates was attacked exactly once before it moved.

use super::Definition;
use crate::position::{Effect, Reason, Slot};
use crate::rules::{Displaces, End, Numbered, Promise, Ring, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "amu",
    summary: "A move mates only if the man that moves was attacked by exactly one hostile man before it moved.",
    decisions: "In castling the king counts as the man that moves.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let attacked_once = rules.slot(Slot::named("attacked-once"));
    rules.before(
        Displaces::Nothing,
        move |view, side, pseudo_move, outcome| {
            let attackers = view.observers(pseudo_move.from, !side, Ring::Capture);
            let (slot, value) = (attacked_once, u128::from(attackers.len() == 1));
            if view.position.slot(slot) != value {
                outcome.push(Effect::Set { slot, value }, Reason::Silent);
            }
        },
    );
    rules.goal(Promise::ends_play(), move |question, position| {
        let is_mate = matches!(question.end(), End::Mate(_));
        (!is_mate || position.slot(attacked_once) == 1) && question.usual(position)
    });
}
