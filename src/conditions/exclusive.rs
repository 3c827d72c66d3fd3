//! Exclusive chess: a move may reach the goal only if no other legal move does.

use super::{Definition, Names};
use crate::position::{Effect, Lifetime, Position, Reason, Slot};
use crate::problem::Goal;
use crate::rules::{Rules, RulesBuilder, Turn};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "exclusive-chess",
    names: Names {
        en: "ExclusiveChess",
        de: "ExklusivSchach",
        fr: "EchecsExclusif",
    },
    inventor: None,
    summary: "A move that reaches the goal, as a rule mate, is legal only if it is the only one that does: where two \
              moves would mate neither can be played.",
    decisions: "Whether a move reaches the goal, and the others that would, is judged as if the answers to them were free. \
                Where a problem asks for any move, the goal is mate.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    let mut goals: Vec<Goal> = rules.problem().goals().collect();
    goals.dedup();
    let goal = match goals.as_slice() {
        [] | [Goal::AnyMove] => Goal::Mate,
        [goal] => *goal,
        _ => {
            rules.refuse("exclusive chess needs one goal, for it forbids a second way to reach it");
            return;
        }
    };
    let asking = rules.slot(Slot::named("rivals-are-looked-for").lasting(Lifetime::Question));
    rules.keep_legal(move |rules, position, turn| {
        if turn.trial || position.slot(asking) != 0 {
            return true;
        }
        set(asking, position, 1);
        let stands =
            !rules.reaches(position, goal) || is_only_one(rules, position, turn, (goal, asking));
        set(asking, position, 0);
        stands
    });
}

/// Whether no other legal move would have reached the goal.
fn is_only_one(
    rules: &Rules,
    position: &Position,
    turn: &Turn,
    (goal, asking): (Goal, Slot),
) -> bool {
    let mut before = position.clone();
    before.rewind();
    set(asking, &mut before, 1);
    rules.moves_reaching(&mut before, turn.side, goal, 2) < 2
}

fn set(slot: Slot, position: &mut Position, value: u128) {
    position.apply(Effect::Set { slot, value }, Reason::Silent);
}
