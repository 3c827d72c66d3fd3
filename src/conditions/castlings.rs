//! Castlings that several conditions know: along lines, and by change of places.

use crate::board::{Geometry, Side, Square, Vector};
use crate::men::{Piece, walk_id};
use crate::position::Position;
use crate::rules::{Actor, Candidate, Castlings, Kind, Rules, View};

/// Whether a king changes places with a man of its own side.
pub(super) fn castles(view: View<'_>, candidate: &Candidate) -> bool {
    let [king, officer] = [candidate.from, candidate.to].map(|on| view.piece_on(on));
    let share = |side: Side| king.is_of(side) && officer.is_of(side);
    candidate.kind == Kind::Exchange && king.is_royal() && Side::BOTH.into_iter().any(share)
}

/// The castlings of a king where it stands.
pub(super) fn add_castlings(
    rules: &Rules,
    position: &mut Position,
    actor: Actor,
    (lines, with): Castlings,
    into: &mut Vec<Candidate>,
) {
    let king = position.piece_on(actor.square);
    if !king.is_royal() || king.walk() != walk_id::KING {
        return;
    }
    for &line in lines {
        if let Some((passed, candidate)) =
            castling(rules.geometry(), position, actor.square, line, with)
            && rules.may_pass(position, actor.side, actor.square, passed)
        {
            into.push(candidate);
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
) -> Option<(Square, Candidate)> {
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
    let candidate = Candidate {
        from: king,
        to,
        captured: None,
        kind,
    };
    is_man.then_some((passed, candidate))
}
