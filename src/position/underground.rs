//! Men below squares: each square has a stack of them.
//!
//! They belong to nobody's army while they are there: they neither stand in the way nor observe,
//! but who lies where in which order is part of the position and of its key.

use super::{ManId, key};
use crate::board::Square;
use crate::men::Piece;

/// A man below a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Buried {
    /// The square above.
    pub on: Square,
    /// Who.
    pub piece: Piece,
    /// Its identity.
    pub id: ManId,
}

/// All men below squares: sorted by square, and those of one square from the deepest up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Underground {
    men: Vec<Buried>,
}

impl Underground {
    pub fn is_empty(&self) -> bool {
        self.men.is_empty()
    }

    /// All of them, square by square, the deepest first.
    pub fn men(&self) -> &[Buried] {
        &self.men
    }

    /// Those below a square, the deepest first.
    pub fn below(&self, square: Square) -> &[Buried] {
        let (start, end) = self.range(square);
        &self.men[start..end]
    }

    fn range(&self, square: Square) -> (usize, usize) {
        let start = self.men.partition_point(|man| man.on < square);
        let end = self.men.partition_point(|man| man.on <= square);
        (start, end)
    }

    /// Puts a man below its square with so many men deeper than it.
    pub fn insert(&mut self, depth: usize, man: Buried) {
        let (start, end) = self.range(man.on);
        debug_assert!(start + depth <= end, "no gaps below {}", man.on);
        self.men.insert((start + depth).min(end), man);
    }

    /// Puts a man on top of those below its square.
    pub fn push(&mut self, man: Buried) {
        self.insert(self.below(man.on).len(), man);
    }

    /// Makes another man of the topmost one below its square; gives what it was.
    pub fn alter_top(&mut self, man: Buried, piece: Piece) -> Buried {
        let (_, end) = self.range(man.on);
        self.men[end - 1].piece = piece;
        man
    }

    /// Takes out the man below a square that has so many men deeper than it.
    pub fn remove(&mut self, square: Square, depth: usize) -> Option<Buried> {
        let (start, end) = self.range(square);
        (start + depth < end).then(|| self.men.remove(start + depth))
    }

    /// The part of the key of all men below a square.
    pub fn key_below(&self, square: Square) -> u128 {
        let parts = self.below(square).iter().enumerate();
        parts.fold(0, |key, (depth, man)| {
            key ^ key::of_buried(square, depth, man.piece)
        })
    }

    /// The part of the key of all men below squares.
    pub fn key(&self) -> u128 {
        let mut squares: Vec<Square> = self.men.iter().map(|man| man.on).collect();
        squares.dedup();
        let parts = squares.into_iter().map(|square| self.key_below(square));
        parts.fold(0, |key, part| key ^ part)
    }
}
