//! Brunner chess: a pinned man gives no check.

use super::Definition;
use crate::position::Position;
use crate::rules::{Promise, RulesBuilder};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "brunner-chess",
    summary: "A king is in check only if its capture would not leave the capturing side's own king in check, which is \
              judged in the same way.",
    install: |_, rules| install(rules),
    options: Some(&[]),
    ..Definition::BASE
};

/// How many captures of kings are tried within each other at most. Captured kings leave the board, which
/// ends the chain, but under ghost chess they can come back.
const DEEPEST: u128 = 6;

/// The capture of a king that is reborn takes no king and always stands.
fn install(rules: &mut RulesBuilder<'_>) {
    rules.check_by_playing();
    let depth = rules.depth("kings-taken-on-trial", DEEPEST);
    rules.keep_legal(Promise::nothing(), move |rules, position, played| {
        let comes_back =
            played.reborn.is_some() && played.captured.is_some_and(|taken| taken.piece.is_royal());
        let is_checked = |position: &mut Position| rules.judge().in_check(position, played.side);
        !played.trial || comes_back || depth.deeper(position, is_checked) != Some(true)
    });
}
