//! How far a position is from the target: squares that look otherwise, against those that plies can change.
//!
//! It holds under all rules that say on how many squares they change men, whatever men there are.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId};
use crate::position::{Position, Slot};
use crate::rules::Oracle;
use crate::rules::hooks::displaces::Touched;
use crate::rules::play::castling::Castling;

/// The target, and what a ply can change.
#[derive(Debug)]
pub(in crate::rules) struct Unlike {
    sides: [SquareSet; 2],
    walks: Vec<(WalkId, SquareSet)>,
    touched: Touched,
}

impl Unlike {
    /// The bound for these men.
    pub(in crate::rules) fn new(men: &[(Square, Piece)], touched: Touched) -> Unlike {
        let squares_of = |is_of: &dyn Fn(Piece) -> bool| -> SquareSet {
            let men = men.iter().filter(|(_, man)| is_of(*man));
            men.map(|(on, _)| *on).collect()
        };
        let mut kinds: Vec<WalkId> = men.iter().map(|(_, man)| man.walk()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let walks = kinds.into_iter();
        Unlike {
            sides: Side::BOTH.map(|side| squares_of(&|man| man.is_of(side))),
            walks: walks
                .map(|walk| (walk, squares_of(&|man| man.walk() == walk)))
                .collect(),
            touched,
        }
    }

    /// The squares on which the men have to be others.
    fn squares(&self, position: &Position) -> SquareSet {
        let [white, black] = self.sides;
        if self.touched.in_place {
            return position.men() ^ (white | black);
        }
        let sides = Side::BOTH.map(|side| self.sides[side.index()] ^ position.men_of(side));
        let walks = self.walks.iter();
        walks.fold(sides[0] | sides[1], |all, &(walk, squares)| {
            all | squares & !position.with_walk(walk)
        })
    }
}

impl Oracle<'_> {
    /// Whether more squares look otherwise than in the target than so many plies can change.
    pub(super) fn are_too_many_unlike(self, position: &Position, plies: [u16; 2]) -> bool {
        let Some(bound) = &self.unlike else {
            return false;
        };
        let unlike = bound.squares(position);
        let plies: usize = plies.into_iter().map(usize::from).sum();
        let usual = bound.touched.squares * plies;
        // A castling changes four squares, whenever it comes: always the same. A pawn taken in passing
        // has just arrived, and its square counts as changed by that, but for the ply before these.
        unlike.len() > usual
            && unlike.len() > usual + self.castled(unlike) + self.may_be_taken_in_passing(position)
    }

    /// How many squares more than two each castling may bring into order.
    fn castled(self, unlike: SquareSet) -> usize {
        let more = |castling: &Castling| {
            let squares = [
                castling.king,
                castling.king_to,
                castling.rook,
                castling.rook_to,
            ];
            let squares: SquareSet = squares.into_iter().collect();
            (squares & unlike).len().saturating_sub(2)
        };
        self.castlings.iter().map(more).sum()
    }

    fn may_be_taken_in_passing(self, position: &Position) -> usize {
        usize::from(position.slot(Slot::EN_PASSANT) != 0)
    }
}
