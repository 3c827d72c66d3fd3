//! Help play with invisible men: every line of plies that can be played in
//! some arrangement and ends in the goal in every arrangement left by then.
//!
//! Worlds are arrangements at hand, each a whole position. They tell at once
//! that a line can be played and, nearly always, that it does not reach the
//! goal in all of them. Only what they leave open is asked of the [`Arranger`].

use super::arrange::Arranger;
use super::board::{Board, Man, PROMOTIONS, promotes, walk};
use super::closed::Closed;
use super::scene::{Ply, Scene, Victim, castled};
use super::story::{Cast, Step};
use super::tell;
use crate::orthodox::attack::{Bits, Each, between, bit};
use crate::search::Budget;
use crate::solution::MoveRecord;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// How many worlds are kept at most.
const MOST_WORLDS: usize = 12;
/// How many worlds are kept at most before the last ply.
const MOST_LAST_WORLDS: usize = 32;
/// How many arrangements are looked for in the diagram.
const FIRST_WORLDS: usize = 8;
/// How much work one question may take before the problem is given up.
const PATIENCE: u64 = 100_000_000;

/// A whole position that the play so far allows.
#[derive(Clone, Copy)]
struct World {
    board: Board,
    /// Where men stand who are not seen.
    unseen: Bits,
}

/// What an arrangement is wanted for.
#[derive(Clone, Copy)]
struct Wish {
    /// This man must not stand there in the end.
    not: Option<(usize, Man)>,
    /// Somebody must stand on one of these squares.
    on: Option<Bits>,
    /// This side must not be in check.
    calm: Option<usize>,
}

/// Any arrangement is welcome.
const ANY: Wish = Wish {
    not: None,
    on: None,
    calm: None,
};

/// Why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The time was up.
    TimeUp,
    /// Cancelled from outside.
    Interrupted,
    /// Enough lines were found.
    Full,
    /// A question could not be answered with the patience there is.
    Undecided,
}

/// A search for lines.
pub(super) struct Lines<'a> {
    /// How many invisible men there are.
    pub men: usize,
    pub budget: &'a Budget,
    /// How many lines are wanted.
    pub limit: usize,
    pub found: Vec<Vec<(usize, MoveRecord)>>,
    pub stop: Option<Stop>,
    steps: Vec<Step>,
    closed: Vec<Closed>,
    line: Vec<(usize, MoveRecord)>,
}

impl<'a> Lines<'a> {
    pub fn new(men: usize, limit: usize, budget: &'a Budget) -> Lines<'a> {
        Lines {
            men,
            budget,
            limit,
            found: Vec::new(),
            stop: None,
            steps: Vec::new(),
            closed: Vec::new(),
            line: Vec::new(),
        }
    }

    /// Finds the lines of exactly so many plies; false if no arrangement makes the diagram legal.
    pub fn search(&mut self, scene: &Scene, plies: u16) -> bool {
        self.steps = vec![Step {
            ply: None,
            mover: 1 - scene.turn,
            board: scene.base,
            excluded: 0,
            reveals: Vec::new(),
        }];
        let mut worlds = Vec::new();
        for seed in 0..FIRST_WORLDS {
            let cast = self.ask(ANY, seed);
            worlds.extend(cast.map(|cast| self.world(&cast, 0)));
        }
        let is_legal = !worlds.is_empty();
        if is_legal {
            self.plies(scene, plies, worlds);
        }
        is_legal
    }

    fn ask(&mut self, wish: Wish, seed: usize) -> Option<Cast> {
        self.closed.clear();
        let times = 0..self.steps.len();
        let closed = times.map(|time| Closed::at(&self.steps, time));
        self.closed.extend(closed);
        let mut arranger = Arranger {
            steps: &self.steps,
            closed: &self.closed,
            men: self.men,
            not: wish.not,
            on: wish.on,
            calm: wish.calm,
            seed,
            patience: PATIENCE,
        };
        let found = arranger.find();
        if found.is_none() && arranger.patience == 0 {
            self.stop = Some(Stop::Undecided);
        }
        found
    }

    fn world(&self, cast: &Cast, time: usize) -> World {
        let board = cast.board(&self.steps, time);
        let stories = cast.stories().iter();
        let unseen = stories.filter(|story| !story.is_revealed(&self.steps, time));
        World {
            board: board.expect("arrangements put men on squares of their own"),
            unseen: unseen.filter_map(|story| story.square(time)).map(bit).sum(),
        }
    }

    /// Tries every ply that can be written here.
    fn plies(&mut self, scene: &Scene, left: u16, mut worlds: Vec<World>) {
        let checkers = self.unshielded(scene, &mut worlds);
        for ply in scene.plies() {
            if self.must_stop() {
                return;
            }
            if leaves_check(scene, ply, checkers) {
                continue;
            }
            match left {
                1 => self.last_ply(scene, ply, &mut worlds),
                _ => self.ply(scene, ply, left, &worlds),
            }
        }
    }

    /// Men who check the side to move, as everybody sees, and from whom no invisible man can
    /// shield its king. Where one can, a world shows how.
    fn unshielded(&mut self, scene: &Scene, worlds: &mut Vec<World>) -> Bits {
        let Some(king) = scene.shown.king(scene.turn) else {
            return 0;
        };
        let mut checkers = 0;
        for checker in Each(scene.shown.observers(king, 1 - scene.turn)) {
            let line = between(checker, king);
            let shields = |world: &World| world.board.men() & line != 0;
            if line != 0 && worlds.iter().any(shields) {
                continue;
            }
            let on = Some(line).filter(|line| *line != 0);
            match on.and_then(|_| self.ask(Wish { on, ..ANY }, 0)) {
                Some(cast) => worlds.push(self.world(&cast, self.steps.len() - 1)),
                None if self.stop.is_none() => checkers |= bit(checker),
                None => {}
            }
        }
        checkers
    }

    fn push(&mut self, scene: &Scene, ply: Ply) -> Scene {
        let next = scene.after(ply);
        let foe = 1 - scene.turn;
        self.steps.push(Step {
            ply: Some(ply),
            mover: scene.turn,
            board: next.base,
            excluded: scene.shown.of(foe) | scene.known[foe],
            reveals: Vec::new(),
        });
        next
    }

    fn ply(&mut self, scene: &Scene, ply: Ply, left: u16, worlds: &[World]) {
        let mut after = Vec::with_capacity(MOST_WORLDS);
        for (number, world) in worlds.iter().enumerate() {
            let all = played(world, scene, ply);
            let few = all.len().min(MOST_WORLDS / worlds.len()).max(1);
            let picked = (0..few.min(all.len())).map(|pick| {
                let stride = all.len() / few;
                all[(pick * stride + number * 7) % all.len()]
            });
            after.extend(picked);
        }
        after.truncate(MOST_WORLDS);
        let mut next = self.push(scene, ply);
        if after.is_empty() {
            match self.ask(ANY, 0) {
                Some(cast) => after.push(self.world(&cast, self.steps.len() - 1)),
                None => {
                    self.steps.pop();
                    return;
                }
            }
        }
        let shown = self.reveal(&mut next, &mut after);
        self.line
            .push((scene.turn, tell::record(scene, ply, &shown)));
        self.plies(&next, left - 1, after);
        self.line.pop();
        self.steps.pop();
    }

    /// Finds out who is certain to stand where after the last step.
    fn reveal(&mut self, scene: &mut Scene, worlds: &mut Vec<World>) -> Vec<(usize, Man)> {
        let time = self.steps.len() - 1;
        let mut shown = Vec::new();
        let first = worlds[0];
        let mut squares: Vec<usize> = Each(first.unseen).collect();
        squares.reverse();
        for square in squares {
            let man = first.board.on(square).expect("an unseen man");
            let agrees = |world: &World| {
                world.unseen & bit(square) != 0 && world.board.on(square) == Some(man)
            };
            if !worlds.iter().all(agrees) {
                continue;
            }
            match self.ask(
                Wish {
                    not: Some((square, man)),
                    ..ANY
                },
                time,
            ) {
                Some(cast) => {
                    let world = self.world(&cast, time);
                    worlds.push(world);
                }
                None if self.stop.is_none() => {
                    scene.reveal(square, man);
                    shown.push((square, man));
                    let reveals = &mut self.steps[time].reveals;
                    reveals.push((square, man));
                    for world in worlds.iter_mut() {
                        world.unseen &= !bit(square);
                    }
                }
                None => return shown,
            }
        }
        shown
    }

    /// A ply that must mate in every world.
    fn last_ply(&mut self, scene: &Scene, ply: Ply, worlds: &mut Vec<World>) {
        let defender = 1 - scene.turn;
        let mates = |world: &World| world.board.is_mated(defender);
        let mut playable = false;
        for world in worlds.iter() {
            let after = played(world, scene, ply);
            playable |= !after.is_empty();
            if !after.iter().all(mates) {
                return;
            }
        }
        let mut next = self.push(scene, ply);
        let time = self.steps.len() - 1;
        let some = self.ask(ANY, 0);
        if let Some(cast) = some.filter(|_| self.stop.is_none()) {
            let is_mated = self.world(&cast, time).board.is_mated(defender);
            let escape = match is_mated {
                true => self.escape(&next, defender),
                false => Some(cast),
            };
            match escape {
                Some(escape) if worlds.len() < MOST_LAST_WORLDS => {
                    worlds.push(self.world(&escape, time - 1));
                }
                Some(_) => {}
                None if self.stop.is_none() => {
                    let mut after = vec![self.world(&cast, time)];
                    let shown = self.reveal(&mut next, &mut after);
                    let mut line = self.line.clone();
                    line.push((scene.turn, tell::record(scene, ply, &shown)));
                    self.found.push(line);
                    if self.found.len() >= self.limit {
                        self.stop = Some(Stop::Full);
                    }
                }
                None => {}
            }
        }
        debug_assert!(
            some.is_some() || !playable,
            "a world shows how it is played"
        );
        self.steps.pop();
    }

    /// An arrangement in which the side to move is not mated.
    fn escape(&mut self, scene: &Scene, defender: usize) -> Option<Cast> {
        let calm = self.ask(
            Wish {
                calm: Some(defender),
                ..ANY
            },
            0,
        );
        if calm.is_some() {
            return calm;
        }
        let replies = scene.replies().into_iter().rev();
        for reply in replies.filter(|ply| !matches!(ply, Ply::Castling { .. })) {
            self.push(scene, reply);
            let found = self.ask(ANY, 0);
            self.steps.pop();
            if found.is_some() || self.stop.is_some() {
                return found;
            }
        }
        None
    }

    fn must_stop(&mut self) -> bool {
        if self.stop.is_none() {
            if self.budget.cancel.load(Relaxed) {
                self.stop = Some(Stop::Interrupted);
            } else if self
                .budget
                .deadline
                .is_some_and(|end| Instant::now() >= end)
            {
                self.stop = Some(Stop::TimeUp);
            }
        }
        self.stop.is_some()
    }
}

/// Whether a ply leaves the king to one of these checkers, from whom nobody shields it.
fn leaves_check(scene: &Scene, ply: Ply, checkers: Bits) -> bool {
    let king = scene.shown.king(scene.turn);
    let Some(king) = king.filter(|_| checkers != 0 && ply != Ply::InvisibleMoves) else {
        return false;
    };
    let next = scene.after(ply).shown;
    let stays = next.king(scene.turn) == Some(king);
    stays && next.observers(king, 1 - scene.turn) & checkers != 0
}

/// The worlds that a ply leads to from one world: none if it cannot be played
/// there, several where an unseen man moves.
fn played(world: &World, scene: &Scene, ply: Ply) -> Vec<World> {
    let side = scene.turn;
    let mut after = Vec::new();
    let mut keep = |board: Board, unseen: Bits| {
        if !board.in_check(side) {
            after.push(World { board, unseen });
        }
    };
    match ply {
        Ply::Man {
            from,
            to,
            victim,
            becomes,
        } => {
            if let Some((board, unseen)) = man_played(world, side, (from, to), victim, becomes) {
                keep(board, unseen);
            }
        }
        // The stories know whether a rook has moved.
        Ply::Castling { rook } if scene.shown.on(rook).is_some() => {
            let home = if rook < 8 { 4 } else { 60 };
            let (king_to, rook_to) = castled(home, rook);
            let foe = 1 - side;
            let is_free = between(home, rook) & world.board.men() == 0;
            let is_safe = |square| !world.board.is_observed(square, foe);
            let was_seen = scene.base.on(rook).is_some();
            if was_seen && is_free && is_safe(home) && is_safe(rook_to) {
                keep(
                    world.board.after(home, king_to).after(rook, rook_to),
                    world.unseen,
                );
            }
        }
        Ply::Castling { .. } => {}
        Ply::InvisibleTakes(_) | Ply::InvisibleMoves => {
            let foe = 1 - side;
            let goal = match ply {
                Ply::InvisibleTakes(to) => bit(to) & world.board.of(foe),
                _ => !(scene.shown.of(foe) | scene.known[foe]),
            };
            for from in Each(world.unseen & world.board.of(side)) {
                let man = world.board.on(from).expect("an unseen man");
                let (quiet, captures) = world.board.reach(man, from);
                for to in Each((quiet | captures & world.board.of(foe)) & goal) {
                    let board = world.board.after(from, to);
                    let unseen = world.unseen & !bit(from) | bit(to);
                    if man.walk == walk::PAWN && promotes(side, to) {
                        for walk in PROMOTIONS {
                            let mut board = board;
                            board.lift(to);
                            board.put(to, Man { side, walk });
                            keep(board, unseen);
                        }
                    } else {
                        keep(board, unseen);
                    }
                }
            }
        }
    }
    after
}

fn man_played(
    world: &World,
    side: usize,
    (from, to): (usize, usize),
    victim: Victim,
    becomes: Option<usize>,
) -> Option<(Board, Bits)> {
    let before = world.board;
    let stands = before.on(to);
    let fits = match victim {
        Victim::Nobody => stands.is_none(),
        Victim::Anybody => stands.is_none_or(|man| man.side != side),
        Victim::Shown => stands.is_some_and(|man| man.side != side),
        Victim::Seen(square) if square == to => stands.is_some_and(|man| man.side != side),
        Victim::Seen(_) => stands.is_none(),
    };
    if !fits || between(from, to) & before.men() != 0 {
        return None;
    }
    let mut board = before.after(from, to);
    let mut unseen = world.unseen & !bit(to);
    if let Victim::Seen(square) = victim.filter_other(to) {
        board.lift(square);
        unseen &= !bit(square);
    }
    if let Some(walk) = becomes {
        board.lift(to);
        board.put(to, Man { side, walk });
    }
    Some((board, unseen))
}

impl Victim {
    /// The victim, if he does not stand where his captor arrives.
    fn filter_other(self, to: usize) -> Victim {
        match self {
            Victim::Seen(square) if square != to => self,
            _ => Victim::Nobody,
        }
    }
}
