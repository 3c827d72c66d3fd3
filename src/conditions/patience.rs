//! Patience chess: a word that the reference knows and plays as if it were not there.

use super::Definition;
use crate::rules::Numbered;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "patience-chess",
    summary: "Meant for play in which no man may go where the last move set out. Popeye 4.104 knows the word but plays \
              as if it were not there, and so does Dawson: it changes nothing.",
    decisions: "Followed is what the reference plays, not what the rule was meant to be.",
    options: Some(&[]),
    install: |_, _| {},
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};
