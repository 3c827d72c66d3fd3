//! Whose turn it is: where all that moved changes the colour of its square with every move, the
//! squares say whether each side has made an even or an odd number of moves.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk, SORTS, Sort, own_half};
use crate::legality::finding::Finding;
use crate::legality::state::homes;
use crate::legality::ways::Ways;
use crate::orthodox::attack::{Bits, Each, bit};
use crate::retro::routes::{KING, PAWN, reach};

pub(super) const RULE: Rule = Rule {
    key: "parity",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    let parities = Side::BOTH.map(|side| parity(analysis, side));
    let [Some(white), Some(black)] = parities else {
        return;
    };
    let white_to_move = analysis.state.turn == Side::White;
    if (white == black) != white_to_move {
        let row = match (white, black) {
            (0, 0) => "parity-even-even",
            (0, _) => "parity-even-odd",
            (_, 0) => "parity-odd-even",
            _ => "parity-odd-odd",
        };
        let turn = analysis.state.turn;
        let both = analysis.state.occupied() & !analysis.steady;
        analysis.refute(Finding::new(RULE.key, row, turn).on(both));
    }
}

/// Whether the number of moves of a side is even or odd.
fn parity(analysis: &Analysis, side: Side) -> Option<u32> {
    let state = &analysis.state;
    let tombs = analysis.tombs & own_half(side);
    let all_pawns = state.of_walk(side, PAWN);
    if all_pawns.count_ones() < 8 || state.missing(side) != tombs.count_ones() {
        return None;
    }
    let third = match side {
        Side::White => 0xff_u64 << 16,
        Side::Black => 0xff_u64 << 40,
    };
    let moved = all_pawns & !homes(side, PAWN);
    if moved & !third != 0 {
        return None;
    }
    let king = Sort {
        walk: KING,
        field: !0,
        first: 1,
    };
    let mut sum = moved.count_ones();
    if Ways::new(state, side, analysis.steady).can_castle() {
        return None;
    }
    for sort in SORTS.into_iter().chain([king]) {
        let from = analysis.origins(side, sort) & !analysis.steady;
        let to = analysis.men(side, sort) & !analysis.steady;
        let colours = two_colours(sort.walk, from, analysis.steady)?;
        sum += ((from ^ to) & colours).count_ones();
    }
    Some(sum % 2)
}

/// Squares such that each move of a man from these goes in or out, if there are such.
fn two_colours(walk: usize, from: Bits, walls: Bits) -> Option<Bits> {
    let (mut seen, mut odd) = (0, 0);
    for start in Each(from) {
        if seen & bit(start) != 0 {
            continue;
        }
        let (mut even_now, mut all) = (bit(start), bit(start));
        seen |= all;
        let mut is_odd = true;
        while even_now != 0 {
            let next = Each(even_now).fold(0, |next, on| next | steps(walk, on, walls));
            let fresh = next & !all;
            if is_odd {
                odd |= fresh;
            }
            all |= fresh;
            even_now = fresh;
            is_odd = !is_odd;
        }
        seen |= all;
    }
    let is_sound = Each(seen).all(|on| {
        let next = steps(walk, on, walls);
        match odd & bit(on) {
            0 => next & !odd == 0,
            _ => next & odd == 0,
        }
    });
    is_sound.then_some(odd)
}

/// All squares to which a man may go from a square with one move.
fn steps(walk: usize, on: usize, walls: Bits) -> Bits {
    reach(walk, on, walls) & !walls
}
