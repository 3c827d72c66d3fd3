//! Which squares men attack: tables and lookups on sets of 64 squares.
//!
//! **Invariant:** everything here is geometry of the 8x8 board, known at compile
//! time. Riders are looked up by the men on one line at a time (the kindergarten
//! method), so all tables together stay within the first-level cache.

/// A set of squares of the 8x8 board, a1 first.
pub(crate) type Bits = u64;

/// Files and ranks of the queen's directions, in the order in which the rules list them.
const DIRECTIONS: [(i32, i32); 8] = [
    (-1, -1),
    (1, -1),
    (1, 1),
    (-1, 1),
    (0, -1),
    (-1, 0),
    (0, 1),
    (1, 0),
];

/// The knight's leaps, in that order.
const LEAPS: [(i32, i32); 8] = [
    (-2, -1),
    (-1, -2),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
];

/// The bishop's directions are the first four.
pub(crate) const DIAGONAL: std::ops::Range<usize> = 0..4;
/// The rook's are the last four.
pub(crate) const STRAIGHT: std::ops::Range<usize> = 4..8;

pub(crate) const FILE_A: Bits = 0x0101_0101_0101_0101;
pub(crate) const FILE_H: Bits = FILE_A << 7;
pub(crate) const RANK_1: Bits = 0xff;
pub(crate) const RANK_8: Bits = RANK_1 << 56;

/// Whether squares get higher numbers in a direction.
#[inline]
pub(crate) fn ascends(direction: usize) -> bool {
    direction & 2 != 0
}

/// By direction and square; rows beyond the eighth are empty.
static RAYS: [[Bits; 64]; 16] = rays();
/// The direction from one square to another, 8 if none leads there.
static WAYS: [[u8; 64]; 64] = ways();
/// The squares a leaper reaches, in the order of its leaps, 64 for none.
pub(crate) static KNIGHT_ORDER: [[u8; 8]; 64] = arrivals(LEAPS);
pub(crate) static KING_ORDER: [[u8; 8]; 64] = arrivals(DIRECTIONS);
pub(crate) static KNIGHT: [Bits; 64] = united(KNIGHT_ORDER);
pub(crate) static KING: [Bits; 64] = united(KING_ORDER);
pub(crate) static PAWN: [[Bits; 64]; 2] = [pawn(1), pawn(-1)];
static LINES: [[Bits; 64]; 3] = [line(0, 2), line(1, 3), line(5, 7)];
pub(crate) static DIAGONALS: [Bits; 64] = either(LINES[0], LINES[1]);
pub(crate) static ORTHOGONALS: [Bits; 64] = either(line(4, 6), LINES[2]);
/// By file and the men on the six inner squares of the first rank: what a
/// rider reaches there, repeated on all ranks.
static RANK_REACH: [[Bits; 64]; 8] = rank_reach();
/// By rank and the index of `file_index`: what a rider reaches on the a-file.
static FILE_REACH: [[Bits; 64]; 8] = file_reach();

const FILE_B: Bits = FILE_A << 1;
const FILE_TO_INDEX: u64 = 0x0004_0810_2040_8000;

#[inline]
pub(crate) const fn bit(square: usize) -> Bits {
    1 << (square & 63)
}

/// The first square of a set that is not empty.
#[inline]
pub(crate) fn first(bits: Bits) -> usize {
    (bits.trailing_zeros() & 63) as usize
}

/// The squares of a set, a1 first.
#[derive(Clone, Copy)]
pub(crate) struct Each(pub Bits);

impl Iterator for Each {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let square = (self.0 != 0).then(|| first(self.0))?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[inline]
pub(crate) fn knight(square: usize) -> Bits {
    KNIGHT[square & 63]
}

#[inline]
pub(crate) fn king(square: usize) -> Bits {
    KING[square & 63]
}

/// Where a pawn of the side (0 for White) on this square captures, whatever its rank.
#[inline]
pub(crate) fn pawn_captures(side: usize, square: usize) -> Bits {
    PAWN[side & 1][square & 63]
}

#[inline]
pub(crate) fn bishop(square: usize, occupied: Bits) -> Bits {
    let reach = &RANK_REACH[square & 7];
    let along = |line: Bits| {
        let index = ((occupied & line).wrapping_mul(FILE_B) >> 58) as usize;
        line & reach[index]
    };
    along(LINES[0][square & 63]) | along(LINES[1][square & 63])
}

#[inline]
pub(crate) fn rook(square: usize, occupied: Bits) -> Bits {
    let (file, rank) = (square & 7, (square >> 3) & 7);
    let on_rank = RANK_REACH[file][(occupied >> (8 * rank + 1) & 63) as usize];
    let on_file = FILE_REACH[rank][file_index(occupied >> file)];
    LINES[2][square & 63] & on_rank | on_file << file
}

#[inline]
pub(crate) fn queen(square: usize, occupied: Bits) -> Bits {
    bishop(square, occupied) | rook(square, occupied)
}

/// A bishop's squares on the empty board.
#[inline]
pub(crate) fn diagonals(square: usize) -> Bits {
    DIAGONALS[square & 63]
}

/// A rook's squares on the empty board.
#[inline]
pub(crate) fn orthogonals(square: usize) -> Bits {
    ORTHOGONALS[square & 63]
}

#[inline]
pub(crate) fn ray(direction: usize, square: usize) -> Bits {
    RAYS[direction & 15][square & 63]
}

/// All squares from `from` to the edge through `to`; none if no line leads there.
#[inline]
pub(crate) fn ray_through(from: usize, to: usize) -> Bits {
    ray(way(from, to), from)
}

/// The squares between two squares of one line.
#[inline]
pub(crate) fn between(from: usize, to: usize) -> Bits {
    let way = way(from, to);
    ray(way, from) & ray(way ^ 2, to)
}

#[inline]
fn way(from: usize, to: usize) -> usize {
    WAYS[from & 63][to & 63] as usize
}

/// The a-file's inner squares gathered into six bits.
#[inline]
const fn file_index(occupied: Bits) -> usize {
    ((occupied & FILE_A).wrapping_mul(FILE_TO_INDEX) >> 58) as usize
}

const fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((rank * 8 + file) as usize)
    } else {
        None
    }
}

/// A line in one direction up to the first man, or to the edge.
const fn ride(from: usize, direction: (i32, i32), occupied: Bits) -> Bits {
    let mut reach = 0;
    let mut at = step(from, direction);
    while let Some(square) = at {
        reach |= 1 << square;
        at = match occupied >> square & 1 {
            0 => step(square, direction),
            _ => None,
        };
    }
    reach
}

const fn rays() -> [[Bits; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            table[direction][square] = ride(square, DIRECTIONS[direction], 0);
            square += 1;
        }
        direction += 1;
    }
    table
}

const fn ways() -> [[u8; 64]; 64] {
    let mut table = [[8; 64]; 64];
    let mut at = 0;
    while at < 64 * 64 {
        let (from, to) = (at / 64, at % 64);
        let mut direction = 0;
        while direction < 8 {
            if RAYS[direction][from] >> to & 1 != 0 {
                table[from][to] = direction as u8;
            }
            direction += 1;
        }
        at += 1;
    }
    table
}

const fn arrivals(vectors: [(i32, i32); 8]) -> [[u8; 8]; 64] {
    let mut table = [[64; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < 8 {
            if let Some(to) = step(square, vectors[index]) {
                table[square][index] = to as u8;
            }
            index += 1;
        }
        square += 1;
    }
    table
}

const fn united(arrivals: [[u8; 8]; 64]) -> [Bits; 64] {
    let mut table = [0; 64];
    let mut at = 0;
    while at < 64 * 8 {
        let to = arrivals[at / 8][at % 8];
        if to < 64 {
            table[at / 8] |= 1 << to;
        }
        at += 1;
    }
    table
}

const fn pawn(forward: i32) -> [Bits; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut files = -1;
        while files <= 1 {
            if let Some(to) = step(square, (files, forward)) {
                table[square] |= 1 << to;
            }
            files += 2;
        }
        square += 1;
    }
    table
}

const fn line(one: usize, other: usize) -> [Bits; 64] {
    either(RAYS[one], RAYS[other])
}

const fn either(one: [Bits; 64], other: [Bits; 64]) -> [Bits; 64] {
    let mut table = one;
    let mut square = 0;
    while square < 64 {
        table[square] |= other[square];
        square += 1;
    }
    table
}

const fn rank_reach() -> [[Bits; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        let (file, inner) = (at / 64, at % 64);
        let occupied = (inner as Bits) << 1;
        let reach = ride(file, (1, 0), occupied) | ride(file, (-1, 0), occupied);
        table[file][inner] = (reach & RANK_1) * FILE_A;
        at += 1;
    }
    table
}

const fn file_reach() -> [[Bits; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        let (rank, inner) = (at / 64, at % 64);
        let mut occupied = 0;
        let mut square = 0;
        while square < 6 {
            occupied |= (inner as Bits >> square & 1) << (8 * (square + 1));
            square += 1;
        }
        let reach = ride(8 * rank, (0, 1), occupied) | ride(8 * rank, (0, -1), occupied);
        table[rank][file_index(occupied)] = reach;
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scattered sets of men.
    fn samples() -> impl Iterator<Item = Bits> {
        let spread = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..500).map(move |number| spread(number) & spread(number + 1000))
    }

    #[test]
    fn riders_stop_at_the_first_man() {
        for occupied in samples() {
            for square in 0..64 {
                let slow = |range: std::ops::Range<usize>| {
                    range.fold(0, |reach, direction| {
                        reach | ride(square, DIRECTIONS[direction], occupied)
                    })
                };
                assert_eq!(bishop(square, occupied), slow(DIAGONAL));
                assert_eq!(rook(square, occupied), slow(STRAIGHT));
                assert_eq!(queen(square, occupied), slow(0..8));
            }
        }
    }

    #[test]
    fn between_is_the_same_from_both_ends() {
        let (a1, d4, h8, b3) = (0, 27, 63, 17);
        assert_eq!(between(a1, d4), bit(9) | bit(18));
        assert_eq!(between(d4, a1), between(a1, d4));
        assert_eq!(between(a1, b3), 0);
        assert_eq!(ray_through(a1, d4), ray_through(a1, h8));
    }

    #[test]
    fn directions_are_opposed_by_their_second_bit() {
        for square in 0..64 {
            for to in Each(king(square)) {
                assert_eq!(way(square, to) ^ 2, way(to, square));
                assert_eq!(ascends(way(square, to)), to > square);
            }
        }
    }
}
