//! The orthodox engine as solvers see it.

use super::Orthodox;
use super::attack::bit;
use super::evade::{has_move, is_mate};
use super::far_mate::is_mate_far;
use super::far_stalemate::{is_stalemate_far, last_arrivals};
use super::far_target::{is_reached, is_target_far};
use super::force::Force;
use super::forced::must_mate;
use super::generate::{Aim, count, is_among, moves};
use super::movement::{Kind, Movement};
use super::prepare::Preparation;
use super::scene::Scene;
use super::set_up::walk_of;
use super::state::{State, walk};
use crate::board::{Side, Square};
use crate::men::Piece;
use crate::problem::Goal;
use crate::rules::{Game, LastPlyPlace, Remaining, ShortCut, ShortCuts, Wanted};
use crate::solution::{MovePart, MoveRecord};
use std::ops::ControlFlow::{self, Continue};

impl Orthodox {
    /// Whether this engine can tell if a goal is reached.
    pub fn knows(goal: Goal) -> bool {
        matches!(
            goal,
            Goal::Mate
                | Goal::Stalemate
                | Goal::Check
                | Goal::Capture
                | Goal::Target(_)
                | Goal::AnyMove
                | Goal::ProofGame
                | Goal::AToB
        )
    }

    /// All legal moves of the side to move, in the order of the rules engine.
    pub fn legal_moves(&mut self) -> Vec<Movement> {
        let start = self.list_best();
        self.moves.split_off(start)
    }

    /// The scene of the side to move and which of its moves are wanted.
    #[inline]
    fn scene_for(state: &State, wanted: Wanted, short_cuts: ShortCuts) -> (Scene, Aim) {
        let scene = Scene::new(state);
        let aim = match wanted {
            _ if !short_cuts.allow(ShortCut::OrthodoxAims) => Aim::ALL,
            Wanted::Reaching(Goal::Mate | Goal::Check) => Aim::checks(&scene),
            Wanted::Reaching(Goal::Capture) => Aim::captures(&scene),
            Wanted::Reaching(Goal::Target(square)) => Aim::arrival(square.index()),
            Wanted::Reaching(_)
            | Wanted::OrReaching(_)
            | Wanted::BeforeGoal(_)
            | Wanted::Forcing(_)
            | Wanted::All => Aim::ALL,
        };
        (scene, aim)
    }

    /// Whether it may be told without search who reaches this goal.
    fn may_tell_at_once(&self, goal: Goal) -> bool {
        goal == Goal::Mate && self.short_cuts.allow(ShortCut::OrthodoxAtOnce)
    }

    /// Whether some check is mate.
    fn can_mate(&mut self) -> bool {
        let start = self.moves.len();
        let state = &self.states[self.ply];
        let scene = Scene::new(state);
        moves::<false>(state, &scene, &Aim::checks(&scene), &mut self.moves);
        let mut next = State::empty(Side::White);
        let flights = match self.moves.len() > start {
            true => Scene::without_pins(state, !state.turn).flights(),
            false => 0,
        };
        let mates = self.moves[start..].iter().any(|&movement| {
            if flights & !scene.guarded_after(movement) != 0 {
                return false;
            }
            state.play_into(movement, &mut next);
            is_mate(&next)
        });
        self.moves.truncate(start);
        mates
    }

    /// Shows the moves that the side to move may choose, where it may not choose all.
    fn visit_best(
        &mut self,
        wanted: Wanted,
        first: &[Movement],
        visit: &mut dyn FnMut(&mut Orthodox, Movement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let start = self.list_best();
        let mut flow = Continue(());
        for movement in first {
            if flow.is_continue() && self.moves[start..].contains(movement) {
                flow = self.show_one(*movement, visit);
            }
        }
        if flow.is_continue() {
            self.keep_wanted(start, wanted);
            flow = self.show(start, first, visit);
        }
        self.moves.truncate(start);
        flow
    }

    /// Drops moves from `start` on that are certainly not wanted.
    #[inline]
    fn keep_wanted(&mut self, start: usize, wanted: Wanted) {
        match wanted {
            _ if !self.short_cuts.allow(ShortCut::OrthodoxAims) => {}
            Wanted::BeforeGoal(Goal::Mate) => self.keep_preparing(start),
            Wanted::Reaching(Goal::Stalemate) => self.keep_stalemating(start),
            _ => {}
        }
    }

    /// Drops moves from `start` on that cannot prepare a mate.
    fn keep_preparing(&mut self, start: usize) {
        let state = &self.states[self.ply];
        let men = state.men();
        if !Force::is_within_bounds(state, &men, !state.turn) {
            return;
        }
        let preparation = Preparation::new(&Force::new(state, &men, !state.turn), &men);
        self.keep(start, |movement| {
            preparation.is_some_and(|preparation| preparation.allows(movement))
        });
    }

    /// Drops moves from `start` on that cannot stalemate.
    fn keep_stalemating(&mut self, start: usize) {
        let state = &self.states[self.ply];
        let arrivals = last_arrivals(state, state.turn);
        if arrivals != !0 {
            self.keep(start, |movement| arrivals & bit(movement.to()) != 0);
        }
    }

    /// Drops moves from `start` on but those to keep.
    fn keep(&mut self, start: usize, keeps: impl Fn(Movement) -> bool) {
        let mut kept = start;
        for index in start..self.moves.len() {
            let movement = self.moves[index];
            if keeps(movement) {
                self.moves[kept] = movement;
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Shows the moves from `start` on but those in `first`, which were shown before.
    fn show(
        &mut self,
        start: usize,
        first: &[Movement],
        visit: &mut dyn FnMut(&mut Orthodox, Movement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let end = self.moves.len();
        for index in start..end {
            let movement = self.moves[index];
            if !first.contains(&movement) {
                self.show_one(movement, visit)?;
            }
        }
        Continue(())
    }

    #[inline]
    fn show_one(
        &mut self,
        movement: Movement,
        visit: &mut dyn FnMut(&mut Orthodox, Movement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.play(movement);
        let flow = visit(self, movement);
        self.rewind();
        flow
    }
}

impl Game for Orthodox {
    type Move = Movement;

    const QUICK_PLIES: u16 = 2;

    const MOVE_KINDS: usize = 1 << 12;

    /// Departure and arrival.
    fn kind_of(movement: Movement) -> usize {
        movement.from() << 6 | movement.to()
    }

    fn side_to_move(&self) -> Side {
        self.now().turn
    }

    fn set_side_to_move(&mut self, side: Side) {
        debug_assert!(self.ply == 0, "the turn changes by playing");
        self.states[self.ply].set_turn(side);
    }

    fn visit_moves(
        &mut self,
        wanted: Wanted,
        first: &[Movement],
        visit: &mut dyn FnMut(&mut Orthodox, Movement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.must_choose() {
            return self.visit_best(wanted, first, visit);
        }
        let start = self.moves.len();
        let (scene, aim) = Orthodox::scene_for(self.now(), wanted, self.short_cuts);
        for &movement in first {
            let state = &self.states[self.ply];
            if is_among(state, &scene, &aim, movement, &mut self.moves) {
                self.show_one(movement, visit)?;
            }
        }
        moves::<true>(&self.states[self.ply], &scene, &aim, &mut self.moves);
        self.keep_wanted(start, wanted);
        let flow = self.show(start, first, visit);
        self.moves.truncate(start);
        flow
    }

    fn visit_keys(
        &mut self,
        first: &[Movement],
        visit: &mut dyn FnMut(u128, Movement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let start = self.list_best();
        let state = &self.states[self.ply];
        let moves = &self.moves[start..];
        let others = moves.iter().filter(|movement| !first.contains(movement));
        let first = first.iter().filter(|movement| moves.contains(movement));
        let mut moves = first.chain(others);
        let flow = moves.try_for_each(|&movement| visit(state.key_after(movement), movement));
        self.moves.truncate(start);
        flow
    }

    fn numbered_moves(&mut self, wanted: Wanted) -> Vec<(Movement, bool)> {
        self.numbered(wanted)
    }

    fn has_last_ply_order(&self, wanted: Wanted) -> bool {
        self.diagram.has_last_ply_order(wanted)
    }

    fn last_ply_place(&self, record: &MoveRecord) -> LastPlyPlace {
        let mut engine = self.diagram.clone();
        engine.set_side_to_move(self.side_to_move());
        engine.last_ply_place(record)
    }

    fn flights(&mut self) -> usize {
        if self.must_choose() {
            let moves = self.legal_moves().into_iter();
            let flees = |movement: &Movement| {
                movement.departs() & 7 == walk::KING && movement.kind() != Kind::Castling
            };
            return moves.filter(flees).count();
        }
        let flights = Scene::new(&self.states[self.ply]).flights();
        flights.count_ones() as usize
    }

    fn has_choice(&self) -> bool {
        !self.must_choose()
    }

    fn has_officer(&self, side: Side) -> bool {
        let men = self.now().men();
        men.sides[side.index()] & !men.kings != 0
    }

    #[inline]
    fn play(&mut self, movement: Movement) {
        let (now, next) = self.now_and_next();
        now.play_into(movement, next);
    }

    fn plies(&self) -> usize {
        self.ply
    }

    fn pass(&mut self) {
        let (now, next) = self.now_and_next();
        *next = now.after_pass();
    }

    #[inline]
    fn rewind(&mut self) {
        debug_assert!(self.ply > 0, "a ply was played");
        self.ply -= 1;
    }

    fn in_check(&mut self, side: Side) -> bool {
        self.now().is_in_check(side)
    }

    fn has_move(&mut self) -> bool {
        has_move(&self.states[self.ply], &mut self.moves)
    }

    fn mobility(&mut self) -> Option<(usize, bool)> {
        let scene = Scene::new(self.now());
        let in_check = scene.checkers != 0;
        if !self.must_choose() {
            let count = count(&self.states[self.ply], &scene, &mut self.moves);
            return Some((count, in_check));
        }
        let start = self.list_best();
        let count = self.moves.len() - start;
        self.moves.truncate(start);
        Some((count, in_check))
    }

    fn reaches(&mut self, goal: Goal) -> bool {
        let state = &self.states[self.ply];
        let last = state.last;
        match goal {
            Goal::Mate => is_mate(state),
            Goal::Stalemate => !state.is_in_check(state.turn) && !has_move(state, &mut self.moves),
            Goal::Check => state.is_in_check(state.turn),
            Goal::Capture => last.is_move() && last.is_capture(),
            Goal::Target(square) => last.is_move() && last.to() == square.index(),
            Goal::AnyMove => true,
            Goal::ProofGame | Goal::AToB => self
                .target
                .as_ref()
                .is_some_and(|target| is_reached(state, target)),
            // Problems that ask for other goals are left to the rules engine.
            _ => {
                debug_assert!(!Orthodox::knows(goal), "all goals known are told above");
                false
            }
        }
    }

    fn can_reach_at_once(&mut self, goal: Goal) -> Option<bool> {
        self.may_tell_at_once(goal)
            .then(|| match self.must_choose() {
                true => self.choices_mate().0,
                false => self.can_mate(),
            })
    }

    fn must_reach_at_once(&mut self, goal: Goal) -> Option<bool> {
        self.may_tell_at_once(goal)
            .then(|| match self.must_choose() {
                true => self.choices_mate().1,
                false => must_mate(&self.states[self.ply], &mut self.moves),
            })
    }

    fn can_force_at_once(&mut self, goal: Goal) -> Option<bool> {
        let can_tell = self.may_tell_at_once(goal) && !self.someone_must_choose();
        can_tell.then(|| self.can_force_mate())
    }

    fn is_out_of_reach(&mut self, rest: Remaining) -> bool {
        let [own, other] = [rest.by, !rest.by].map(|side| rest.plies[side.index()]);
        if rest.is_forced && own + other < 2 {
            return false;
        }
        let may_plan = self.short_cuts.allow(ShortCut::OrthodoxPlans);
        if matches!(rest.goal, Goal::Mate | Goal::Stalemate) && may_plan {
            let known = self.plans.are_exhausted(&self.states[..=self.ply], rest);
            match known {
                Some(true) => return true,
                Some(false) if own + other > 2 => return false,
                _ => {}
            }
        }
        match rest.goal {
            Goal::Mate | Goal::Stalemate if !self.short_cuts.allow(ShortCut::OrthodoxFar) => false,
            Goal::ProofGame | Goal::AToB if !self.short_cuts.allow(ShortCut::Routes) => false,
            Goal::Mate if rest.is_forced && own + other == 2 => false,
            Goal::Mate => self.worth.ask(own + other, || {
                is_mate_far(&self.states[self.ply], rest.by, own, other)
            }),
            Goal::Stalemate => self.worth.ask(own + other, || {
                is_stalemate_far(&self.states[self.ply], rest.by, own, other)
            }),
            Goal::ProofGame | Goal::AToB => self
                .target
                .as_ref()
                .is_some_and(|target| is_target_far(self.now(), target, rest.plies)),
            _ => false,
        }
    }

    fn can_capture_king(&mut self) -> bool {
        let state = self.now();
        state.is_in_check(!state.turn)
    }

    fn key(&self) -> u128 {
        self.now().key()
    }

    fn record(&mut self) -> MoveRecord {
        let state = self.now();
        MoveRecord {
            parts: parts(state.last),
            check: state.is_in_check(state.turn),
        }
    }
}

/// A ply in the words of the rules engine.
fn parts(last: Movement) -> Vec<MovePart> {
    if !last.is_move() {
        return vec![MovePart::Pass];
    }
    let (from, to) = (last.from(), last.to());
    if last.kind() == Kind::Castling {
        return vec![MovePart::Castling { long: to < from }];
    }
    let en_passant = last.kind() == Kind::EnPassant;
    let captured = match en_passant {
        true => super::movement::en_passant_victim(to),
        false => to,
    };
    let movement = MovePart::Movement {
        man: piece(last.departs()),
        from: square(from),
        to: square(to),
        captured: last.is_capture().then(|| square(captured)),
        en_passant,
    };
    let promotion = MovePart::Becomes {
        man: piece(last.arrives()),
        on: None,
    };
    let promotes = last.departs() != last.arrives();
    [movement]
        .into_iter()
        .chain(promotes.then_some(promotion))
        .collect()
}

fn square(index: usize) -> Square {
    Square::new(index as u8)
}

fn piece(code: usize) -> Piece {
    let side = if code & 8 == 0 {
        Side::White
    } else {
        Side::Black
    };
    Piece::usual(walk_of(code & 7), side)
}
