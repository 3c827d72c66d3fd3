//! Wishes about search and output that belong to a problem.

use super::FateWish;
use crate::board::{Square, SquareSet};
use std::ops::RangeInclusive;

/// The options of a problem; the default is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// List first moves with up to this many refutations as tries (`Try` is 1).
    pub defence: Option<u16>,
    /// Also solve with the other side to move first.
    pub set_play: bool,
    /// Print threats, variations and set play in the usual compact way.
    pub variation: bool,
    /// Do not search threats, print every defence.
    pub no_threat: bool,
    /// Leave out defences answered by a win shorter than the remaining length.
    pub no_short_variations: bool,
    /// The diagram is after the key; the defender is to move.
    pub post_key_play: bool,
    /// Solve, then solve with the sides exchanged.
    pub duplex: bool,
    /// Solve only with the sides exchanged.
    pub half_duplex: bool,
    /// Stop after this many solutions a phase.
    pub max_solutions: Option<u32>,
    /// Stop after this many seconds.
    pub max_time: Option<u32>,
    /// Print neither diagram nor captions.
    pub no_board: bool,
    /// The men on these squares may not castle.
    pub no_castling: SquareSet,
    /// The squares of the double step just played: departure, passed, arrival.
    pub en_passant: Vec<Square>,
    /// Help play: White starts.
    pub white_to_play: bool,
    /// White has no king, on purpose.
    pub no_white_king: bool,
    /// Black has no king, on purpose.
    pub no_black_king: bool,
    /// Print each first move with its number before solving it.
    pub move_numbers: bool,
    /// Begin at this first move; further numbers are for the moves after it (`2:3`).
    pub start_move_number: Vec<u32>,
    /// Stop at this first move; further numbers are for the moves after it.
    pub up_to_move_number: Vec<u32>,
    /// Construct target positions first (help mates); same solutions.
    pub intelligent: Option<u32>,
    /// Do not list tries that give check.
    pub trivial_tries_avoid: bool,
    /// Stop after the first length that has solutions.
    pub stop_on_short_solutions: bool,
    /// A quiet attack must carry a threat of at most this many moves.
    pub threat: Option<u16>,
    /// The defender's king may have at most this many flights after an attack.
    pub max_flights: Option<u16>,
    /// How many additional defences may go beyond the trivial ones.
    pub non_trivial: Option<NonTrivial>,
    /// Who moves may also pass.
    pub null_moves: bool,
    /// Self and reflex play: that the attacker reaches the goal is a solution too.
    pub quodlibet: bool,
    /// Play also ends, without being a solution, when the wrong side reaches the goal.
    pub goal_is_end: bool,
    /// Follow no play in which the side to reach the goal has but its king.
    pub keep_mating_piece: bool,
    /// Self play: tell defences that reach the goal at once even if longer play exists.
    pub mates_in_one: bool,
    /// How castlings and captures en passant of the diagram are found to be possible.
    pub rights: Rights,
    /// Pairs of rooks of which only one may still castle.
    pub castling_mutually_exclusive: Vec<[Square; 2]>,
    /// Fates that men of a proof game must have, or must not have.
    pub fates: Vec<FateWish>,
    /// Draw no grid lines.
    pub suppress_grid: bool,
    /// Print the numbers of the grid cells.
    pub write_grid: bool,
}

impl Options {
    /// The numbers asked for of the moves that follow the moves with these numbers: all of them
    /// unless each of those is where the interval starts or ends.
    pub fn asked_numbers(&self, path: &[u32]) -> RangeInclusive<u32> {
        let (start, end) = (&self.start_move_number, &self.up_to_move_number);
        let bound = |numbers: &[u32], ply: usize| numbers.get(ply).copied();
        let mut edges = path.iter().enumerate();
        let at_edge = edges.all(|(ply, number)| {
            let number = Some(*number);
            bound(start, ply) == number || bound(end, ply) == number
        });
        match at_edge {
            true => {
                let first = bound(start, path.len()).unwrap_or(1);
                first..=bound(end, path.len()).unwrap_or(u32::MAX)
            }
            false => 1..=u32::MAX,
        }
    }
}

/// How it is found out which castlings and captures en passant a diagram allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rights {
    /// As the other options say: king and rook at home may castle.
    Given,
    /// By the Codex of chess composition, article 16: castling unless it is proved impossible, a
    /// capture en passant only if the double step is proved. Where rights exclude each other, each
    /// combination is a part of the solution (partial retro analysis, PRA).
    #[default]
    Codex,
    /// As by the Codex, but of castlings that exclude each other the first one played is possible
    /// (retro strategy, RS).
    Strategy,
    /// A capture en passant may be proved by a later castling (a posteriori, AP).
    Posterior,
}

/// Which defences are trivial, and how many others the attacker may allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NonTrivial {
    /// How many defences more than one, over the whole solution, may be no trivial ones.
    pub additional: u16,
    /// A defence is trivial if it is answered by a win in so many moves.
    pub moves: u16,
}
