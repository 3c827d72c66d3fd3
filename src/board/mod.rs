//! Squares, sets of squares, sides and the geometry of a board.
//!
//! **Invariant:** nothing here knows men, moves or rules. A board has at most
//! [`MAX_SQUARES`] squares, so a set of squares is one `u128`.

mod cells;
mod geometry;
mod ring;
mod roll;
mod seam;

pub use cells::{Cells, Chevron, Hexagons, StepKind, Through};
pub use geometry::{Geometry, GeometryError, Vector, names_in, split_name};
pub use ring::{Course, Sideways};
pub use roll::Roll;
pub use seam::{Joins, Seam, Turn};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

/// The largest number of squares a board may have.
pub const MAX_SQUARES: usize = 128;

/// A square, numbered rank by rank from the first rank's first file: on the
/// 8x8 board, and on all boards that are not wider, a1 = 0, h1 = 7, a2 = 8, h8 = 63.
///
/// ```
/// use dawson::board::Square;
/// assert_eq!(Square::from_name("c2"), Some(Square::new(10)));
/// assert_eq!(Square::new(63).to_string(), "h8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Square(u8);

impl Square {
    /// The square with this number.
    #[inline]
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// The square of the 8x8 board on `file` (0 = a) and `rank` (0 = first).
    pub const fn at(file: u8, rank: u8) -> Square {
        Square(rank * 8 + file)
    }

    /// Reads the name of a square of the 8x8 board, letters in any case.
    pub fn from_name(name: &str) -> Option<Square> {
        let [file, rank] = name.as_bytes() else {
            return None;
        };
        let (file, rank) = (file.to_ascii_lowercase(), *rank);
        let known = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
        known.then(|| Square::at(file - b'a', rank - b'1'))
    }

    /// Its number, for indexing tables.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number as a byte, for packing.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }
}

/// The name on the 8x8 board; other boards name squares through
/// [`Geometry::name`].
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = (self.0 % 8, self.0 / 8);
        write!(f, "{}{}", char::from(b'a' + file), rank + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares; iterates in ascending order (a1, b1, ... on 8x8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub u128);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// All squares that any board may have.
    pub const ALL: SquareSet = SquareSet(u128::MAX);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        // Shifting 128 bits by a variable takes several times as long.
        let bit = 1_u64 << (square.0 & 63);
        let (low, high) = if square.0 & 64 == 0 {
            (bit, 0)
        } else {
            (0, bit)
        };
        SquareSet((high as u128) << 64 | low as u128)
    }

    /// Whether `square` belongs to the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let half = if square.0 & 64 == 0 {
            self.0 as u64
        } else {
            (self.0 >> 64) as u64
        };
        half >> (square.0 & 63) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0 |= SquareSet::of(square).0;
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !SquareSet::of(square).0;
    }

    /// Whether it holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it holds more than one square.
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares it holds.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its first square, if any.
    #[inline]
    pub fn first(self) -> Option<Square> {
        // Most boards need the lower half alone, which is faster than to count over both.
        match self.halves() {
            (0, 0) => None,
            (0, high) => Some(Square(64 + high.trailing_zeros() as u8)),
            (low, _) => Some(Square(low.trailing_zeros() as u8)),
        }
    }

    /// The squares below number 64, and those from there on.
    #[inline]
    const fn halves(self) -> (u64, u64) {
        (self.0 as u64, (self.0 >> 64) as u64)
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 = match self.halves() {
            (0, high) => ((high & (high - 1)) as u128) << 64,
            (low, high) => (high as u128) << 64 | (low & (low - 1)) as u128,
        };
        Some(first)
    }

    /// Byte by byte.
    #[inline]
    fn nth(&mut self, mut number: usize) -> Option<Square> {
        let (mut rest, mut passed) = (self.0, 0);
        while rest != 0 {
            let count = (rest as u8).count_ones() as usize;
            if number < count {
                break;
            }
            number -= count;
            (rest, passed) = (rest >> 8, passed + 8);
        }
        self.0 = rest.unbounded_shl(passed);
        for _ in 0..number {
            self.next();
        }
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares
            .into_iter()
            .fold(SquareSet::EMPTY, |set, square| set | SquareSet::of(square))
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitXor for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn bitxor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0 &= other.0;
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// One of the two sides. `!side` is the other one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The side that starts at the bottom of the diagram.
    White,
    /// The side that starts at the top.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `White` or `Black`, as a message in English begins.
    ///
    /// ```
    /// assert_eq!(dawson::board::Side::White.name(), "White");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "White",
            Side::Black => "Black",
        }
    }

    /// The rank, from 0, on which the side's king and rooks stand in the game array of the usual board.
    pub(crate) const fn first_rank(self) -> u8 {
        match self {
            Side::White => 0,
            Side::Black => 7,
        }
    }
}

impl Not for Side {
    type Output = Side;
    #[inline]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}
