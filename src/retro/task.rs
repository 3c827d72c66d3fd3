//! From one position to another in a number of plies: deducing, then searching.

use super::assign;
use super::camp::Camp;
use super::deduce;
use super::formation::Formation;
use super::game::{Moves, Play};
use super::graph::{Graph, TooMany};
use super::mutual;
use super::routes::WALKS;
use super::schedule::Schedule;

/// From one position to another.
pub(super) struct Task {
    pub starts: [Formation; 2],
    /// By side and walk.
    pub targets: [[u64; WALKS]; 2],
    /// The square on which a pawn may be captured en passant at once.
    pub passed: Option<usize>,
}

/// The most men of a side that are shared out.
pub(super) const MOST_MEN: u32 = assign::MOST as u32;

/// Bytes that a formation takes while graphs grow, with its links.
const FORMATION: usize = 160;

/// What a search may take.
pub(super) struct Limits<'a> {
    /// The most games wanted.
    pub games: usize,
    /// Bytes.
    pub memory: usize,
    /// Whether time is up or somebody wants the search to end.
    pub must_stop: &'a dyn Fn() -> bool,
}

/// What was found of one length.
#[derive(Default)]
pub(super) struct Found {
    pub games: Vec<Moves>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the search was broken off.
    pub stopped: bool,
}

impl Found {
    /// Nothing, for there was no time.
    pub fn stopped() -> Found {
        Found {
            stopped: true,
            ..Found::default()
        }
    }
}

impl Task {
    /// All games of the length of the schedule.
    ///
    /// # Errors
    /// When one side has too many ways for the memory.
    pub fn search(&self, schedule: &Schedule, limits: &Limits<'_>) -> Result<Found, TooMany> {
        let Ok(known) = deduce::deduce(self.starts, self.targets, schedule) else {
            return Ok(Found::default());
        };
        let camps = known.outlines.each_ref().map(Camp::new);
        let limit = limits.memory / 2 / FORMATION;
        let mut graphs = Vec::new();
        for camp in &camps {
            let graph = Graph::build(camp, schedule, limit, limits.must_stop)?;
            if !graph.is_possible() {
                return Ok(Found::default());
            }
            graphs.push(graph);
        }
        let Ok(mut graphs) = <[Graph; 2]>::try_from(graphs) else {
            return Ok(Found::default());
        };
        if !mutual::narrow(&mut graphs, &camps, schedule) {
            return Ok(Found::default());
        }
        let bytes = limits.memory / 2;
        let mut play = Play::new(&graphs, &camps, schedule, bytes, limits);
        play.search(self.passed);
        Ok(Found {
            stopped: play.stopped,
            nodes: play.nodes,
            games: play.games,
        })
    }
}
