//! Whether a position can arise in a game, and what can be said of the moves before it.
//!
//! [`analysis`] narrows what is known of all games that lead to a position; each rule of [`rules`]
//! is a deduction. [`last`] takes moves back. A position is called illegal only where
//! a deduction holds of every game, and legal only where a game was found.
//!
//! **Invariant:** only orthodox chess is played here, from the game array.

mod analysis;
mod backward;
mod dead;
mod finding;
mod forward;
mod kernel;
mod last;
mod rights;
mod rules;
mod state;
mod ways;

pub use backward::{Kind, UnMove};
pub use dead::{Play, dead};
pub use finding::{Finding, Tongue};
pub use forward::Move;
pub use last::Scrutiny;
pub use rights::{Castlings, Turn};
pub use state::State;

use analysis::Analysis;
pub(crate) use last::Past;

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

/// The castlings that retro analysis does not disprove, and the parts of a solution by partial
/// retro analysis.
pub fn castlings(state: &State, scrutiny: Scrutiny, limits: &Limits) -> Castlings {
    let mut past = Past::new(scrutiny, limits.passages, limits.nodes);
    rights::castlings(&mut past, state, limits.depth)
}

/// Who can be to move.
pub fn who_is_to_move(state: &State, scrutiny: Scrutiny, limits: &Limits) -> Turn {
    let mut past = Past::new(scrutiny, limits.passages, limits.nodes);
    rights::turn(&mut past, state, limits.depth)
}

/// A move that may have been the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastMove {
    /// What moved.
    pub unmove: UnMove,
    /// The position before it.
    pub before: State,
    /// Whether enough moves before it were found; if not, there were too many to try.
    pub is_confirmed: bool,
}

/// The last moves that retro analysis does not disprove.
pub fn last_moves(state: &State, scrutiny: Scrutiny, limits: &Limits) -> Vec<LastMove> {
    let mut past = Past::new(scrutiny, limits.passages, limits.nodes);
    if !past.is_possible(state) {
        return Vec::new();
    }
    let moves = past.last_moves(state, limits.depth).into_iter();
    let moves = moves.map(|(unmove, is_confirmed)| LastMove {
        unmove,
        before: backward::retract(state, unmove),
        is_confirmed,
    });
    moves.collect()
}

/// The square on which a pawn may be captured en passant, if these are all moves that may have
/// been the last one.
pub fn en_passant(last_moves: &[LastMove], state: &State) -> Option<crate::board::Square> {
    rights::en_passant(last_moves, state)
}
