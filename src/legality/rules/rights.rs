//! Castlings and captures en passant that are asked for need their men on their squares.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk};
use crate::legality::finding::Finding;
use crate::legality::state::{at_home, homes};
use crate::orthodox::attack::{Each, bit};
use crate::retro::routes::{KING, PAWN, ROOK};

pub(super) const RULE: Rule = Rule {
    key: "rights",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    let state = analysis.state;
    for square in Each(state.need) {
        let Some((side, walk)) = at_home(square) else {
            continue;
        };
        if !matches!(walk, KING | ROOK) || state.of_walk(side, walk) & bit(square) == 0 {
            let finding = Finding::new(RULE.key, "no-castling-man", side).walk(walk);
            return analysis.refute(finding.on(bit(square)));
        }
    }
    for side in Side::BOTH {
        let own = state.need & (homes(side, KING) | homes(side, ROOK));
        if own != 0 {
            let finding = Finding::new("steady", "steady-castling", side);
            analysis.learn_steady(own, finding);
        }
    }
    en_passant(analysis);
}

/// The double step: its pawn has arrived, the squares behind it are empty.
fn en_passant(analysis: &mut Analysis) {
    let state = &analysis.state;
    let Some(passed) = state.passed.map(usize::from) else {
        return;
    };
    let side = !state.turn;
    let (to, from, rank) = match side {
        Side::White => (passed + 8, passed.wrapping_sub(8), 2),
        Side::Black => (passed.wrapping_sub(8), passed + 8, 5),
    };
    let is_there = passed / 8 == rank && state.of_walk(side, PAWN) & bit(to) != 0;
    let is_free = is_there && state.occupied() & (bit(passed) | bit(from)) == 0;
    if !is_free {
        let finding = Finding::new(RULE.key, "no-double-step", side).on(bit(passed));
        analysis.refute(finding);
    }
}
