//! The side that has just moved is not in check.

use super::Rule;
use crate::legality::analysis::{Analysis, Desk};
use crate::legality::backward::king_of;
use crate::legality::finding::Finding;
use crate::orthodox::attack::bit;

pub(super) const RULE: Rule = Rule {
    key: "check",
    apply,
};

fn apply(analysis: &mut Analysis, _: &mut Desk) {
    let state = &analysis.state;
    let side = !state.turn;
    let checkers = state.checkers(side);
    if checkers != 0 {
        let on = checkers | bit(king_of(state, side));
        analysis.refute(Finding::new(RULE.key, "check", side).on(on));
    }
}
