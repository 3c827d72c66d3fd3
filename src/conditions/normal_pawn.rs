//! Normal pawns: a pawn on its own first rank steps and captures as elsewhere.

use super::{Definition, Pawns};
use crate::board::SquareSet;
use crate::rules::Numbered;

/// What the parsers, printers and the manual know about it.
pub static DEFINITION: Definition = Definition {
    key: "normal-pawn",
    pawns: |_| Pawns::Act,
    summary: "A pawn on the first rank of its side steps forward by one square, captures and checks as on other ranks; \
              otherwise it could do nothing there. Under take & make chess pawns may make to that rank.",
    install: |_, rules| rules.pawns_leave_first_rank(SquareSet::ALL),
    numbers: |_| Numbered::FEWEST,
    ..Definition::BASE
};
