//! Visiting the legal moves that the search wants, man by man or from one list.

use super::Engine;
use super::plan::{Care, Plan, unguarded};
use crate::board::{Side, SquareSet};
use crate::rules::Rules;
use crate::rules::game::{Ahead, Wanted};
use crate::rules::hooks::hook::{Actor, Turn};
use crate::rules::play::candidate::{Candidate, Kind, Move};
use crate::rules::play::perform::Ways;
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::aim::Aim;
use crate::rules::shortcut::check_lines::Influence;
use crate::rules::shortcut::gives_check::Prospect;
use crate::rules::shortcut::legality::Verdict;
use crate::rules::shortcut::reply::Replies;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// How many keys are held without an allocation; a man seldom has more moves.
const MANY: usize = 32;
/// To play a move and judge what it leaves takes this many times as long as to look for a reply to it.
const SPARED_BY_REPLY: usize = 2;
/// To play a move before the last takes this many times as long as to find out once, for all moves of a
/// position, what they would have to prepare.
const SPARED_BY_PREPARATION: usize = 1;

impl Rules {
    /// Whether a move must check to be wanted.
    pub(super) fn needs_check(&self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Reaching(goal) => {
                self.allow(ShortCut::GivesCheck)
                    && self.usable_goal_facts(goal).needs_check
                    && unguarded(wanted).is_none()
            }
            _ => false,
        }
    }
}

impl Engine {
    /// The squares that decide whether a candidate can be skipped for this wish.
    pub(super) fn skippable(&self, wanted: Wanted, side: Side) -> Option<Influence> {
        match self.rules.needs_check(wanted) {
            true => self.rules.outlook_on_check(&self.position, side),
            false => None,
        }
    }

    /// What tells that a candidate leaves a reply, if only moves that leave none are wanted.
    pub(super) fn replies(&self, wanted: Wanted, side: Side) -> Option<Replies> {
        match wanted {
            Wanted::Reaching(goal) if self.rules.usable_goal_facts(goal).ends_play => {
                let to_check = self.rules.usable_goal_facts(goal).needs_check;
                self.rules.replies(&self.position, !side, to_check)
            }
            _ => None,
        }
    }

    /// Shows every choice of one candidate that is legal.
    pub(super) fn visit_candidate(
        &mut self,
        candidate: &Candidate,
        care: (Care, Prospect),
        plan: &Plan<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut movement = Move::first(*candidate);
        let mut ways = Ways::new(self.rules.allow(ShortCut::Forks));
        loop {
            let legal = self.play_carefully((&mut movement, &mut ways), care, plan);
            if legal && !plan.first.contains(&movement) {
                let flow = visit(self, movement);
                if flow.is_break() {
                    self.position.rewind();
                    return flow;
                }
            }
            if !ways.turn_to_next(&mut self.position, &mut movement) {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Whether the move, played here, is legal and wanted.
    #[inline]
    fn play_carefully(
        &mut self,
        (movement, ways): (&mut Move, &mut Ways),
        (care, prospect): (Care, Prospect),
        plan: &Plan<'_>,
    ) -> bool {
        let (rules, side) = (&*self.rules, plan.side);
        let mut turn = Turn::of(side);
        if !rules.perform_way(&mut self.position, movement, &mut turn, ways) {
            return false;
        }
        let position = &mut self.position;
        // What takes a while to fetch is sent for before the move is judged.
        if let Some(ahead) = plan.reached {
            (ahead.tell)(position.key_for(ahead.turn));
        }
        let checks = |influence: &Influence| rules.may_observe_now(position, influence, side);
        if prospect == Prospect::Unknown && !plan.skippable.as_ref().is_none_or(checks) {
            return false;
        }
        // Where lines tell most of it, the visitor asks about the rest.
        let is_asked_later = care == Care::Safe || plan.skippable.is_some();
        if plan.needs_check && !is_asked_later && !rules.in_check(position, !side) {
            return false;
        }
        match care {
            Care::Safe => true,
            Care::Usual => {
                !rules.is_exposed(position, side, plan.outlook.as_ref())
                    && rules.stands_expecting(position, &turn, plan.outlook.as_ref())
            }
            Care::Unguarded => rules.stands_expecting(position, &turn, plan.outlook.as_ref()),
            Care::UnguardedFor(goal) => {
                rules.stands_expecting(position, &turn, plan.outlook.as_ref())
                    && (!rules.in_check(position, side) || rules.reaches(position, goal))
            }
        }
    }

    /// Where a move must go after which the other side may reach its goal at once, if that is
    /// all that is wanted.
    pub(super) fn preparing_arrivals(
        &mut self,
        wanted: Wanted,
        side: Side,
    ) -> Option<[SquareSet; 2]> {
        let Wanted::Preparing(goal) = wanted else {
            return None;
        };
        let (rules, position) = (&self.rules, &self.position);
        self.far.preparing_arrivals(rules, position, (goal, !side))
    }

    /// Shows the legal and wanted choices of all candidates, made man by man where their order
    /// allows it: often the first moves are enough.
    pub(super) fn visit_by_men(
        &mut self,
        list: &mut Vec<Candidate>,
        plan: &mut Plan<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = plan.side;
        if self.rules.listed_by.is_some() || self.rules.compares_moves_of_side() {
            let aim = Aim {
                check: plan.skippable.as_ref(),
                ends_play: plan.ends_play,
                unfiltered: false,
            };
            self.rules
                .candidates_to_reach(&mut self.position, side, aim, list);
            self.visit_list(list, plan, visit)?;
        } else if self.rules.winner(&self.position).is_none() {
            self.rules.candidates_of_nobody(&self.position, side, list);
            for from in self.rules.in_order(&self.position, side) {
                let aim = Aim {
                    check: plan.skippable.as_ref(),
                    ends_play: plan.ends_play,
                    unfiltered: false,
                };
                let (man, flights) = ((side, from), &mut plan.flights);
                self.rules
                    .candidates_of_man(&mut self.position, man, aim, flights, list);
                self.visit_list(list, plan, visit)?;
            }
            self.rules.extra_candidates(&mut self.position, side, list);
            self.visit_list(list, plan, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows the choices of these candidates and clears the list. Where keys can be computed without
    /// playing, the search first gets those of the positions after all candidates.
    fn visit_list(
        &mut self,
        list: &mut Vec<Candidate>,
        plan: &mut Plan<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if list.is_empty() {
            return ControlFlow::Continue(());
        }
        list.retain(|candidate| !plan.leaves_out(&self.rules, &self.position, candidate));
        plan.keep_preparing(&self.position, list);
        if let Some(preparation) = &plan.preparation {
            let (rules, position, all) = (&self.rules, &self.position, list.len());
            list.retain(|candidate| !rules.prepares_nothing(position, preparation, candidate));
            self.preparation
                .note(SPARED_BY_PREPARATION * (all - list.len()));
        }
        match plan.foretold {
            None => list
                .iter()
                .try_for_each(|candidate| self.visit_planned(candidate, plan, visit))?,
            Some(ahead) => self.visit_telling(list, plan, ahead, visit)?,
        }
        list.clear();
        ControlFlow::Continue(())
    }

    /// Gives the searcher the keys of the positions after these candidates, then shows their choices.
    fn visit_telling(
        &mut self,
        list: &[Candidate],
        plan: &mut Plan<'_>,
        ahead: Ahead<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut keys: SmallVec<[u128; MANY]> = SmallVec::new();
        for candidate in list {
            let way = (candidate.from, candidate.to);
            let key = self.position.key_after(way, candidate.captured, ahead.turn);
            (ahead.tell)(key);
            keys.push(key);
        }
        let mut told = list.iter().zip(&keys);
        told.try_for_each(|(candidate, &key)| self.visit_told(candidate, key, plan, ahead, visit))
    }

    /// Shows the legal and wanted choices of a candidate of which was told ahead, unless it
    /// certainly leads to an idle position.
    #[inline]
    fn visit_told(
        &mut self,
        candidate: &Candidate,
        key: u128,
        plan: &mut Plan<'_>,
        ahead: Ahead<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.rules.leads_as_told(&self.position, candidate) && (ahead.is_idle)(key) {
            return ControlFlow::Continue(());
        }
        self.visit_planned(candidate, plan, visit)
    }

    /// Whether the candidate is one here, without a list of all where that can be told.
    pub(super) fn offers(&mut self, candidate: Candidate, side: Side) -> bool {
        let (rules, position) = (&*self.rules, &mut self.position);
        let mut list = self.spare.pop().unwrap_or_default();
        if rules.adds_candidates()
            || candidate.kind == Kind::Exchange
            || rules.compares_moves_of_side()
        {
            rules.candidates(position, side, &mut list);
        } else if rules.winner(position).is_none()
            && rules.movable(position, side).contains(candidate.from)
        {
            let square = candidate.from;
            let actor = Actor { square, side };
            rules.candidates_of(position, actor, &mut list);
        }
        let found = list.contains(&candidate);
        self.return_list(list);
        found
    }

    /// Shows the legal and wanted choices of a candidate, if there may be one.
    #[inline]
    pub(super) fn visit_planned(
        &mut self,
        candidate: &Candidate,
        plan: &mut Plan<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.care_for(candidate, plan) {
            Some(care) => self.visit_candidate(candidate, care, plan, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// How to play the candidate, or none if it need not be played.
    #[inline]
    pub(super) fn care_for(
        &mut self,
        candidate: &Candidate,
        plan: &mut Plan<'_>,
    ) -> Option<(Care, Prospect)> {
        let (rules, position) = (&*self.rules, &self.position);
        let prospect = match &plan.skippable {
            Some(influence) => rules.prospect(position, influence, plan.side, candidate),
            None => Prospect::Check,
        };
        if prospect == Prospect::NoCheck {
            return None;
        }
        if let Some(replies) = &mut plan.replies {
            let worth = match prospect {
                Prospect::Check if plan.skippable.is_some() => &mut self.replies[0],
                _ => &mut self.replies[1],
            };
            if worth.is_taken() && rules.leaves_reply(position, replies, candidate) {
                worth.note(SPARED_BY_REPLY);
                return None;
            }
        }
        if !plan.has_looked {
            plan.outlook = rules.outlook(position, plan.side);
            plan.has_looked = true;
        }
        let verdict = plan.outlook.as_ref().map_or(Verdict::Unknown, |outlook| {
            rules.verdict(position, outlook, plan.side, candidate)
        });
        let care = match verdict {
            Verdict::Legal => Care::Safe,
            Verdict::Safe => Care::Unguarded,
            Verdict::Illegal if plan.unguarded.is_none() => return None,
            _ => plan.unguarded.unwrap_or(Care::Usual),
        };
        Some((care, prospect))
    }

    /// Shows one move, if it is legal.
    pub(super) fn visit_played(
        &mut self,
        movement: Move,
        side: Side,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut again = movement;
        let legal = self.rules.play(&mut self.position, &mut again, side)
            && again.choices.repeat(&movement.choices);
        let flow = if legal {
            visit(self, again)
        } else {
            ControlFlow::Continue(())
        };
        self.position.rewind();
        flow
    }
}
