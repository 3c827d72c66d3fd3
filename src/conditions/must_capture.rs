//! Must capture: a side that can capture must do so.

use super::{Boards, Definition, Names};
use crate::board::Side;
use crate::rules::RulesBuilder;

/// White must capture.
pub static WHITE: Definition = Definition {
    key: "white-must-capture",
    names: Names {
        en: "WhiteMustCapture",
        de: "WeisserSchlagzwang",
        fr: "BlancPriseForce",
    },
    inventor: None,
    summary: "If White has a legal capture, en passant included, he must play a capture of his choice.",
    install: |_, rules| install(Side::White, rules),
    options: Some(&[]),
    boards: Boards::Any,
    ..Definition::BASE
};

/// Black must capture.
pub static BLACK: Definition = Definition {
    key: "black-must-capture",
    names: Names {
        en: "BlackMustCapture",
        de: "SchwarzerSchlagzwang",
        fr: "NoirPriseForce",
    },
    inventor: None,
    summary: "If Black has a legal capture, en passant included, he must play a capture of his choice.",
    install: |_, rules| install(Side::Black, rules),
    options: Some(&[]),
    boards: Boards::Any,
    ..Definition::BASE
};

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.select_best_way(side, |_, candidate| candidate.is_capture().into());
}
