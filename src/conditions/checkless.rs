//! Checkless chess: a check is legal only if it mates.

use super::{Definition, Names};
use crate::position::Position;
use crate::rules::{Rules, Turn};

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "checkless-chess",
    names: Names {
        en: "ChecklessChess",
        de: "OhneSchach",
        fr: "SansEchecs",
    },
    inventor: None,
    summary: "A move that gives check is legal only if it mates; whether it does is judged under the same rule.",
    install: |_, rules| rules.keep_legal(is_legal),
};

/// The replies of the mated side are judged under the same rule: a reply that parries by giving
/// check must itself mate. The recursion ends, for each check must be parried by a check.
fn is_legal(rules: &Rules, position: &mut Position, turn: &Turn) -> bool {
    turn.trial
        || !rules.in_check(position, !turn.side)
        || !rules.has_legal_move(position, !turn.side)
}
