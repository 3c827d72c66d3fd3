//! Immobilio: a man whose rebirth square is occupied does not act.

use super::circe::home_square;
use super::{Caption, Definition, Param, Printed};
use crate::men::WalkId;
use crate::problem::{Argument, Condition};
use crate::rules::{Promise, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "immobilio",
    caption: Caption::of(Printed::Nothing),
    summary: "A man whose Circe rebirth square, told by where it stands, is occupied, if only by itself, neither moves nor \
              gives check. With a list of walks only men with these walks are bound.",
    options: Some(&[Param::Walks]),
    samples: &["R", "K"],
    install,
    ..Definition::BASE
};

fn install(condition: &Condition, rules: &mut RulesBuilder<'_>) {
    let walks = condition.arguments.iter();
    let walks = walks.filter_map(|argument| match argument {
        Argument::Walk(walk) => Some(*walk),
        _ => None,
    });
    let walks: Vec<WalkId> = walks.collect();
    rules.forbid_actor(Promise::nothing(), move |view, actor| {
        let man = view.piece_on(actor.square);
        let is_bound = walks.is_empty() || walks.contains(&man.walk());
        let home = || home_square(view, man, actor.square, actor.side);
        // Who stands on the other of two boards is no matter.
        let is_free = |home| view.position.is_free(home) || !view.notices(actor.square, home);
        is_bound && home().is_some_and(|home| !is_free(home))
    });
}
