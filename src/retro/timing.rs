//! How many moves more men of a side need because of what the other side does at which time.
//!
//! The other side's ways say which squares are taken or guarded after how many plies. A man
//! that walks alone past them may need more moves than on an empty board, or may have to wait
//! for its time: what it needs more than its [`Routes`](super::routes::Routes) say can be
//! added up over all men.

use super::camp::Camp;
use super::formation::Formation;
use super::mutual::View;
use super::pairs::Needs;
use super::routes::{
    KING, KNIGHT, MOST_CAPTURES, NEVER, PAWN, WALKS, ahead, first_rank, home_rank, last_rank, reach,
};
use super::schedule::Schedule;
use super::step::{quiet, strike};
use super::tandem::Tandems;
use crate::orthodox::attack::{Bits, Each, bit, pawn_captures};

/// By square.
type Row = [u8; 64];

/// By walk and number of plies: where a man may go with this ply.
type Arrivals = Vec<[Bits; 64]>;

/// The moves needed beside the least ones, by walk, plies and square.
pub(super) struct Timing {
    officers: Vec<Vec<Row>>,
    /// By captures at most.
    pawns: Vec<Vec<Row>>,
    /// What pairs of men need, if that was asked.
    tandems: Option<Tandems>,
}

impl Timing {
    /// What is seen of the other side makes men of the camp wait and walk round.
    pub fn new(camp: &Camp, schedule: &Schedule, view: &mut View) -> Timing {
        let clock = Clock::new(camp, schedule, view);
        let rows = || vec![[u8::MAX; 64]; schedule.plies + 1];
        let mut timing = Timing {
            officers: vec![rows(); WALKS],
            pawns: vec![rows(); MOST_CAPTURES + 1],
            tandems: None,
        };
        for walk in KNIGHT..WALKS {
            for to in Each(camp.target[walk]) {
                let timed = clock.officer(walk, Some(to), view);
                let least = |from: usize| camp.routes.officer(walk, from, to);
                note(&mut timing.officers[walk], &timed, least);
                if walk != KING {
                    timing.note_pawns(&clock, Some((walk, to)), &[timed], view);
                }
            }
        }
        for to in Each(camp.target[PAWN]) {
            timing.note_pawns(&clock, Some((PAWN, to)), &[], view);
        }
        if camp.losses_left(&camp.start).is_some_and(|left| left > 0) {
            let lost: Vec<Vec<Row>> = (KNIGHT..KING)
                .map(|walk| clock.officer(walk, None, view))
                .collect();
            for (walk, timed) in (KNIGHT..KING).zip(&lost) {
                let least = |from: usize| camp.loss(walk, from, 0).min(NEVER.into()) as u8;
                note(&mut timing.officers[walk], timed, least);
            }
            timing.note_pawns(&clock, None, &lost, view);
        }
        if camp.pairs.is_some() {
            let pawns = clock.pawn_arrivals(view);
            timing.tandems = Some(Tandems::new(camp, &clock, &pawns));
        }
        timing
    }

    /// Notes pawns on their way to a square, or to be captured anywhere; of officers that they
    /// may become it is known what these need.
    fn note_pawns(
        &mut self,
        clock: &Clock<'_>,
        end: Option<(usize, usize)>,
        officers: &[Vec<Row>],
        view: &mut View,
    ) {
        let camp = clock.camp;
        let timed = clock.pawns(end, officers, view);
        for (captures, timed) in timed.iter().enumerate() {
            let least = |from: usize| match end {
                Some((PAWN, to)) => camp.routes.pawn(from, to, captures),
                Some((walk, to)) => camp.routes.promoted(walk, from, to, captures),
                None => camp.loss(PAWN, from, captures).min(NEVER.into()) as u8,
            };
            note(&mut self.pawns[captures], timed, least);
        }
    }

    /// The moves that men of a formation need after so many plies beside the least ones.
    #[inline]
    pub fn extra(&self, camp: &Camp, formation: &Formation, ply: usize) -> u32 {
        let captures = usize::from(camp.prey.saturating_sub(formation.captures));
        let pawns = &self.pawns[captures.min(MOST_CAPTURES)][ply];
        let mut men = [(0, 0, 0); 64];
        let (mut count, mut extra) = (0, 0);
        for walk in PAWN..WALKS {
            let row = match walk {
                PAWN => pawns,
                _ => &self.officers[walk][ply],
            };
            for on in Each(formation.men(walk) & !camp.frozen) {
                extra += u32::from(row[on]);
                men[count] = (walk, on, row[on]);
                count += 1;
            }
        }
        extra + self.together(camp, ply, &men[..count])
    }

    /// What pairs need beyond what each of these men, given with its walk and square, needs.
    fn together(&self, camp: &Camp, ply: usize, men: &[(usize, usize, u8)]) -> u32 {
        let (Some(tandems), Some(pairs)) = (&self.tandems, &camp.pairs) else {
            return 0;
        };
        let mut needs = Needs::default();
        for (one, &(walk, on, alone)) in men.iter().enumerate() {
            for (other, &(next, at, needed)) in men.iter().enumerate().skip(one + 1) {
                let (walks, squares) = ([walk, next], [on, at]);
                let extra = pairs.of_two(walks, squares);
                let extra = extra.max(tandems.extra(ply, walks, squares));
                needs.add(
                    extra.saturating_sub(alone.saturating_add(needed)),
                    [one, other],
                );
            }
        }
        needs.sum()
    }
}

/// Lowers the extra moves of men to those of one more end.
fn note(extra: &mut [Row], timed: &[Row], least: impl Fn(usize) -> u8) {
    for on in 0..64 {
        let least = least(on);
        if least >= NEVER {
            continue;
        }
        for (extra, timed) in extra.iter_mut().zip(timed) {
            let more = match timed[on] {
                NEVER.. => u8::MAX,
                moves => moves.saturating_sub(least),
            };
            extra[on] = extra[on].min(more);
        }
    }
}

/// Single men walking through time.
pub(super) struct Clock<'a> {
    camp: &'a Camp,
    schedule: &'a Schedule,
    /// Squares on which no man of the side can be after so many plies.
    pub taken: Vec<Bits>,
    /// The same for its king.
    pub guarded: Vec<Bits>,
    pub officers: Vec<Arrivals>,
}

impl<'a> Clock<'a> {
    pub fn plies(&self) -> usize {
        self.schedule.plies
    }

    /// Whether the side makes this ply.
    pub fn moves(&self, ply: usize) -> bool {
        self.schedule.mover(ply) == self.camp.side
    }

    /// By ply: where pawns may go with it.
    fn pawn_arrivals(&self, view: &mut View) -> Arrivals {
        let mut arrivals = vec![[0; 64]; self.schedule.plies];
        let board = !(first_rank(self.camp.side) | last_rank(self.camp.side));
        for (ply, goes) in arrivals.iter_mut().enumerate() {
            for on in Each(if self.moves(ply) { board } else { 0 }) {
                let steps = self.pawn_steps(on, MOST_CAPTURES, ply, view);
                goes[on] = steps.fold(0, |all, (to, _)| all | bit(to));
            }
        }
        arrivals
    }

    fn new(camp: &'a Camp, schedule: &'a Schedule, view: &mut View) -> Clock<'a> {
        let plies = schedule.plies;
        let taken: Vec<Bits> = (0..=plies).map(|ply| view.taken(ply)).collect();
        let guarded: Vec<Bits> = (0..=plies)
            .map(|ply| taken[ply] | view.kept_from_king(ply))
            .collect();
        let mut officers = vec![Vec::new(); WALKS];
        for (walk, arrivals) in officers.iter_mut().enumerate().skip(KNIGHT) {
            for ply in 0..plies {
                let mut goes = [0; 64];
                if schedule.mover(ply) == camp.side {
                    for (from, goes) in goes.iter_mut().enumerate() {
                        for to in Each(reach(walk, from, camp.walls) & !camp.walls) {
                            let may = view.allows(quiet(from, to, walk), ply)
                                || camp.hunting & bit(to) != 0
                                    && view.allows(strike(from, to, walk), ply);
                            *goes |= Bits::from(may) << to;
                        }
                    }
                }
                arrivals.push(goes);
            }
        }
        Clock {
            camp,
            schedule,
            guarded,
            taken,
            officers,
        }
    }

    /// The least moves of an officer from each square at each time to its end, or to where it
    /// is captured.
    fn officer(&self, walk: usize, to: Option<usize>, view: &View) -> Vec<Row> {
        let plies = self.schedule.plies;
        let mut rows = vec![[NEVER; 64]; plies + 1];
        if let Some(to) = to {
            rows[plies][to] = 0;
        }
        for ply in (0..plies).rev() {
            let (now, later) = rows.split_at_mut(ply + 1);
            let (now, later) = (&mut now[ply], &later[0]);
            let closed = match walk {
                KING => self.guarded[ply],
                _ => self.taken[ply],
            };
            let moves = self.schedule.mover(ply) == self.camp.side;
            for on in Each(!closed) {
                let mut least = later[on];
                if moves {
                    for next in Each(self.officers[walk][ply][on]) {
                        least = least.min(later[next].saturating_add(1));
                    }
                } else if to.is_none() && self.is_lost(on, ply, view) {
                    least = 0;
                }
                now[on] = least.min(NEVER);
            }
        }
        rows
    }

    fn is_lost(&self, on: usize, ply: usize, view: &View) -> bool {
        self.camp.doomed & bit(on) != 0 && view.strikes(on, ply)
    }

    /// The same for pawns, by captures at most, plies and square.
    fn pawns(
        &self,
        end: Option<(usize, usize)>,
        officers: &[Vec<Row>],
        view: &mut View,
    ) -> Vec<Vec<Row>> {
        let plies = self.schedule.plies;
        let camp = self.camp;
        let mut all = vec![vec![[NEVER; 64]; plies + 1]; MOST_CAPTURES + 1];
        let is_end = |on: usize| end == Some((PAWN, on));
        for rows in &mut all {
            (0..64)
                .filter(|on| is_end(*on))
                .for_each(|on| rows[plies][on] = 0);
        }
        let board = !(first_rank(camp.side) | last_rank(camp.side));
        for ply in (0..plies).rev() {
            let moves = self.schedule.mover(ply) == camp.side;
            for on in Each(board & !self.taken[ply]) {
                for captures in 0..=MOST_CAPTURES {
                    let mut least = all[captures][ply + 1][on];
                    if moves {
                        let steps = self.pawn_steps(on, captures, ply, view);
                        for (to, left) in steps {
                            let then = self.then(&all, officers, end, to, left, ply + 1);
                            least = least.min(then.saturating_add(1));
                        }
                    } else if end.is_none() && self.is_lost(on, ply, view) {
                        least = 0;
                    }
                    all[captures][ply][on] = least.min(NEVER);
                }
            }
        }
        all
    }

    /// What a pawn that arrived still needs: as the officer it becomes on its last rank.
    fn then(
        &self,
        all: &[Vec<Row>],
        officers: &[Vec<Row>],
        end: Option<(usize, usize)>,
        to: usize,
        captures: usize,
        ply: usize,
    ) -> u8 {
        if bit(to) & last_rank(self.camp.side) == 0 {
            return all[captures][ply][to];
        }
        debug_assert!(end != Some((KING, to)));
        let officers = officers.iter().map(|rows| rows[ply][to]);
        officers.min().unwrap_or(NEVER)
    }

    fn pawn_steps(
        &self,
        on: usize,
        captures: usize,
        ply: usize,
        view: &mut View,
    ) -> impl Iterator<Item = (usize, usize)> + use<> {
        let camp = self.camp;
        let mut steps = [(64, 0); 4];
        let one = ahead(camp.side, on);
        let two = ahead(camp.side, one);
        if camp.walls & bit(one) == 0 {
            if view.allows(quiet(on, one, PAWN), ply) {
                steps[0] = (one, captures);
            }
            let twice = bit(on) & home_rank(camp.side) != 0 && camp.walls & bit(two) == 0;
            if twice && view.allows(quiet(on, two, PAWN), ply) {
                steps[1] = (two, captures);
            }
        }
        if captures > 0 {
            let arrivals = pawn_captures(camp.side.index(), on) & !camp.walls;
            for (step, to) in steps[2..].iter_mut().zip(Each(arrivals)) {
                let here = camp.hunting & bit(to) != 0 && view.allows(strike(on, to, PAWN), ply);
                if here || camp.passing & bit(to) != 0 {
                    *step = (to, captures - 1);
                }
            }
        }
        steps.into_iter().filter(|(to, _)| *to < 64)
    }
}
