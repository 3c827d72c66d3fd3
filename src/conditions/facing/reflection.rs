//! Point reflection: men on squares symmetrical about the centre go like each other.

use super::super::{Definition, Names};
use super::lend_all;
use crate::board::{Geometry, Square};
use crate::rules::{Candidate, Kind, Promise, RulesBuilder, View};
use smallvec::smallvec;

/// Point reflection.
pub static POINT: Definition = Definition {
    key: "point-reflection",
    names: Names {
        en: "PointReflection",
        de: "Punktspiegelung",
        fr: "ReflexionCentrale",
    },
    inventor: None,
    summary: "Two men on squares that are symmetrical about the centre of the board move, capture and check each with the \
              walk of the other.",
    install: |_, rules| install(rules),
    ..Definition::BASE
};

fn install(rules: &mut RulesBuilder<'_>) {
    lend_all(rules);
    rules.borrow_walk(|view, actor, _, walks| {
        let other = opposite(view.geometry(), actor.square).map(|on| view.piece_on(on));
        if let Some(other) = other.filter(|other| other.is_some()) {
            *walks = smallvec![other.walk()];
        }
    });
    rules.keep_move(Promise::nothing(), |view, _, candidate| {
        !matches!(candidate.kind, Kind::Castling { .. }) || has_free_castlers(view, candidate)
    });
}

/// As measured, a side castles only while nobody stands opposite to its king and the corners of its
/// rank.
fn has_free_castlers(view: View<'_>, castling: &Candidate) -> bool {
    let board = view.geometry();
    let rank = i16::from(board.rank(castling.from));
    let corners = [0, i16::from(board.width()) - 1].map(|file| board.square(file, rank));
    let mut castlers = corners.into_iter().flatten().chain([castling.from]);
    castlers.all(|on| opposite(board, on).is_none_or(|on| view.piece_on(on).is_none()))
}

/// The square symmetrical to this one about the centre.
fn opposite(geometry: &Geometry, square: Square) -> Option<Square> {
    let file = geometry.width() - 1 - geometry.file(square);
    let rank = geometry.height() - 1 - geometry.rank(square);
    geometry.square(file.into(), rank.into())
}
