//! Promoted men come from a square on which their side can promote, past men that never moved.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk, SORTS};
use crate::legality::finding::Finding;
use crate::legality::ways::{Ways, reached};
use crate::orthodox::attack::{Bits, Each, bit};

pub(super) const RULE: Rule = Rule {
    key: "promotion",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    for side in Side::BOTH {
        let ways = Ways::new(&analysis.state, side, analysis.steady);
        let [straight, by_capture] = ways.promotion_squares(&analysis.state);
        let squares = match analysis.captures_off_tombs(side) {
            0 => straight,
            _ => straight | by_capture,
        };
        for (number, sort) in SORTS.into_iter().enumerate() {
            let from = Each(squares & sort.field);
            let from: Vec<Bits> = from
                .map(|on| reached(sort.walk, on, analysis.steady))
                .collect();
            let comes = |on: &usize| from.iter().any(|reach| reach & bit(*on) != 0);
            let newcomers = analysis.newcomers & analysis.men(side, sort);
            let stuck = Each(newcomers).filter(|on| !comes(on));
            let stuck = stuck.fold(0, |all, on| all | bit(on));
            let finding = Finding::new(RULE.key, "cannot-promote", side).walk(sort.walk);
            if stuck != 0 {
                return analysis.refute(finding.on(stuck));
            }
            let promoted = analysis.promoted[side.index()][number];
            let men = analysis.men(side, sort);
            let possible = Each(men).filter(comes).count() as u32;
            if promoted > possible {
                return analysis.refute(finding.on(men));
            }
        }
    }
}
