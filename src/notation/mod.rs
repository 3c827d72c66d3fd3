//! Readers and writers of problems and solutions.

pub mod diagnostic;
mod dice;
pub mod fate;
pub mod fields;
pub mod json;
pub mod latex;
pub mod message;
pub mod own_condition;
mod own_walk;
pub mod played;
pub mod popeye;
pub mod posed;
pub mod position;
pub mod report;
pub mod retro;
pub mod statement;

pub(crate) use statement::spaced;

/// Stands in a written solution where lines were told while the search went on
/// ([`Phase::told`](crate::solution::Phase::told)): whoever prints the text has printed them.
pub const GAP: char = '\0';
