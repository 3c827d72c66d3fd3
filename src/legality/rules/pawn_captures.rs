//! Pawns change files by captures alone: each pawn is given a home, as cheaply as possible.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk};
use crate::legality::finding::Finding;
use crate::orthodox::attack::{Each, bit};
use crate::retro::assign::Costs;
use crate::retro::routes::PAWN;

pub(super) const RULE: Rule = Rule {
    key: "pawn-captures",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    for side in Side::BOTH {
        let pawns = analysis.state.of_walk(side, PAWN);
        if pawns.count_ones() > 8 {
            continue;
        }
        let mut costs = Costs::new(8);
        for man in 0..8 {
            let square = Each(pawns).nth(man);
            for file in 0..8 {
                if let Some(cost) = square.map_or(Some(0), |on| captures_from(side, file, on)) {
                    costs.set(man, file, cost);
                }
            }
        }
        let Some(least) = costs.least() else {
            let finding = Finding::new(RULE.key, "pawns-impossible", side);
            return analysis.refute(finding.on(tight(side, pawns)));
        };
        let least = least as u32;
        let most = analysis.captures_off_tombs(side);
        analysis.learn_pawn_captures(side, least);
        if least > most {
            let finding = Finding::new(RULE.key, "pawn-captures", side);
            return analysis.refute(finding.count(least, most).on(pawns));
        }
    }
}

/// The captures of a pawn from its home on a file to a square, if it gets there.
fn captures_from(side: Side, file: usize, on: usize) -> Option<i32> {
    let advanced = match side {
        Side::White => (on / 8).checked_sub(1)?,
        Side::Black => 6_usize.checked_sub(on / 8)?,
    };
    let captures = file.abs_diff(on % 8);
    (captures <= advanced).then_some(captures as i32)
}

/// Pawns that together have too few homes: the smallest group that starts from one of them.
fn tight(side: Side, pawns: u64) -> u64 {
    let homes = |on: usize| {
        let files = (0..8).filter(|file| captures_from(side, *file, on).is_some());
        files.fold(0_u8, |all, file| all | 1 << file)
    };
    let groups = Each(pawns).map(|first| {
        let reach = homes(first);
        let inside = Each(pawns).filter(|on| homes(*on) & !reach == 0);
        let group = inside.fold(0, |all, on| all | bit(on));
        (group, reach)
    });
    let mut tight = groups.filter(|(group, reach)| group.count_ones() > reach.count_ones());
    tight.next().map_or(pawns, |(group, _)| group)
}
