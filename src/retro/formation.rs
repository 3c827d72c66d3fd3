//! The men of one side on the board: half a position.

use super::routes::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, WALKS};
use crate::orthodox::attack::{Bits, bit};

/// Where the men of a side stand, and what of its past matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Formation {
    /// Three bits a square: the walk.
    planes: [Bits; 3],
    /// Its castlings still allowed: 1 the long one, 2 the short one.
    pub rights: u8,
    /// How many men it has captured since play began.
    pub captures: u8,
}

impl Formation {
    #[inline]
    pub fn occupied(&self) -> Bits {
        let [a, b, c] = self.planes;
        a | b | c
    }

    #[inline]
    pub fn men(&self, walk: usize) -> Bits {
        let [a, b, c] = self.planes;
        match walk {
            PAWN => a & !b & !c,
            KNIGHT => b & !a & !c,
            BISHOP => a & b,
            ROOK => c & !a & !b,
            QUEEN => a & c,
            KING => b & c,
            _ => 0,
        }
    }

    /// All men by walk.
    pub fn all(&self) -> [Bits; WALKS] {
        std::array::from_fn(|walk| self.men(walk))
    }

    #[inline]
    pub fn walk_on(&self, square: usize) -> usize {
        let plane = |number: usize| (self.planes[number] >> (square & 63) & 1) as usize;
        plane(0) | plane(1) << 1 | plane(2) << 2
    }

    #[inline]
    pub fn lift(&mut self, square: usize) {
        let clear = !bit(square);
        self.planes.iter_mut().for_each(|plane| *plane &= clear);
    }

    #[inline]
    pub fn put(&mut self, square: usize, walk: usize) {
        for (number, plane) in self.planes.iter_mut().enumerate() {
            *plane |= ((walk >> number & 1) as Bits) << (square & 63);
        }
    }

    #[inline]
    pub fn hash(&self) -> u64 {
        let [a, b, c] = self.planes;
        let mix = |seed: u64, word: u64| {
            let mixed = (seed ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        };
        let past = u64::from(self.rights) << 8 | u64::from(self.captures);
        mix(mix(mix(mix(0x2545_f491_4f6c_dd1d, a), b), c), past)
    }

    /// Whether men of this formation attack a square on a board occupied like this.
    #[inline]
    pub fn attacks(&self, square: usize, occupied: Bits, own_pawns_capture: Bits) -> bool {
        use crate::orthodox::attack::{bishop, diagonals, king, knight, orthogonals, rook};
        let [a, b, c] = self.planes;
        let pawns = a & !b & !c;
        if own_pawns_capture & pawns | knight(square) & (b & !a & !c) | king(square) & (b & c & !a)
            != 0
        {
            return true;
        }
        let diagonal = a & (b ^ c);
        let straight = c & !b;
        diagonals(square) & diagonal != 0 && bishop(square, occupied) & diagonal != 0
            || orthogonals(square) & straight != 0 && rook(square, occupied) & straight != 0
    }
}
