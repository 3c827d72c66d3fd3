//! The length of a move, squared, between the centres of departure and arrival.

use crate::board::Square;
use crate::conditions::castlings::castles;
use crate::men::walk_id;
use crate::rules::{Candidate, Kind, View};

/// How far two squares are apart in one direction.
type Steps = fn(View<'_>, Square, Square) -> u32;

/// The squared length. Castling counts the ways of king and partner together, an exchange nothing
/// unless a king castles by it: then the squares of both ways are added. A mao's step goes round its
/// corner: a little longer than a knight's.
pub(super) fn squared_length(view: View<'_>, candidate: &Candidate) -> u32 {
    match candidate.kind {
        Kind::Exchange if castles(view, candidate) => {
            2 * squared(view, candidate.from, candidate.to)
        }
        Kind::Exchange | Kind::Bare => 0,
        Kind::Castling {
            partner_from,
            partner_to,
        } => {
            let ways = [(candidate.from, candidate.to), (partner_from, partner_to)];
            let [files, ranks] = [files, ranks].map(|steps: Steps| -> u32 {
                let steps = ways.iter().map(|&(from, to)| steps(view, from, to));
                steps.sum()
            });
            files * files + ranks * ranks
        }
        _ if view.piece_on(candidate.from).walk() == walk_id::MAO => 6,
        _ => squared(view, candidate.from, candidate.to),
    }
}

fn squared(view: View<'_>, from: Square, to: Square) -> u32 {
    let [files, ranks] = [files, ranks].map(|steps: Steps| steps(view, from, to));
    files * files + ranks * ranks
}

fn ranks(view: View<'_>, from: Square, to: Square) -> u32 {
    u32::from(
        view.geometry()
            .rank(from)
            .abs_diff(view.geometry().rank(to)),
    )
}

fn files(view: View<'_>, from: Square, to: Square) -> u32 {
    u32::from(
        view.geometry()
            .file(from)
            .abs_diff(view.geometry().file(to)),
    )
}
