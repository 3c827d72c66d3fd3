//! Point reflection: men on squares symmetrical about the centre go like each other.

use super::super::{Definition, Pawns};
use super::neighbour::{CHECKS, lend_all};
use crate::men::{Piece, walk_id};
use crate::rules::{
    Actor, Claim, Kind, Lending, Loan, Manner, Promise, PseudoMove, RulesBuilder, Thing, View,
    Walks,
};

/// Point reflection.
pub static POINT: Definition = Definition {
    key: "point-reflection",
    pawns: |_| Pawns::Act,
    summary: "Two men on squares that are symmetrical about the centre of the board move, capture and check each with the \
              walk of the other.",
    decisions: CHECKS,
    install: |_, rules| install(rules),
    claims: |_| &[Claim::Owns(Thing::Lender)],
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    lend_all(rules);
    let lending = Lending::of(Loan::Neighbour, Manner::InPlace).for_all_purposes();
    rules.lend(lending, |view, actor, _| lent(view, actor));
    rules.keep_move(Promise::nothing(), |view, _, pseudo_move| {
        !matches!(pseudo_move.kind, Kind::Castling { .. }) || has_free_castlers(view, pseudo_move)
    });
}

/// The walk of the man opposite.
fn lent(view: View<'_>, actor: Actor) -> Walks {
    let other = view.geometry().opposite(actor.square);
    let other = other.map(|on| view.piece_on(on));
    let other = other.filter(|other| other.is_some());
    other.map(|other| other.walk()).into_iter().collect()
}

/// As measured, a side castles only while opposite to its king stands nobody or a king, and opposite
/// to each corner of its rank nobody or a rook, whether its own rook is there or not.
fn has_free_castlers(view: View<'_>, castling: &PseudoMove) -> bool {
    let board = view.geometry();
    let rank = i16::from(board.rank(castling.from));
    let corners = [0, i16::from(board.width()) - 1].map(|file| board.square(file, rank));
    let rooks = corners.into_iter().flatten().map(|on| (on, walk_id::ROOK));
    let mut castlers = rooks.chain([(castling.from, walk_id::KING)]);
    castlers.all(|(on, walk)| {
        let other = board
            .opposite(on)
            .map_or(Piece::NONE, |on| view.piece_on(on));
        other.is_none() || other.walk() == walk
    })
}
