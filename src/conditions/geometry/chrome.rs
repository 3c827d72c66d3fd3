//! Bichrom and monochrom chess: moves must change, or keep, the colour of the square.

use super::super::{Boards, Definition, Pawns};
use crate::board::Square;
use crate::rules::{Claim, Fact, Kind, Promise, PseudoMove, Ring, Thing, View};

/// Bichrom chess.
pub static BICHROM: Definition = Definition {
    key: "bichrom-chess",
    pawns: |_| Pawns::Usual,
    summary: "Only moves between squares of different colour are legal; observation and check follow the same rule.",
    install: |_, rules| {
        rules.keep_line(
            Ring::Geometry,
            Promise::geometry(),
            |view, _, pseudo_move| changes_colour(view, pseudo_move),
        );
    },
    options: Some(&[]),
    boards: Boards::Any,
    claims: |_| &[Claim::Owns(Thing::SquareColours)],
    facts: &[Fact::MovesLeadSomewhere],
    ..Definition::BASE
};

/// Monochrom chess.
pub static MONOCHROM: Definition = Definition {
    key: "monochrom-chess",
    summary: "Only moves between squares of the same colour are legal; observation and check follow the same rule.",
    install: |_, rules| {
        rules.keep_line(
            Ring::Geometry,
            Promise::geometry(),
            |view, _, pseudo_move| keeps_colour(view, pseudo_move),
        );
    },
    facts: &[],
    ..BICHROM
};

/// Every man that moves changes the colour of its square.
fn changes_colour(view: View<'_>, pseudo_move: &PseudoMove) -> bool {
    ways(view, pseudo_move)
        .all(|(from, to)| view.geometry().colour(from) != view.geometry().colour(to))
}

/// Every man that moves keeps the colour of its square.
fn keeps_colour(view: View<'_>, pseudo_move: &PseudoMove) -> bool {
    ways(view, pseudo_move)
        .all(|(from, to)| view.geometry().colour(from) == view.geometry().colour(to))
}

/// Departure and arrival of the man that moves and of its partner in a castling of the array.
fn ways(view: View<'_>, pseudo_move: &PseudoMove) -> impl Iterator<Item = (Square, Square)> {
    let partner = match pseudo_move.kind {
        Kind::Castling {
            partner_from,
            partner_to,
        } if view.rules.generator().is_usual_castling(pseudo_move) => {
            Some((partner_from, partner_to))
        }
        _ => None,
    };
    [(pseudo_move.from, pseudo_move.to)]
        .into_iter()
        .chain(partner)
}
