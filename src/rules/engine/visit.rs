//! Visiting the legal moves that the search wants, man by man or from one list.

use super::Engine;
use super::filter::{LegalityCheck, MoveFilter, unguarded};
use crate::board::{Side, SquareSet};
use crate::rules::Oracle;
use crate::rules::game::{Prefetch, Wanted};
use crate::rules::hooks::hook::{Actor, PlayedMove};
use crate::rules::play::perform::Ways;
use crate::rules::play::pseudo_move::{Kind, Move, PseudoMove};
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::aim::Aim;
use crate::rules::shortcut::check_lines::CheckLines;
use crate::rules::shortcut::gives_check::GivesCheck;
use crate::rules::shortcut::legality::Legality;
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

impl Oracle<'_> {
    /// Whether a move must check to be wanted.
    pub(super) fn needs_check(self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Reaching(goal) => {
                self.allow(ShortCut::GivesCheck)
                    && self.judge().usable_goal_facts(goal).needs_check
                    && unguarded(wanted).is_none()
            }
            _ => false,
        }
    }
}

impl Engine {
    /// The squares that decide whether a pseudo-legal move can be skipped for this wish.
    pub(super) fn skippable(&self, wanted: Wanted, side: Side) -> Option<CheckLines> {
        match self.rules.oracle().needs_check(wanted) {
            true => self.rules.oracle().lines_of_check(&self.position, side),
            false => None,
        }
    }

    /// What tells that a pseudo-legal move leaves a reply, if only moves that leave none are wanted.
    pub(super) fn replies(&self, wanted: Wanted, side: Side) -> Option<Replies> {
        match wanted {
            Wanted::Reaching(goal) if self.rules.judge().usable_goal_facts(goal).ends_play => {
                let to_check = self.rules.judge().usable_goal_facts(goal).needs_check;
                self.rules.oracle().replies(&self.position, !side, to_check)
            }
            _ => None,
        }
    }

    /// Shows every choice of one pseudo-legal move that is legal.
    pub(super) fn visit_pseudo_move(
        &mut self,
        pseudo_move: &PseudoMove,
        legality_check: (LegalityCheck, GivesCheck),
        filter: &MoveFilter<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut movement = Move::first(*pseudo_move);
        let mut ways = Ways::new(self.rules.allow(ShortCut::Forks));
        loop {
            let legal = self.play_and_judge((&mut movement, &mut ways), legality_check, filter);
            if legal && !filter.first.contains(&movement) {
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
    fn play_and_judge(
        &mut self,
        (movement, ways): (&mut Move, &mut Ways),
        (legality_check, gives_check): (LegalityCheck, GivesCheck),
        filter: &MoveFilter<'_>,
    ) -> bool {
        let (rules, side) = (&*self.rules, filter.side);
        let mut played = PlayedMove::of(side);
        if !rules
            .player()
            .perform_way(&mut self.position, movement, &mut played, ways)
        {
            return false;
        }
        let position = &mut self.position;
        // What takes a while to fetch is sent for before the move is judged.
        if let Some(prefetch) = filter.reached {
            (prefetch.tell)(position.key_for(prefetch.turn));
        }
        let checks =
            |check_lines: &CheckLines| rules.oracle().may_observe_now(position, check_lines, side);
        if gives_check == GivesCheck::Unknown && !filter.skippable.as_ref().is_none_or(checks) {
            return false;
        }
        // Where lines tell most of it, the visitor asks about the rest.
        let is_asked_later = legality_check == LegalityCheck::Safe || filter.skippable.is_some();
        if filter.needs_check && !is_asked_later && !rules.judge().in_check(position, !side) {
            return false;
        }
        match legality_check {
            LegalityCheck::Safe => true,
            LegalityCheck::Usual => {
                !rules
                    .oracle()
                    .is_exposed(position, side, filter.king_safety.as_ref())
                    && rules.oracle().stands_expecting(
                        position,
                        &played,
                        filter.king_safety.as_ref(),
                    )
            }
            LegalityCheck::Unguarded => {
                rules
                    .oracle()
                    .stands_expecting(position, &played, filter.king_safety.as_ref())
            }
            LegalityCheck::UnguardedFor(goal) => {
                rules
                    .oracle()
                    .stands_expecting(position, &played, filter.king_safety.as_ref())
                    && (!rules.judge().in_check(position, side)
                        || rules.judge().reaches(position, goal))
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
        let Wanted::BeforeGoal(goal) = wanted else {
            return None;
        };
        let (rules, position) = (&self.rules, &self.position);
        self.far.preparing_arrivals(rules, position, (goal, !side))
    }

    /// Shows the legal and wanted choices of all pseudo-legal moves, made man by man where their order
    /// allows it: often the first moves are enough.
    pub(super) fn visit_by_men(
        &mut self,
        list: &mut Vec<PseudoMove>,
        filter: &mut MoveFilter<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = filter.side;
        if self.rules.listed_by.is_some() || self.rules.generator().compares_moves_of_side() {
            let aim = Aim {
                check: filter.skippable.as_ref(),
                ends_play: filter.ends_play,
                unfiltered: false,
            };
            self.rules
                .oracle()
                .pseudo_moves_to_reach(&mut self.position, side, aim, list);
            self.visit_list(list, filter, visit)?;
        } else if self.rules.judge().winner(&self.position).is_none() {
            self.rules
                .generator()
                .pseudo_moves_of_nobody(&self.position, side, list);
            for from in self.rules.generator().in_order(&self.position, side) {
                let aim = Aim {
                    check: filter.skippable.as_ref(),
                    ends_play: filter.ends_play,
                    unfiltered: false,
                };
                let (man, flights) = ((side, from), &mut filter.flights);
                self.rules.oracle().pseudo_moves_of_man(
                    &mut self.position,
                    man,
                    aim,
                    flights,
                    list,
                );
                self.visit_list(list, filter, visit)?;
            }
            self.rules
                .generator()
                .extra_pseudo_moves(&mut self.position, side, list);
            self.visit_list(list, filter, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows the choices of these pseudo-legal moves and clears the list. Where keys can be computed without
    /// playing, the search first gets those of the positions after all pseudo-legal moves.
    fn visit_list(
        &mut self,
        list: &mut Vec<PseudoMove>,
        filter: &mut MoveFilter<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if list.is_empty() {
            return ControlFlow::Continue(());
        }
        list.retain(|pseudo_move| !filter.leaves_out(&self.rules, &self.position, pseudo_move));
        filter.keep_preparing(&self.position, list);
        if let Some(preparation) = &filter.preparation {
            let (rules, position, all) = (&self.rules, &self.position, list.len());
            list.retain(|pseudo_move| {
                !rules
                    .oracle()
                    .prepares_nothing(position, preparation, pseudo_move)
            });
            self.preparation
                .note(SPARED_BY_PREPARATION * (all - list.len()));
        }
        let spared = filter.keep_forcing(&self.rules, &self.position, list);
        self.escape.1.note(spared);
        match filter.predicted {
            None => list
                .iter()
                .try_for_each(|pseudo_move| self.visit_planned(pseudo_move, filter, visit))?,
            Some(prefetch) => self.visit_prefetching(list, filter, prefetch, visit)?,
        }
        list.clear();
        ControlFlow::Continue(())
    }

    /// Gives the searcher the keys of the positions after these pseudo-legal moves, then shows their choices.
    fn visit_prefetching(
        &mut self,
        list: &[PseudoMove],
        filter: &mut MoveFilter<'_>,
        prefetch: Prefetch<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut keys: SmallVec<[u128; MANY]> = SmallVec::new();
        for pseudo_move in list {
            let way = (pseudo_move.from, pseudo_move.to);
            let key = self
                .position
                .key_after(way, pseudo_move.captured, prefetch.turn);
            (prefetch.tell)(key);
            keys.push(key);
        }
        let mut told = list.iter().zip(&keys);
        told.try_for_each(|(pseudo_move, &key)| {
            self.visit_unless_idle(pseudo_move, key, filter, prefetch, visit)
        })
    }

    /// Shows the legal and wanted choices of a pseudo-legal move of which was told ahead, unless it
    /// certainly leads to an idle position.
    #[inline]
    fn visit_unless_idle(
        &mut self,
        pseudo_move: &PseudoMove,
        key: u128,
        filter: &mut MoveFilter<'_>,
        prefetch: Prefetch<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self
            .rules
            .oracle()
            .key_is_predictable(&self.position, pseudo_move)
            && (prefetch.is_idle)(key)
        {
            return ControlFlow::Continue(());
        }
        self.visit_planned(pseudo_move, filter, visit)
    }

    /// Whether the pseudo-legal move is one here, without a list of all where that can be told.
    pub(super) fn offers(&mut self, pseudo_move: PseudoMove, side: Side) -> bool {
        let (rules, position) = (&*self.rules, &mut self.position);
        let mut list = self.spare.pop().unwrap_or_default();
        if rules.generator().adds_moves()
            || pseudo_move.kind == Kind::Exchange
            || rules.generator().compares_moves_of_side()
        {
            rules.generator().pseudo_moves(position, side, &mut list);
        } else if rules.judge().winner(position).is_none()
            && rules
                .generator()
                .movable(position, side)
                .contains(pseudo_move.from)
        {
            let square = pseudo_move.from;
            let actor = Actor { square, side };
            rules
                .generator()
                .pseudo_moves_of(position, actor, &mut list);
        }
        let found = list.contains(&pseudo_move);
        self.return_list(list);
        found
    }

    /// Shows the legal and wanted choices of a pseudo-legal move, if there may be one.
    #[inline]
    pub(super) fn visit_planned(
        &mut self,
        pseudo_move: &PseudoMove,
        filter: &mut MoveFilter<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.check_for(pseudo_move, filter) {
            Some(legality_check) => {
                self.visit_pseudo_move(pseudo_move, legality_check, filter, visit)
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// How to play the pseudo-legal move, or none if it need not be played.
    #[inline]
    pub(super) fn check_for(
        &mut self,
        pseudo_move: &PseudoMove,
        filter: &mut MoveFilter<'_>,
    ) -> Option<(LegalityCheck, GivesCheck)> {
        let (rules, position) = (&*self.rules, &self.position);
        let gives_check = match &filter.skippable {
            Some(check_lines) => {
                rules
                    .oracle()
                    .gives_check(position, check_lines, filter.side, pseudo_move)
            }
            None => GivesCheck::Yes,
        };
        if gives_check == GivesCheck::No {
            return None;
        }
        if let Some(replies) = &mut filter.replies {
            let hit_rate = match gives_check {
                GivesCheck::Yes if filter.skippable.is_some() => &mut self.replies[0],
                _ => &mut self.replies[1],
            };
            if hit_rate.is_taken() && rules.oracle().leaves_reply(position, replies, pseudo_move) {
                hit_rate.note(SPARED_BY_REPLY);
                return None;
            }
        }
        if !filter.knows_king_safety {
            filter.king_safety = rules.oracle().king_safety(position, filter.side);
            filter.knows_king_safety = true;
        }
        let legality = filter
            .king_safety
            .as_ref()
            .map_or(Legality::Unknown, |king_safety| {
                rules
                    .oracle()
                    .legality(position, king_safety, filter.side, pseudo_move)
            });
        let legality_check = match legality {
            Legality::Legal => LegalityCheck::Safe,
            Legality::Safe => LegalityCheck::Unguarded,
            Legality::Illegal if filter.unguarded.is_none() => return None,
            _ => filter.unguarded.unwrap_or(LegalityCheck::Usual),
        };
        Some((legality_check, gives_check))
    }

    /// Shows one move, if it is legal.
    pub(super) fn visit_played(
        &mut self,
        movement: Move,
        side: Side,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut again = movement;
        let legal = self
            .rules
            .player()
            .play(&mut self.position, &mut again, side)
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
