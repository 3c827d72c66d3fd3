//! The men that must lose their moves before their side is stalemated.
//!
//! Men that can move must be captured, pinned, moved themselves, or have their exits
//! closed. A man that arrives captures or stops one of them; a move of the side to be
//! stalemated deals with its man and with one pawn before which it arrives. An officer is
//! dealt with by its own move only where its side's men leave it no exit.

use super::attack::{Bits, Each, FILE_A, FILE_H, RANK_1, bit, king, knight};
use super::movement::own_first_rank;
use super::reach::reach;
use super::state::{Men, walk};
use crate::board::Side;

/// The side to be stalemated.
pub(super) struct Mobile<'a> {
    men: &'a Men,
    /// The side that stalemates.
    by: Side,
    king: Bits,
    officers: Bits,
    pawns: Bits,
    /// Where officers cannot go because their own side stands there.
    closed: Bits,
}

/// How many men have to be dealt with, and in how many ways that is done.
pub(super) struct Busy {
    men: u32,
    officers: u32,
    /// Whether officers may be dealt with by moving them.
    snug: bool,
    /// How many captures, stops and pins there may be.
    dealt: u32,
}

impl Busy {
    /// Whether they are too many for so many moves of men other than the king, and one that
    /// may have stopped a pawn if the king has moved.
    pub fn are_too_many(&self, left: u32, moved: bool) -> bool {
        let own = if self.snug { left } else { 0 };
        self.officers > self.dealt + own || self.men > self.dealt + 2 * left + u32::from(moved)
    }
}

impl<'a> Mobile<'a> {
    /// The men that `by` is to stalemate.
    #[inline]
    pub fn new(men: &'a Men, by: Side) -> Mobile<'a> {
        let closed = men.sides[(!by).index()];
        Mobile {
            men,
            by,
            king: men.kings & closed,
            officers: closed & !men.pawns & !men.kings,
            pawns: closed & men.pawns,
            closed,
        }
    }

    /// What has to be dealt with in so many moves of the one side and of the other.
    pub fn busy(&self, moves: u32, others: u32) -> Busy {
        let officers = self.free_officers(others).count_ones();
        Busy {
            men: officers + self.free_pawns().count_ones(),
            officers,
            snug: officers > 0 && self.is_snug_somewhere(others),
            dealt: moves + self.riders(moves),
        }
    }

    /// Where the last move must arrive.
    pub fn last_arrivals(&self) -> Bits {
        let aligned = match self.riders(1) {
            0 => 0,
            _ => reach(walk::QUEEN, 0, self.king.trailing_zeros() as usize),
        };
        let stops = |pawn| bit(pawn) | self.ahead(bit(pawn));
        let pawns = Each(self.free_pawns() & !aligned);
        let arrivals = pawns.fold(!0, |squares, pawn| squares & stops(pawn));
        let officers = Each(self.free_officers(0) & !aligned);
        officers.fold(arrivals, |squares, officer| squares & bit(officer))
    }

    /// The squares before the pawns on these.
    fn ahead(&self, squares: Bits) -> Bits {
        match self.by {
            Side::White => squares >> 8,
            Side::Black => squares << 8,
        }
    }

    /// The pawns that can step ahead.
    fn free_pawns(&self) -> Bits {
        let stopped = match self.by {
            Side::White => self.men.occupied << 8,
            Side::Black => self.men.occupied >> 8,
        };
        self.pawns & !stopped & !own_first_rank((!self.by).index())
    }

    /// The officers that have more exits than so many arrivals close.
    fn free_officers(&self, arrivals: u32) -> Bits {
        let free = Each(self.officers).filter(|&from| {
            let square = bit(from);
            let around = king(from);
            let diagonal = self.men.diagonal & square != 0;
            let exits = match (diagonal, self.men.straight & square != 0) {
                (false, false) => knight(from),
                (true, true) => around,
                (true, false) => around & corners(square),
                (false, true) => around & !corners(square),
            };
            (exits & !self.closed).count_ones() > arrivals
        });
        free.fold(0, |squares, square| squares | bit(square))
    }

    /// Whether somewhere an officer would have no exit after so many moves of its side, one
    /// of them its own. Knights and longer play are not looked at.
    fn is_snug_somewhere(&self, moves: u32) -> bool {
        const MOST: u32 = 2;
        let knights = self.officers & !(self.men.diagonal | self.men.straight);
        if moves > MOST || knights != 0 || self.may_promote(moves) {
            return true;
        }
        let open = !self.closed;
        let diagonal = few(corner_sets(open), moves);
        let straight = few(side_sets(open), moves);
        let stands = |men: Bits, snug: Bits| men & self.officers != 0 && snug != 0;
        stands(self.men.diagonal, diagonal) || stands(self.men.straight, straight)
    }

    /// Whether a pawn may become an officer in so many moves.
    fn may_promote(&self, moves: u32) -> bool {
        let near = (0..moves).fold(0, |ranks, rank| ranks | RANK_1 << (8 * (rank + 1)));
        let near = match self.by {
            Side::White => near,
            Side::Black => near.swap_bytes(),
        };
        self.pawns & near != 0
    }

    /// How many men can pin, those included that may be promoted in so many moves.
    fn riders(&self, moves: u32) -> u32 {
        let own = self.men.sides[self.by.index()];
        let ranks: Bits = match moves {
            0..5 => !0 << (8 * (7 - moves)),
            _ => !0,
        };
        let near = match self.by {
            Side::White => ranks,
            Side::Black => ranks.swap_bytes(),
        };
        let riders = self.men.diagonal | self.men.straight | self.men.pawns & near;
        (own & riders).count_ones()
    }
}

/// Squares of which fewer than so many of the four neighbours are in the sets, one or two.
fn few(sets: [Bits; 4], moves: u32) -> Bits {
    let (mut once, mut twice) = (0, 0);
    for set in sets {
        twice |= once & set;
        once |= set;
    }
    match moves {
        0 | 1 => !once,
        _ => !twice,
    }
}

/// By direction, the squares whose diagonal neighbour there is one of these.
fn corner_sets(squares: Bits) -> [Bits; 4] {
    let (left, right) = ((squares & !FILE_A) >> 1, (squares & !FILE_H) << 1);
    [left << 8, left >> 8, right << 8, right >> 8]
}

/// The same for straight neighbours.
fn side_sets(squares: Bits) -> [Bits; 4] {
    let (left, right) = ((squares & !FILE_A) >> 1, (squares & !FILE_H) << 1);
    [left, right, squares << 8, squares >> 8]
}

/// The four squares cornering on one.
fn corners(square: Bits) -> Bits {
    corner_sets(square)
        .into_iter()
        .fold(0, |all, set| all | set)
}
