//! Where an invisible man cannot be at one moment of a line, whoever is with him.

use super::board::{Man, OUTER_RANKS, walk};
use super::scene::{Ply, Victim};
use super::story::Step;
use crate::orthodox::attack::{self, Bits, between, bit};

/// The squares closed to the men of each side and walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed([[Bits; 6]; 2]);

impl Closed {
    /// After the ply with this number, with an eye on the next.
    pub fn at(steps: &[Step], time: usize) -> Closed {
        let step = &steps[time];
        let mut closed = [[step.board.closed(); 6]; 2];
        let mut close = |side: usize, squares: Bits| {
            closed[side]
                .iter_mut()
                .for_each(|closed| *closed |= squares);
        };
        if let Some(next) = steps.get(time + 1) {
            let (both, own) = in_the_way(next.ply);
            close(0, both);
            close(1, both);
            close(next.mover, own);
        }
        for side in &mut closed {
            side[walk::PAWN] |= OUTER_RANKS;
        }
        // Nobody may stand where nothing can shield a king that must not be in check.
        if let Some(king) = step.board.king(step.mover) {
            let near = attack::king(king);
            let foes = &mut closed[1 - step.mover];
            foes[walk::KING] |= near;
            foes[walk::QUEEN] |= near;
            foes[walk::ROOK] |= near & attack::orthogonals(king);
            foes[walk::BISHOP] |= near & attack::diagonals(king);
            foes[walk::KNIGHT] |= attack::knight(king);
            foes[walk::PAWN] |= attack::pawn_captures(step.mover, king);
        }
        Closed(closed)
    }

    /// The squares closed to everybody.
    pub fn for_all(&self) -> Bits {
        self.0.iter().flatten().fold(!0, |all, some| all & some)
    }

    pub fn to(&self, man: Man) -> Bits {
        self.0[man.side][man.walk]
    }
}

/// Squares that must be empty for a ply, and those that must not hold a man of its side.
pub(super) fn in_the_way(ply: Option<Ply>) -> (Bits, Bits) {
    match ply {
        Some(Ply::Man {
            from, to, victim, ..
        }) => {
            let way = between(from, to);
            match victim {
                Victim::Nobody => (way | bit(to), 0),
                Victim::Seen(square) if square != to => (way | bit(to), 0),
                _ => (way, bit(to)),
            }
        }
        Some(Ply::Castling { rook }) => {
            let home = if rook < 8 { 4 } else { 60 };
            (between(home, rook), 0)
        }
        _ => (0, 0),
    }
}
