//! The least moves in which a man comes to what it is in the end of a plan, nobody being in
//! its way and anything there to be captured.

use super::super::attack::{Bits, Each, RANK_1, RANK_8, bit};
use super::super::reach::steps;
use super::super::state::{CASTLINGS, walk};

/// What a man is in the end: of a walk on a square, or one of the words below.
pub(super) type Role = u16;

/// By square of the other king: a king that does not stand beside it.
const AWAY: Role = 6 * 64;
/// Whatever it likes.
pub(super) const FREE: Role = AWAY + 64;
/// It is captured.
pub(super) const CAPTURED: Role = FREE + 1;
const ROLES: usize = CAPTURED as usize + 1;

/// More than any play has.
pub(super) const NEVER: u8 = 100;

/// The least moves to each role.
pub(super) type Row = [u8; ROLES];

/// By kind of man and square; behind them the kings and the rooks that may castle.
#[derive(Debug)]
pub(super) struct Least {
    rows: Vec<Row>,
}

const CASTLING_KINGS: u16 = 7 * 64;
const CASTLING_ROOKS: u16 = CASTLING_KINGS + 2;

/// A man of a walk on a square.
pub(super) fn role(walk: usize, square: usize) -> Role {
    ((walk - 1) * 64 + square) as Role
}

/// The king that is not beside the other one on this square.
pub(super) fn away(square: usize) -> Role {
    AWAY + square as Role
}

/// How many moves more a man makes at least that must move last though it is there already:
/// away and back again, as pawns never can.
#[inline]
pub(super) fn extra(number: u16, row: &Row, role: Role) -> u8 {
    let is_there = row[usize::from(role)] == 0 && number < CASTLING_KINGS;
    match usize::from(role) / 64 + 1 {
        walk::PAWN if is_there => NEVER,
        _ if is_there => 2,
        _ => 0,
    }
}

/// Whether the man with this role ends on a square.
pub(super) fn stands(role: Role) -> bool {
    role < AWAY
}

/// The row of a man.
pub(super) fn row(kind: usize, square: usize) -> u16 {
    (kind * 64 + square) as u16
}

/// The row of a man that may castle, if it is one.
pub(super) fn castling_row(rights: u8, square: usize) -> Option<u16> {
    let castlings = CASTLINGS.iter().enumerate();
    let mut castlings = castlings.filter(|(_, castling)| rights & castling.right != 0);
    castlings.find_map(|(number, castling)| match square {
        _ if square == usize::from(castling.king) => Some(CASTLING_KINGS + number as u16 / 2),
        _ if square == usize::from(castling.rook) => Some(CASTLING_ROOKS + number as u16),
        _ => None,
    })
}

impl Least {
    pub fn new() -> Least {
        let mut rows = vec![[NEVER; ROLES]; 7 * 64];
        for kind in walk::KNIGHT..=walk::KING {
            for from in 0..64 {
                officer(&mut rows[kind * 64 + from], kind, from);
            }
        }
        for kind in [0, walk::PAWN] {
            for from in 0..64 {
                let pawn = pawn(kind, from, &rows);
                rows[kind * 64 + from] = pawn;
            }
        }
        let mut least = Least { rows };
        least.rows.extend(least.castling_rows());
        least
    }

    pub fn row(&self, row: u16) -> &Row {
        &self.rows[usize::from(row)]
    }

    fn castling_rows(&self) -> Vec<Row> {
        let row_of = |walk, square: u8| self.row(row(walk, square.into()));
        let either = |one: &Row, other: &Row, more: u8| {
            std::array::from_fn(|role| one[role].min(other[role] + more))
        };
        let kings = CASTLINGS.chunks(2).map(|castlings| {
            let stays = *row_of(walk::KING, castlings[0].king);
            castlings.iter().fold(stays, |best, castling| {
                either(&best, row_of(walk::KING, castling.king_to), 1)
            })
        });
        let rooks = CASTLINGS.iter().map(|castling| {
            let stays = row_of(walk::ROOK, castling.rook);
            either(stays, row_of(walk::ROOK, castling.rook_to), 0)
        });
        kings.chain(rooks).collect()
    }
}

fn officer(row: &mut Row, kind: usize, from: usize) {
    row[usize::from(FREE)] = 0;
    row[usize::from(CAPTURED)] = 0;
    let (mut reached, mut layer, mut moves) = (bit(from), bit(from), 0);
    while layer != 0 {
        for square in Each(layer) {
            row[usize::from(role(kind, square))] = moves;
            // A promoted rider of any kind may stand for a queen.
            if matches!(kind, walk::BISHOP | walk::ROOK) {
                row[usize::from(role(walk::QUEEN, square))] = moves;
            }
        }
        let next = Each(layer).fold(0, |next, square| next | steps(kind, square));
        layer = next & !reached;
        reached |= next;
        moves += 1;
    }
    if kind == walk::KING {
        for square in 0..64 {
            let is_beside = (bit(square) | steps(walk::KING, square)) & bit(from) != 0;
            row[usize::from(away(square))] = u8::from(is_beside);
        }
    }
}

fn pawn(kind: usize, from: usize, rows: &[Row]) -> Row {
    const LAST: Bits = RANK_1 | RANK_8;
    let mut row = [NEVER; ROLES];
    row[usize::from(FREE)] = 0;
    row[usize::from(CAPTURED)] = 0;
    row[usize::from(role(walk::PAWN, from))] = 0;
    let (mut reached, mut layer, mut moves) = (0, bit(from), 0);
    while layer != 0 {
        let next = Each(layer & (!LAST | bit(from))).fold(0, |next, on| next | steps(kind, on));
        layer = next & !reached;
        reached |= next;
        moves += 1;
        for square in Each(layer & !LAST) {
            row[usize::from(role(walk::PAWN, square))] = moves;
        }
        for square in Each(layer & LAST) {
            promote(&mut row, square, moves, rows);
        }
    }
    row
}

/// The roles of a pawn that promotes on a square after so many moves.
fn promote(row: &mut Row, square: usize, moves: u8, rows: &[Row]) {
    for kind in walk::KNIGHT..=walk::QUEEN {
        let officer = &rows[kind * 64 + square];
        let roles = usize::from(role(kind, 0))..usize::from(role(kind, 0)) + 64;
        for role in roles {
            row[role] = row[role]
                .min(officer[role].saturating_add(moves))
                .min(NEVER);
        }
    }
    // Two moves of a rook or a bishop are never quicker than those of a queen.
}
