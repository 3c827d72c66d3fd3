//! Follow my leader and the synchron movers: what a side must play follows from the move before.
//!
//! In series play the move before is the side's own.

use super::Definition;
use crate::board::Side;
use crate::position::LastMoveFact;
use crate::rules::{Promise, PseudoMove, RulesBuilder, View};

/// White's and Black's.
pub static SIDES_FOLLOWS: [Definition; 2] =
    FOLLOWS.for_each_side("white-follow-my-leader", "black-follow-my-leader");

/// White's and Black's.
pub static SIDES_SYNCHRON: [Definition; 2] =
    SYNCHRON.for_each_side("white-synchron-mover", "black-synchron-mover");

/// White's and Black's.
pub static SIDES_ANTI_SYNCHRON: [Definition; 2] =
    ANTI.for_each_side("white-anti-synchron-mover", "black-anti-synchron-mover");

const FOLLOWS: Definition = Definition {
    summary: "If {Side} can move legally to the square that the last move left, he must do so; in castling the king's \
              squares count.",
    install: |condition, rules| follow(Definition::of(condition).side(), rules),
    options: Some(&[]),
    ..Definition::BASE
};

const SYNCHRON: Definition = Definition {
    summary: "If {Side} can move legally as far and in the same direction as the last move went, he must do so; in \
              castling the king's squares count.",
    install: |condition, rules| go_along(Definition::of(condition).side(), 1, rules),
    ..FOLLOWS
};

const ANTI: Definition = Definition {
    summary: "If {Side} can move legally as far and in the opposite direction as the last move went, he must do so; in \
              castling the king's squares count.",
    install: |condition, rules| go_along(Definition::of(condition).side(), -1, rules),
    ..FOLLOWS
};

fn follow(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.remember_last_move([LastMoveFact::Departure]);
    rules.select_best(side, Promise::nothing(), |view, pseudo_move| {
        let left = view.position.last_departure();
        (left == Some(pseudo_move.to)).into()
    });
}

fn go_along(side: Side, direction: i8, rules: &mut RulesBuilder<'_>) {
    rules.remember_last_move([LastMoveFact::Vector]);
    rules.select_best(side, Promise::nothing(), move |view, pseudo_move| {
        let last = view.position.last_move().vector;
        let wanted = last.map(|(files, ranks)| (direction * files, direction * ranks));
        (wanted == Some(vector(view, pseudo_move))).into()
    });
}

fn vector(view: View<'_>, pseudo_move: &PseudoMove) -> (i8, i8) {
    let board = view.geometry();
    let files = board.file(pseudo_move.to) as i8 - board.file(pseudo_move.from) as i8;
    let ranks = board.rank(pseudo_move.to) as i8 - board.rank(pseudo_move.from) as i8;
    (files, ranks)
}
