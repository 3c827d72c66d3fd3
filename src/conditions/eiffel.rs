//! Eiffel chess: a man is paralysed by hostile men of the kind that follows its own in a cycle.

use super::Definition;
use super::meeting::{is_met_by, paralyser};
use crate::rules::{Claim, Promise, RulesBuilder, Thing};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "eiffel-chess",
    summary: "A man observed by a hostile man of a certain kind is paralysed: a pawn by a queen, a queen by a rook, a \
              rook by a bishop, a bishop by a knight, a knight by a pawn. It neither moves, captures nor checks, but \
              still paralyses.",
    install: |_, rules| install(rules),
    claims: |_| &[Claim::Owns(Thing::Paralysis)],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
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
