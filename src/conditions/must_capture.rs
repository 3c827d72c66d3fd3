//! Must capture: a side that can capture must do so.

use super::{Definition, Names};
use crate::board::Side;
use crate::problem::Condition;
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
    install: |condition, rules| install(condition, Side::White, rules),
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
    install: |condition, rules| install(condition, Side::Black, rules),
};

fn install(condition: &Condition, side: Side, rules: &mut RulesBuilder<'_>) {
    if let Some(form) = ["ultra", "exact"]
        .into_iter()
        .find(|form| condition.has_flag(form))
    {
        rules.refuse(format!(
            "the form `{form}` of must-capture is not supported yet"
        ));
    }
    rules.select_best_way(side, |_, candidate| candidate.is_capture().into());
}
