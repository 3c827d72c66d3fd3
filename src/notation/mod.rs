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
pub(crate) mod sayings;
pub mod statement;

pub(crate) use statement::spaced;

/// Marks the place in the text of a solution that belongs to lines which were printed during the search
/// ([`Phase::told`](crate::solution::Phase::told)). Printing removes this mark.
pub const GAP: char = '\0';
