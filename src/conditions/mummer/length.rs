//! The length of a move, squared, between the centres of departure and arrival.

use crate::board::Square;
use crate::conditions::castlings::castles;
use crate::men::walk_id;
use crate::rules::{Kind, PseudoMove, View};

/// How far two squares are apart in one direction.
type Steps = fn(View<'_>, Square, Square) -> u32;

/// The squared length. Castling counts the ways of king and partner together, an exchange nothing
/// unless a king castles by it: then the squares of both ways are added. A mao's step goes round its
/// corner: a little longer than a knight's.
pub fn squared_length(view: View<'_>, pseudo_move: &PseudoMove) -> u32 {
    match pseudo_move.kind {
        Kind::Exchange if castles(view, pseudo_move) => {
            2 * squared(view, pseudo_move.from, pseudo_move.to)
        }
        Kind::Exchange | Kind::Board => 0,
        Kind::Castling {
            partner_from,
            partner_to,
        } => {
            let ways = [
                (pseudo_move.from, pseudo_move.to),
                (partner_from, partner_to),
            ];
            let [files, ranks] = [files, ranks].map(|steps: Steps| -> u32 {
                let steps = ways.iter().map(|&(from, to)| steps(view, from, to));
                steps.sum()
            });
            files * files + ranks * ranks
        }
        _ if view.piece_on(pseudo_move.from).walk() == walk_id::MAO => 6,
        _ => squared(view, pseudo_move.from, pseudo_move.to),
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
