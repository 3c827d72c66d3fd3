//! The search for the games: both sides go along their ways together, in turn and legally.

use super::camp::Camp;
use super::endings::Endings;
use super::graph::{Graph, Link};
use super::routes::{KING, first_rank};
use super::schedule::Schedule;
use super::step::Step;
use super::task::Limits;
use crate::orthodox::attack::{Bits, bit, first, pawn_captures};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A game found: its moves.
pub(super) type Moves = Vec<Step>;

/// Positions from which nothing more can come: after so many plies these two formations.
/// Threads share them; who overwrites whom changes no result.
struct Fruitless {
    entries: Vec<AtomicU64>,
    mask: usize,
}

const WAYS: usize = 4;

/// After so many positions it is worth while to follow the games from their ends, too.
const MANY: u64 = 100_000;

impl Fruitless {
    fn new(bytes: usize, positions: f64) -> Fruitless {
        let wanted = (positions * 1.5).min(1e12) as usize;
        let most = (bytes / 8).max(1 << 10);
        let size = wanted.clamp(1 << 10, most).next_power_of_two();
        let size = if size > most { size / 2 } else { size };
        Fruitless {
            entries: (0..size).map(|_| AtomicU64::new(0)).collect(),
            mask: size - 1,
        }
    }

    fn place(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) as usize >> 5
            & self.mask
            & !(WAYS - 1)
    }

    fn contains(&self, key: u64) -> bool {
        let place = self.place(key);
        let mut bucket = self.entries[place..place + WAYS].iter();
        bucket.any(|entry| entry.load(Relaxed) == key)
    }

    /// Keeps the position; of those it drives out the nearest to the end goes.
    fn insert(&self, key: u64) {
        let place = self.place(key);
        let bucket = &self.entries[place..place + WAYS];
        let ply = |index: usize| bucket[index].load(Relaxed) >> 57;
        let mut worst = 0;
        for index in 0..WAYS {
            if ply(index) == 0 {
                worst = index;
                break;
            }
            if ply(index) > ply(worst) {
                worst = index;
            }
        }
        bucket[worst].store(key, Relaxed);
    }
}

/// What all threads of the search share.
pub(super) struct Arena<'a> {
    pub graphs: &'a [Graph; 2],
    camps: &'a [Camp; 2],
    pub schedule: &'a Schedule,
    /// Squares on which a capture en passant is possible, by the capturing side.
    passing: [Bits; 2],
    fruitless: Fruitless,
    /// The last plies of all games, once there is more to search than a little.
    endings: OnceLock<Endings>,
    /// Bytes for them.
    memory: usize,
    /// The most games wanted.
    pub most: usize,
    /// Whether a position that is already the target ends a game.
    ends_early: bool,
    must_stop: &'a (dyn Fn() -> bool + Sync),
    accepts: &'a (dyn Fn(&[Step]) -> bool + Sync),
}

impl<'a> Arena<'a> {
    pub fn new(
        graphs: &'a [Graph; 2],
        camps: &'a [Camp; 2],
        schedule: &'a Schedule,
        bytes: usize,
        limits: &Limits<'a>,
    ) -> Arena<'a> {
        let mut passing = [0; 2];
        for (graph, passing) in graphs.iter().zip(&mut passing) {
            for at in 0..graph.formations.len() as u32 {
                for link in graph.links(at) {
                    if link.step.is_en_passant() {
                        *passing |= bit(link.step.to());
                    }
                }
            }
        }
        let layers = graphs.each_ref().map(|graph| {
            let mut sizes = vec![0.0; schedule.plies + 1];
            for times in &graph.times {
                let mut left = *times;
                while left != 0 {
                    sizes[left.trailing_zeros() as usize] += 1.0;
                    left &= left - 1;
                }
            }
            sizes
        });
        let positions = layers[0]
            .iter()
            .zip(&layers[1])
            .map(|(a, b): (&f64, &f64)| a * b);
        Arena {
            graphs,
            camps,
            schedule,
            passing,
            fruitless: Fruitless::new(bytes, positions.sum()),
            endings: OnceLock::new(),
            memory: limits.memory,
            most: limits.games,
            ends_early: true,
            must_stop: limits.must_stop,
            accepts: limits.accepts,
        }
    }

    /// Whether time is up or somebody wants the search to end.
    pub fn must_stop(&self) -> bool {
        (self.must_stop)()
    }

    /// Where a move leads from a position after so many plies, if it is legal; whether a pawn may be
    /// captured en passant where it arrives is known.
    #[inline]
    pub fn follow(
        &self,
        at: [u32; 2],
        ply: usize,
        link: &Link,
        is_passed: bool,
    ) -> Option<[u32; 2]> {
        let mover = self.schedule.mover(ply);
        let (own, other) = (mover.index(), (!mover).index());
        let graphs = self.graphs;
        let hostile = graphs[other].formations[at[other] as usize];
        let occupied = hostile.occupied();
        let step = link.step;
        if !graphs[own].stands(link.to, ply + 1) || step.passed() & occupied != 0 {
            return None;
        }
        let mut next = at;
        next[own] = link.to;
        let mut left = hostile;
        if step.is_capture() {
            let victim = step.victim();
            let is_there = match step.is_en_passant() {
                true => is_passed,
                false => occupied & bit(victim) != 0,
            };
            if !is_there {
                return None;
            }
            let mut losses = graphs[other].losses(at[other]).iter();
            let loss = losses.find(|loss| usize::from(loss.square) == victim)?;
            if !graphs[other].stands(loss.to, ply + 1) {
                return None;
            }
            next[other] = loss.to;
            left.lift(victim);
        } else if !graphs[other].stands(at[other], ply + 1) || occupied & bit(step.to()) != 0 {
            return None;
        }
        let formation = &graphs[own].formations[link.to as usize];
        let now_occupied = formation.occupied() | left.occupied();
        let kings = formation.men(KING);
        if kings != 0 && self.is_attacked(own, first(kings), &left, now_occupied) {
            return None;
        }
        if self.schedule.alone
            && ply + 1 < self.schedule.plies
            && self.checks(other, formation, &left, now_occupied)
        {
            return None;
        }
        if step.is_castling() && !self.may_castle(own, step, &hostile, at[own], occupied) {
            return None;
        }
        Some(next)
    }

    /// Whether men of the other side attack a square of `own`.
    fn is_attacked(
        &self,
        own: usize,
        square: usize,
        hostile: &super::formation::Formation,
        occupied: Bits,
    ) -> bool {
        let powerless = first_rank(self.camps[1 - own].side);
        let pawns = pawn_captures(own, square) & !powerless;
        hostile.attacks(square, occupied, pawns)
    }

    /// Whether the king of a side is in check by the other, whose turn it would be again.
    fn checks(
        &self,
        side: usize,
        by: &super::formation::Formation,
        men: &super::formation::Formation,
        occupied: Bits,
    ) -> bool {
        let kings = men.men(KING);
        kings != 0 && self.is_attacked(side, first(kings), by, occupied)
    }

    /// Whether the king is neither in check nor passes a check.
    fn may_castle(
        &self,
        own: usize,
        step: Step,
        hostile: &super::formation::Formation,
        at: u32,
        occupied: Bits,
    ) -> bool {
        let occupied = occupied | self.graphs[own].formations[at as usize].occupied();
        let passed = (step.from() + step.to()) / 2;
        [step.from(), passed]
            .into_iter()
            .all(|on| !self.is_attacked(own, on, hostile, occupied))
    }
}

/// A position some plies behind the start, from which the games are searched.
#[derive(Clone)]
pub(super) struct Opening {
    at: [u32; 2],
    passed: Option<usize>,
    pub line: Moves,
}

/// The search.
pub(super) struct Play<'a> {
    arena: &'a Arena<'a>,
    line: Moves,
    pub games: Vec<Moves>,
    /// After so many plies the search only notes where it is.
    horizon: usize,
    openings: Vec<Opening>,
    /// Games that lead to the target, wished for or not.
    ways: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the search was broken off.
    pub stopped: bool,
}

impl<'a> Play<'a> {
    pub fn new(arena: &'a Arena<'a>) -> Play<'a> {
        Play {
            arena,
            line: Vec::new(),
            games: Vec::new(),
            horizon: usize::MAX,
            openings: Vec::new(),
            ways: 0,
            nodes: 0,
            stopped: false,
        }
    }

    /// All positions after so many plies, in the order of their lines.
    pub fn openings(arena: &Arena<'_>, passed: Option<usize>, plies: usize) -> Vec<Opening> {
        let mut play = Play::new(arena);
        play.horizon = plies;
        play.search(passed);
        play.openings
    }

    /// Looks for all games from a position that has been reached.
    pub fn search_from(&mut self, opening: &Opening) {
        self.line.clone_from(&opening.line);
        self.visit(opening.at, opening.passed);
    }

    /// Looks for all games from the start.
    pub fn search(&mut self, passed: Option<usize>) {
        if self.arena.graphs.iter().all(|graph| graph.is_possible()) {
            self.visit([0, 0], passed);
        }
    }

    fn visit(&mut self, at: [u32; 2], passed: Option<usize>) {
        let ply = self.line.len();
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) && self.arena.must_stop() {
            self.stopped = true;
        }
        if self.stopped {
            return;
        }
        if ply == self.arena.schedule.plies {
            self.ways += 1;
            if (self.arena.accepts)(&self.line) {
                self.games.push(self.line.clone());
            }
            return;
        }
        if self.arena.ends_early && self.has_ended(at, ply) {
            return;
        }
        if self.nodes == MANY {
            let arena = self.arena;
            arena
                .endings
                .get_or_init(|| Endings::of(arena, arena.memory));
        }
        let endings = self.arena.endings.get();
        if endings.is_some_and(|endings| !endings.allow(ply, at)) {
            return;
        }
        let mover = self.arena.schedule.mover(ply);
        let passed = passed.filter(|on| self.arena.passing[mover.index()] & bit(*on) != 0);
        let key = (ply as u64 + 1) << 57 ^ u64::from(at[0]) << 28 ^ u64::from(at[1]);
        if passed.is_none() && self.arena.fruitless.contains(key) {
            return;
        }
        if ply == self.horizon {
            self.openings.push(Opening {
                at,
                passed,
                line: self.line.clone(),
            });
            return;
        }
        let ways = self.ways;
        self.go_on(at, ply, passed);
        if self.horizon == usize::MAX && self.ways == ways && passed.is_none() && !self.stopped {
            self.arena.fruitless.insert(key);
        }
    }

    fn go_on(&mut self, at: [u32; 2], ply: usize, passed: Option<usize>) {
        let own = self.arena.schedule.mover(ply).index();
        let graphs = self.arena.graphs;
        for link in graphs[own].links(at[own]) {
            let step = link.step;
            let is_passed = passed == Some(step.to());
            let Some(next) = self.arena.follow(at, ply, link, is_passed) else {
                continue;
            };
            let passed = step.is_double().then_some((step.from() + step.to()) / 2);
            self.line.push(step);
            self.visit(next, passed);
            self.line.pop();
            if self.stopped || self.games.len() >= self.arena.most {
                return;
            }
        }
    }

    /// Whether the target is reached already where a shorter game could end.
    fn has_ended(&self, at: [u32; 2], ply: usize) -> bool {
        let could_end =
            self.arena.schedule.alone || (self.arena.schedule.plies - ply).is_multiple_of(2);
        could_end && ply > 0 && {
            let is_home = |side: usize| {
                self.arena.camps[side]
                    .is_home(&self.arena.graphs[side].formations[at[side] as usize])
            };
            is_home(0) && is_home(1)
        }
    }
}
