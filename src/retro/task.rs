//! From one position to another in a number of plies: deducing, then searching.

use super::assign;
use super::camp::Camp;
use super::deduce::{self, Contradiction, Deduced, Terms};
use super::formation::Formation;
use super::game::{Arena, Moves, Play};
use super::graph::{Graph, TooMany};
use super::mutual::{self, View};
use super::routes::WALKS;
use super::schedule::Schedule;
use super::share::{self, Keeper};
use super::step::Step;
use super::timing::Timing;
use crate::board::Side;
use crate::rules::{ShortCut, ShortCuts};

/// From one position to another.
pub(super) struct Task {
    pub starts: [Formation; 2],
    /// By side and walk.
    pub targets: [[u64; WALKS]; 2],
    /// The square on which a pawn may be captured en passant at once.
    pub passed: Option<usize>,
    /// What the user says.
    pub terms: Terms,
}

/// The most men of a side that are shared out.
pub(super) const MOST_MEN: u32 = assign::MOST as u32;

/// The part of the memory that lists leave unused while they grow, and what else is there.
const UNUSED: usize = 3;

/// The least part of the memory for the table of fruitless positions.
const TABLE: usize = 8;

/// Bytes of ways that are followed before more is deduced.
const FEW: usize = 1 << 19;

/// What a search may take.
pub(super) struct Limits<'a> {
    /// The most games wanted.
    pub games: usize,
    /// Bytes.
    pub memory: usize,
    /// Whether time is up or somebody wants the search to end.
    pub must_stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the number of formations on the ways of a side whenever it is known better.
    pub tell: &'a dyn Fn(Side, usize),
    /// Whether a game is one of those wished for.
    pub accepts: &'a (dyn Fn(&[Step]) -> bool + Sync),
    pub threads: usize,
    /// Stores what was found after each first move, if the search is shared.
    pub keeper: Option<&'a dyn Keeper>,
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
    fn deduce(&self, schedule: &Schedule) -> Result<Deduced, Contradiction> {
        deduce::deduce(
            self.starts,
            self.targets,
            schedule,
            self.passed,
            &self.terms,
        )
    }

    /// All games of the length of the schedule.
    ///
    /// # Errors
    /// When one side has too many ways for the memory.
    pub fn search(&self, schedule: &Schedule, limits: &Limits<'_>) -> Result<Found, TooMany> {
        let Ok(mut known) = self.deduce(schedule) else {
            return Ok(Found::default());
        };
        let Ok((camps, graphs)) = follow(&mut known, schedule, limits) else {
            return Ok(Found::default());
        };
        let Some(graphs) = graphs? else {
            return Ok(Found::default());
        };
        let taken: usize = graphs.iter().map(Graph::bytes).sum();
        let bytes = limits.memory.saturating_sub(taken);
        let bytes = bytes.clamp(limits.memory / TABLE, limits.memory / 2);
        let arena = Arena::new(&graphs, &camps, schedule, bytes, limits);
        let keeps = limits.keeper.filter(|_| schedule.plies > 1);
        if let Some(keeper) = keeps {
            return Ok(share::search(&arena, self.passed, limits.threads, keeper));
        }
        let mut play = Play::new(&arena);
        play.search(self.passed);
        Ok(Found {
            stopped: play.stopped,
            nodes: play.nodes,
            games: play.games,
        })
    }

    /// What all games of the schedule have in common.
    ///
    /// # Errors
    /// When no game is possible, and why.
    pub fn look(&self, schedule: &Schedule, limits: &Limits<'_>) -> Result<Insight, Contradiction> {
        let mut known = self.deduce(schedule)?;
        let (_, graphs) = follow(&mut known, schedule, limits)?;
        Ok(Insight {
            possible: !matches!(graphs, Ok(None)),
            graphs: graphs.ok().flatten(),
            known,
        })
    }
}

/// What is known of all games.
pub(super) struct Insight {
    pub known: Deduced,
    /// The ways of both sides, if they could all be followed.
    pub graphs: Option<[Graph; 2]>,
    /// Whether nothing says that there is no game.
    pub possible: bool,
}

/// What following both sides comes to: none if a side has no way.
type Followed = Result<Option<[Graph; 2]>, TooMany>;

/// Follows both sides. If they have many ways, more is deduced first.
fn follow(
    known: &mut Deduced,
    schedule: &Schedule,
    limits: &Limits<'_>,
) -> Result<([Camp; 2], Followed), Contradiction> {
    let camps = known.camps();
    let few = ways(known, &camps, schedule, limits, limits.memory.min(FEW));
    if few.is_ok() || (limits.must_stop)() {
        return Ok((camps, few));
    }
    known.pair_up()?;
    let camps = known.camps();
    let all = ways(known, &camps, schedule, limits, limits.memory);
    Ok((camps, all))
}

/// The ways of both sides, narrowed by each other; none if a side has no way.
pub(super) fn ways(
    known: &Deduced,
    camps: &[Camp; 2],
    schedule: &Schedule,
    limits: &Limits<'_>,
    memory: usize,
) -> Followed {
    let spare = |side: Side| known.moves[side.index()] - known.needed[side.index()];
    let first = match spare(Side::Black) < spare(Side::White) {
        true => Side::Black,
        false => Side::White,
    };
    let short_cuts = known.terms.short_cuts;
    let Some(mut graphs) = build(camps, first, schedule, limits, memory, short_cuts)? else {
        return Ok(None);
    };
    let sees = short_cuts.allow(ShortCut::DeducedViews);
    if sees && !mutual::narrow(&mut graphs, camps, schedule, limits.must_stop) {
        return Ok(None);
    }
    for graph in &graphs {
        (limits.tell)(graph.side, graph.formations.len());
    }
    Ok(Some(graphs))
}

/// The ways of both sides, those of the `first` before the others are looked for; none if a
/// side has no way.
fn build(
    camps: &[Camp; 2],
    first: Side,
    schedule: &Schedule,
    limits: &Limits<'_>,
    memory: usize,
    short_cuts: ShortCuts,
) -> Result<Option<[Graph; 2]>, TooMany> {
    let grow = |side: Side, view: &mut View, timing: Option<&Timing>, taken: usize| {
        let most = (memory - memory / UNUSED).saturating_sub(taken);
        let camp = &camps[side.index()];
        let graph = Graph::build(camp, schedule, view, timing, most, limits.must_stop)?;
        (limits.tell)(side, graph.formations.len());
        Ok(Some(graph).filter(Graph::is_possible))
    };
    let Some(one) = grow(first, &mut View::open(!first, schedule), None, 0)? else {
        return Ok(None);
    };
    let mut view = View::new(&one, &camps[first.index()], schedule, None);
    let timing = Timing::new(&camps[(!first).index()], schedule, &mut view);
    let timing = Some(&timing).filter(|_| short_cuts.allow(ShortCut::DeducedWaiting));
    let mut view = match short_cuts.allow(ShortCut::DeducedViews) {
        true => view,
        false => View::open(first, schedule),
    };
    let Some(two) = grow(!first, &mut view, timing, one.bytes())? else {
        return Ok(None);
    };
    Ok(Some(match first {
        Side::White => [one, two],
        Side::Black => [two, one],
    }))
}
