//! Who makes which ply.

use crate::board::Side;

/// The plies of a game of a fixed length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Schedule {
    /// How many plies the game has.
    pub plies: usize,
    /// Who makes the first.
    pub starter: Side,
    /// Whether the starter makes all of them.
    pub alone: bool,
}

impl Schedule {
    /// Who makes the ply after so many.
    #[inline]
    pub fn mover(&self, ply: usize) -> Side {
        match self.alone || ply.is_multiple_of(2) {
            true => self.starter,
            false => !self.starter,
        }
    }

    /// How many plies a side has left after so many of both.
    pub fn left(&self, side: Side, ply: usize) -> usize {
        let left = self.plies.saturating_sub(ply);
        match (self.alone, self.mover(ply) == side) {
            (true, true) => left,
            (true, false) => 0,
            (false, true) => left.div_ceil(2),
            (false, false) => left / 2,
        }
    }
}
