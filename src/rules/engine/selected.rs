//! The moves of a side that may only play its best ones.

use super::Engine;
use super::visit::{Care, Plan, Told, unguarded};
use crate::board::Side;
use crate::rules::game::{Ahead, Wanted};
use crate::rules::judge::select::Merits;
use crate::rules::play::candidate::{Candidate, Move};
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::aim::Aim;
use crate::rules::shortcut::gives_check::Prospect;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// So many candidates are measured without a place in memory being asked for.
const MANY: usize = 64;

impl Engine {
    /// The moves of a side that must play one of the best: legal ones, and those that reach a goal
    /// by leaving the own king in check. Candidates are tried from the best down until some count.
    pub(super) fn selected(&mut self, wanted: Wanted, side: Side) -> Vec<Move> {
        if self.rules.measures_played_moves(side) {
            return self.selected_by_playing(side);
        }
        let wanted = match wanted {
            Wanted::Reaching(goal) | Wanted::OrReaching(goal) => Wanted::OrReaching(goal),
            Wanted::Preparing(_) | Wanted::All => Wanted::All,
        };
        let mut list = self.borrow_list();
        let unfiltered = self.rules.may_filter_late();
        let aim = Aim {
            unfiltered,
            ..Aim::default()
        };
        self.rules
            .candidates_to_reach(&mut self.position, side, aim, &mut list);
        let replies = self.replies(wanted, side);
        let skippable = self.skippable(wanted, side);
        let mut plan = Plan::new(&self.rules, wanted, skippable, replies, &[], side);
        let (rules, position) = (&self.rules, &self.position);
        let moves = match rules.only_measure(side) {
            Some(measure) => {
                let merit = |candidate| measure(rules.view(position), candidate);
                let merits: SmallVec<[i64; MANY]> = list.iter().map(merit).collect();
                self.best_of(&list, &merits, &mut plan)
            }
            None => {
                let merits = |candidate| rules.merits(position, side, candidate);
                let merits: Vec<Merits> = list.iter().map(merits).collect();
                self.best_of(&list, &merits, &mut plan)
            }
        };
        self.return_list(list);
        moves
    }

    /// The best of these candidates that count.
    fn best_of<M: Ord + Copy>(
        &mut self,
        list: &[Candidate],
        merits: &[M],
        plan: &mut Plan<'_>,
    ) -> Vec<Move> {
        if !self.rules.allow(ShortCut::BestFirst) {
            return self.best_of_all(list, merits, plan);
        }
        let unfiltered = self.rules.may_filter_late();
        let mut moves: Vec<Move> = Vec::new();
        let mut next = merits.iter().max().copied();
        while let Some(best) = next.filter(|_| moves.is_empty()) {
            for (candidate, _) in list.iter().zip(merits).filter(|(_, own)| **own == best) {
                if !unfiltered || self.rules.lets_stand(&self.position, plan.side, candidate) {
                    self.add_legal(candidate, plan, |movement| moves.push(movement));
                }
            }
            next = merits.iter().filter(|own| **own < best).max().copied();
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
        let _ = self.visit_candidate(*candidate, care, plan, &mut |_, movement| {
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

    /// The same, all of them tried.
    fn best_of_all<M: Ord + Copy>(
        &mut self,
        list: &[Candidate],
        merits: &[M],
        plan: &mut Plan<'_>,
    ) -> Vec<Move> {
        let unfiltered = self.rules.may_filter_late();
        let mut moves: Vec<(M, Move)> = Vec::new();
        for (candidate, &own) in list.iter().zip(merits) {
            if !unfiltered || self.rules.lets_stand(&self.position, plan.side, candidate) {
                self.add_legal(candidate, plan, |movement| moves.push((own, movement)));
            }
        }
        let best = moves.iter().map(|(merits, _)| *merits).max();
        moves.retain(|(merits, _)| Some(merits) == best.as_ref());
        moves.into_iter().map(|(_, movement)| movement).collect()
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
            Wanted::Preparing(goal) => self.rules.preparation(&self.position, goal, side),
            _ => None,
        };
        let mut told = Told {
            ahead: ahead
                .filter(|_| !self.tells_men_apart() && self.rules.allow(ShortCut::KeysAhead)),
            waiting: None,
        };
        let mut list = self.borrow_list();
        let flow = self.visit_by_men(&mut list, &mut plan, &mut told, visit);
        self.return_list(list);
        flow
    }
}
