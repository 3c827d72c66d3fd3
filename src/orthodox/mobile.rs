//! The men that must lose their moves before their side is stalemated.
//!
//! Men that can move must be captured, pinned, moved themselves, or have their exits
//! closed. A man that arrives captures or stops one of them; a move of the side to be
//! stalemated deals with its man and with one pawn before which it arrives. An officer is
//! dealt with by its own move only where its side's men leave it no exit. A man that has not
//! moved is captured where it stands or stopped on the square before it, so that it is known
//! how far that is from the men that might do so and from the others dealt with so.

use super::attack::{Bits, Each, FILE_A, FILE_H, RANK_1, RANK_8, bit, king, knight};
use super::reach::{arrive, reach};
use super::state::{Men, walk};
use crate::board::Side;

/// More men than a side usually has are not looked at.
const MEN: usize = 16;

/// The side to be stalemated.
pub(super) struct Mobile<'a> {
    men: &'a Men,
    /// The side that stalemates.
    by: Side,
    king: Bits,
    officers: Bits,
    pawns: Bits,
    /// Where officers cannot go because their own side stands there or no square is.
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
    /// The same for men that stay where they are.
    dealt_at_home: u32,
}

impl Busy {
    /// Whether they are too many for so many moves of men other than the king, and one that
    /// may have stopped a pawn if the king has moved.
    pub fn are_too_many(&self, left: u32, moved: bool) -> bool {
        let own = if self.snug { left } else { 0 };
        self.officers > self.dealt + own
            || self.men > self.dealt_at_home + 2 * left + u32::from(moved)
    }
}

impl<'a> Mobile<'a> {
    /// The men that `by` is to stalemate.
    #[inline]
    pub fn new(men: &'a Men, by: Side) -> Mobile<'a> {
        let side = men.sides[(!by).index()];
        Mobile {
            men,
            by,
            king: men.kings & side,
            officers: side & !men.pawns & !men.kings,
            pawns: side & men.pawns,
            closed: side | men.holes(),
        }
    }

    /// What has to be dealt with in so many moves of the one side and of the other.
    pub fn busy(&self, moves: u32, others: u32) -> Busy {
        let (officers, pawns) = (self.free_officers(others), self.free_pawns());
        let (men, riders) = ((officers | pawns).count_ones(), self.riders(moves));
        // How far they are apart matters only if not all can be dealt with otherwise.
        let at_home = match men > riders + 2 * others {
            true => self.most_dealt(officers, pawns, moves),
            false => moves,
        };
        Busy {
            men,
            officers: officers.count_ones(),
            snug: officers != 0 && self.is_snug_somewhere(others),
            dealt: moves + riders,
            dealt_at_home: at_home + riders,
        }
    }

    /// How many of these men so many moves can capture where they stand, or stop. On its way
    /// from one to the next a man needs as many moves as they are apart.
    fn most_dealt(&self, officers: Bits, pawns: Bits, moves: u32) -> u32 {
        let count = (officers | pawns).count_ones() as usize;
        if count > MEN {
            return moves;
        }
        let mut goals = [0; MEN];
        for (goal, man) in goals.iter_mut().zip(Each(officers | pawns)) {
            *goal = match pawns & bit(man) {
                0 => bit(man),
                pawn => pawn | self.ahead(pawn),
            };
        }
        let promoted = match self.promoting(moves) {
            0 => 0,
            _ => goals.into_iter().fold(0, |all, goal| all | goal),
        };
        let mut costs = [0; MEN];
        for (index, &goal) in goals[..count].iter().enumerate() {
            let others = goals[..count].iter().enumerate();
            let others = others.filter(|(other, _)| *other != index);
            let others = others.fold(0, |all, (_, goal)| all | goal);
            let from = (others, promoted & others);
            let cost = (1..=moves).find(|&moves| self.comes(goal, from, moves as usize));
            costs[index] = cost.unwrap_or(moves + 1);
        }
        costs[..count].sort_unstable();
        let mut sum = 0;
        let within = costs[..count].iter().take_while(|&&cost| {
            sum += cost;
            sum <= moves
        });
        within.count() as u32
    }

    /// Whether a man that stalemates comes to one of these squares with so many moves, from
    /// where it is or from one of others, or as a promoted man from one of those.
    fn comes(&self, goal: Bits, (others, promoted): (Bits, Bits), moves: usize) -> bool {
        let own = self.men.sides[self.by.index()];
        let queens = self.men.diagonal & self.men.straight;
        let pawn = match self.by {
            Side::White => walk::PAWN,
            Side::Black => 0,
        };
        let kinds = [
            (pawn, self.men.pawns),
            (walk::KNIGHT, self.men.knights),
            (walk::BISHOP, self.men.diagonal & !queens),
            (walk::ROOK, self.men.straight & !queens),
            (walk::QUEEN, queens),
            (walk::KING, self.men.kings),
        ];
        kinds.into_iter().any(|(kind, men)| {
            let men = men & own;
            let mut from = if men == 0 { 0 } else { men | others };
            if matches!(kind, walk::QUEEN | walk::KNIGHT) {
                from |= promoted;
            }
            Each(from).any(|from| arrive(kind, moves, from) & goal != 0)
        })
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

    /// The pawns that can step ahead: those on the first and the last rank rest there.
    fn free_pawns(&self) -> Bits {
        let stopped = match self.by {
            Side::White => self.men.occupied << 8,
            Side::Black => self.men.occupied >> 8,
        };
        self.pawns & !stopped & !(RANK_1 | RANK_8)
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
        let riders = (self.men.diagonal | self.men.straight) & own;
        (riders | self.promoting(moves)).count_ones()
    }

    /// The stalemating side's pawns that may be promoted in so many moves.
    fn promoting(&self, moves: u32) -> Bits {
        let own = self.men.sides[self.by.index()];
        let ranks: Bits = match moves {
            0..5 => !0 << (8 * (7 - moves)),
            _ => !0,
        };
        let near = match self.by {
            Side::White => ranks,
            Side::Black => ranks.swap_bytes(),
        };
        self.men.pawns & near & own
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
