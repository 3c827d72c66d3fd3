//! Where a man may be and what it may attack once it has made so many moves, were nobody
//! in its way and anything there to be captured: never too little, often too much.

use super::attack::{
    Bits, DIAGONALS, FILE_A, FILE_H, KING, KNIGHT, ORTHOGONALS, PAWN, RANK_1, RANK_8, bit,
};
use super::state::walk;

/// With more moves than this a man may be anywhere.
const MOST: usize = 6;

/// Attacked squares by moves made and square of departure.
type Reach = [[Bits; 64]; MOST + 1];

/// By kind of man: Black's pawn, then the walks in their order.
static REACH: [Reach; 7] = [
    PAWNS[1],
    PAWNS[0],
    officer(walk::KNIGHT),
    officer(walk::BISHOP),
    officer(walk::ROOK),
    QUEEN,
    officer(walk::KING),
];
static QUEEN: Reach = officer(walk::QUEEN);
static PAWNS: [Reach; 2] = [pawn(0), pawn(1)];

/// Squares of arrival, likewise.
static ARRIVALS: [Reach; 7] = [
    arrivals(0),
    arrivals(walk::PAWN),
    arrivals(walk::KNIGHT),
    arrivals(walk::BISHOP),
    arrivals(walk::ROOK),
    arrivals(walk::QUEEN),
    arrivals(walk::KING),
];

/// The kind of a man: pawns are told apart by their side.
#[inline]
pub(super) fn kind(code: usize) -> usize {
    match code {
        9 => 0,
        _ => code & 7,
    }
}

/// What a man of this kind may attack after at most so many moves.
#[inline]
pub(super) fn reach(kind: usize, moves: usize, from: usize) -> Bits {
    REACH[kind % 7]
        .get(moves)
        .map_or(!0, |reach| reach[from & 63])
}

/// Where a man of this kind may stand after at most so many moves.
#[inline]
pub(super) fn arrive(kind: usize, moves: usize, from: usize) -> Bits {
    ARRIVALS[kind % 7]
        .get(moves)
        .map_or(!0, |reach| reach[from & 63])
}

/// Where a man of this kind may go with one move.
#[inline]
pub(super) fn steps(kind: usize, from: usize) -> Bits {
    arrive(kind, 1, from) & !bit(from)
}

const fn kind_steps(kind: usize, from: usize) -> Bits {
    match kind {
        walk::PAWN => pawn_steps(0, from),
        0 => pawn_steps(1, from),
        _ => officer_steps(kind, from),
    }
}

const fn officer_steps(walk: usize, from: usize) -> Bits {
    match walk {
        walk::KNIGHT => KNIGHT[from],
        walk::BISHOP => DIAGONALS[from],
        walk::ROOK => ORTHOGONALS[from],
        walk::QUEEN => DIAGONALS[from] | ORTHOGONALS[from],
        _ => KING[from],
    }
}

const fn promoted_steps(from: usize) -> Bits {
    officer_steps(walk::QUEEN, from) | KNIGHT[from]
}

/// Steps and captures of a pawn; on its own first rank it has none.
const fn pawn_steps(side: usize, from: usize) -> Bits {
    let own = bit(from);
    let (ahead, first, second) = match side {
        0 => (own << 8, RANK_1, RANK_1 << 8),
        _ => (own >> 8, RANK_8, RANK_8 >> 8),
    };
    if own & first != 0 {
        return 0;
    }
    let aside = (ahead & !FILE_A) >> 1 | (ahead & !FILE_H) << 1;
    let double = match side {
        _ if own & second == 0 => 0,
        0 => ahead << 8,
        _ => ahead >> 8,
    };
    ahead | aside | double
}

const fn officer(walk: usize) -> Reach {
    let mut reach = [[0; 64]; MOST + 1];
    let mut at = 0;
    while at < 64 * (MOST + 1) {
        let (moves, from) = (at / 64, at % 64);
        reach[moves][from] = match moves {
            0 => officer_steps(walk, from),
            _ => reach[moves - 1][from] | after(&reach[moves - 1], officer_steps(walk, from)),
        };
        at += 1;
    }
    reach
}

/// All that is attacked from some of these squares.
const fn after(attacked: &[Bits; 64], mut squares: Bits) -> Bits {
    let mut found = 0;
    while squares != 0 && found != !0 {
        found |= attacked[squares.trailing_zeros() as usize];
        squares &= squares - 1;
    }
    found
}

const fn pawn(side: usize) -> Reach {
    let (first, last) = match side {
        0 => (RANK_1, RANK_8),
        _ => (RANK_8, RANK_1),
    };
    let knights = officer(walk::KNIGHT);
    let mut reach = [[0; 64]; MOST + 1];
    let mut at = 0;
    while at < 64 * (MOST + 1) {
        let (moves, from) = (at / 64, at % 64);
        let steps = pawn_steps(side, from);
        reach[moves][from] = match moves {
            _ if bit(from) & (first | last) != 0 => 0,
            0 => PAWN[side][from],
            _ => {
                reach[moves - 1][from]
                    | after(&reach[moves - 1], steps & !last)
                    | after(&QUEEN[moves - 1], steps & last)
                    | after(&knights[moves - 1], steps & last)
            }
        };
        at += 1;
    }
    reach
}

const fn arrivals(kind: usize) -> Reach {
    let mut reach = [[0; 64]; MOST + 1];
    let mut at = 0;
    while at < 64 * (MOST + 1) {
        let (moves, from) = (at / 64, at % 64);
        reach[moves][from] = match moves {
            0 => bit(from),
            _ => stepped(kind, reach[moves - 1][from]),
        };
        at += 1;
    }
    reach
}

/// These squares and all that are one move away; a pawn's last rank is left as a queen or
/// a knight.
const fn stepped(kind: usize, squares: Bits) -> Bits {
    let (mut rest, mut found) = (squares, squares);
    while rest != 0 && found != !0 {
        let from = rest.trailing_zeros() as usize;
        found |= match kind {
            walk::PAWN if bit(from) & RANK_8 != 0 => promoted_steps(from),
            0 if bit(from) & RANK_1 != 0 => promoted_steps(from),
            _ => kind_steps(kind, from),
        };
        rest &= rest - 1;
    }
    found
}
