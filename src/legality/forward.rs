//! Legal moves, forward, of positions as retro play knows them: for games that are found and for
//! positions from which nobody can be mated.
//!
//! Here [`State::need`] is what may castle: kings and rooks that have not moved.

use super::state::{EDGES, State};
use crate::board::{Side, Square};
use crate::orthodox::attack::{Bits, Each, bit, first, pawn_captures};
use crate::retro::routes::{KING, KNIGHT, PAWN, PROMOTIONS, ROOK, ahead, home_rank, reach};
use std::fmt;

/// A legal move. It prints in coordinate notation, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// What it is afterwards.
    pub(crate) walk: u8,
    /// Whether it was a pawn and is none any more.
    pub(crate) promotes: bool,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Square::new(self.from), Square::new(self.to))?;
        let letters = [' ', 'p', 'n', 'b', 'r', 'q', 'k'];
        match self.promotes {
            true => write!(f, "{}", letters[usize::from(self.walk)]),
            false => Ok(()),
        }
    }
}

/// The position after a move that is at least pseudo-legal.
pub(crate) fn play(state: &State, one: Move) -> State {
    let (side, other) = (state.turn, !state.turn);
    let (from, to) = (usize::from(one.from), usize::from(one.to));
    let mut next = *state;
    next.turn = other;
    next.passed = None;
    next.need &= !(bit(from) | bit(to));
    let departs = if one.promotes { PAWN } else { one.walk.into() };
    if state.all(other) & bit(to) != 0 {
        next.lift(to, state.walk_on(other, to), other);
    }
    next.lift(from, departs, side);
    next.put(to, one.walk.into(), side);
    if departs == PAWN {
        if from.abs_diff(to) == 16 {
            next.passed = Some(((from + to) / 2) as u8);
        } else if state.passed == Some(one.to) && from % 8 != to % 8 {
            next.lift(from & 56 | to & 7, PAWN, other);
        }
    }
    if departs == KING && from.abs_diff(to) == 2 {
        let (rook, on) = if to > from {
            (to + 1, to - 1)
        } else {
            (to - 2, to + 1)
        };
        next.lift(rook, ROOK, side);
        next.put(on, ROOK, side);
        next.need &= !bit(rook);
    }
    next
}

/// All legal moves.
pub(crate) fn moves(state: &State) -> Vec<Move> {
    let mut found = Vec::with_capacity(48);
    let side = state.turn;
    let occupied = state.occupied();
    let own = state.all(side);
    let mut add = |from: usize, to: usize, walk: usize| {
        let promotes = walk == PAWN && bit(to) & EDGES != 0;
        let becomes = if promotes {
            &PROMOTIONS[..]
        } else {
            &[walk][..]
        };
        for &walk in becomes {
            let (from, to, walk) = (from as u8, to as u8, walk as u8);
            let one = Move {
                from,
                to,
                walk,
                promotes,
            };
            if play(state, one).checkers(side) == 0 {
                found.push(one);
            }
        }
    };
    for walk in KNIGHT..=KING {
        for from in Each(state.of_walk(side, walk)) {
            for to in Each(reach(walk, from, occupied) & !own) {
                add(from, to, walk);
            }
        }
    }
    for from in Each(state.of_walk(side, PAWN) & !EDGES) {
        let one = ahead(side, from);
        if occupied & bit(one) == 0 {
            add(from, one, PAWN);
            let two = ahead(side, one);
            if bit(from) & home_rank(side) != 0 && occupied & bit(two) == 0 {
                add(from, two, PAWN);
            }
        }
        let passed = state.passed.map_or(0, |on| bit(on.into()));
        for to in Each(pawn_captures(side.index(), from) & (state.all(!side) | passed)) {
            add(from, to, PAWN);
        }
    }
    castlings(state, &mut |from, to| add(from, to, KING));
    found
}

fn castlings(state: &State, add: &mut dyn FnMut(usize, usize)) {
    let side = state.turn;
    let rank = if side == Side::White { 0 } else { 56 };
    let king = rank + 4;
    if state.need & bit(king) == 0 || state.checkers(side) != 0 {
        return;
    }
    let occupied = state.occupied();
    for (rook, empty, crosses, to) in [
        (rank, 0b0000_1110_u64 << rank, king - 1, king - 2),
        (rank + 7, 0b0110_0000_u64 << rank, king + 1, king + 2),
    ] {
        let stands = state.need & bit(rook) != 0;
        if stands && occupied & empty == 0 && state.attackers(!side, crosses, occupied) == 0 {
            add(king, to);
        }
    }
}

/// Whether the side to move has a legal move.
pub(crate) fn is_mate(state: &State) -> bool {
    state.checkers(state.turn) != 0 && moves(state).is_empty()
}

/// The squares next to a side's king, for counting what it has left.
pub(crate) fn flights(state: &State, side: Side) -> u32 {
    let king = first(state.of_walk(side, KING));
    let occupied = state.occupied() & !bit(king);
    let around: Bits = crate::orthodox::attack::king(king) & !state.all(side);
    let free = Each(around).filter(|on| state.attackers(!side, *on, occupied) == 0);
    free.count() as u32
}
