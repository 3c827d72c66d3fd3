//! Men: how they move (walks), whose they are (sides), what marks them
//! (royal, attributes).
//!
//! **Invariant:** side, royalty and walk are three independent facts of a
//! [`Piece`]. **Invariant:** moving, capturing and observing read the same row
//! of the walk catalogue.

mod army;
mod catalogue;
mod cells;
pub mod define;
mod description;
mod jump;
mod line;
mod own;
mod piece;
mod power;
mod ring;
mod route;
mod table;
pub mod vector;
mod walk;
pub mod walk_id;

pub use army::Army;
pub use catalogue::WALKS;
pub use cells::is_defined;
pub use define::{DefinitionError, define, idle_power};
pub use description::Description;
pub use piece::{Attribute, Attributes, Piece, Sides, WalkId};
pub use table::{CaptureLine, Passage, WalkTable, Ways};
pub use walk::{
    Arrival, Chain, Facing, Home, Leg, Lenders, Listing, Manner, Names, Part, Path, Rank, Walk,
    Zone,
};

use crate::board::{Side, Square, SquareSet};

/// The men on a board, as far as walks need to know them.
pub trait Men {
    /// The man on a square, or [`Piece::NONE`].
    fn on(&self, square: Square) -> Piece;

    /// Every square with a man.
    fn occupied(&self) -> SquareSet;

    /// Every square with a man of `side`; neutral men belong to both sides.
    fn men_of(&self, side: Side) -> SquareSet;
}

impl<M: Men + ?Sized> Men for &M {
    fn on(&self, square: Square) -> Piece {
        (**self).on(square)
    }

    fn occupied(&self) -> SquareSet {
        (**self).occupied()
    }

    fn men_of(&self, side: Side) -> SquareSet {
        (**self).men_of(side)
    }
}

/// Which moves are wanted, or what a part of a walk serves for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Which {
    /// Both kinds.
    All,
    /// Moves without capture.
    NonCapture,
    /// Captures.
    Captures,
}

impl Which {
    /// Whether quiet moves belong to it.
    #[inline]
    pub const fn has_quiet(self) -> bool {
        !matches!(self, Which::Captures)
    }

    /// Whether captures belong to it.
    #[inline]
    pub const fn has_captures(self) -> bool {
        !matches!(self, Which::NonCapture)
    }
}

/// A move of one man as its walk allows it, before all rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// The arrival square.
    pub to: Square,
    /// Where the hostile man stands that is captured; `to` for most walks.
    pub captured: Option<Square>,
    /// The square a pawn's double step passed.
    pub passed: Option<Square>,
    /// The last man hopped over, unless it is captured.
    pub hurdle: Option<Square>,
}

impl Step {
    /// A move without capture and hurdle.
    pub const fn quiet(to: Square) -> Step {
        Step {
            to,
            captured: None,
            passed: None,
            hurdle: None,
        }
    }

    /// A capture on the arrival square.
    pub const fn capture(to: Square) -> Step {
        Step {
            captured: Some(to),
            ..Step::quiet(to)
        }
    }

    /// The same over this hurdle.
    pub const fn over(self, hurdle: Square) -> Step {
        Step {
            hurdle: Some(hurdle),
            ..self
        }
    }
}
