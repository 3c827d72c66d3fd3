//! The moves of a side that may only play its best ones.

use super::Engine;
use super::filter::{LegalityCheck, MoveFilter, unguarded};
use crate::board::Side;
use crate::rules::game::{Game, Prefetch, Wanted};
use crate::rules::judge::select::Merits;
use crate::rules::play::generate::Departure;
use crate::rules::play::pseudo_move::{Move, PseudoMove};
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::aim::Aim;
use crate::rules::shortcut::final_position::Course;
use crate::rules::shortcut::gives_check::GivesCheck;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// So many pseudo-legal moves are measured without a place in memory being asked for.
const MANY: usize = 64;

/// How good pseudo-legal moves are, the higher the better.
type Ranks = SmallVec<[i64; MANY]>;

/// What to ask for where all moves compete: those that reach the goal as well.
fn competing(wanted: Wanted) -> Wanted {
    match wanted {
        Wanted::Reaching(goal) | Wanted::OrReaching(goal) => Wanted::OrReaching(goal),
        Wanted::BeforeGoal(_) | Wanted::Forcing(_) | Wanted::All => Wanted::All,
    }
}

impl Engine {
    /// The moves of a side that must play one of the best: legal ones, and those that reach a goal
    /// by leaving the own king in check. Pseudo-legal moves are tried from the best down until some count.
    pub(super) fn selected(&mut self, wanted: Wanted, side: Side) -> Vec<Move> {
        if self.rules.judge().measures_played_moves(side) {
            return self.selected_by_playing(side);
        }
        let wanted = competing(wanted);
        let (list, merits) = self.measured(side);
        let replies = self.replies(wanted, side);
        let skippable = self.skippable(wanted, side);
        let mut filter = MoveFilter::new(&self.rules, wanted, skippable, replies, &[], side);
        let moves = match self.rules.allow(ShortCut::BestFirst) {
            true => self.best_of(&list, &merits, &mut filter),
            false => self.best_of_all(&list, &merits, &mut filter),
        };
        self.return_list(list);
        moves
    }

    /// Shows the same moves, these first, each played once.
    pub(super) fn visit_selected(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        prefetch: Option<Prefetch<'_>>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.turn();
        if self.rules.judge().measures_played_moves(side) || !self.rules.allow(ShortCut::BestFirst)
        {
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
        let mut filter = MoveFilter::new(&self.rules, wanted, skippable, replies, &[], side);
        filter.course = prefetch.and_then(|prefetch| self.course(prefetch));
        let mut next = merits.iter().max().copied();
        let mut any = false;
        let mut flow = ControlFlow::Continue(());
        while let Some(best) = next.filter(|_| !any && !filter.found && flow.is_continue()) {
            let mut visit = |game: &mut Engine, movement: Move| {
                any = true;
                visit(game, movement)
            };
            let of_best = || list.iter().zip(&merits).filter(|(_, own)| **own == best);
            flow = of_best().try_for_each(|(pseudo_move, _)| {
                let is_early = first.iter().any(|early| early.pseudo_move == *pseudo_move);
                let mut early = |game: &mut Engine, movement: Move| match first.contains(&movement)
                {
                    true => visit(game, movement),
                    false => ControlFlow::Continue(()),
                };
                match is_early {
                    true => self.visit_best(pseudo_move, &mut filter, &mut early),
                    false => ControlFlow::Continue(()),
                }
            });
            filter.first = first;
            if flow.is_continue() {
                flow = of_best().try_for_each(|(pseudo_move, _)| {
                    self.visit_best(pseudo_move, &mut filter, &mut visit)
                });
            }
            filter.first = &[];
            next = merits.iter().filter(|own| **own < best).max().copied();
        }
        self.return_list(list);
        flow
    }

    /// Shows the choices of a pseudo-legal move that count, if rules on single ways let it stand. One that is
    /// legal and leads too far away counts, but is not shown.
    fn visit_best(
        &mut self,
        pseudo_move: &PseudoMove,
        filter: &mut MoveFilter<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.may_compete(pseudo_move, filter.side) {
            return ControlFlow::Continue(());
        }
        let Some(legality_check) = self.check_for(pseudo_move, filter) else {
            return ControlFlow::Continue(());
        };
        if legality_check.0 == LegalityCheck::Safe
            && filter.leaves_out(&self.rules, &self.position, pseudo_move)
        {
            filter.found = true;
            return ControlFlow::Continue(());
        }
        self.visit_pseudo_move(pseudo_move, legality_check, filter, visit)
    }

    /// Whether the rules on single ways, where they are asked late, let the pseudo-legal move stand.
    fn may_compete(&self, pseudo_move: &PseudoMove, side: Side) -> bool {
        !self.rules.generator().may_filter_late()
            || self.rules.generator().lets_stand(
                &self.position,
                side,
                pseudo_move,
                &mut Departure::default(),
            )
    }

    /// The pseudo-legal moves of a side, each with a number that tells how good it is.
    fn measured(&mut self, side: Side) -> (Vec<PseudoMove>, Ranks) {
        let mut list = self.borrow_list();
        let aim = Aim {
            unfiltered: self.rules.generator().may_filter_late(),
            ..Aim::default()
        };
        self.rules
            .oracle()
            .pseudo_moves_to_reach(&mut self.position, side, aim, &mut list);
        let (rules, position) = (&self.rules, &self.position);
        if let Some(measure) = rules.judge().only_measure(side) {
            let merit = |pseudo_move| measure(rules.view(position), pseudo_move);
            let ranks = list.iter().map(merit).collect();
            return (list, ranks);
        }
        let merits = |pseudo_move| rules.judge().merits(position, side, pseudo_move);
        let merits: Vec<Merits> = list.iter().map(merits).collect();
        let mut places = merits.clone();
        places.sort_unstable();
        places.dedup();
        let rank = |own: &Merits| places.partition_point(|other| other < own) as i64;
        let ranks = merits.iter().map(rank).collect();
        (list, ranks)
    }

    /// The best of these pseudo-legal moves that count.
    fn best_of(
        &mut self,
        list: &[PseudoMove],
        ranks: &[i64],
        filter: &mut MoveFilter<'_>,
    ) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        let mut next = ranks.iter().max().copied();
        while let Some(best) = next.filter(|_| moves.is_empty()) {
            for (pseudo_move, _) in list.iter().zip(ranks).filter(|(_, own)| **own == best) {
                if self.may_compete(pseudo_move, filter.side) {
                    self.add_legal(pseudo_move, filter, |movement| moves.push(movement));
                }
            }
            next = ranks.iter().filter(|own| **own < best).max().copied();
        }
        moves
    }

    /// Shows the legal choices of a pseudo-legal move. It is played only if squares do not tell that it is
    /// legal and has one choice.
    fn add_legal(
        &mut self,
        pseudo_move: &PseudoMove,
        filter: &mut MoveFilter<'_>,
        mut add: impl FnMut(Move),
    ) {
        let Some(legality_check) = self.check_for(pseudo_move, filter) else {
            return;
        };
        let is_told = legality_check == (LegalityCheck::Safe, GivesCheck::Yes)
            && self
                .rules
                .oracle()
                .leaves_no_choice(&self.position, pseudo_move);
        if is_told {
            add(Move::first(*pseudo_move));
            return;
        }
        let _ = self.visit_pseudo_move(pseudo_move, legality_check, filter, &mut |_, movement| {
            add(movement);
            ControlFlow::Continue(())
        });
    }

    /// The same where rules measure the played moves: all legal ones are measured.
    fn selected_by_playing(&mut self, side: Side) -> Vec<Move> {
        let mut list = self.borrow_list();
        self.rules
            .generator()
            .pseudo_moves(&mut self.position, side, &mut list);
        let mut ranked: Vec<(Merits, Move)> = Vec::with_capacity(list.len());
        for &pseudo_move in &list {
            let mut movement = Move::first(pseudo_move);
            loop {
                let merits =
                    self.rules
                        .judge()
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

    /// The best of these pseudo-legal moves that count, all of them tried.
    fn best_of_all(
        &mut self,
        list: &[PseudoMove],
        ranks: &[i64],
        filter: &mut MoveFilter<'_>,
    ) -> Vec<Move> {
        let mut moves: Vec<(i64, Move)> = Vec::new();
        for (pseudo_move, &own) in list.iter().zip(ranks) {
            if self.may_compete(pseudo_move, filter.side) {
                self.add_legal(pseudo_move, filter, |movement| moves.push((own, movement)));
            }
        }
        let best = moves.iter().map(|(rank, _)| *rank).max();
        moves.retain(|(rank, _)| Some(*rank) == best);
        moves.into_iter().map(|(_, movement)| movement).collect()
    }

    /// What tells moves that lead too far away, if the searcher does not want them.
    fn course<'a>(&self, prefetch: Prefetch<'a>) -> Option<(Course, &'a dyn Fn())> {
        let too_far = prefetch.too_far?;
        let course = self.rules.oracle().course(&self.position, too_far.plies)?;
        Some((course, too_far.leave_out))
    }

    pub(super) fn visit_unselected(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        prefetch: Option<Prefetch<'_>>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.turn();
        // What comes first is judged as usual, so there is nothing first where other moves count.
        let first = match unguarded(wanted) {
            Some(_) => &[],
            None => first,
        };
        for &movement in first {
            if self.offers(movement.pseudo_move, side) {
                self.visit_played(movement, side, visit)?;
            }
        }
        let skippable = self.skippable(wanted, side);
        let replies = self.replies(wanted, side);
        let mut filter = MoveFilter::new(&self.rules, wanted, skippable, replies, first, side);
        filter.preparing = self.preparing_arrivals(wanted, side);
        filter.preparation = match wanted {
            Wanted::BeforeGoal(goal) if self.preparation.is_taken() => {
                self.rules.oracle().preparation(&self.position, goal, side)
            }
            _ => None,
        };
        filter.escape = self.escape(wanted, side);
        filter.course = prefetch.and_then(|prefetch| self.course(prefetch));
        let prefetch =
            prefetch.filter(|_| !self.tells_men_apart() && self.rules.allow(ShortCut::KeysAhead));
        match self.rules.oracle().may_foretell_keys(&self.position) {
            true => filter.predicted = prefetch,
            false => filter.reached = prefetch,
        }
        let mut list = self.borrow_list();
        let flow = self.visit_by_men(&mut list, &mut filter, visit);
        self.return_list(list);
        flow
    }
}
