//! Brunner chess: a pinned man gives no check.

use super::{Definition, Names};
use crate::rules::{Promise, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "brunner-chess",
    names: Names {
        en: "BrunnerChess",
        de: "BrunnerSchach",
        fr: "EchecsBrunner",
    },
    inventor: None,
    summary: "A king is in check only if its capture would not leave the capturing side's own king in check, which is \
              judged in the same way.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

/// Each king captured on trial leaves the board, so the chain of trial captures ends. The capture of
/// a king that is reborn takes no king and always stands.
fn install(rules: &mut RulesBuilder<'_>) {
    rules.check_by_playing();
    rules.keep_legal(Promise::nothing(), |rules, position, turn| {
        let comes_back =
            turn.reborn.is_some() && turn.captured.is_some_and(|taken| taken.piece.is_royal());
        !turn.trial || comes_back || !rules.in_check(position, turn.side)
    });
}
