//! How many moves a man needs at least from square to square, past the men that never move.

use crate::board::Side;

/// A set of squares of the 8x8 board, a1 first.
type Bits = u64;

/// The walks by number: pawn, knight, bishop, rook, queen, king.
pub(super) const PAWN: usize = 0;
const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
const QUEEN: usize = 4;
pub(super) const KING: usize = 5;
pub(super) const KINDS: usize = 6;

/// More than any play has.
pub(super) const NEVER: u8 = u8::MAX;

/// Pawns capture no more often than this.
pub(super) const MOST_CAPTURES: usize = 7;

/// Least moves from each square.
pub(super) type From = [u8; 64];

/// How kings go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::rules) enum KingSteps {
    /// One square.
    Own,
    /// Also by walks of the game that rules lend them.
    Lent,
    /// By any walk: anywhere.
    Any,
}

/// The steps of all walks on a board on which some squares are closed.
pub(super) struct Routes {
    /// By walk but the pawn's: where it may go with one move.
    steps: [[Bits; 64]; KINDS],
    /// By side: where its pawns may go with and without capture.
    pawns: [[Pawn; 64]; 2],
}

#[derive(Clone, Copy, Default)]
struct Pawn {
    quiet: Bits,
    captures: Bits,
}

pub(super) fn bit(square: usize) -> Bits {
    1 << (square & 63)
}

/// The squares of a set in ascending order.
pub(super) fn each(mut squares: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = squares.trailing_zeros() as usize;
        let more = squares != 0;
        squares &= squares.wrapping_sub(1);
        more.then_some(first)
    })
}

/// Files and ranks of the queen's directions, the diagonal ones first.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
];
const LEAPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

fn shifted(square: usize, (file, rank): (i8, i8)) -> Option<usize> {
    let file = (square % 8) as i8 + file;
    let rank = (square / 8) as i8 + rank;
    let inside = (0..8).contains(&file) && (0..8).contains(&rank);
    inside.then(|| (rank * 8 + file) as usize)
}

/// Squares on which men stand that never move.
#[derive(Clone, Copy)]
struct Closed {
    squares: Bits,
    /// Whether all others are stopped there.
    stop: bool,
}

/// Where steps in these directions lead, so many of each at most.
fn squares(from: usize, directions: &[(i8, i8)], most: usize, closed: Closed) -> Bits {
    let ray = |&direction: &(i8, i8)| {
        let ray =
            std::iter::successors(shifted(from, direction), move |&on| shifted(on, direction));
        ray.take(most)
            .take_while(|&on| !closed.stop || closed.squares & bit(on) == 0)
            .fold(0, |squares, on| squares | bit(on))
    };
    let rays = directions.iter().map(ray);
    rays.fold(0, |all, ray| all | ray) & !closed.squares
}

/// Where two steps of a king in one direction lead.
pub(super) fn two_steps(from: usize) -> Bits {
    let twice = |way: &(i8, i8)| shifted(shifted(from, *way)?, *way);
    let squares = DIRECTIONS.iter().filter_map(twice);
    squares.fold(0, |all, on| all | bit(on))
}

fn officer_steps(kind: usize, from: usize, closed: Closed) -> Bits {
    match kind {
        KNIGHT => squares(from, &LEAPS, 1, closed),
        BISHOP => squares(from, &DIRECTIONS[..4], 7, closed),
        ROOK => squares(from, &DIRECTIONS[4..], 7, closed),
        QUEEN => squares(from, &DIRECTIONS, 7, closed),
        _ => squares(from, &DIRECTIONS, 1, closed),
    }
}

fn king_steps(how: KingSteps, from: usize, closed: Closed) -> Bits {
    match how {
        KingSteps::Own => officer_steps(KING, from, closed),
        // Pawns lend no more than queens do.
        KingSteps::Lent => officer_steps(QUEEN, from, closed) | officer_steps(KNIGHT, from, closed),
        KingSteps::Any => !closed.squares,
    }
}

/// The rank a pawn of the side starts from, and the one on which it promotes.
fn ranks(side: Side) -> (Bits, Bits) {
    match side {
        Side::White => (0xff << 8, 0xff << 56),
        Side::Black => (0xff << 48, 0xff),
    }
}

fn pawn_steps(side: Side, from: usize, closed: Closed) -> Pawn {
    let ahead = match side {
        Side::White => 1,
        Side::Black => -1,
    };
    let (start, last) = ranks(side);
    if bit(from) & last != 0 {
        return Pawn::default();
    }
    let double = 1 + usize::from(bit(from) & start != 0);
    Pawn {
        quiet: squares(from, &[(0, ahead)], double, closed),
        captures: squares(from, &[(-1, ahead), (1, ahead)], 1, closed),
    }
}

impl Routes {
    /// The routes of a game that ends with these men, by side and walk. A pawn that is to
    /// stand on the rank where pawns start has never moved, and nor has a bishop behind two,
    /// unless it was promoted there. All men are in each other's way, or some may be passed.
    pub(super) fn to(men: &[[Bits; KINDS]; 2], all_stop: bool, kings: KingSteps) -> Routes {
        let mut closed = Closed {
            squares: 0,
            stop: all_stop,
        };
        for side in Side::BOTH {
            closed.squares |= men[side.index()][PAWN] & ranks(side).0;
        }
        for side in Side::BOTH {
            let (_, last) = ranks(side);
            for square in each(men[side.index()][BISHOP] & !last) {
                if officer_steps(BISHOP, square, closed) == 0 {
                    closed.squares |= bit(square);
                }
            }
        }
        let officers = |kind| {
            std::array::from_fn(|from| match kind {
                KING => king_steps(kings, from, closed),
                _ => officer_steps(kind, from, closed),
            })
        };
        let pawns = |side| std::array::from_fn(|from| pawn_steps(side, from, closed));
        Routes {
            steps: std::array::from_fn(officers),
            pawns: Side::BOTH.map(pawns),
        }
    }

    /// The routes on an empty board.
    pub(super) fn open(kings: KingSteps) -> Routes {
        Routes::to(&[[0; KINDS]; 2], false, kings)
    }

    /// Where a man may go with one move: without capture, and by a capture.
    pub(super) fn arrivals(&self, side: Side, kind: usize, from: usize) -> (Bits, Bits) {
        match kind {
            PAWN => {
                let pawn = self.pawns[side.index()][from];
                (pawn.quiet, pawn.captures)
            }
            _ => (self.steps[kind][from], self.steps[kind][from]),
        }
    }

    /// The least moves of a man to a square.
    pub(super) fn officer(&self, kind: usize, to: usize) -> From {
        let mut moves = [NEVER; 64];
        let mut reached = bit(to);
        moves[to] = 0;
        // Officers go back the way they came, but closed squares are only left.
        for count in 1..NEVER {
            let arrives = |from: &usize| self.steps[kind][*from] & reached != 0;
            let layer: Vec<usize> = each(!reached).filter(arrives).collect();
            if layer.is_empty() {
                break;
            }
            for from in layer {
                moves[from] = count;
                reached |= bit(from);
            }
        }
        moves
    }

    /// The least moves of a pawn to a square, by the number of captures at most.
    pub(super) fn pawn(&self, side: Side, to: usize) -> [From; MOST_CAPTURES + 1] {
        let mut moves = [[NEVER; 64]; MOST_CAPTURES + 1];
        for captures in 0..=MOST_CAPTURES {
            let mut least = match captures {
                0 => [NEVER; 64],
                _ => moves[captures - 1],
            };
            least[to] = 0;
            // Pawns only go ahead: squares nearer to the end are known first.
            let nearer = |index: usize| match side {
                Side::White => 63 - index,
                Side::Black => index,
            };
            for from in (0..64).map(nearer) {
                let pawn = self.pawns[side.index()][from];
                let quiet = each(pawn.quiet).map(|next| least[next]);
                let fewer = captures.checked_sub(1).map(|fewer| moves[fewer]);
                let captures =
                    each(pawn.captures).filter_map(|next| fewer.as_ref().map(|fewer| fewer[next]));
                let best = quiet.chain(captures).min().unwrap_or(NEVER);
                least[from] = least[from].min(best.saturating_add(1));
            }
            moves[captures] = least;
        }
        moves
    }

    /// The same for a pawn that becomes a man which needs so many moves from its promotion.
    pub(super) fn promoted(&self, side: Side, then: &From) -> [From; MOST_CAPTURES + 1] {
        let mut moves = [[NEVER; 64]; MOST_CAPTURES + 1];
        for square in each(ranks(side).1) {
            let further = then[square];
            let pawn = self.pawn(side, square);
            for (moves, pawn) in moves.iter_mut().zip(pawn) {
                for (moves, pawn) in moves.iter_mut().zip(pawn) {
                    *moves = (*moves).min(pawn.saturating_add(further));
                }
            }
        }
        moves
    }
}
