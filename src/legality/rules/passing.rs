//! Pawns that must have passed each other: no more captures were made than men are missing, and
//! they have to let pawns of both sides through to all their files and promotions.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk, SORTS};
use crate::legality::finding::Finding;
use crate::legality::kernel::{Answer, EMPTY, File, Task, search};
use crate::legality::state::homes;
use crate::legality::ways::Ways;
use crate::orthodox::attack::{Bits, Each, bit};
use crate::retro::routes::{BISHOP, PAWN, last_rank};

pub(super) const RULE: Rule = Rule {
    key: "passed-pawns",
    apply,
};

/// Captures from which on the search for a way is cut short.
const MANY: u8 = 9;

fn apply(analysis: &mut Analysis, desk: &mut Desk) {
    let task = task(analysis);
    // With many captures nearly everything is possible, and what is not takes long to show.
    let captures = task.captures[0] + task.captures[1];
    let most = if captures > MANY {
        desk.passages.min(500)
    } else {
        desk.passages
    };
    let answer = desk.known.entry(task);
    let answer = *answer.or_insert_with_key(|task| search(task, most));
    if answer == Answer::Impossible {
        let [white, black] = Side::BOTH;
        let row = match Side::BOTH.map(|side| analysis.promoted_men(side)) {
            [0, 0] => "cannot-pass",
            _ => "cannot-pass-and-promote",
        };
        let counts = (analysis.captures(white), analysis.captures(black));
        let pawns = Side::BOTH.map(|side| analysis.state.of_walk(side, PAWN));
        let finding = Finding::new(RULE.key, row, white).count(counts.0, counts.1);
        analysis.refute(finding.on(pawns[0] | pawns[1]));
    }
}

/// What the position says about its pawns.
pub(crate) fn task(analysis: &Analysis) -> Task {
    let captures = Side::BOTH.map(|side| analysis.captures_off_tombs(side) as u8);
    let bishops = |side: Side| {
        let promoted = SORTS.into_iter().zip(analysis.promoted[side.index()]);
        let bishops = promoted.filter(|(sort, _)| sort.walk == BISHOP);
        let counts: Vec<u8> = bishops.map(|(_, count)| count as u8).collect();
        [counts[0], counts[1]]
    };
    let state = &analysis.state;
    Task {
        files: std::array::from_fn(|file| column(analysis, file)),
        steady: Side::BOTH.map(|side| {
            let rows = state.of_walk(side, PAWN) & homes(side, PAWN);
            files_of(rows)
        }),
        closed: Side::BOTH.map(|side| {
            let [straight, _] = Ways::new(state, side, analysis.steady).promotion_squares(state);
            !files_of(straight)
        }),
        shut: Side::BOTH.map(|side| files_of(last_rank(side) & analysis.steady)),
        captures,
        by_pawns: captures,
        pawns_lost: Side::BOTH.map(|side| {
            let kept = analysis.pawns(side) + analysis.promoted_men(side);
            8_u32.saturating_sub(kept) as u8
        }),
        colours: Side::BOTH.map(bishops),
    }
}

fn column(analysis: &Analysis, file: usize) -> File {
    let mut pawns = EMPTY;
    for rank in (1..7).rev() {
        let on = bit(8 * rank + file);
        for side in Side::BOTH {
            if analysis.state.of_walk(side, PAWN) & on != 0 {
                pawns = pawns << 1 | side.index() as File;
            }
        }
    }
    pawns
}

fn files_of(squares: Bits) -> u8 {
    Each(squares).fold(0, |files, on| files | 1 << (on % 8))
}
