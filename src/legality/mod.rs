//! Whether a position can arise in a game, and what can be said of the moves before it.
//!
//! [`analysis`] narrows what is known of all games that lead to a position; each rule of [`rules`]
//! is a deduction. [`last`] takes moves back. A position is called illegal only where
//! a deduction holds of every game, and legal only where a game was found.
//!
//! **Invariant:** only orthodox chess is played here, from the game array.

mod analysis;
mod backward;
mod finding;
mod kernel;
mod last;
mod rules;
mod state;
mod ways;

pub use finding::{Finding, Tongue};
pub use last::Scrutiny;
pub use state::State;

use analysis::Analysis;
use last::Past;

/// What may be spent on a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Single moves taken back to show that there is no last move.
    pub depth: u8,
    /// Positions looked at on the way back.
    pub nodes: usize,
    /// Positions of the pawns that are tried to find out how they passed each other.
    pub passages: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 4,
            nodes: 20_000,
            passages: 200_000,
        }
    }
}

/// What is known of the legality of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No game leads to it, for these reasons; the last one is the contradiction.
    Illegal(Vec<Finding>),
    /// Neither a game nor a contradiction was found.
    Unknown,
}

/// Judges a position.
pub fn judge(state: &State, limits: &Limits) -> Verdict {
    let mut past = Past::new(Scrutiny::All, limits.passages, limits.nodes);
    let analysis = Analysis::new(state).run(&mut past.desk);
    if analysis.is_illegal {
        return Verdict::Illegal(analysis.findings);
    }
    match past.refute(state, limits.depth) {
        Some((_, finding)) => Verdict::Illegal(vec![finding]),
        None => Verdict::Unknown,
    }
}
