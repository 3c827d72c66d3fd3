//! Ultra-Schachzwang: every move of a side must give check.

use super::{Definition, Names};
use crate::board::Side;
use crate::rules::RulesBuilder;

/// White must check.
pub static WHITE: Definition = Definition {
    key: "white-ultra-schach-zwang",
    names: Names {
        en: "WhiteUltraSchachZwang",
        de: "WeisserUltraSchachZwang",
        fr: "BlancUltraSchachZwang",
    },
    inventor: None,
    summary: "Every white move must give check; other white moves are illegal. Checks and guards by White are as usual.",
    install: |_, rules| install(Side::White, rules),
    ..Definition::BASE
};

/// Black must check.
pub static BLACK: Definition = Definition {
    key: "black-ultra-schach-zwang",
    names: Names {
        en: "BlackUltraSchachZwang",
        de: "SchwarzerUltraSchachZwang",
        fr: "NoirUltraSchachZwang",
    },
    inventor: None,
    summary: "Every black move must give check; other black moves are illegal. Checks and guards by Black are as usual.",
    install: |_, rules| install(Side::Black, rules),
    ..Definition::BASE
};

fn install(side: Side, rules: &mut RulesBuilder<'_>) {
    rules.keep_legal(move |rules, position, turn| {
        turn.side != side || turn.trial || rules.in_check(position, !side)
    });
}
