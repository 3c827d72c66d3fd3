//! The men as they would stand after a pseudo-legal move, seen without playing it.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece};
use crate::position::Position;
use crate::rules::play::pseudo_move::PseudoMove;

/// The men after a move that does no more than its pseudo-legal move says.
pub(in crate::rules) struct Moved<'a> {
    position: &'a Position,
    from: Square,
    to: Square,
    /// Where nobody of before stands any more, or somebody else.
    pub(in crate::rules) left: SquareSet,
    men_of: [SquareSet; 2],
    /// Whether somebody is captured.
    pub(in crate::rules) captures: bool,
    /// A step of one of the others behind it.
    step: Option<(Square, Square)>,
}

impl<'a> Moved<'a> {
    #[inline]
    pub(in crate::rules) fn new(position: &'a Position, pseudo_move: &PseudoMove) -> Moved<'a> {
        let &PseudoMove {
            from, to, captured, ..
        } = pseudo_move;
        let mut left = SquareSet::of(from);
        if let Some(on) = captured {
            left.insert(on);
        }
        let men_of = Side::BOTH.map(|side| {
            let mut men = position.men_of(side) & !left;
            if position.men_of(side).contains(from) {
                men.insert(to);
            }
            men
        });
        Moved {
            position,
            from,
            to,
            left,
            men_of,
            captures: captured.is_some(),
            step: None,
        }
    }

    /// The men after one of them that stood still went on to an empty square.
    #[inline]
    pub(in crate::rules) fn then(mut self, from: Square, to: Square) -> Moved<'a> {
        self.step = Some((from, to));
        for men in &mut self.men_of {
            if men.contains(from) {
                men.remove(from);
                men.insert(to);
            }
        }
        self
    }
}

impl Men for Moved<'_> {
    fn on(&self, square: Square) -> Piece {
        if let Some((from, to)) = self.step {
            if square == to {
                return self.position.piece_on(from);
            } else if square == from {
                return Piece::NONE;
            }
        }
        if square == self.to {
            self.position.piece_on(self.from)
        } else if self.left.contains(square) {
            Piece::NONE
        } else {
            self.position.piece_on(square)
        }
    }

    #[inline]
    fn occupied(&self) -> SquareSet {
        self.men_of[0] | self.men_of[1]
    }

    #[inline]
    fn men_of(&self, side: Side) -> SquareSet {
        self.men_of[side.index()]
    }
}
