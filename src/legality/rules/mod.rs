//! The deductions, one file each, in the order in which they are drawn.
//!
//! **Invariant:** a rule says only what holds of every game that leads to the position.

mod bishops;
mod cages;
mod check;
mod counts;
mod mobility;
mod parity;
mod passing;
mod pawn_captures;
mod promotion;
mod rights;
mod steady;

use super::analysis::{Analysis, Desk};
pub(crate) use cages::Cage;
pub(crate) use passing::task as passages;

/// A deduction.
pub(crate) struct Rule {
    /// Its name in answers.
    pub key: &'static str,
    /// Narrows what is known.
    pub apply: fn(&mut Analysis, &mut Desk),
}

/// All of them, the simplest first.
pub(crate) static RULES: &[Rule] = &[
    counts::RULE,
    check::RULE,
    rights::RULE,
    steady::RULE,
    bishops::RULE,
    mobility::RULE,
    promotion::RULE,
    pawn_captures::RULE,
    parity::RULE,
    passing::RULE,
    cages::RULE,
];
