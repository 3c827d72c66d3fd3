//! Rights that a position has by agreement: castling regained or lost, a capture en passant without proof.

use super::{Boards, Definition};
use crate::board::{Geometry, Side, Square};
use crate::men::walk_id;
use crate::position::{Effect, Reason, Slot, pack_squares};
use crate::problem::Diagram;
use crate::rules::{CastlingWays, Displaces, Rank, RulesBuilder};

/// Castling and capture en passant follow from the position alone, not from the moves before it.
pub static CONSEQUENT: Definition = Definition {
    key: "consequent",
    summary: "Each position is judged by itself, whatever was played before: castling is allowed whenever king and rook \
              stand on their squares, and no pawn may be captured en passant.",
    install: |_, rules| consequent(rules),
    options: Some(&[]),
    ..Definition::BASE
};

/// Nobody castles.
pub static CASTLING_OFF: Definition = Definition {
    key: "castling-off",
    summary: "There is no castling.",
    install: |_, rules| rules.set_castlings(CastlingWays::None),
    options: Some(&[]),
    forbids_castling: true,
    boards: Boards::Any,
    ..Definition::BASE
};

/// The first move may capture en passant.
pub static EP_ON: Definition = Definition {
    key: "ep-on",
    summary: "A capture en passant with the first move needs no proof: the pawn on its fourth rank, with free squares behind \
              it and a hostile pawn beside it, has just made its double step.",
    decisions: "Where several pawns could have made it, the squares must be named with the option for it.",
    install: |_, rules| allow_en_passant(rules),
    options: Some(&[]),
    boards: Boards::Array,
    ..Definition::BASE
};

fn consequent(rules: &mut RulesBuilder<'_>) {
    rules.castle_anew();
    rules.after_any_ply(
        Rank::MEMORY,
        Displaces::Nothing,
        |_, position, _, outcome| {
            let slot = Slot::EN_PASSANT;
            if position.slot(slot) != 0 {
                outcome.push(Effect::Set { slot, value: 0 }, Reason::Silent);
            }
        },
    );
}

fn allow_en_passant(rules: &mut RulesBuilder<'_>) {
    let (diagram, geometry) = (rules.diagram(), rules.geometry().clone());
    let both = Side::BOTH.into_iter();
    let steps: Vec<_> = both
        .flat_map(|side| double_steps(diagram, &geometry, side))
        .collect();
    match steps[..] {
        [] => {}
        [[passed, pawn]] => rules.set_up(move |position| {
            let (slot, value) = (Slot::EN_PASSANT, pack_squares([passed, pawn]));
            position.apply(Effect::Set { slot, value }, Reason::Silent);
        }),
        _ => rules.refuse(
            "several pawns could be captured en passant: name the squares of the one that can",
        ),
    }
}

/// The square that was passed and that of the pawn, for each pawn of a side that could be captured.
fn double_steps(diagram: &Diagram, geometry: &Geometry, side: Side) -> Vec<[Square; 2]> {
    let (fourth, back) = match side {
        Side::White => (3, -1),
        Side::Black => (i16::from(geometry.height()) - 4, 1),
    };
    let man = |on: Square| diagram.men().find(|(square, _)| *square == on);
    let is_pawn = |on: Square, of: Side| {
        man(on).is_some_and(|(_, man)| man.walk() == walk_id::PAWN && man.is_of(of))
    };
    let step = |file: i16| {
        let pawn = geometry
            .square(file, fourth)
            .filter(|&on| is_pawn(on, side))?;
        let [passed, first] = [1, 2].map(|steps| geometry.square(file, fourth + steps * back));
        let is_free = |on: &Square| man(*on).is_none();
        let passed = passed
            .filter(is_free)
            .filter(|_| first.is_some_and(|on| is_free(&on)))?;
        let mut beside = [file - 1, file + 1].into_iter();
        let is_faced = beside.any(|file| {
            let beside = geometry.square(file, fourth);
            beside.is_some_and(|on| is_pawn(on, !side))
        });
        is_faced.then_some([passed, pawn])
    };
    (0..i16::from(geometry.width())).filter_map(step).collect()
}
