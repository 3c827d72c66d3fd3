//! Disparate: nobody answers with a man of the walk that the other side just moved.

use super::Definition;
use crate::position::LastMoveFact;
use crate::rules::{Actor, Promise, RulesBuilder, View};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "disparate",
    summary: "After a move of one side, men of the other that have the walk of the man moved cannot act: they neither \
              move nor check. A promotion counts as the move of a pawn, castling as that of the king; before the first \
              move all men are free.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    rules.remember_last_move([LastMoveFact::Side, LastMoveFact::Mover]);
    rules.forbid_actor(Promise::nothing(), answers_in_kind);
}

fn answers_in_kind(view: View<'_>, actor: Actor) -> bool {
    let last = view.position.last_move();
    let walk = view.piece_on(actor.square).walk();
    last.side == Some(!actor.side) && last.mover.is_some_and(|man| man.walk() == walk)
}
