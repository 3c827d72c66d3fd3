//! What a hook may look at.

use super::{Ring, Rules};
use crate::board::{Geometry, Square, SquareSet};
use crate::men::{Piece, WalkTable};
use crate::position::Position;

/// Rules and position together: what a hook may look at.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The rules of the problem.
    pub rules: &'a Rules,
    /// The position as it is now.
    pub position: &'a Position,
    /// The widest ring that may be asked here, none if none may.
    #[cfg(debug_assertions)]
    widest: Option<Ring>,
}

impl<'a> View<'a> {
    /// The same as a rule of this ring sees it. It may ask smaller rings only, so that no question
    /// comes back to itself; debug builds check that.
    #[inline]
    pub(in crate::rules) fn in_ring(self, _ring: Ring) -> View<'a> {
        #[cfg(debug_assertions)]
        return View {
            widest: self.widest.min(_ring.inner()),
            ..self
        };
        #[cfg(not(debug_assertions))]
        self
    }

    /// In debug builds: whether the rule that looks may ask this ring.
    #[inline]
    pub(in crate::rules) fn assert_may_ask(self, _ring: Ring) {
        #[cfg(debug_assertions)]
        assert!(
            self.widest >= Some(_ring),
            "a rule that may ask rings up to {:?} asks {_ring:?}",
            self.widest
        );
    }

    /// The man on a square, or none.
    pub fn piece_on(self, square: Square) -> Piece {
        self.position.piece_on(square)
    }

    /// The squares of the board on which nobody stands.
    pub fn free_squares(self) -> SquareSet {
        self.geometry().squares() & !(self.position.men() | self.position.holes())
    }

    /// The board.
    pub fn geometry(self) -> &'a Geometry {
        &self.rules.geometry
    }

    /// The compiled walks.
    pub fn table(self) -> &'a WalkTable {
        &self.rules.table
    }
}

impl Rules {
    /// These rules with a position to look at.
    pub fn view<'a>(&'a self, position: &'a Position) -> View<'a> {
        View {
            rules: self,
            position,
            #[cfg(debug_assertions)]
            widest: Some(Ring::Capture),
        }
    }
}
