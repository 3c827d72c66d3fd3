//! Eiffel chess: a man is paralysed by hostile men of the kind that follows its own in a cycle.

use super::Definition;
use super::madrasi::is_met_by;
use crate::men::{WalkId, walk_id};
use crate::rules::{Promise, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "eiffel-chess",
    summary: "A man observed by a hostile man of a certain kind is paralysed: a pawn by a queen, a queen by a rook, a \
              rook by a bishop, a bishop by a knight, a knight by a pawn. It neither moves, captures nor checks, but \
              still paralyses.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

/// Each kind is paralysed by the next, the last by the first.
const CYCLE: [WalkId; 5] = [
    walk_id::PAWN,
    walk_id::QUEEN,
    walk_id::ROOK,
    walk_id::BISHOP,
    walk_id::KNIGHT,
];

/// Which men paralyse those of this walk.
pub(super) fn paralyser(walk: WalkId) -> Option<WalkId> {
    let place = CYCLE.iter().position(|kind| *kind == walk)?;
    Some(CYCLE[(place + 1) % CYCLE.len()])
}

fn install(rules: &mut RulesBuilder<'_>) {
    if rules.has_condition("madrasi") || rules.has_condition("isardam") {
        rules.refuse("Eiffel chess excludes Madrasi and Isardam");
    }
    rules.forbid_actor(
        Promise::observed_by(|man, other| {
            !man.is_royal() && paralyser(man.walk()) == Some(other.walk())
        }),
        |view, actor| {
            let man = view.piece_on(actor.square);
            let paralyser = paralyser(man.walk()).filter(|_| !man.is_royal());
            paralyser.is_some_and(|walk| is_met_by(view, walk, actor.square, actor.side))
        },
    );
}
