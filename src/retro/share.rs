//! The search for the games shared among threads, and its first moves kept as they are finished.
//!
//! Games come in the order of their moves, and a limit cuts them where one thread would have
//! stopped, so nobody can tell how many threads there were.

use super::game::{Arena, Moves, Opening, Play};
use super::step::Step;
use super::task::Found;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The games are divided after so many plies.
const PLIES: usize = 3;

/// Lines recurse as deep as the game is long.
const STACK: usize = 16 << 20;

/// Receives the first moves and stores what was found after each of them.
pub(super) trait Keeper: Sync {
    /// There are so many first moves.
    fn count(&self, first_moves: usize);
    /// What was found behind a first move in an earlier run.
    fn known(&self, number: usize, first: Step) -> Option<Vec<Moves>>;
    /// The search behind a first move begins.
    fn begun(&self, number: usize, of: usize, first: Step);
    /// It has ended; all its games were found.
    fn finished(&self, number: usize, of: usize, first: Step, games: &[Moves]);
}

/// A first move and the positions behind it that are still to be searched.
struct First {
    step: Step,
    /// Its positions among all.
    jobs: std::ops::Range<usize>,
    left: AtomicUsize,
    begun: AtomicBool,
    known: Option<Vec<Moves>>,
}

/// Searches with so many threads.
pub(super) fn search(
    arena: &Arena<'_>,
    passed: Option<usize>,
    threads: usize,
    keeper: &dyn Keeper,
) -> Found {
    let plies = PLIES.min(arena.schedule.plies.saturating_sub(1)).max(1);
    let openings = Play::openings(arena, passed, plies);
    let firsts = firsts(&openings, keeper);
    keeper.count(firsts.len());
    let sharing = Sharing {
        arena,
        openings: &openings,
        firsts: &firsts,
        found: openings.iter().map(|_| Mutex::default()).collect(),
        counts: openings.iter().map(|_| AtomicUsize::new(0)).collect(),
        next: AtomicUsize::new(0),
        nodes: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        keeper,
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1).min(openings.len()) {
            let thread = std::thread::Builder::new().stack_size(STACK);
            // Without a thread of its own the work is done below.
            let _ = thread.spawn_scoped(scope, || sharing.work());
        }
    });
    sharing.work();
    let mut games = Vec::new();
    for first in &firsts {
        match &first.known {
            Some(known) => games.extend(known.iter().cloned()),
            None => games.extend(first.jobs.clone().flat_map(|job| sharing.games(job))),
        }
    }
    games.truncate(arena.most);
    Found {
        games,
        nodes: sharing.nodes.into_inner(),
        stopped: sharing.stopped.into_inner(),
    }
}

fn firsts(openings: &[Opening], keeper: &dyn Keeper) -> Vec<First> {
    let mut firsts: Vec<First> = Vec::new();
    for (job, opening) in openings.iter().enumerate() {
        let step = opening.line[0];
        match firsts.last_mut().filter(|first| first.step == step) {
            Some(first) => first.jobs.end = job + 1,
            None => firsts.push(First {
                step,
                jobs: job..job + 1,
                left: AtomicUsize::new(0),
                begun: AtomicBool::new(false),
                known: keeper.known(firsts.len(), step),
            }),
        }
    }
    for first in &mut firsts {
        first.left = AtomicUsize::new(first.jobs.len());
    }
    firsts
}

struct Sharing<'a> {
    arena: &'a Arena<'a>,
    openings: &'a [Opening],
    firsts: &'a [First],
    /// By position: its games.
    found: Vec<Mutex<Vec<Moves>>>,
    /// How many these are.
    counts: Vec<AtomicUsize>,
    next: AtomicUsize,
    nodes: AtomicU64,
    stopped: AtomicBool,
    keeper: &'a dyn Keeper,
}

impl Sharing<'_> {
    fn games(&self, job: usize) -> Vec<Moves> {
        let found = self.found[job].lock();
        found.map(|games| games.clone()).unwrap_or_default()
    }

    fn work(&self) {
        loop {
            let job = self.next.fetch_add(1, Relaxed);
            let Some(opening) = self.openings.get(job) else {
                return;
            };
            let firsts = self.firsts.iter().enumerate();
            let mut firsts = firsts.filter(|(_, first)| first.jobs.contains(&job));
            let Some((number, first)) = firsts.next() else {
                continue;
            };
            if first.known.is_some() || self.is_full_before(job) || self.stopped.load(Relaxed) {
                continue;
            }
            let of = self.firsts.len();
            if !first.begun.swap(true, Relaxed) {
                self.keeper.begun(number, of, first.step);
            }
            let mut play = Play::new(self.arena);
            play.search_from(opening);
            self.nodes.fetch_add(play.nodes, Relaxed);
            self.stopped.fetch_or(play.stopped, Relaxed);
            let is_whole = !play.stopped && play.games.len() < self.arena.most;
            self.counts[job].store(play.games.len(), Relaxed);
            if let Ok(mut found) = self.found[job].lock() {
                *found = play.games;
            }
            // One that was left undone never counts down, so nobody takes it for finished.
            if is_whole && first.left.fetch_sub(1, std::sync::atomic::Ordering::AcqRel) == 1 {
                let games = first.jobs.clone().flat_map(|job| self.games(job));
                let games: Vec<Moves> = games.collect();
                self.keeper.finished(number, of, first.step, &games);
            }
        }
    }

    /// Whether games enough were found before this position.
    fn is_full_before(&self, job: usize) -> bool {
        let counts = self.counts[..job].iter();
        let known = self.firsts.iter().filter(|first| first.jobs.end <= job);
        let known = known.filter_map(|first| first.known.as_ref());
        let before: usize = counts.map(|count| count.load(Relaxed)).sum();
        before + known.map(Vec::len).sum::<usize>() >= self.arena.most
    }
}
