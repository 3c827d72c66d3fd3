//! How many moves a man needs at least from square to square, past the men that never move.

use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bishop, bit, king, knight, pawn_captures, queen, rook};

/// The walks by number, as the planes of a formation pack them.
pub(crate) const PAWN: usize = 1;
pub(crate) const KNIGHT: usize = 2;
pub(crate) const BISHOP: usize = 3;
pub(crate) const ROOK: usize = 4;
pub(crate) const QUEEN: usize = 5;
pub(crate) const KING: usize = 6;
pub(crate) const WALKS: usize = 7;

/// What a pawn may become, in the order in which moves are listed.
pub(crate) const PROMOTIONS: [usize; 4] = [QUEEN, KNIGHT, ROOK, BISHOP];

/// More moves than any game has.
pub(crate) const NEVER: u8 = 200;

/// A pawn captures no more often than this.
pub(crate) const MOST_CAPTURES: usize = 7;

/// Moves by departure and arrival.
pub(crate) type Table = Box<[[u8; 64]; 64]>;

/// The least moves of all walks of one side on a board on which some squares are closed.
pub(crate) struct Routes {
    pub side: Side,
    officers: [Table; WALKS],
    /// By the captures at most.
    pawns: [Table; MOST_CAPTURES + 1],
}

/// Where an officer goes with one move.
#[inline]
pub(crate) fn reach(walk: usize, from: usize, occupied: Bits) -> Bits {
    match walk {
        KNIGHT => knight(from),
        BISHOP => bishop(from, occupied),
        ROOK => rook(from, occupied),
        QUEEN => queen(from, occupied),
        KING => king(from),
        _ => 0,
    }
}

/// The rank on which the side's pawns promote.
pub(crate) fn last_rank(side: Side) -> Bits {
    match side {
        Side::White => 0xff << 56,
        Side::Black => 0xff,
    }
}

/// The rank from which the side's pawns may step twice.
pub(crate) fn home_rank(side: Side) -> Bits {
    match side {
        Side::White => 0xff << 8,
        Side::Black => 0xff << 48,
    }
}

/// The side's own first rank, on which pawns have no power.
pub(crate) fn first_rank(side: Side) -> Bits {
    last_rank(!side)
}

/// The square before a pawn.
pub(crate) fn ahead(side: Side, square: usize) -> usize {
    match side {
        Side::White => (square + 8) & 63,
        Side::Black => square.wrapping_sub(8) & 63,
    }
}

impl Routes {
    /// The routes of a side past men that stand on these squares for ever; pawns may arrive
    /// with a capture on some squares only, the king never where it is guarded for ever.
    pub fn new(side: Side, walls: Bits, guarded: Bits, by_capture: Bits) -> Routes {
        let guarded = |walk: usize| if walk == KING { guarded } else { 0 };
        Routes {
            side,
            officers: std::array::from_fn(|walk| officer_table(walk, walls, guarded(walk))),
            pawns: pawn_tables(side, walls, by_capture & !walls),
        }
    }

    /// The least moves of an officer.
    #[inline]
    pub fn officer(&self, walk: usize, from: usize, to: usize) -> u8 {
        self.officers[walk][from & 63][to & 63]
    }

    /// The least moves of a pawn that stays one, with so many captures at most.
    #[inline]
    pub fn pawn(&self, from: usize, to: usize, captures: usize) -> u8 {
        self.pawns[captures.min(MOST_CAPTURES)][from & 63][to & 63]
    }

    /// The least moves of a pawn that becomes an officer and goes on as one.
    pub fn promoted(&self, walk: usize, from: usize, to: usize, captures: usize) -> u8 {
        let squares = Each(last_rank(self.side));
        let moves = squares.map(|on| {
            self.pawn(from, on, captures)
                .saturating_add(self.officer(walk, on, to))
        });
        moves.min().map_or(NEVER, |moves| moves.min(NEVER))
    }
}

/// The least moves of an officer past walls, never to guarded squares.
pub(crate) fn officer_table(walk: usize, walls: Bits, guarded: Bits) -> Table {
    let mut table = Box::new([[NEVER; 64]; 64]);
    if walk < KNIGHT {
        return table;
    }
    let steps: [Bits; 64] =
        std::array::from_fn(|from| reach(walk, from, walls) & !walls & !guarded);
    for (from, row) in table.iter_mut().enumerate() {
        let mut reached = bit(from);
        let mut newest = reached;
        row[from] = 0;
        let mut moves = 1;
        while newest != 0 {
            let next = Each(newest).fold(0, |next, on| next | steps[on]) & !reached;
            Each(next).for_each(|to| row[to] = moves);
            reached |= next;
            newest = next;
            moves += 1;
        }
    }
    // Nobody passes a closed square, but who stands there may leave.
    table
}

fn pawn_tables(side: Side, walls: Bits, by_capture: Bits) -> [Table; MOST_CAPTURES + 1] {
    let mut tables: [Table; MOST_CAPTURES + 1] =
        std::array::from_fn(|_| Box::new([[NEVER; 64]; 64]));
    for from in 0..64 {
        let mut least = [[NEVER; 64]; MOST_CAPTURES + 2];
        least[0][from] = 0;
        for index in 0..64 {
            let on = match side {
                Side::White => index,
                Side::Black => 63 - index,
            };
            if bit(on) & (last_rank(side) | first_rank(side)) != 0 {
                continue;
            }
            for captures in 0..=MOST_CAPTURES {
                let next = least[captures][on].saturating_add(1);
                if next >= NEVER {
                    continue;
                }
                let one = ahead(side, on);
                if walls & bit(one) == 0 {
                    least[captures][one] = least[captures][one].min(next);
                    let two = ahead(side, one);
                    if bit(on) & home_rank(side) != 0 && walls & bit(two) == 0 {
                        least[captures][two] = least[captures][two].min(next);
                    }
                }
                for to in Each(pawn_captures(side.index(), on) & by_capture) {
                    least[captures + 1][to] = least[captures + 1][to].min(next);
                }
            }
        }
        let mut best = [NEVER; 64];
        for (table, exact) in tables.iter_mut().zip(&least) {
            for (best, exact) in best.iter_mut().zip(exact) {
                *best = (*best).min(*exact);
            }
            table[from] = best;
        }
    }
    tables
}
