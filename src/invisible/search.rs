//! Help play with invisible men: every line of plies that can be played in
//! some arrangement and ends in the goal in every arrangement left by then.
//!
//! Worlds are arrangements at hand, each a whole position. They tell at once
//! that a line can be played and, nearly always, that it does not reach the
//! goal in all of them. Only what they leave open is asked of the [`Arranger`].

use super::arrange::Arranger;
use super::board::Man;
use super::challenge::{Challenge, Suspect};
use super::chance::{Chance, Stood};
use super::closed::Closed;
use super::count::Calls;
use super::scene::{Ply, Scene, Victim};
use super::share::Parts;
use super::story::{Cast, Step, Story};
use super::tell;
use super::world::World;
use crate::orthodox::attack::{self, Bits, Each, between, bit};
use crate::problem::Options;
use crate::search::{Budget, EngineChoice};
use crate::solution::{MoveRecord, NumberedMove};
use crate::threads;
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// How many worlds are kept at most.
const MOST_WORLDS: usize = 12;
/// How many worlds are kept at most that told siblings apart.
const MOST_KEPT_WORLDS: usize = 24;
/// How many worlds are kept at most before the last ply.
const MOST_LAST_WORLDS: usize = 32;
/// How many arrangements are looked for in the diagram.
const FIRST_WORLDS: usize = 8;
/// How many arrangements of needed men are kept of one line.
const MOST_CASTS: usize = 20_000;
/// How much work each of them may take on the average.
const WORK_FOR_CASTS: u64 = 8;
/// How many before the last ply.
const MOST_LAST_CASTS: usize = 1_000;
/// How much work the comparison of last plies with casts may take.
const WORK_FOR_CHALLENGE: u64 = 100_000;
/// How much work one question may take before the problem is given up.
const PATIENCE: u64 = 100_000_000;

/// With so many plies left the plies of a position may be shared among threads.
const WORTH_SHARING: u16 = 3;

/// A line of plies and reveals.
type Line = Vec<(usize, MoveRecord)>;

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
    pub found: Vec<Line>,
    /// The numbers of the plies of each line found.
    places: Vec<Vec<u32>>,
    pub stop: Option<Stop>,
    steps: Vec<Step>,
    /// The arrangements of needed men of each line from the diagram on, if they were gathered.
    casts: Vec<Option<Vec<Cast>>>,
    closed: Vec<Closed>,
    line: Line,
    /// The plies that are numbered.
    pub numbering: Numbering,
    pub numbers: Vec<NumberedMove>,
    /// The numbers of the plies of the line.
    path: Vec<u32>,
    /// Whether every question is answered from the diagram on, without short cuts: a check.
    is_plain: bool,
    /// Where other threads wait for parts, if there are others.
    parts: Option<&'a Parts<Part>>,
}

/// The plies of a position that are still to be tried.
#[derive(Clone)]
struct Siblings {
    scene: Scene,
    left: u16,
    plies: VecDeque<(u32, Ply)>,
    /// Men who check the side to move, whom nobody can shield off.
    checkers: Bits,
    worlds: Vec<World>,
}

/// Plies that another thread tries, and how they are reached.
pub(super) struct Part {
    open: Siblings,
    steps: Vec<Step>,
    casts: Vec<Option<Vec<Cast>>>,
    line: Line,
    path: Vec<u32>,
}

/// Which plies are numbered, and which of them are asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbering {
    /// The number of plies from the beginning on, in play of full length.
    pub levels: usize,
    /// Whether they are told.
    pub is_told: bool,
    /// The options, which have the interval.
    pub options: Options,
}

impl<'a> Lines<'a> {
    pub fn new(men: usize, limit: usize, budget: &'a Budget) -> Lines<'a> {
        Lines {
            men,
            budget,
            limit,
            found: Vec::new(),
            places: Vec::new(),
            stop: None,
            steps: Vec::new(),
            casts: Vec::new(),
            closed: Vec::new(),
            line: Vec::new(),
            numbering: Numbering::default(),
            numbers: Vec::new(),
            path: Vec::new(),
            is_plain: matches!(budget.engine, EngineChoice::Rules | EngineChoice::Plain),
            parts: None,
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
        self.casts = vec![None];
        if !self.is_plain {
            self.casts[0] = self.arranger(ANY, 0).gather(None);
        }
        let mut worlds = Vec::new();
        for seed in 0..FIRST_WORLDS {
            let cast = self.ask(ANY, seed);
            worlds.extend(cast.map(|cast| self.world(&cast, 0)));
        }
        let is_legal = !worlds.is_empty();
        if is_legal && !self.search_shared(scene, plies, &worlds) {
            self.plies(scene, plies, worlds);
        }
        is_legal
    }

    /// The same on many threads; false if there are none, or one has to search alone: where plies are numbered or
    /// counted, and where a question takes so long that it matters which arrangements are at hand.
    fn search_shared(&mut self, scene: &Scene, plies: u16, worlds: &[World]) -> bool {
        let is_alone = self.numbering.levels > 0 || self.limit != usize::MAX;
        if is_alone || self.is_plain || plies < WORTH_SHARING || self.budget.threads < 2 {
            return false;
        }
        let mut worlds = worlds.to_vec();
        let open = self.siblings(scene, plies, &mut worlds);
        let parts = &Parts::new(self.part(Siblings { worlds, ..open }));
        let (men, limit, budget) = (self.men, self.limit, self.budget);
        let search = || {
            let mut lines = Lines::new(men, limit, budget);
            parts.each(|part| lines.search_part(part, parts));
            (lines.places, lines.found, lines.stop)
        };
        let Some(shares) = threads::each(budget.threads, search) else {
            return false;
        };
        if shares
            .iter()
            .any(|(.., stop)| *stop == Some(Stop::Undecided))
        {
            return false;
        }
        self.stop = self.stop.or(shares.iter().find_map(|(.., stop)| *stop));
        let found = shares.into_iter();
        let mut found: Vec<_> = found
            .flat_map(|(places, lines, _)| places.into_iter().zip(lines))
            .collect();
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        self.found.extend(found.into_iter().map(|(_, line)| line));
        true
    }

    fn search_part(&mut self, part: Part, parts: &'a Parts<Part>) {
        let Part {
            open,
            steps,
            casts,
            line,
            path,
        } = part;
        (self.steps, self.casts, self.line, self.path) = (steps, casts, line, path);
        self.parts = Some(parts);
        self.try_each(open, Vec::new());
    }

    fn part(&self, open: Siblings) -> Part {
        Part {
            open,
            steps: self.steps.clone(),
            casts: self.casts.clone(),
            line: self.line.clone(),
            path: self.path.clone(),
        }
    }

    /// Gives half of the plies away if a thread waits for some.
    fn share(&self, open: &mut Siblings) {
        let may_share = open.left >= WORTH_SHARING && open.plies.len() > 1;
        let wanted = self.parts.filter(|parts| may_share && parts.are_wanted());
        if let Some(parts) = wanted {
            let plies = open.plies.split_off(open.plies.len() / 2);
            let away = Siblings {
                plies,
                ..open.clone()
            };
            parts.offer(self.part(away));
        }
    }

    /// Asks for an arrangement of all men with which the line can be played.
    fn ask(&mut self, wish: Wish, seed: usize) -> Option<Cast> {
        let last = self.steps.len() - 1;
        let known = (0..=last).rev().find(|time| self.casts[*time].is_some());
        let casts = known.and_then(|time| self.casts[time].take());
        let men = self.men;
        let mut arranger = self.arranger(wish, seed);
        let found = match (known, &casts) {
            (Some(time), Some(casts)) if time == last => {
                let (sooner, later) = casts.split_at(seed * 7 % casts.len().max(1));
                let found = arranger.fill_up(later);
                found.or_else(|| arranger.fill_up(sooner))
            }
            (Some(time), Some(casts)) if time + 1 == last => {
                let steps = arranger.steps;
                let stood = Stood::of(&arranger.closed[..last]);
                let may_go_on = |cast: &&Cast| {
                    let chance = Chance::of(&steps[..last], cast, men, &stood);
                    steps[last].ply.zip(chance).is_some_and(|(ply, chance)| {
                        chance.may_be_played(steps[last].mover, steps[last].excluded, ply)
                    })
                };
                // First those without the man who is not wanted.
                let has_him = |cast: &&Cast| {
                    let stands = |story: &Story, (square, man): (usize, Man)| {
                        story.is_on(time, square) && story.man(time) == man
                    };
                    let mut stories = cast.stories().iter();
                    wish.not
                        .is_some_and(|not| stories.any(|story| stands(story, not)))
                };
                let without = casts.iter().filter(|cast| !has_him(cast));
                let order = without.chain(casts.iter().filter(has_him));
                order
                    .filter(may_go_on)
                    .find_map(|cast| arranger.carry_on(time, cast))
            }
            (Some(time), Some(casts)) => {
                casts.iter().find_map(|cast| arranger.carry_on(time, cast))
            }
            _ => arranger.find(),
        };
        if found.is_none() && arranger.patience == 0 {
            self.stop = Some(Stop::Undecided);
        }
        if let Some(time) = known {
            self.casts[time] = casts;
        }
        found
    }

    /// Gathers the arrangements of needed men of the line, if those before its last ply are known.
    fn gather(&mut self, most: usize) {
        let last = self.steps.len() - 1;
        if last == 0 || self.casts[last].is_some() {
            return;
        }
        let Some(former) = self.casts[last - 1].take() else {
            return;
        };
        let mut arranger = self.arranger(ANY, 0);
        arranger.most = most;
        arranger.patience = WORK_FOR_CASTS * most as u64;
        self.casts[last] = arranger.gather(Some(&former));
        self.casts[last - 1] = Some(former);
    }

    fn arranger(&mut self, wish: Wish, seed: usize) -> Arranger<'_> {
        self.closed.clear();
        let times = 0..self.steps.len();
        let closed = times.map(|time| Closed::at(&self.steps, time));
        self.closed.extend(closed);
        Arranger {
            steps: &self.steps,
            closed: &self.closed,
            men: self.men,
            not: wish.not,
            on: wish.on,
            calm: wish.calm,
            seed,
            patience: PATIENCE,
            gathered: None,
            most: MOST_CASTS,
            whole: HashSet::new(),
            challenge: None,
            is_plain: self.is_plain,
        }
    }

    fn world(&self, cast: &Cast, time: usize) -> World {
        let board = cast.board(&self.steps, time);
        World {
            board: board.expect("arrangements put men on squares of their own"),
            unseen: cast.unseen(&self.steps, time),
        }
    }

    /// Tries every ply that can be written here.
    fn plies(&mut self, scene: &Scene, left: u16, mut worlds: Vec<World>) {
        let open = self.siblings(scene, left, &mut worlds);
        let suspects = match left {
            1 => self.suspects(scene, &open.plies, &mut worlds),
            _ => Vec::new(),
        };
        self.try_each(Siblings { worlds, ..open }, suspects);
    }

    /// The plies that can be written here, of numbered ones those whose numbers are asked for.
    fn siblings(&mut self, scene: &Scene, left: u16, worlds: &mut Vec<World>) -> Siblings {
        let is_numbered = self.is_numbered();
        let asked = is_numbered.then(|| self.numbering.options.asked_numbers(&self.path));
        let asked =
            |(number, _): &(u32, Ply)| asked.as_ref().is_none_or(|asked| asked.contains(number));
        let plies = (1..).zip(scene.plies()).filter(asked).collect();
        let checkers = match left {
            1 => 0,
            _ => self.unshielded(scene, worlds),
        };
        Siblings {
            scene: *scene,
            left,
            plies,
            checkers,
            worlds: Vec::new(),
        }
    }

    /// Whether the next ply is numbered.
    fn is_numbered(&self) -> bool {
        self.steps.len() <= self.numbering.levels
    }

    /// Tries plies; of last ones those that are suspected to mate.
    fn try_each(&mut self, mut open: Siblings, suspects: Vec<Suspect>) {
        let mut suspects = suspects.into_iter().peekable();
        let (scene, left) = (open.scene, open.left);
        let is_numbered = self.is_numbered();
        while let Some((number, ply)) = open.plies.pop_front() {
            if self.must_stop() {
                return;
            }
            self.share(&mut open);
            self.path.push(number);
            if is_numbered {
                self.announce(&scene, ply);
            }
            if left == 1 {
                if let Some(suspect) = suspects.next_if(|suspect| suspect.ply == ply) {
                    self.last_ply(&scene, suspect, &mut open.worlds);
                }
            } else if !self.exposes_king(&scene, ply) && !leaves_check(&scene, ply, open.checkers) {
                self.ply(&scene, ply, left, &mut open.worlds);
            }
            self.path.pop();
        }
    }

    /// The last plies that may mate: those that casts at hand do not clear.
    fn suspects(
        &mut self,
        scene: &Scene,
        plies: &VecDeque<(u32, Ply)>,
        worlds: &mut Vec<World>,
    ) -> Vec<Suspect> {
        let plies = plies.iter().map(|(_, ply)| *ply);
        if self.is_plain {
            return plies.map(Suspect::new).collect();
        }
        let defender = 1 - scene.turn;
        let mut fails = |world: &World| !world.board.is_mated(defender);
        let mut plies: Vec<Ply> = plies
            .filter(|ply| {
                may_check(scene, *ply)
                    && !self.exposes_king(scene, *ply)
                    && !worlds
                        .iter()
                        .any(|world| world.leads_to(scene, *ply, &mut fails))
            })
            .collect();
        if plies.is_empty() {
            return Vec::new();
        }
        let checkers = self.unshielded(scene, worlds);
        let men = self.men;
        let arranger = self.arranger(ANY, 0);
        let stood = Stood::of(arranger.closed).or_known(scene.known);
        let chance = Chance::at_first_sight(arranger.steps, scene, men, &stood);
        let mut calls = Calls::of(arranger.steps, arranger.closed);
        plies.retain(|ply| {
            let step = step(scene, *ply, &scene.after(*ply));
            !leaves_check(scene, *ply, checkers)
                && chance.may_be_played(scene.turn, scene.excluded(), *ply)
                && !calls.are_too_many(&step, men)
        });
        match plies.is_empty() {
            true => Vec::new(),
            false => self.challenge(scene, plies),
        }
    }

    /// Those of the last plies that are not cleared by arrangements of the line before them.
    fn challenge(&mut self, scene: &Scene, plies: Vec<Ply>) -> Vec<Suspect> {
        let last = self.steps.len() - 1;
        let known = (0..=last).rev().find(|time| self.casts[*time].is_some());
        let mut casts = known.and_then(|time| self.casts[time].take().zip(Some(time)));
        let suspects = plies.into_iter().map(Suspect::new).collect();
        let men = self.men;
        let mut arranger = self.arranger(ANY, 0);
        let challenge = Challenge {
            scene,
            men,
            suspects,
            stood: Stood::of(arranger.closed),
        };
        arranger.patience = WORK_FOR_CHALLENGE;
        arranger.challenge = Some(challenge);
        let at_hand = casts
            .as_ref()
            .map(|(casts, time)| (*time, casts.as_slice()));
        let clears = arranger.compare(at_hand);
        let is_complete = arranger.patience > 0;
        let suspects = arranger
            .challenge
            .map_or(Vec::new(), |challenge| challenge.suspects);
        if let Some((casts, time)) = casts.take() {
            let mut casts = casts;
            if let Some(number) = clears {
                casts.swap(number, number / 2);
            }
            self.casts[time] = Some(casts);
        }
        let mut suspects = suspects;
        match is_complete {
            true => suspects.retain(Suspect::may_be_played),
            false => suspects.iter_mut().for_each(|suspect| suspect.casts = None),
        }
        suspects
    }

    fn announce(&mut self, scene: &Scene, ply: Ply) {
        if !self.numbering.is_told {
            return;
        }
        self.numbers.push(NumberedMove {
            path: self.path.clone(),
            movement: tell::record(scene, ply, &[]),
            before: self.found.len(),
            elapsed: self.budget.began.elapsed(),
        });
    }

    /// Whether a ply leaves its king to more men who are seen than can be shielded off.
    fn exposes_king(&self, scene: &Scene, ply: Ply) -> bool {
        if self.is_plain {
            return false;
        }
        let next = scene.after(ply).shown;
        next.king(scene.turn).is_some_and(|king| {
            let observers = next.observers(king, 1 - scene.turn);
            observers.count_ones() as usize > self.men || is_touched(king, observers)
        })
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
        self.steps.push(step(scene, ply, &next));
        self.casts.push(None);
        next
    }

    fn pop(&mut self) {
        self.steps.pop();
        self.casts.pop();
    }

    fn ply(&mut self, scene: &Scene, ply: Ply, left: u16, worlds: &mut Vec<World>) {
        let mut after = Vec::with_capacity(MOST_WORLDS);
        for (number, world) in worlds.iter().enumerate() {
            let all = world.played(scene, ply);
            let few = all.len().min(MOST_WORLDS / worlds.len()).max(1);
            let picked = (0..few.min(all.len())).map(|pick| {
                let stride = all.len() / few;
                all[(pick * stride + number * 7) % all.len()]
            });
            after.extend(picked);
        }
        after.truncate(MOST_WORLDS);
        if after.is_empty() && !self.is_plain {
            let step = step(scene, ply, &scene.after(ply));
            let men = self.men;
            let arranger = self.arranger(ANY, 0);
            if Calls::of(arranger.steps, arranger.closed).are_too_many(&step, men) {
                return;
            }
        }
        let mut next = self.push(scene, ply);
        if left > 2 {
            self.gather(MOST_CASTS);
        }
        if after.is_empty() {
            match self.ask(ANY, 0) {
                Some(cast) => after.push(self.world(&cast, self.steps.len() - 1)),
                None => {
                    self.pop();
                    return;
                }
            }
        }
        let shown = self.reveal(&mut next, &mut after, Some(worlds));
        self.line
            .push((scene.turn, tell::record(scene, ply, &shown)));
        self.plies(&next, left - 1, after);
        self.line.pop();
        self.pop();
    }

    /// Finds out who is certain to stand where after the last step. Worlds that tell one man
    /// from another are told as they were before it, too.
    fn reveal(
        &mut self,
        scene: &mut Scene,
        worlds: &mut Vec<World>,
        mut before: Option<&mut Vec<World>>,
    ) -> Vec<(usize, Man)> {
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
                    worlds.push(self.world(&cast, time));
                    if let Some(before) = &mut before
                        && before.len() < MOST_KEPT_WORLDS
                    {
                        before.push(self.world(&cast, time - 1));
                    }
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
        if !shown.is_empty()
            && let Some(casts) = self.casts[time].take()
        {
            self.casts[time] = self.arranger(ANY, 0).sift(&casts);
        }
        shown
    }

    /// A ply that must mate in every world.
    fn last_ply(&mut self, scene: &Scene, suspect: Suspect, worlds: &mut Vec<World>) {
        let ply = suspect.ply;
        let defender = 1 - scene.turn;
        let mut fails = |world: &World| !world.board.is_mated(defender);
        let fails = |world: &World| world.leads_to(scene, ply, &mut fails);
        if !self.is_plain && worlds.iter().any(fails) {
            return;
        }
        // Those casts are enough with which the ply may be playable.
        let before = self.steps.len() - 1;
        let all = match suspect.casts {
            _ if self.is_plain => None,
            Some(casts) => Some(self.casts[before].replace(casts)),
            None => {
                self.gather(MOST_LAST_CASTS);
                None
            }
        };
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
                    let shown = self.reveal(&mut next, &mut after, None);
                    let mut line = self.line.clone();
                    line.push((scene.turn, tell::record(scene, ply, &shown)));
                    self.found.push(line);
                    self.places.push(self.path.clone());
                    if self.found.len() >= self.limit {
                        self.stop = Some(Stop::Full);
                    }
                }
                None => {}
            }
        }
        self.pop();
        if let Some(all) = all {
            self.casts[before] = all;
        }
    }

    /// An arrangement in which the side to move is not mated.
    fn escape(&mut self, scene: &Scene, defender: usize) -> Option<Cast> {
        let king = scene.shown.king(defender);
        let is_touched =
            king.is_some_and(|king| is_touched(king, scene.shown.observers(king, 1 - defender)));
        if self.is_plain || !is_touched {
            let calm = Some(defender);
            let calm = self.ask(Wish { calm, ..ANY }, 0);
            if calm.is_some() || self.stop.is_some() {
                return calm;
            }
        }
        let checkers = self.unshielded(scene, &mut Vec::new());
        let mut replies = scene.replies();
        replies.retain(|reply| {
            let is_castling = matches!(reply, Ply::Castling { .. });
            !is_castling
                && !self.exposes_king(scene, *reply)
                && !leaves_check(scene, *reply, checkers)
        });
        self.gather(MOST_CASTS);
        for reply in replies {
            self.push(scene, reply);
            let found = self.ask(ANY, 0);
            self.pop();
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

fn step(scene: &Scene, ply: Ply, next: &Scene) -> Step {
    Step {
        ply: Some(ply),
        mover: scene.turn,
        board: next.base,
        excluded: scene.excluded(),
        reveals: Vec::new(),
    }
}

/// Whether a ply can give check, as far as is seen.
fn may_check(scene: &Scene, ply: Ply) -> bool {
    let king = scene.shown.king(1 - scene.turn);
    let (Some(king), Ply::Man { from, victim, .. }) = (king, ply) else {
        return true;
    };
    let shown = scene.after(ply).shown;
    let victim = match victim {
        Victim::Seen(square) => bit(square),
        _ => 0,
    };
    let opened = (bit(from) | victim) & !shown.men();
    shown.is_observed(king, scene.turn) || attack::queen(king, shown.closed()) & opened != 0
}

/// Whether one of these observers of the king cannot be shielded off by anybody.
fn is_touched(king: usize, observers: Bits) -> bool {
    Each(observers).any(|at| between(at, king) == 0)
}

/// Whether a ply leaves the king to one of these checkers, from whom nobody shields it.
fn leaves_check(scene: &Scene, ply: Ply, checkers: Bits) -> bool {
    let king = scene.shown.king(scene.turn);
    let Some(king) = king.filter(|_| checkers != 0) else {
        return false;
    };
    if ply == Ply::InvisibleMoves {
        return is_touched(king, checkers);
    }
    let next = scene.after(ply).shown;
    let stays = next.king(scene.turn) == Some(king);
    stays && next.observers(king, 1 - scene.turn) & checkers != 0
}
