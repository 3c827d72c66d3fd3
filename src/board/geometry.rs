//! The shape of a board: its size, its holes and which edges are joined.
//!
//! **Invariant:** a geometry is a value. No code outside asks whether a board
//! is "the normal one"; it asks the geometry where a step leads.

use super::{MAX_SQUARES, Square, SquareSet};
use thiserror::Error;

/// A displacement in files and ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vector {
    /// To the right, in files.
    pub files: i8,
    /// Up the board, in ranks.
    pub ranks: i8,
}

impl Vector {
    /// A displacement by `files` to the right and `ranks` up.
    pub const fn new(files: i8, ranks: i8) -> Vector {
        Vector { files, ranks }
    }

    /// The same way back.
    pub const fn reversed(self) -> Vector {
        Vector::new(-self.files, -self.ranks)
    }
}

/// Which opposite edges of the board are joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Joins {
    /// None: the usual flat board.
    #[default]
    None,
    /// The left and right edges: a vertical cylinder.
    Files,
    /// The bottom and top edges: a horizontal cylinder.
    Ranks,
    /// Both pairs: a torus.
    Both,
}

/// A board of `width` x `height` squares, some of them holes.
///
/// ```
/// use dawson::board::{Geometry, Square, Vector};
/// let board = Geometry::standard();
/// let a1 = Square::from_name("a1").unwrap();
/// assert_eq!(board.step(a1, Vector::new(-1, 0)), None);
/// assert_eq!(board.step(a1, Vector::new(1, 2)), Square::from_name("b3"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    width: u8,
    height: u8,
    joins: Joins,
    squares: SquareSet,
}

/// Why no board could be made.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GeometryError {
    /// A side is zero or the board has more than [`MAX_SQUARES`] squares.
    #[error("a board of {width} x {height} squares is outside 1 to {MAX_SQUARES} squares")]
    Size {
        /// Files asked for.
        width: u8,
        /// Ranks asked for.
        height: u8,
    },
}

impl Geometry {
    /// The usual board.
    pub fn standard() -> Geometry {
        Geometry::new(8, 8, Joins::None).expect("8 x 8 squares fit")
    }

    /// A board without holes.
    ///
    /// # Errors
    /// When it would have no square or more than [`MAX_SQUARES`].
    pub fn new(width: u8, height: u8, joins: Joins) -> Result<Geometry, GeometryError> {
        let count = usize::from(width) * usize::from(height);
        if !(1..=MAX_SQUARES).contains(&count) {
            return Err(GeometryError::Size { width, height });
        }
        let squares = (0..count as u8).map(Square::new).collect();
        Ok(Geometry {
            width,
            height,
            joins,
            squares,
        })
    }

    /// The same board with these squares missing.
    pub fn with_holes(mut self, holes: SquareSet) -> Geometry {
        self.squares &= !holes;
        self
    }

    /// All squares that exist.
    pub fn squares(&self) -> SquareSet {
        self.squares
    }

    /// How many files there are.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// How many ranks there are.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Which edges are joined.
    pub fn joins(&self) -> Joins {
        self.joins
    }

    /// The file of a square, 0 for the first.
    #[inline]
    pub fn file(&self, square: Square) -> u8 {
        square.byte() % self.width
    }

    /// The rank of a square, 0 for the first.
    #[inline]
    pub fn rank(&self, square: Square) -> u8 {
        square.byte() / self.width
    }

    /// The square on this file and rank, unless it is off the board or a hole.
    pub fn square(&self, file: i16, rank: i16) -> Option<Square> {
        let inside = (0..i16::from(self.width)).contains(&file)
            && (0..i16::from(self.height)).contains(&rank);
        let square = inside.then(|| Square::new(rank as u8 * self.width + file as u8))?;
        self.squares.contains(square).then_some(square)
    }

    /// Where a step leads, over joined edges if need be.
    pub fn step(&self, from: Square, vector: Vector) -> Option<Square> {
        let file = i16::from(self.file(from)) + i16::from(vector.files);
        let rank = i16::from(self.rank(from)) + i16::from(vector.ranks);
        let (width, height) = (i16::from(self.width), i16::from(self.height));
        match self.joins {
            Joins::None => self.square(file, rank),
            Joins::Files => self.square(file.rem_euclid(width), rank),
            Joins::Ranks => self.square(file, rank.rem_euclid(height)),
            Joins::Both => self.square(file.rem_euclid(width), rank.rem_euclid(height)),
        }
    }

    /// Whether the square is light (h1 is, a1 is not).
    #[inline]
    pub fn is_light(&self, square: Square) -> bool {
        (self.file(square) + self.rank(square)) % 2 == 1
    }

    /// Whether the square lies on the rim of the board.
    pub fn is_edge(&self, square: Square) -> bool {
        let (file, rank) = (self.file(square), self.rank(square));
        file == 0 || rank == 0 || file == self.width - 1 || rank == self.height - 1
    }

    /// The square's name: a file letter and the number of the rank.
    pub fn name(&self, square: Square) -> String {
        let file = char::from(b'a' + self.file(square));
        format!("{file}{}", self.rank(square) + 1)
    }
}
