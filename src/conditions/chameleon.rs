//! Chameleon chess: every officer changes its walk when it moves.

use super::{Boards, Caption, Definition, Param, Printed};
use crate::attributes::{change_walk, next_in, usual_cycle};
use crate::men::{Army, WalkId};
use crate::problem::Condition;
use crate::rules::{Promise, Rank, RulesBuilder, Topic};

/// The cycle of chameleon men, see [`crate::attributes`]; no rule of its own.
pub static SEQUENCE: Definition = Definition {
    key: "chameleon-sequence",
    caption: Caption::of(Printed::Cycle),
    summary: "Chameleon men take the next walk of the cycle named, instead of the usual one, when they move.",
    install: |_, _| {},
    options: Some(&[Param::Walks]),
    announce: |condition, announced| announced.say(Topic::Cycle, condition),
    ..Definition::BASE
};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "chameleon-chess",
    caption: Caption {
        arguments: Printed::Cycle,
        cycle_as: Some("chameleon-sequence"),
        ..Caption::PLAIN
    },
    summary: "Every officer takes the next walk of the cycle queen, knight, bishop, rook (or of the cycle named) when \
              it moves. Kings, pawns and a pawn just promoted keep theirs.",
    install,
    boards: Boards::Any,
    samples: &["S R B S"],
    ..SEQUENCE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let cycle = cycle_of(condition, rules.army());
    rules.may_use(cycle.iter().copied());
    let next = cycle.clone();
    let promise = Promise::walk(move |walk| next_in(&next, walk));
    rules.after(
        Rank::CHAMELEON_CHESS,
        promise,
        move |view, played, outcome| {
            change_walk(view, played, &cycle, outcome);
        },
    );
}

/// The walks in order, without repeating the first at the end.
fn cycle_of(condition: &Condition, army: Army) -> Vec<WalkId> {
    let mut cycle: Vec<WalkId> = condition.walks().collect();
    if cycle.len() > 1 && cycle.first() == cycle.last() {
        cycle.pop();
    }
    if cycle.is_empty() {
        usual_cycle(army)
    } else {
        cycle
    }
}
