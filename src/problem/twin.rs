//! Altered versions of a problem, as lists of changes.

use super::{Condition, Stipulation, Structured};
use crate::board::{Square, SquareSet};
use crate::men::{Piece, WalkId};

/// One altered version.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Twin {
    /// Whether it alters the previous twin instead of the diagram.
    pub continued: bool,
    /// What changes, in order.
    pub changes: Vec<Change>,
}

/// One change of a twin.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// A man moves to another square; a man there vanishes.
    Move(Square, Square),
    /// Two men exchange their squares.
    Exchange(Square, Square),
    /// A man vanishes.
    Remove(Square),
    /// All men of the first walk get the second.
    Substitute(WalkId, WalkId),
    /// A man is added; a man there vanishes.
    Add(Square, Piece),
    /// Another number of total invisible men.
    Invisible(u8),
    /// The board turns counter-clockwise.
    Rotate(Rotation),
    /// The board is reflected.
    Mirror(Mirror),
    /// All men move by the way from the first square to the second.
    Shift(Square, Square),
    /// The men of the two sides exchange colours.
    PolishType,
    /// Another stipulation.
    Stipulation(Stipulation),
    /// Another stipulation, told as a tree.
    Structured(Structured),
    /// Other conditions replace all former ones.
    Conditions(Vec<Condition>),
    /// Rights of a part of partial retro analysis: the rooks that cannot castle, and the squares of
    /// the double step that was the last move.
    Rights(SquareSet, Vec<Square>),
}

/// A turn of the board, counter-clockwise, in degrees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Rotation {
    Quarter,
    Half,
    ThreeQuarters,
}

/// A reflection of the board, named by two squares that change places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Mirror {
    A1H1,
    A1A8,
    A1H8,
    A8H1,
}
