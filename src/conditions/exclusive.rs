//! Exclusive chess: a move may mate only if no other legal move does.

use super::{Definition, Names};
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::problem::Goal;
use crate::rules::{Promise, Rules, RulesBuilder, Turn};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "exclusive-chess",
    names: Names {
        en: "ExclusiveChess",
        de: "ExklusivSchach",
        fr: "EchecsExclusif",
    },
    inventor: None,
    summary: "A mating move is legal only if it is the only one: where two legal moves would mate, neither can be played.",
    decisions: "Whether a move mates, and whether others would, is judged as if the answers to them were free. Moves that \
                reach other goals than mate are free.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let asking = rules.slot(Slot::named("rivals-are-looked-for").lasting(Lifetime::Question));
    rules.keep_legal(Promise::nothing(), move |rules, position, turn| {
        if turn.trial || position.slot(asking) != 0 {
            return true;
        }
        set(asking, position, 1);
        let stands =
            !rules.reaches(position, Goal::Mate) || is_only_one(rules, position, turn, asking);
        set(asking, position, 0);
        stands
    });
}

/// Whether no other legal move would have mated.
fn is_only_one(rules: &Rules, position: &Position, turn: &Turn, asking: Slot) -> bool {
    let mut before = position.sketch();
    before.rewind();
    set(asking, &mut before, 1);
    rules.moves_reaching(&mut before, turn.side, Goal::Mate, 2) < 2
}

fn set(slot: Slot, position: &mut Position, value: u128) {
    position.apply(Effect::Set { slot, value }, Reason::Silent);
}
