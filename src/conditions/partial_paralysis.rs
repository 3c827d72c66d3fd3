//! Partial paralysis: an observed man loses the moves that it shares with its observers.

use super::Definition;
use crate::board::Side;
use crate::men::{WalkId, Which};
use crate::rules::{Promise, PseudoMove, Ring, RulesBuilder, View};

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
    rules.keep_line(
        Ring::Actor,
        Promise::nothing(),
        |view, side, pseudo_move| {
            let observers = view.observers(pseudo_move.from, !side, Ring::Geometry);
            let mut walks = observers.map(|on| view.piece_on(on).walk());
            !walks.any(|walk| leads_there(view, side, pseudo_move, walk))
        },
    );
}

/// Whether a man of `side` with this walk could make the same step.
fn leads_there(view: View<'_>, side: Side, pseudo_move: &PseudoMove, walk: WalkId) -> bool {
    let (table, men, from) = (view.table(), view.position, pseudo_move.from);
    if pseudo_move.captured == Some(pseudo_move.to) {
        return table.captures_on(men, walk, side, from, pseudo_move.to);
    }
    let which = match pseudo_move.captured {
        Some(_) => Which::Captures,
        None => Which::NonCapture,
    };
    let mut found = false;
    table.steps(men, walk, side, from, which, &mut |step| {
        found |= (step.to, step.captured) == (pseudo_move.to, pseudo_move.captured);
    });
    found
}
