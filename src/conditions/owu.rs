//! OWU: a mated king could capture one man, were it not guarded.

use super::Definition;
use crate::board::Side;
use crate::position::Position;
use crate::rules::{Actor, End, Numbered, Promise, Rules, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "owu",
    summary: "A mate counts only if exactly one hostile man stands where the mated king could capture it, were it not \
              guarded.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.goal(Promise::ends_play(), |question, position| {
        let is_reached = question.usual(position);
        match question.end() {
            End::Mate(side) if is_reached => captures(question.rules(), position, side) == 1,
            _ => is_reached,
        }
    });
}

/// How many captures the king of a side could try.
fn captures(rules: &Rules, position: &Position, side: Side) -> usize {
    let steps = |square| rules.view(position).steps(Actor { square, side });
    let steps = position.royals_of(side).flat_map(steps);
    steps.filter(|step| step.is_capture()).count()
}
