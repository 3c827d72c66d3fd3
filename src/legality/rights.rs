//! What may be castled, captured en passant, and who is to move: what no retro analysis disproves.
//!
//! A set of castlings is feasible if play can have led here without moves of their kings and rooks.
//! The parts of a solution by partial retro analysis are the greatest feasible sets.

use super::LastMove;
use super::backward::Kind;
use super::last::Past;
use super::state::{State, at_home};
use crate::board::{Side, Square};
use crate::orthodox::attack::{Bits, Each, bit};
use crate::retro::routes::{KING, PAWN, ROOK};

/// A castling by its letter in FEN, with the squares of king and rook.
pub(crate) const CASTLINGS: [(char, Bits); 4] = [
    ('K', 0x90),
    ('Q', 0x11),
    ('k', 0x90 << 56),
    ('q', 0x11 << 56),
];

/// What is known of castlings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Castlings {
    /// Each castling whose king and rook are at home, by its letter, and whether it is allowed.
    pub allowed: Vec<(char, bool)>,
    /// The greatest sets of castlings that are possible together.
    pub parts: Vec<String>,
    /// Whether a limit was reached, so that more may be impossible.
    pub is_open: bool,
}

/// Whether the king and the rook of a castling are at home.
pub(crate) fn castling_men(state: &State, squares: Bits) -> bool {
    Each(squares).all(|on| {
        let man = at_home(on).filter(|(_, walk)| matches!(*walk, KING | ROOK));
        man.is_some_and(|(side, walk)| state.of_walk(side, walk) & bit(on) != 0)
    })
}

/// The castlings among these that are not disproved by so many single moves taken back.
pub(crate) fn castlings(past: &mut Past, state: &State, depth: u8, asked: &[char]) -> Castlings {
    let home = CASTLINGS
        .into_iter()
        .filter(|(letter, squares)| asked.contains(letter) && castling_men(state, *squares));
    let home: Vec<(char, Bits)> = home.collect();
    let mut feasible: Vec<u32> = Vec::new();
    let mut is_open = false;
    // Greater sets come first; a set within a feasible one says nothing new.
    let mut sets: Vec<u32> = (0..1 << home.len()).collect();
    sets.sort_by_key(|set: &u32| std::cmp::Reverse(set.count_ones()));
    for set in sets {
        if feasible.iter().any(|greater| greater & set == set) {
            continue;
        }
        let chosen = home
            .iter()
            .enumerate()
            .filter(|(place, _)| set >> place & 1 != 0);
        let need = chosen.fold(state.need, |all, (_, (_, squares))| all | squares);
        let needing = State { need, ..*state };
        if !past.is_possible(&needing) {
            continue;
        }
        let has_past = past.has_past(&needing, depth);
        is_open |= has_past.is_err();
        if has_past != Ok(false) {
            feasible.push(set);
        }
    }
    let letters = |set: u32| {
        let chosen = home
            .iter()
            .enumerate()
            .filter(|(place, _)| set >> place & 1 != 0);
        chosen.map(|(_, (letter, _))| *letter).collect::<String>()
    };
    let allowed = home.iter().enumerate().map(|(place, (letter, _))| {
        let is_allowed = feasible.iter().any(|set| set >> place & 1 != 0);
        (*letter, is_allowed)
    });
    let mut parts: Vec<String> = feasible.iter().map(|set| letters(*set)).collect();
    parts.sort();
    Castlings {
        allowed: allowed.collect(),
        parts,
        is_open,
    }
}

/// The square on which a pawn may be captured en passant: the double step is the only last move
/// that is not disproved, and a pawn can capture it.
pub(crate) fn en_passant(last_moves: &[LastMove], state: &State) -> Option<Square> {
    let mut moves = last_moves.iter().map(|last| last.unmove);
    let only = moves.next().filter(|_| moves.next().is_none())?;
    if only.kind != Kind::DoubleStep {
        return None;
    }
    let passed = (only.from + only.to) / 2;
    let state = State {
        passed: Some(passed),
        ..*state
    };
    let captures = super::forward::moves(&state)
        .into_iter()
        .any(|one| usize::from(one.walk) == PAWN && one.to == passed && one.from % 8 != one.to % 8);
    captures.then(|| Square::new(passed))
}

/// Who can be to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Only this side.
    Only(Side),
    /// Both can be.
    Either,
    /// Neither can.
    Neither,
}

/// Which side can be to move, as far as so many single moves taken back show.
pub(crate) fn turn(past: &mut Past, state: &State, depth: u8) -> Turn {
    let can = Side::BOTH.map(|turn| {
        let state = state.with_turn(turn);
        past.is_possible(&state)
            && state.checkers(!turn) == 0
            && past.has_past(&state, depth) != Ok(false)
    });
    match can {
        [true, true] => Turn::Either,
        [true, false] => Turn::Only(Side::White),
        [false, true] => Turn::Only(Side::Black),
        [false, false] => Turn::Neither,
    }
}
