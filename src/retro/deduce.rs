//! What becomes of every man, deduced before any move is played: budgets of moves and captures
//! are shared out until nothing changes any more.

use super::assign::{Costs, IMPOSSIBLE};
use super::camp::{Camp, Outline, guards};
use super::formation::Formation;
use super::pairs::Pairs;
use super::routes::{
    BISHOP, KING, KNIGHT, MOST_CAPTURES, NEVER, PAWN, QUEEN, ROOK, WALKS, first_rank, home_rank,
    last_rank, reach,
};
use super::schedule::Schedule;
use crate::board::Side;
use crate::orthodox::attack::{Bits, Each, bit, pawn_captures};
use crate::rules::{ShortCut, ShortCuts};
use std::sync::Arc;

/// A man of the start and what may become of it.
#[derive(Clone, Debug)]
pub(super) struct Man {
    pub walk: usize,
    pub square: usize,
    pub fates: Vec<Fate>,
    /// By walk: where it may stand at any time.
    pub stands: [Bits; WALKS],
    /// Where it may be captured.
    pub lost_on: Bits,
}

/// One thing that may become of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fate {
    /// What it is at the end and where; none if it is captured.
    pub end: Option<(usize, usize)>,
    /// The least moves it needs.
    pub moves: u16,
    /// The most moves it may make.
    pub spare: u16,
    /// The least captures it needs.
    pub captures: u8,
    /// The castling it takes part in: whether it is the long one.
    pub castling: Option<bool>,
}

/// What is known of both sides.
pub(super) struct Deduced {
    pub outlines: [Outline; 2],
    pub men: [Vec<Man>; 2],
    /// The least moves of each side, and how many it has.
    pub needed: [u16; 2],
    pub moves: [u16; 2],
    /// By side: the square on which it may capture en passant with the first ply.
    just_passed: [Bits; 2],
    /// What men of each side get in each other's way, once that was asked.
    pairs: Option<[Arc<Pairs>; 2]>,
    /// What the user says.
    pub terms: Terms,
}

/// What the user says about a game and its deductions.
#[derive(Clone, Default, Debug)]
pub(super) struct Terms {
    /// What becomes of single men.
    pub bounds: Vec<Bound>,
    /// Which deductions are drawn.
    pub short_cuts: ShortCuts,
}

/// What the user says of the man that starts on a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    /// Its square at the start.
    pub home: usize,
    /// By walk: where it may stand at the end.
    pub ends: [Bits; WALKS],
    /// Where it may be captured.
    pub lost: Bits,
}

/// Why no game is possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Contradiction {
    /// A side has fewer men than it is to have.
    MenMissing(Side),
    /// A side has not moves enough to capture so many men.
    NoMovesToCapture(Side),
    /// The men of a side need more moves than it has.
    MovesMissing(Side),
}

/// Starts with what the two positions and the schedule say. The terms are the user's.
pub(super) fn deduce(
    starts: [Formation; 2],
    targets: [[Bits; WALKS]; 2],
    schedule: &Schedule,
    passed: Option<usize>,
    terms: &Terms,
) -> Result<Deduced, Contradiction> {
    let just_passed = Side::BOTH.map(|side| match passed {
        Some(on) if schedule.mover(0) == side => bit(on),
        _ => 0,
    });
    let count = |men: &[Bits; WALKS]| men.iter().map(|set| set.count_ones()).sum::<u32>();
    let mut losses = [0; 2];
    for side in Side::BOTH {
        let left = starts[side.index()].occupied().count_ones();
        let lost = left.checked_sub(count(&targets[side.index()]));
        losses[side.index()] = lost.ok_or(Contradiction::MenMissing(side))? as u8;
    }
    let moves = Side::BOTH.map(|side| schedule.left(side, 0) as u16);
    for side in Side::BOTH {
        if u16::from(losses[(!side).index()]) > moves[side.index()] {
            return Err(Contradiction::NoMovesToCapture(side));
        }
    }
    let outlines = Side::BOTH.map(|side| {
        let (own, other) = (side.index(), (!side).index());
        Outline {
            side,
            start: starts[own],
            target: targets[own],
            prey: losses[other],
            walls: 0,
            frozen: 0,
            hunting: if losses[other] > 0 { !0 } else { 0 },
            doomed: if losses[own] > 0 { !0 } else { 0 },
            passing: passing(side, &starts[other], losses[other], !0, just_passed[own]),
            may_stand: [!0; WALKS],
            guarded: 0,
        }
    });
    let mut known = Deduced {
        outlines,
        men: [Vec::new(), Vec::new()],
        needed: [0; 2],
        moves,
        just_passed,
        pairs: None,
        terms: terms.clone(),
    };
    while known.refine()? {}
    Ok(known)
}

/// Where pawns of a side may arrive by capturing en passant: behind pawns that may still step
/// twice, or behind the one that just did.
fn passing(side: Side, other: &Formation, prey: u8, hunting: Bits, just_passed: Bits) -> Bits {
    if prey == 0 {
        return 0;
    }
    let home = other.men(PAWN) & home_rank(!side);
    match side {
        Side::White => (home & hunting << 16) >> 8 | just_passed & hunting << 8,
        Side::Black => (home & hunting >> 16) << 8 | just_passed & hunting >> 8,
    }
}

impl Deduced {
    /// Both sides with what is known of them.
    pub fn camps(&self) -> [Camp; 2] {
        Side::BOTH.map(|side| self.camp(side))
    }

    fn camp(&self, side: Side) -> Camp {
        let mut camp = Camp::new(&self.outlines[side.index()]);
        let pairs = self.pairs.as_ref();
        camp.pairs = pairs.map(|pairs| Arc::clone(&pairs[side.index()]));
        camp
    }

    /// Looks how men of a side get in each other's way, and draws the conclusions.
    pub fn pair_up(&mut self) -> Result<(), Contradiction> {
        if !self.terms.short_cuts.allow(ShortCut::DeducedPairs) {
            return Ok(());
        }
        loop {
            let before = self.needed;
            let pairs = Side::BOTH.map(|side| {
                let camp = Camp::new(&self.outlines[side.index()]);
                Arc::new(Pairs::new(&camp, &self.men[side.index()]))
            });
            self.pairs = Some(pairs);
            let mut changed = false;
            while self.refine()? {
                changed = true;
            }
            if !changed && self.needed == before {
                return Ok(());
            }
        }
    }

    /// Draws all conclusions once; tells whether anything new came of it.
    fn refine(&mut self) -> Result<bool, Contradiction> {
        let before = self.outlines.clone();
        for side in Side::BOTH {
            self.share(side)?;
        }
        if self.terms.short_cuts.allow(ShortCut::DeducedWalls) {
            self.freeze();
        }
        if self.terms.short_cuts.allow(ShortCut::DeducedMeetings) {
            self.meet();
        }
        let changed = |old: &Outline, new: &Outline| {
            (old.walls, old.frozen, old.hunting, old.doomed, old.passing)
                != (new.walls, new.frozen, new.hunting, new.doomed, new.passing)
                || old.may_stand != new.may_stand
                || old.guarded != new.guarded
        };
        Ok(before
            .iter()
            .zip(&self.outlines)
            .any(|(old, new)| changed(old, new)))
    }

    /// Shares the places of the target out among the men of a side, with each castling and
    /// without, and notes what each man may still do.
    fn share(&mut self, side: Side) -> Result<(), Contradiction> {
        let camp = self.camp(side);
        let moves = self.moves[side.index()];
        let start = camp.start;
        let mut men: Vec<Man> = Each(start.occupied())
            .map(|square| Man {
                walk: start.walk_on(square),
                square,
                fates: Vec::new(),
                stands: [0; WALKS],
                lost_on: 0,
            })
            .collect();
        let mut needed = Sharing::new(&camp, None, moves, &self.terms.bounds).add(&mut men);
        for (right, long) in [(1, true), (2, false)] {
            if start.rights & right != 0 && moves > 0 {
                let with =
                    Sharing::new(&camp, Some(long), moves - 1, &self.terms.bounds).add(&mut men);
                needed = [needed, with.map(|moves| moves + 1)]
                    .into_iter()
                    .flatten()
                    .min();
            }
        }
        let outline = &mut self.outlines[side.index()];
        let needed = needed.ok_or(Contradiction::MovesMissing(side))?;
        for walk in PAWN..WALKS {
            outline.may_stand[walk] = men.iter().fold(0, |all, man| all | man.stands[walk]);
        }
        self.needed[side.index()] = needed;
        self.men[side.index()] = men;
        Ok(())
    }

    /// Men that never leave their square and are never captured are walls for all others.
    fn freeze(&mut self) {
        let frozen = Side::BOTH.map(|side| {
            let men = self.men[side.index()].iter();
            let stays = |man: &&Man| {
                let all = man.stands.iter().fold(0, |all, squares| all | squares);
                all == bit(man.square)
                    && man.stands[man.walk] == all
                    && man.fates.iter().all(|fate| fate.end.is_some())
            };
            men.filter(stays).fold(0, |all, man| all | bit(man.square))
        });
        let walls = frozen[0] | frozen[1];
        for side in Side::BOTH {
            let other = (!side).index();
            let start = self.outlines[other].start;
            let outline = &mut self.outlines[side.index()];
            outline.frozen = frozen[side.index()];
            outline.walls = walls;
            outline.guarded = guards(!side, &start, frozen[other]);
            let own = outline.frozen;
            for squares in &mut outline.may_stand {
                *squares &= !walls | own;
            }
            // The king may be in check at first.
            outline.may_stand[KING] &= !outline.guarded | outline.start.men(KING);
        }
    }

    /// Captures need a man of each side on one square.
    fn meet(&mut self) {
        for side in Side::BOTH {
            let (own, other) = (side.index(), (!side).index());
            let hunters = self.strikes(!side);
            let lost = self.men[own].iter().fold(0, |all, man| all | man.lost_on);
            let passed = match side {
                Side::White => (self.outlines[other].passing & hunters) << 8,
                Side::Black => (self.outlines[other].passing & hunters) >> 8,
            };
            let doomed = lost & (hunters | passed) & !self.outlines[own].walls;
            self.outlines[own].doomed &= doomed;
            let doomed = self.outlines[own].doomed;
            self.outlines[other].hunting &= doomed;
            let prey = self.outlines[other].prey;
            let start = self.outlines[own].start;
            let just_passed = self.just_passed[other];
            self.outlines[other].passing &= passing(!side, &start, prey, doomed, just_passed);
        }
    }

    /// Where men of a side may arrive with a capture.
    fn strikes(&self, side: Side) -> Bits {
        let outline = &self.outlines[side.index()];
        if outline.prey == 0 {
            return 0;
        }
        let mut squares = 0;
        for man in &self.men[side.index()] {
            for walk in KNIGHT..WALKS {
                for on in Each(man.stands[walk]) {
                    squares |= reach(walk, on, outline.walls) & man.stands[walk];
                }
            }
            let after = man.stands.iter().fold(0, |all, squares| all | squares);
            for on in Each(man.stands[PAWN] & !first_rank(side)) {
                squares |= pawn_captures(side.index(), on) & after;
            }
        }
        squares & !outline.walls
    }
}

/// Sharing out the places of a side among its men, after a castling or without.
struct Sharing<'a> {
    camp: &'a Camp,
    castling: Option<bool>,
    moves: u16,
    sharers: Vec<Sharer>,
    ends: Vec<(usize, usize)>,
    bounds: &'a [Bound],
}

/// A man as it begins to share.
#[derive(Clone, Copy)]
struct Sharer {
    walk: usize,
    from: usize,
    /// Where it stands at the start of play.
    home: usize,
}

impl<'a> Sharing<'a> {
    fn new(camp: &'a Camp, castling: Option<bool>, moves: u16, bounds: &'a [Bound]) -> Sharing<'a> {
        let ends = (PAWN..WALKS)
            .flat_map(|walk| Each(camp.target[walk]).map(move |square| (walk, square)));
        let sharer = |home: usize| {
            let castlers = castling.map(|long| (camp.castlers(long), camp.castled_to(long)));
            let after = castlers.and_then(|(castlers, to)| {
                let which = castlers.iter().position(|(_, square)| *square == home)?;
                Some(to[which])
            });
            Sharer {
                walk: camp.start.walk_on(home),
                from: after.unwrap_or(home),
                home,
            }
        };
        Sharing {
            camp,
            castling,
            moves,
            sharers: Each(camp.start.occupied()).map(sharer).collect(),
            ends: ends.collect(),
            bounds,
        }
    }

    /// Whether the user leaves a man this end.
    fn is_left(&self, home: usize, end: Option<(usize, usize)>) -> bool {
        let mut bounds = self.bounds.iter().filter(|bound| bound.home == home);
        bounds.all(|bound| match end {
            Some((walk, on)) => bound.ends[walk] & bit(on) != 0,
            None => bound.lost & self.camp.doomed != 0,
        })
    }

    /// Where the user leaves it to a man to be captured.
    fn may_be_lost(&self, home: usize) -> Bits {
        let bounds = self.bounds.iter().filter(|bound| bound.home == home);
        bounds.fold(self.camp.doomed, |squares, bound| squares & bound.lost)
    }

    /// Adds what men may do; the least moves of all together, none if there is no way.
    fn add(&self, men: &mut [Man]) -> Option<u16> {
        let hits = self.costs(|walk, from, end| self.captures(walk, from, end));
        let free = i32::from(self.camp.prey) - hits.least()?;
        if free < 0 {
            return None;
        }
        // The most captures each man may make on its way to each end.
        let size = hits.size();
        let mut most = vec![vec![-1_i32; size]; size];
        for (row, line) in most.iter_mut().enumerate() {
            for (column, most) in line.iter_mut().enumerate() {
                if hits.get(row, column) < IMPOSSIBLE
                    && let Some(rest) = rest(&hits, row, column)
                {
                    *most = i32::from(self.camp.prey) - rest;
                }
            }
        }
        let mut costs = Costs::new(size);
        for (row, line) in most.iter().enumerate() {
            for (column, &captures) in line.iter().enumerate() {
                if captures >= 0 {
                    let moves = self.moves_to(row, column, captures as usize);
                    costs.set(row, column, moves);
                }
            }
        }
        let needed = costs.least()? + self.extra(None);
        if needed > i32::from(self.moves) {
            return None;
        }
        for row in 0..size {
            let others = self.extra(Some(row));
            let Sharer { walk, from, home } = self.sharers[row];
            let man = &mut men[row];
            let mut is_lost_known = false;
            for (column, captures) in most[row].iter().enumerate() {
                let is_lost = column >= self.ends.len();
                if is_lost && is_lost_known || costs.get(row, column) >= IMPOSSIBLE {
                    continue;
                }
                let Some(rest) = rest(&costs, row, column) else {
                    continue;
                };
                let spare = i32::from(self.moves) - rest - others;
                if spare < costs.get(row, column) {
                    continue;
                }
                is_lost_known |= is_lost;
                let fate = Fate {
                    end: self.ends.get(column).copied(),
                    moves: costs.get(row, column) as u16,
                    spare: spare as u16,
                    captures: hits.get(row, column).max(0) as u8,
                    castling: self.castling.filter(|_| home != from),
                };
                let captures = *captures as usize;
                self.note_squares(man, walk, from, &fate, captures);
                man.fates.push(fate);
            }
            man.lost_on &= self.may_be_lost(home);
        }
        Some(needed as u16)
    }

    /// What men need more because they are in each other's way, without one of them.
    fn extra(&self, without: Option<usize>) -> i32 {
        let Some(pairs) = &self.camp.pairs else {
            return 0;
        };
        let castlers = self.castling.map_or(0, |long| self.camp.castlers_on(long));
        let without = without.map_or(0, |row| bit(self.sharers[row].home));
        let but = self.camp.frozen | castlers | without;
        pairs.extra(&self.camp.start.all(), but).into()
    }

    fn costs(&self, cost: impl Fn(usize, usize, Option<(usize, usize)>) -> i32) -> Costs {
        let mut costs = Costs::new(self.sharers.len());
        for (row, sharer) in self.sharers.iter().enumerate() {
            for column in 0..self.sharers.len() {
                let end = self.ends.get(column).copied();
                if self.is_left(sharer.home, end) {
                    costs.set(row, column, cost(sharer.walk, sharer.from, end));
                }
            }
        }
        costs
    }

    /// The least captures of a man on its way to an end.
    fn captures(&self, walk: usize, from: usize, end: Option<(usize, usize)>) -> i32 {
        let can = |captures: usize| match end {
            Some((to_walk, to)) => self.distance(walk, from, to_walk, to, captures) < NEVER,
            None => self.camp.loss(walk, from, captures) < IMPOSSIBLE,
        };
        let least = (0..=MOST_CAPTURES).find(|captures| can(*captures));
        least.map_or(IMPOSSIBLE, |captures| captures as i32)
    }

    fn moves_to(&self, row: usize, column: usize, captures: usize) -> i32 {
        let Sharer { walk, from, .. } = self.sharers[row];
        match self.ends.get(column) {
            Some(&(to_walk, to)) => match self.distance(walk, from, to_walk, to, captures) {
                NEVER.. => IMPOSSIBLE,
                moves => moves.into(),
            },
            None => self.camp.loss(walk, from, captures),
        }
    }

    fn distance(&self, walk: usize, from: usize, to_walk: usize, to: usize, captures: usize) -> u8 {
        let routes = &self.camp.routes;
        match (walk, to_walk) {
            (PAWN, PAWN) => routes.pawn(from, to, captures),
            (PAWN, KING) => NEVER,
            (PAWN, _) => routes.promoted(to_walk, from, to, captures),
            _ if walk == to_walk => routes.officer(walk, from, to),
            _ => NEVER,
        }
    }

    /// Notes where a man may stand on its way to an end, and where it may be captured.
    fn note_squares(&self, man: &mut Man, walk: usize, from: usize, fate: &Fate, captures: usize) {
        let routes = &self.camp.routes;
        let spare = i32::from(fate.spare);
        if self.castling.is_some() {
            man.stands[man.walk] |= bit(man.square);
        }
        man.stands[walk] |= bit(from);
        let rest = |walk: usize, on: usize, captures: usize| match fate.end {
            Some((to_walk, to)) => match self.distance(walk, on, to_walk, to, captures) {
                NEVER.. => IMPOSSIBLE,
                moves => moves.into(),
            },
            None => self.camp.loss(walk, on, captures),
        };
        if walk != PAWN {
            for on in 0..64 {
                let here = i32::from(routes.officer(walk, from, on));
                if here + rest(walk, on, 0) <= spare {
                    man.stands[walk] |= bit(on);
                    if fate.end.is_none() && here <= spare {
                        man.lost_on |= bit(on) & self.camp.doomed;
                    }
                }
            }
            return;
        }
        for on in 0..64 {
            let made = (0..=captures).find(|made| routes.pawn(from, on, *made) < NEVER);
            let Some(least) = made else { continue };
            let fits = (least..=captures).any(|made| {
                let here = i32::from(routes.pawn(from, on, made));
                here + rest(PAWN, on, captures - made) <= spare
            });
            if fits && bit(on) & last_rank(self.camp.side) == 0 {
                man.stands[PAWN] |= bit(on);
                if fate.end.is_none() {
                    man.lost_on |= bit(on) & self.camp.doomed;
                }
            }
        }
        for promoted in [KNIGHT, BISHOP, ROOK, QUEEN] {
            for on in 0..64 {
                let here = i32::from(routes.promoted(promoted, from, on, captures));
                if here < i32::from(NEVER) && here + rest(promoted, on, 0) <= spare {
                    man.stands[promoted] |= bit(on);
                    if fate.end.is_none() {
                        man.lost_on |= bit(on) & self.camp.doomed;
                    }
                }
            }
        }
    }
}

/// The least cost of all other men if this one takes this place.
fn rest(costs: &Costs, row: usize, column: usize) -> Option<i32> {
    let size = costs.size();
    let mut rest = Costs::new(size - 1);
    for (to, from) in (0..size).filter(|line| *line != row).enumerate() {
        for (place, end) in (0..size).filter(|place| *place != column).enumerate() {
            rest.set(to, place, costs.get(from, end));
        }
    }
    rest.least()
}
