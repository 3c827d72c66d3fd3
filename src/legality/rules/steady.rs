//! Men that never moved: pawns at home, and officers that such men lock in.
//!
//! Nobody but a knight gets past a locked square, so a bishop between two pawns at home, and a
//! queen or king all of whose neighbours are locked, are where they began. If no man of theirs was
//! captured and replaced by promotion, officers may lock in each other.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk};
use crate::legality::finding::Finding;
use crate::legality::state::{at_home, homes};
use crate::orthodox::attack::{Bits, Each, bishop, bit, king, knight, queen, rook};
use crate::retro::routes::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

pub(super) const RULE: Rule = Rule {
    key: "steady",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    for side in Side::BOTH {
        let pawns = analysis.state.of_walk(side, PAWN) & homes(side, PAWN);
        analysis.learn_steady(pawns, Finding::new(RULE.key, "steady-pawns", side));
        lock_in(analysis, side);
    }
}

fn lock_in(analysis: &mut Analysis, side: Side) {
    let state = analysis.state;
    let walks = [KNIGHT, BISHOP, ROOK, QUEEN, KING];
    let officers = walks.map(|walk| homes(side, walk)).into_iter();
    let officers = officers.fold(0, |all, home| all | home);
    let at_home_now = |square: &usize| {
        at_home(*square).is_some_and(|(side, walk)| state.of_walk(side, walk) & bit(*square) != 0)
    };
    let mut locked = analysis.steady;
    loop {
        let more = Each(officers & !locked).filter(|square| exits(*square) & !locked == 0);
        let more = more.fold(0, |more, square| more | bit(square));
        // Who is gone was captured at home; who stands there stands there still.
        let gone = Each(more).filter(|square| !at_home_now(square));
        let gone = gone.fold(0, |gone, square| gone | bit(square));
        let still = more & !gone;
        if gone != 0 {
            analysis.learn_tombs(gone, Finding::new(RULE.key, "tomb", side));
        }
        if still == 0 {
            break;
        }
        analysis.learn_steady(still, Finding::new(RULE.key, "locked-in", side));
        locked = analysis.steady;
    }
    let pawns_gone = 8 - analysis.pawns(side).min(8);
    let cannot_replace = analysis.promoted_men(side) >= pawns_gone;
    if !cannot_replace && analysis.state.missing(side) > 0 {
        return;
    }
    let state = &analysis.state;
    let present = Each(officers).filter(|square| {
        at_home(*square).is_some_and(|(side, walk)| state.of_walk(side, walk) & bit(*square) != 0)
    });
    // Of two equal men one may have been captured, and the other stand in its place.
    let is_whole = |square: &usize| match at_home(*square) {
        Some((side, walk @ (KNIGHT | ROOK))) => state.of_walk(side, walk).count_ones() >= 2,
        _ => true,
    };
    let has_lost_nobody = state.missing(side) == 0;
    let present = present.filter(|square| has_lost_nobody || is_whole(square));
    let mut together = present.fold(analysis.steady, |all, square| all | bit(square));
    loop {
        let own = together & officers & !analysis.steady;
        let moving = Each(own).filter(|square| exits(*square) & !together != 0);
        let moving = moving.fold(0, |all, square| all | bit(square));
        if moving == 0 {
            break;
        }
        together &= !moving;
    }
    let own = together & officers;
    analysis.learn_steady(own, Finding::new(RULE.key, "locked-together", side));
}

/// The squares next to an officer's home by which it leaves or others of its walk come in.
fn exits(square: usize) -> Bits {
    let full: Bits = !0;
    match at_home(square).map(|(_, walk)| walk) {
        Some(KNIGHT) => knight(square),
        Some(BISHOP) => bishop(square, full),
        Some(ROOK) => rook(square, full),
        Some(QUEEN) => queen(square, full),
        Some(KING) => king(square),
        _ => full,
    }
}
