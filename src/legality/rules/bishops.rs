//! A bishop whose home is a tomb never left it: others on its squares are promoted.

use super::Rule;
use crate::board::Side;
use crate::legality::analysis::{Analysis, Desk, SORTS, own_half};
use crate::legality::finding::Finding;
use crate::legality::state::homes;

pub(super) const RULE: Rule = Rule {
    key: "locked-men",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    for side in Side::BOTH {
        for (number, sort) in SORTS.into_iter().enumerate() {
            let men = analysis.men(side, sort);
            let died = analysis.tombs & own_half(side) & homes(side, sort.walk) & sort.field;
            let left = sort.first - died.count_ones().min(sort.first);
            let least = men.count_ones().saturating_sub(left);
            if died == 0 || least <= analysis.promoted[side.index()][number] {
                continue;
            }
            let finding = Finding::new(RULE.key, "died-at-home", side).walk(sort.walk);
            analysis.learn_promoted(side, number, least, finding.count(least, 0).on(men | died));
        }
    }
}
