//! Castlings that several conditions know: along lines, and by change of places.

use crate::board::{Geometry, Side, Square, Vector};
use crate::men::{Piece, walk_id};
use crate::position::Position;
use crate::rules::{Actor, Castlings, Kind, PseudoMove, Rules, View};

/// Whether a king changes places with a man of its own side.
pub(super) fn castles(view: View<'_>, pseudo_move: &PseudoMove) -> bool {
    let [king, officer] = [pseudo_move.from, pseudo_move.to].map(|on| view.piece_on(on));
    let share = |side: Side| king.is_of(side) && officer.is_of(side);
    pseudo_move.kind == Kind::Exchange && king.is_royal() && Side::BOTH.into_iter().any(share)
}

/// The castlings of a king where it stands.
pub(super) fn add_castlings(
    rules: &Rules,
    position: &mut Position,
    actor: Actor,
    (lines, with): Castlings,
    into: &mut Vec<PseudoMove>,
) {
    let king = position.piece_on(actor.square);
    if !king.is_royal() || king.walk() != walk_id::KING {
        return;
    }
    for &line in lines {
        if let Some((passed, pseudo_move)) =
            castling(rules.geometry(), position, actor.square, line, with)
            && rules
                .generator()
                .may_pass(position, actor.side, actor.square, passed)
        {
            into.push(pseudo_move);
        }
    }
}

/// The castling along a line, with the square that the king passes.
fn castling(
    geometry: &Geometry,
    position: &Position,
    king: Square,
    line: Vector,
    with: fn(Piece) -> bool,
) -> Option<(Square, PseudoMove)> {
    let next = |square: &Square| geometry.step(*square, line);
    let mut way = std::iter::successors(geometry.step(king, line), next);
    let is_free = |square: &Square| position.is_free(*square);
    let passed = way.next().filter(is_free)?;
    let to = way.next().filter(is_free)?;
    let partner_from = way.find(|square| !position.is_free(*square))?;
    let partner = position.piece_on(partner_from);
    let is_man = partner.is_some() && with(partner) && partner_from != king;
    let kind = Kind::Castling {
        partner_from,
        partner_to: passed,
    };
    let pseudo_move = PseudoMove {
        from: king,
        to,
        captured: None,
        kind,
    };
    is_man.then_some((passed, pseudo_move))
}
