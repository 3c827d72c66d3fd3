//! The length of a move, squared, between the centres of departure and arrival.

use crate::board::Square;
use crate::conditions::exchange_castling::castles;
use crate::men::walk_id;
use crate::rules::{Candidate, Kind, View};

/// The squared length. Castling counts the ways of king and rook together, an exchange nothing
/// unless a king castles by it, and a mao's step goes round its corner: a little longer than a
/// knight's.
pub(super) fn squared_length(view: View<'_>, candidate: &Candidate) -> u32 {
    match candidate.kind {
        Kind::Exchange if castles(view, candidate) => squared(view, candidate.from, candidate.to),
        Kind::Exchange | Kind::Bare => 0,
        Kind::Castling {
            partner_from,
            partner_to,
        } => {
            let ways =
                files(view, candidate.from, candidate.to) + files(view, partner_from, partner_to);
            ways * ways
        }
        _ if view.piece_on(candidate.from).walk() == walk_id::MAO => 6,
        _ => squared(view, candidate.from, candidate.to),
    }
}

fn squared(view: View<'_>, from: Square, to: Square) -> u32 {
    let files = files(view, from, to);
    let ranks = u32::from(
        view.geometry()
            .rank(from)
            .abs_diff(view.geometry().rank(to)),
    );
    files * files + ranks * ranks
}

fn files(view: View<'_>, from: Square, to: Square) -> u32 {
    u32::from(
        view.geometry()
            .file(from)
            .abs_diff(view.geometry().file(to)),
    )
}
