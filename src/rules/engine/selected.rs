//! The moves of a side that may only play its best ones.

use super::Engine;
use super::plan::{Care, Plan, unguarded};
use crate::board::Side;
use crate::rules::game::{Ahead, Game, Wanted};
use crate::rules::judge::select::Merits;
use crate::rules::play::candidate::{Candidate, Move};
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::aim::Aim;
use crate::rules::shortcut::gives_check::Prospect;
use crate::rules::shortcut::target::Course;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// So many candidates are measured without a place in memory being asked for.
const MANY: usize = 64;

/// How good candidates are, the higher the better.
type Ranks = SmallVec<[i64; MANY]>;

/// What to ask for where all moves compete: those that reach the goal as well.
fn competing(wanted: Wanted) -> Wanted {
    match wanted {
        Wanted::Reaching(goal) | Wanted::OrReaching(goal) => Wanted::OrReaching(goal),
        Wanted::Preparing(_) | Wanted::All => Wanted::All,
    }
}

impl Engine {
    /// The moves of a side that must play one of the best: legal ones, and those that reach a goal
    /// by leaving the own king in check. Candidates are tried from the best down until some count.
    pub(super) fn selected(&mut self, wanted: Wanted, side: Side) -> Vec<Move> {
        if self.rules.measures_played_moves(side) {
            return self.selected_by_playing(side);
        }
        let wanted = competing(wanted);
        let (list, merits) = self.measured(side);
        let replies = self.replies(wanted, side);
        let skippable = self.skippable(wanted, side);
        let mut plan = Plan::new(&self.rules, wanted, skippable, replies, &[], side);
        let moves = match self.rules.allow(ShortCut::BestFirst) {
            true => self.best_of(&list, &merits, &mut plan),
            false => self.best_of_all(&list, &merits, &mut plan),
        };
        self.return_list(list);
        moves
    }

    /// Shows the same moves, these first, each played once.
    pub(super) fn visit_selected(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        ahead: Option<Ahead<'_>>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.turn();
        if self.rules.measures_played_moves(side) || !self.rules.allow(ShortCut::BestFirst) {
            let moves = self.selected(wanted, side);
            let early = moves.iter().filter(|movement| first.contains(movement));
            let late = moves.iter().filter(|movement| !first.contains(movement));
            return early.chain(late).try_for_each(|&movement| {
                self.play(movement);
                let flow = visit(self, movement);
                self.position.rewind();
                flow
            });
        }
        let wanted = competing(wanted);
        let (list, merits) = self.measured(side);
        let replies = self.replies(wanted, side);
        let skippable = self.skippable(wanted, side);
        let mut plan = Plan::new(&self.rules, wanted, skippable, replies, &[], side);
        plan.course = ahead.and_then(|ahead| self.course(ahead));
        let mut next = merits.iter().max().copied();
        let mut any = false;
        let mut flow = ControlFlow::Continue(());
        while let Some(best) = next.filter(|_| !any && !plan.found && flow.is_continue()) {
            let mut visit = |game: &mut Engine, movement: Move| {
                any = true;
                visit(game, movement)
            };
            let of_best = || list.iter().zip(&merits).filter(|(_, own)| **own == best);
            flow = of_best().try_for_each(|(candidate, _)| {
                let is_early = first.iter().any(|early| early.candidate == *candidate);
                let mut early = |game: &mut Engine, movement: Move| match first.contains(&movement)
                {
                    true => visit(game, movement),
                    false => ControlFlow::Continue(()),
                };
                match is_early {
                    true => self.visit_best(candidate, &mut plan, &mut early),
                    false => ControlFlow::Continue(()),
                }
            });
            plan.first = first;
            if flow.is_continue() {
                flow = of_best().try_for_each(|(candidate, _)| {
                    self.visit_best(candidate, &mut plan, &mut visit)
                });
            }
            plan.first = &[];
            next = merits.iter().filter(|own| **own < best).max().copied();
        }
        self.return_list(list);
        flow
    }

    /// Shows the choices of a candidate that count, if rules on single ways let it stand. One that is
    /// legal and leads too far away counts, but is not shown.
    fn visit_best(
        &mut self,
        candidate: &Candidate,
        plan: &mut Plan<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.may_compete(candidate, plan.side) {
            return ControlFlow::Continue(());
        }
        let Some(care) = self.care_for(candidate, plan) else {
            return ControlFlow::Continue(());
        };
        if care.0 == Care::Safe && plan.leaves_out(&self.rules, &self.position, candidate) {
            plan.found = true;
            return ControlFlow::Continue(());
        }
        self.visit_candidate(candidate, care, plan, visit)
    }

    /// Whether the rules on single ways, where they are asked late, let the candidate stand.
    fn may_compete(&self, candidate: &Candidate, side: Side) -> bool {
        !self.rules.may_filter_late() || self.rules.lets_stand(&self.position, side, candidate)
    }

    /// The candidates of a side, each with a number that tells how good it is.
    fn measured(&mut self, side: Side) -> (Vec<Candidate>, Ranks) {
        let mut list = self.borrow_list();
        let aim = Aim {
            unfiltered: self.rules.may_filter_late(),
            ..Aim::default()
        };
        self.rules
            .candidates_to_reach(&mut self.position, side, aim, &mut list);
        let (rules, position) = (&self.rules, &self.position);
        if let Some(measure) = rules.only_measure(side) {
            let merit = |candidate| measure(rules.view(position), candidate);
            let ranks = list.iter().map(merit).collect();
            return (list, ranks);
        }
        let merits = |candidate| rules.merits(position, side, candidate);
        let merits: Vec<Merits> = list.iter().map(merits).collect();
        let mut places = merits.clone();
        places.sort_unstable();
        places.dedup();
        let rank = |own: &Merits| places.partition_point(|other| other < own) as i64;
        let ranks = merits.iter().map(rank).collect();
        (list, ranks)
    }

    /// The best of these candidates that count.
    fn best_of(&mut self, list: &[Candidate], ranks: &[i64], plan: &mut Plan<'_>) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        let mut next = ranks.iter().max().copied();
        while let Some(best) = next.filter(|_| moves.is_empty()) {
            for (candidate, _) in list.iter().zip(ranks).filter(|(_, own)| **own == best) {
                if self.may_compete(candidate, plan.side) {
                    self.add_legal(candidate, plan, |movement| moves.push(movement));
                }
            }
            next = ranks.iter().filter(|own| **own < best).max().copied();
        }
        moves
    }

    /// Shows the legal choices of a candidate. It is played only if squares do not tell that it is
    /// legal and has one choice.
    fn add_legal(&mut self, candidate: &Candidate, plan: &mut Plan<'_>, mut add: impl FnMut(Move)) {
        let Some(care) = self.care_for(candidate, plan) else {
            return;
        };
        let is_told = care == (Care::Safe, Prospect::Check)
            && self.rules.leaves_no_choice(&self.position, candidate);
        if is_told {
            add(Move::first(*candidate));
            return;
        }
        let _ = self.visit_candidate(candidate, care, plan, &mut |_, movement| {
            add(movement);
            ControlFlow::Continue(())
        });
    }

    /// The same where rules measure the played moves: all legal ones are measured.
    fn selected_by_playing(&mut self, side: Side) -> Vec<Move> {
        let mut list = self.borrow_list();
        self.rules.candidates(&mut self.position, side, &mut list);
        let mut ranked: Vec<(Merits, Move)> = Vec::with_capacity(list.len());
        for &candidate in &list {
            let mut movement = Move::first(candidate);
            loop {
                let merits = self
                    .rules
                    .played_merits(&mut self.position, &mut movement, side);
                ranked.extend(merits.map(|merits| (merits, movement)));
                if !movement.choices.advance() {
                    break;
                }
            }
        }
        self.return_list(list);
        let best = ranked.iter().map(|(merits, _)| *merits).max();
        ranked.retain(|(merits, _)| Some(*merits) == best);
        ranked.into_iter().map(|(_, movement)| movement).collect()
    }

    /// The best of these candidates that count, all of them tried.
    fn best_of_all(&mut self, list: &[Candidate], ranks: &[i64], plan: &mut Plan<'_>) -> Vec<Move> {
        let mut moves: Vec<(i64, Move)> = Vec::new();
        for (candidate, &own) in list.iter().zip(ranks) {
            if self.may_compete(candidate, plan.side) {
                self.add_legal(candidate, plan, |movement| moves.push((own, movement)));
            }
        }
        let best = moves.iter().map(|(rank, _)| *rank).max();
        moves.retain(|(rank, _)| Some(*rank) == best);
        moves.into_iter().map(|(_, movement)| movement).collect()
    }

    /// What tells moves that lead too far away, if the searcher does not want them.
    fn course<'a>(&self, ahead: Ahead<'a>) -> Option<(Course, &'a dyn Fn())> {
        let too_far = ahead.too_far?;
        let course = self.rules.course(&self.position, too_far.plies)?;
        Some((course, too_far.leave_out))
    }

    pub(super) fn visit_unselected(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        ahead: Option<Ahead<'_>>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.turn();
        // What comes first is judged as usual, so there is nothing first where other moves count.
        let first = match unguarded(wanted) {
            Some(_) => &[],
            None => first,
        };
        for &movement in first {
            if self.offers(movement.candidate, side) {
                self.visit_played(movement, side, visit)?;
            }
        }
        let skippable = self.skippable(wanted, side);
        let replies = self.replies(wanted, side);
        let mut plan = Plan::new(&self.rules, wanted, skippable, replies, first, side);
        plan.preparing = self.preparing_arrivals(wanted, side);
        plan.preparation = match wanted {
            Wanted::Preparing(goal) if self.preparation.is_taken() => {
                self.rules.preparation(&self.position, goal, side)
            }
            _ => None,
        };
        plan.course = ahead.and_then(|ahead| self.course(ahead));
        let ahead =
            ahead.filter(|_| !self.tells_men_apart() && self.rules.allow(ShortCut::KeysAhead));
        match self.rules.may_foretell_keys(&self.position) {
            true => plan.foretold = ahead,
            false => plan.reached = ahead,
        }
        let mut list = self.borrow_list();
        let flow = self.visit_by_men(&mut list, &mut plan, visit);
        self.return_list(list);
        flow
    }
}
