//! The men of the position from which plans are made.

use super::super::attack::{Bits, Each, bit};
use super::super::reach::kind;
use super::super::state::State;
use super::super::state::walk;
use super::least::{Least, NEVER, castling_row, role, row};
use crate::board::Side;

/// More men than this are not looked at.
pub(super) const MEN: usize = 32;
/// With more moves than this a man may go wherever it can ever go.
const MOVES: usize = 16;

/// A man by what it was.
#[derive(Clone, Debug)]
pub(super) struct Man {
    pub kind: usize,
    pub square: usize,
    pub row: u16,
    pub side: Side,
    /// By the walk it is in the end and moves: where it can be.
    within: [[Bits; MOVES + 1]; 7],
}

/// What a pawn may be in the end.
pub(super) const PROMOTED: [usize; 5] = [
    walk::PAWN,
    walk::QUEEN,
    walk::KNIGHT,
    walk::ROOK,
    walk::BISHOP,
];

impl Man {
    fn new(state: &State, square: usize, least: &Least) -> Man {
        let code = state.code_on(square);
        let kind = kind(code);
        let row = castling_row(state.rights(), square).unwrap_or(row(kind, square));
        let mut man = Man {
            kind,
            square,
            row,
            side: if code & 8 == 0 {
                Side::White
            } else {
                Side::Black
            },
            within: [[0; MOVES + 1]; 7],
        };
        for walk in walk::PAWN..=walk::KING {
            for to in 0..64 {
                let moves = least.row(row)[usize::from(role(walk, to))];
                if moves < NEVER {
                    let moves = usize::from(moves).min(MOVES);
                    let later = man.within[walk][moves..].iter_mut();
                    later.for_each(|squares| *squares |= bit(to));
                }
            }
        }
        man
    }

    pub fn is_pawn(&self) -> bool {
        matches!(self.kind, 0 | walk::PAWN)
    }

    pub fn is_king(&self) -> bool {
        self.kind == walk::KING
    }

    /// What it may be in the end. Told roughly, a queen stands for all promoted riders.
    pub fn walks(&self, roughly: bool) -> &'static [usize] {
        const ITSELF: [usize; 7] = [0, 1, 2, 3, 4, 5, 6];
        match self.kind {
            0 | walk::PAWN if roughly => &PROMOTED[..3],
            0 | walk::PAWN => &PROMOTED,
            kind => &ITSELF[kind..=kind],
        }
    }

    /// Where it can be as a man of the walk after so many moves.
    pub fn within(&self, walk: usize, moves: i16) -> Bits {
        match usize::try_from(moves) {
            Ok(moves) => self.within[walk % 7][moves.min(MOVES)],
            Err(_) => 0,
        }
    }
}

/// The men of a position, if they are not too many, all can act, and one of them is the king of
/// the side that is to lose its moves.
pub(super) fn cast(state: &State, by: Side, least: &Least) -> Option<Vec<Man>> {
    let men = state.men();
    let king = men.kings & men.sides[(!by).index()];
    let few = men.occupied.count_ones() as usize <= MEN;
    let cast = Each(men.occupied & !men.holes()).map(|square| Man::new(state, square, least));
    let all_act = !state.knows_dummies();
    (few && all_act && king != 0).then(|| cast.collect())
}
