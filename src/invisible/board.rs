//! Men on the 64 squares as sets of squares, and where they can go.

use crate::orthodox::attack::{self, Bits, Each, bit};

/// Walks in the order of their sets of squares.
pub(super) mod walk {
    pub const PAWN: usize = 0;
    pub const KNIGHT: usize = 1;
    pub const BISHOP: usize = 2;
    pub const ROOK: usize = 3;
    pub const QUEEN: usize = 4;
    pub const KING: usize = 5;
}

/// What a pawn becomes, in the order of generation.
pub(super) const PROMOTIONS: [usize; 4] = [walk::QUEEN, walk::KNIGHT, walk::ROOK, walk::BISHOP];

/// A man: whose it is and how it walks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Man {
    /// 0 for White.
    pub side: usize,
    pub walk: usize,
}

/// Men on squares, with the squares that the board lacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Board {
    pub sides: [Bits; 2],
    walks: [Bits; 6],
    pub holes: Bits,
}

impl Board {
    pub fn men(&self) -> Bits {
        self.sides[0] | self.sides[1]
    }

    /// Where nobody can pass.
    pub fn closed(&self) -> Bits {
        self.men() | self.holes
    }

    pub fn put(&mut self, square: usize, man: Man) {
        self.sides[man.side] |= bit(square);
        self.walks[man.walk] |= bit(square);
    }

    pub fn lift(&mut self, square: usize) -> Option<Man> {
        let man = self.on(square)?;
        self.sides[man.side] &= !bit(square);
        self.walks[man.walk] &= !bit(square);
        Some(man)
    }

    pub fn on(&self, square: usize) -> Option<Man> {
        let side = usize::from(self.sides[1] & bit(square) != 0);
        let walk = self.walks.iter().position(|set| set & bit(square) != 0)?;
        Some(Man { side, walk })
    }

    pub fn of(&self, side: usize) -> Bits {
        self.sides[side]
    }

    pub fn with(&self, man: Man) -> Bits {
        self.sides[man.side] & self.walks[man.walk]
    }

    pub fn with_walk(&self, walk: usize) -> Bits {
        self.walks[walk]
    }

    /// Where the king of a side stands.
    pub fn king(&self, side: usize) -> Option<usize> {
        let walk = walk::KING;
        let kings = self.with(Man { side, walk });
        (kings != 0).then(|| attack::first(kings))
    }

    /// The men of a side that observe a square.
    pub fn observers(&self, square: usize, side: usize) -> Bits {
        let closed = self.closed();
        let [pawns, knights, bishops, rooks, queens, kings] = self.walks;
        let own_first_rank = [attack::RANK_1, attack::RANK_8][side];
        let found = attack::knight(square) & knights
            | attack::king(square) & kings
            | attack::pawn_captures(1 - side, square) & pawns & !own_first_rank
            | attack::bishop(square, closed) & (bishops | queens)
            | attack::rook(square, closed) & (rooks | queens);
        found & self.sides[side]
    }

    pub fn is_observed(&self, square: usize, side: usize) -> bool {
        self.observers(square, side) != 0
    }

    /// Whether the king of a side is in check; no king, no check.
    pub fn in_check(&self, side: usize) -> bool {
        let king = self.king(side);
        king.is_some_and(|king| self.is_observed(king, 1 - side))
    }

    /// Where a man could go from a square: quietly, and by capturing whoever stands there.
    pub fn reach(&self, man: Man, from: usize) -> (Bits, Bits) {
        let closed = self.closed();
        let open = !self.holes;
        let all = match man.walk {
            walk::PAWN => return self.pawn_reach(man.side, from),
            walk::KNIGHT => attack::knight(from),
            walk::BISHOP => attack::bishop(from, closed),
            walk::ROOK => attack::rook(from, closed),
            walk::QUEEN => attack::queen(from, closed),
            _ => attack::king(from),
        };
        (all & open & !closed, all & open)
    }

    fn pawn_reach(&self, side: usize, from: usize) -> (Bits, Bits) {
        let closed = self.closed();
        let (first, second, step) = match side {
            0 => (0, 1, 8),
            _ => (7, 6, -8),
        };
        let rank = from / 8;
        if rank == first || rank == 7 - first {
            return (0, 0);
        }
        let ahead = |squares: i32| (from as i32 + squares * step) as usize;
        let mut quiet = bit(ahead(1)) & !closed;
        if rank == second && quiet != 0 {
            quiet |= bit(ahead(2)) & !closed;
        }
        (quiet, attack::pawn_captures(side, from) & !self.holes)
    }

    /// Whether a side has a legal move, castling and en passant apart.
    pub fn has_move(&self, side: usize) -> bool {
        Each(self.sides[side]).any(|from| {
            let man = self.on(from).expect("a man of the side");
            let (quiet, captures) = self.reach(man, from);
            let targets = quiet | captures & self.sides[1 - side];
            Each(targets).any(|to| !self.after(from, to).in_check(side))
        })
    }

    /// The board after a man went from one square to another, unpromoted.
    pub fn after(&self, from: usize, to: usize) -> Board {
        let mut board = *self;
        board.lift(to);
        let man = board.lift(from).expect("a man to move");
        board.put(to, man);
        board
    }

    /// Whether the side is mated.
    pub fn is_mated(&self, side: usize) -> bool {
        self.in_check(side) && !self.has_move(side)
    }
}

/// Whether a side promotes its pawns on a square.
pub(super) fn promotes(side: usize, square: usize) -> bool {
    bit(square) & [attack::RANK_8, attack::RANK_1][side] != 0
}

/// Squares where no pawn stands.
pub(super) const OUTER_RANKS: Bits = attack::RANK_1 | attack::RANK_8;
