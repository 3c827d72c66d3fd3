//! Partial paralysis: an observed man loses the moves that it shares with its observers.

use super::Definition;
use crate::board::Side;
use crate::men::{WalkId, Which};
use crate::rules::{Candidate, Promise, Ring, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "partial-paralysis",
    summary: "A man observed by hostile men may not go where it could also go with the walk of such an observer, whether \
              to move, to capture or to give check. Its other moves are free.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.keep_line(Ring::Actor, Promise::nothing(), |view, side, candidate| {
        let observers = view.observers(candidate.from, !side, Ring::Geometry);
        let mut walks = observers.map(|on| view.piece_on(on).walk());
        !walks.any(|walk| leads_there(view, side, candidate, walk))
    });
}

/// Whether a man of `side` with this walk could make the same step.
fn leads_there(view: View<'_>, side: Side, candidate: &Candidate, walk: WalkId) -> bool {
    let (table, men, from) = (view.table(), view.position, candidate.from);
    if candidate.captured == Some(candidate.to) {
        return table.captures_on(men, walk, side, from, candidate.to);
    }
    let which = match candidate.captured {
        Some(_) => Which::Captures,
        None => Which::Quiet,
    };
    let mut found = false;
    table.steps(men, walk, side, from, which, &mut |step| {
        found |= (step.to, step.captured) == (candidate.to, candidate.captured);
    });
    found
}
