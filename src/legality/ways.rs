//! Where men can ever get to past men that never move.

use super::state::{State, homes};
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit, pawn_captures};
use crate::retro::routes::{KING, PAWN, ROOK, last_rank, reach};

/// The squares that an officer reaches from a square past walls, with as many moves as it likes.
pub(crate) fn reached(walk: usize, from: usize, walls: Bits) -> Bits {
    let mut all = bit(from);
    let mut newest = all;
    while newest != 0 {
        let next = Each(newest).fold(0, |next, on| next | reach(walk, on, walls));
        newest = next & !walls & !all;
        all |= newest;
    }
    all
}

/// The ways of a side's officers in any game that leads to a position.
pub(crate) struct Ways {
    side: Side,
    walls: Bits,
    /// Squares that pawns guard for ever.
    guarded: Bits,
}

impl Ways {
    pub fn new(state: &State, side: Side, walls: Bits) -> Ways {
        let guards = Each(state.of_walk(!side, PAWN) & walls);
        let guarded = guards.fold(0, |all, on| all | pawn_captures((!side).index(), on));
        Ways {
            side,
            walls,
            guarded,
        }
    }

    /// Where a man that began on a square may come to stand.
    pub fn reach_of(&self, walk: usize, home: usize) -> Bits {
        if self.walls & bit(home) != 0 {
            return bit(home);
        }
        let closed = match walk {
            KING => self.walls | self.guarded,
            _ => self.walls,
        };
        let all = reached(walk, home, closed);
        let castled = self.castled(walk, home);
        Each(castled & !closed).fold(all, |all, on| all | reached(walk, on, closed))
    }

    /// Where a castling brings a king or rook.
    fn castled(&self, walk: usize, home: usize) -> Bits {
        let rank = if self.side == Side::White { 0 } else { 56 };
        let king = rank + 4;
        let mut arrivals = 0;
        // The rook's home, what has to be empty, where king and rook arrive.
        for (rook, empty, king_to, rook_to) in [
            (rank, 0b0000_1110_u64 << rank, rank + 2, rank + 3),
            (rank + 7, 0b0110_0000_u64 << rank, rank + 6, rank + 5),
        ] {
            if self.walls & (empty | bit(king) | bit(rook)) != 0 {
                continue;
            }
            match walk {
                KING if home == king => arrivals |= bit(king_to),
                ROOK if home == rook => arrivals |= bit(rook_to),
                _ => {}
            }
        }
        arrivals
    }

    /// Whether the side may have castled at all.
    pub fn can_castle(&self) -> bool {
        let king = homes(self.side, KING).trailing_zeros() as usize;
        self.castled(KING, king) != 0
    }

    /// The squares to which men of a side promote, and which of them by capture alone.
    pub fn promotion_squares(&self, state: &State) -> [Bits; 2] {
        let king = state.of_walk(!self.side, KING) & self.walls;
        let shift = |squares: Bits| match self.side {
            Side::White => squares << 8,
            Side::Black => squares >> 8,
        };
        let back = |squares: Bits| match self.side {
            Side::White => squares >> 8,
            Side::Black => squares << 8,
        };
        let seventh = back(last_rank(self.side)) & !self.walls;
        // A pawn there would check a king that never moves: it is captured before it promotes.
        let checking = Each(king).fold(0, |all, on| all | pawn_captures((!self.side).index(), on));
        let seventh = seventh & !checking;
        let open = last_rank(self.side) & !self.walls;
        let straight = shift(seventh) & open;
        let by_capture =
            Each(seventh).fold(0, |all, on| all | pawn_captures(self.side.index(), on));
        [straight, by_capture & open]
    }
}
