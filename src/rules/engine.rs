//! The engine for any rules: a position under shared rules, able to play and take back.

use super::game::{Ahead, DiceGame, Game, Rest, Wanted};
use super::order::LastPlyPlace;
use super::{Refusal, Rules, RulesBuilder};
use crate::board::{Roll, Side, Square, SquareSet};
use crate::position::{Effect, Position, Reason, Rolls, Slot};
use crate::problem::Goal;
use crate::rules::hooks::hook::Actor;
use crate::rules::judge::explain::{Fault, Objection};
use crate::rules::judge::select::Merits;
use crate::rules::play::candidate::{Candidate, Kind, Move};
use crate::rules::short_cut::{ShortCut, ShortCuts};
use crate::rules::shortcut::aim::Aim;
use crate::rules::shortcut::check_lines::Influence;
use crate::rules::shortcut::far::Far;
use crate::rules::shortcut::flight::{Flights, Preparation};
use crate::rules::shortcut::gives_check::Prospect;
use crate::rules::shortcut::legality::{Outlook, Verdict};
use crate::rules::shortcut::reply::Replies;
use crate::solution::MoveRecord;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A position under the rules of a problem.
#[derive(Clone, Debug)]
pub struct Engine {
    rules: Arc<Rules>,
    position: Position,
    /// Candidate lists to use again.
    spare: Vec<Vec<Candidate>>,
    far: Far,
}

/// What is known of a candidate before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Care {
    /// It is legal.
    Safe,
    /// It has to be found out.
    Usual,
    /// Whether the own king is in check need not be asked.
    Unguarded,
    /// The own king may be left in check to reach this goal.
    UnguardedFor(Goal),
}

/// What holds for all candidates of one visit.
struct Plan<'a> {
    side: Side,
    /// The moves shown already.
    first: &'a [Move],
    /// What decides whether a move may give check, if only such moves are wanted.
    skippable: Option<Influence>,
    /// What tells that a move leaves the other side a reply, if none may be left.
    replies: Option<Replies>,
    /// What is known of the safety of the own king, once it was looked at.
    outlook: Option<Outlook>,
    has_looked: bool,
    /// How candidates are played that may leave the own king in check, if the goal allows it.
    unguarded: Option<Care>,
    /// Where the king and the other men must go, if the other side is to reach its goal next.
    preparing: Option<[SquareSet; 2]>,
    /// What such moves have to do to the king's flights.
    preparation: Option<Preparation>,
    /// Whether only moves are wanted that leave the other side none.
    ends_play: bool,
    /// What is known of the flights of the other king then, once they were looked for.
    flights: Option<Option<Flights>>,
}

/// The searcher that is told of candidates ahead, if it is, and the last one it was told of,
/// with the key of the position after it.
struct Told<'a> {
    ahead: Option<Ahead<'a>>,
    waiting: Option<(Candidate, u128)>,
}

impl<'a> Plan<'a> {
    fn new(
        rules: &Rules,
        wanted: Wanted,
        skippable: Option<Influence>,
        replies: Option<Replies>,
        first: &'a [Move],
        side: Side,
    ) -> Plan<'a> {
        Plan {
            side,
            first,
            skippable,
            replies,
            outlook: None,
            has_looked: false,
            unguarded: unguarded(wanted),
            preparing: None,
            preparation: None,
            ends_play: matches!(wanted, Wanted::Reaching(goal) if rules.usable_goal_facts(goal).ends_play),
            flights: None,
        }
    }

    /// Drops candidates after which the other side certainly cannot reach the goal at once.
    fn keep_preparing(&self, position: &Position, list: &mut Vec<Candidate>) {
        if let Some([of_king, of_others]) = self.preparing {
            let kings = position.royals_of(self.side);
            list.retain(|candidate| match kings.contains(candidate.from) {
                true => of_king.contains(candidate.to),
                false => of_others.contains(candidate.to),
            });
        }
    }
}

impl Engine {
    /// The diagram of the builder's problem under the rules collected.
    ///
    /// # Errors
    /// When a condition refused the problem.
    pub fn build(builder: RulesBuilder<'_>) -> Result<Engine, Refusal> {
        let (rules, position) = builder.build()?;
        Ok(Engine {
            rules: Arc::new(rules),
            position,
            spare: Vec::new(),
            far: Far::default(),
        })
    }

    /// Lets only these short cuts be taken; to be said before anything is played.
    ///
    /// # Panics
    /// When the engine has been cloned before.
    pub fn use_only(&mut self, short_cuts: ShortCuts) {
        let rules = Arc::get_mut(&mut self.rules);
        let rules = rules.expect("short cuts are chosen before the engine is shared");
        rules.use_only(short_cuts);
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Lets bounds be prepared at the first question whether a goal is out of reach, not only
    /// once that pays: for comparing them with search.
    pub fn bound_at_once(&mut self) {
        self.far.tell_at_once();
    }

    /// The same position, but as a diagram: nobody knows how it came about.
    pub fn as_diagram(&self) -> Engine {
        let mut engine = self.clone();
        engine.position.forget_history();
        engine
    }

    /// All legal moves of the side to move, in the order of generation.
    pub fn legal_moves(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(Wanted::All, &[], &mut |_, movement| {
            moves.push(movement);
            ControlFlow::Continue(())
        });
        moves
    }

    /// All legal moves found by playing every candidate: the oracle of
    /// [`legal_moves`](Engine::legal_moves), which asks for less.
    pub fn legal_moves_by_playing(&mut self) -> Vec<Move> {
        let side = self.position.turn();
        let mut candidates = Vec::new();
        self.rules
            .candidates(&mut self.position, side, &mut candidates);
        let mut moves = Vec::new();
        for candidate in candidates {
            let mut movement = Move::first(candidate);
            loop {
                if self.rules.play(&mut self.position, &mut movement, side) {
                    moves.push(movement);
                }
                self.position.rewind();
                if !movement.choices.advance() {
                    break;
                }
            }
        }
        if !self.rules.selects(side) {
            return moves;
        }
        let (rules, position) = (&self.rules, &mut self.position);
        let mut measured: Vec<(Merits, Move)> = Vec::with_capacity(moves.len());
        for mut movement in moves {
            let merits = rules.played_merits(position, &mut movement, side);
            measured.extend(merits.map(|merits| (merits, movement)));
        }
        let best = measured.iter().map(|(merits, _)| *merits).max();
        measured.retain(|(merits, _)| Some(*merits) == best);
        measured.into_iter().map(|(_, movement)| movement).collect()
    }

    /// Steps by which the other side can certainly answer each of these moves, as far as they
    /// are told without playing; behind moves that check only those of the royal man are
    /// looked at.
    pub fn certain_replies(
        &self,
        movements: &[Move],
        checks: bool,
    ) -> Vec<Option<(Square, Square)>> {
        let side = self.position.turn();
        let mut replies = self.rules.replies(&self.position, !side, checks);
        let mut reply = |movement: &Move| {
            let (replies, candidate) = (replies.as_mut()?, &movement.candidate);
            let reply = self
                .rules
                .certain_reply(&self.position, replies, candidate)?;
            Some((reply.from, reply.to))
        };
        movements.iter().map(&mut reply).collect()
    }

    /// Whether the other side certainly has an answer to this move, as far as that is told
    /// without playing; behind a move that checks only steps of the royal man are looked at.
    pub fn is_surely_answered(&self, movement: &Move, checks: bool) -> bool {
        let side = self.position.turn();
        let (rules, position) = (&self.rules, &self.position);
        let replies = rules.replies(position, !side, checks);
        replies.is_some_and(|mut replies| {
            rules.leaves_reply(position, &mut replies, &movement.candidate)
        })
    }

    /// The key behind a move that passes the turn on, where it can be told without playing.
    pub fn key_behind(&self, movement: &Move) -> Option<u128> {
        let candidate = &movement.candidate;
        let way = (candidate.from, candidate.to);
        let turn = !self.position.turn();
        let key = || self.position.key_after(way, candidate.captured, turn);
        let is_told = self.rules.leads_as_told(&self.position, candidate);
        is_told.then(key)
    }

    /// Whether this very move is legal: the question of `visit_moves` for one move.
    pub fn is_legal(&mut self, movement: Move) -> bool {
        let mut candidates = Vec::new();
        let side = self.position.turn();
        self.rules
            .candidates(&mut self.position, side, &mut candidates);
        if !candidates.contains(&movement.candidate) {
            return false;
        }
        let mut again = movement;
        let legal = self.rules.play(&mut self.position, &mut again, side);
        self.position.rewind();
        legal
            && again == movement
            && (!self.rules.selects(side) || self.selected(Wanted::All, side).contains(&movement))
    }

    /// What the rules have against a move of the side to move between these squares, rule by
    /// rule; nothing if such a move is legal.
    pub fn explain_illegal(&mut self, from: Square, to: Square) -> Vec<Objection> {
        let side = self.position.turn();
        let objections = self.rules.objections(&mut self.position, side, (from, to));
        let is_way =
            |movement: &Move| (movement.candidate.from, movement.candidate.to) == (from, to);
        let selects = objections.is_empty() && self.rules.selects(side);
        if !selects {
            // A rule may lead a move there on a way that nobody but it knows.
            let is_legal = !objections.is_empty() && self.legal_moves().iter().any(is_way);
            return if is_legal { Vec::new() } else { objections };
        }
        let best = self.selected(Wanted::All, side);
        let squares: Vec<Square> = best.iter().map(|movement| movement.candidate.to).collect();
        if best.is_empty() || best.iter().any(is_way) {
            return objections;
        }
        let objection = |rule: &'static str| Objection {
            rule: Some(rule).filter(|rule| !rule.is_empty()),
            fault: Fault::NotBest,
            squares: squares.clone(),
        };
        let rules = self.rules.preferences(side);
        rules.map(|preference| objection(preference.rule)).collect()
    }

    /// The number of legal move sequences of this many plies.
    pub fn perft(&mut self, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut count = 0;
        let _ = self.visit_moves(Wanted::All, &[], &mut |game, _| {
            count += if plies == 1 { 1 } else { game.perft(plies - 1) };
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether the key tells which man is which.
    fn tells_men_apart(&self) -> bool {
        self.rules.men_differ || !self.rules.allow(ShortCut::AnonymousKeys)
    }

    /// Every move that can be played, with whether it is legal.
    fn played_moves(&mut self) -> Vec<(Move, bool)> {
        let side = self.position.turn();
        let mut list = self.borrow_list();
        self.rules.candidates(&mut self.position, side, &mut list);
        let mut moves = Vec::new();
        for &candidate in &list {
            let mut movement = Move::first(candidate);
            loop {
                let legal = self.rules.try_play(&mut self.position, &mut movement, side);
                self.position.rewind();
                moves.extend(legal.map(|legal| (movement, legal)));
                if !movement.choices.advance() {
                    break;
                }
            }
        }
        self.return_list(list);
        moves
    }

    fn borrow_list(&mut self) -> Vec<Candidate> {
        self.spare.pop().unwrap_or_else(|| Vec::with_capacity(64))
    }

    fn return_list(&mut self, mut list: Vec<Candidate>) {
        list.clear();
        self.spare.push(list);
    }

    /// The squares that decide whether a candidate can be skipped for this wish.
    fn skippable(&self, wanted: Wanted, side: Side) -> Option<Influence> {
        match wanted {
            Wanted::Reaching(goal)
                if self.rules.usable_goal_facts(goal).needs_check
                    && unguarded(wanted).is_none() =>
            {
                self.rules.outlook_on_check(&self.position, side)
            }
            _ => None,
        }
    }

    /// What tells that a candidate leaves a reply, if only moves that leave none are wanted.
    fn replies(&self, wanted: Wanted, side: Side) -> Option<Replies> {
        match wanted {
            Wanted::Reaching(goal) if self.rules.usable_goal_facts(goal).ends_play => {
                let to_check = self.rules.usable_goal_facts(goal).needs_check;
                self.rules.replies(&self.position, !side, to_check)
            }
            _ => None,
        }
    }

    /// Shows every choice of one candidate that is legal.
    fn visit_candidate(
        &mut self,
        candidate: Candidate,
        care: (Care, Prospect),
        plan: &Plan<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut movement = Move::first(candidate);
        loop {
            let legal = self.play_carefully(&mut movement, care, plan);
            let flow = if legal && !plan.first.contains(&movement) {
                visit(self, movement)
            } else {
                ControlFlow::Continue(())
            };
            self.position.rewind();
            flow?;
            if !movement.choices.advance() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Whether the move, played here, is legal and wanted.
    #[inline]
    fn play_carefully(
        &mut self,
        movement: &mut Move,
        (care, prospect): (Care, Prospect),
        plan: &Plan<'_>,
    ) -> bool {
        let (rules, side) = (&*self.rules, plan.side);
        let Some(turn) = rules.perform(&mut self.position, movement, side, false) else {
            return false;
        };
        let position = &mut self.position;
        let checks = |influence: &Influence| rules.may_observe_now(position, influence, side);
        if prospect == Prospect::Unknown && !plan.skippable.as_ref().is_none_or(checks) {
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

    /// The moves of a side that must play one of the best: legal ones, and those that reach a goal
    /// by leaving the own king in check. Candidates are tried from the best down until some count.
    fn selected(&mut self, wanted: Wanted, side: Side) -> Vec<Move> {
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
        let mut ranked: Vec<(Merits, Candidate)> = Vec::with_capacity(list.len());
        for &candidate in &list {
            ranked.push((
                self.rules.merits(&self.position, side, &candidate),
                candidate,
            ));
        }
        self.return_list(list);
        let replies = self.replies(wanted, side);
        let skippable = self.skippable(wanted, side);
        let mut plan = Plan::new(&self.rules, wanted, skippable, replies, &[], side);
        if !self.rules.allow(ShortCut::BestFirst) {
            return self.best_of_all(&ranked, &mut plan);
        }
        let mut moves: Vec<Move> = Vec::new();
        while moves.is_empty()
            && let Some(best) = ranked.iter().map(|(merits, _)| merits).max().copied()
        {
            for (_, candidate) in ranked.iter().filter(|(merits, _)| *merits == best) {
                if unfiltered && !self.rules.lets_stand(&self.position, side, candidate) {
                    continue;
                }
                let _ = self.visit_planned(candidate, &mut plan, &mut |_, movement| {
                    moves.push(movement);
                    ControlFlow::Continue(())
                });
            }
            ranked.retain(|(merits, _)| *merits != best);
        }
        moves
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

    /// The best of all candidates that count.
    fn best_of_all(&mut self, ranked: &[(Merits, Candidate)], plan: &mut Plan<'_>) -> Vec<Move> {
        let (rules, side) = (self.rules.clone(), plan.side);
        let mut moves: Vec<(Merits, Move)> = Vec::new();
        for (merits, candidate) in ranked {
            if rules.may_filter_late() && !rules.lets_stand(&self.position, side, candidate) {
                continue;
            }
            let _ = self.visit_planned(candidate, plan, &mut |_, movement| {
                moves.push((*merits, movement));
                ControlFlow::Continue(())
            });
        }
        let best = moves.iter().map(|(merits, _)| *merits).max();
        moves.retain(|(merits, _)| Some(merits) == best.as_ref());
        moves.into_iter().map(|(_, movement)| movement).collect()
    }

    fn visit_unselected(
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

    /// Where a move must go after which the other side may reach its goal at once, if that is
    /// all that is wanted.
    fn preparing_arrivals(&mut self, wanted: Wanted, side: Side) -> Option<[SquareSet; 2]> {
        let Wanted::Preparing(goal) = wanted else {
            return None;
        };
        let (rules, position) = (&self.rules, &self.position);
        self.far.preparing_arrivals(rules, position, (goal, !side))
    }

    /// Shows the legal and wanted choices of all candidates, made man by man where their order
    /// allows it: often the first moves are enough.
    fn visit_by_men(
        &mut self,
        list: &mut Vec<Candidate>,
        plan: &mut Plan<'_>,
        told: &mut Told<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = plan.side;
        if self.rules.listed_by_squares || self.rules.compares_moves_of_side() {
            let aim = Aim {
                check: plan.skippable.as_ref(),
                ends_play: plan.ends_play,
                unfiltered: false,
            };
            self.rules
                .candidates_to_reach(&mut self.position, side, aim, list);
            self.visit_list(list, plan, told, visit)?;
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
                self.visit_list(list, plan, told, visit)?;
            }
            self.rules.extra_candidates(&mut self.position, side, list);
            self.visit_list(list, plan, told, visit)?;
        }
        match (told.waiting, told.ahead) {
            (Some(candidate), Some(ahead)) => self.visit_told(candidate, plan, ahead, visit),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Shows the choices of these candidates and clears the list; where the searcher is told of
    /// candidates ahead, one of them waits for the next.
    fn visit_list(
        &mut self,
        list: &mut Vec<Candidate>,
        plan: &mut Plan<'_>,
        told: &mut Told<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        plan.keep_preparing(&self.position, list);
        if let Some(preparation) = &plan.preparation {
            let (rules, position) = (&self.rules, &self.position);
            list.retain(|candidate| !rules.prepares_nothing(position, preparation, candidate));
        }
        for candidate in list.drain(..) {
            let Some(ahead) = told.ahead else {
                self.visit_planned(&candidate, plan, visit)?;
                continue;
            };
            let way = (candidate.from, candidate.to);
            let key = self.position.key_after(way, candidate.captured, ahead.turn);
            (ahead.tell)(key);
            if let Some(before) = told.waiting.replace((candidate, key)) {
                self.visit_told(before, plan, ahead, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows the legal and wanted choices of a candidate of which was told ahead, unless it
    /// certainly leads to an idle position.
    #[inline]
    fn visit_told(
        &mut self,
        (candidate, key): (Candidate, u128),
        plan: &mut Plan<'_>,
        ahead: Ahead<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.rules.leads_as_told(&self.position, &candidate) && (ahead.is_idle)(key) {
            return ControlFlow::Continue(());
        }
        self.visit_planned(&candidate, plan, visit)
    }

    /// Whether the candidate is one here, without a list of all where that can be told.
    fn offers(&mut self, candidate: Candidate, side: Side) -> bool {
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
    fn visit_planned(
        &mut self,
        candidate: &Candidate,
        plan: &mut Plan<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.care_for(candidate, plan) {
            Some(care) => self.visit_candidate(*candidate, care, plan, visit),
            None => ControlFlow::Continue(()),
        }
    }

    /// How to play the candidate, or none if it need not be played.
    #[inline]
    fn care_for(&self, candidate: &Candidate, plan: &mut Plan<'_>) -> Option<(Care, Prospect)> {
        let (rules, position) = (&*self.rules, &self.position);
        let prospect = match &plan.skippable {
            Some(influence) => rules.prospect(position, influence, plan.side, candidate),
            None => Prospect::Check,
        };
        if prospect == Prospect::NoCheck {
            return None;
        }
        if let Some(replies) = &mut plan.replies
            && rules.leaves_reply(position, replies, candidate)
        {
            return None;
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
    fn visit_played(
        &mut self,
        movement: Move,
        side: Side,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut again = movement;
        let legal = self.rules.play(&mut self.position, &mut again, side)
            && again.choices.repeat(&movement.choices);
        let flow = if legal {
            visit(self, movement)
        } else {
            ControlFlow::Continue(())
        };
        self.position.rewind();
        flow
    }
}

/// How candidates are played where the goal may leave the own king in check.
fn unguarded(wanted: Wanted) -> Option<Care> {
    match wanted {
        Wanted::Reaching(goal) if goal.row().allows_own_check => Some(Care::Unguarded),
        Wanted::OrReaching(goal) if goal.row().allows_own_check => Some(Care::UnguardedFor(goal)),
        _ => None,
    }
}

impl Game for Engine {
    type Move = Move;

    fn side_to_move(&self) -> Side {
        self.position.turn()
    }

    fn set_side_to_move(&mut self, side: Side) {
        self.position.set_turn(side);
    }

    fn visit_moves(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.position.turn();
        if !self.rules.selects(side) {
            return self.visit_unselected(wanted, first, None, visit);
        }
        let moves = self.selected(wanted, side);
        let early = moves.iter().filter(|movement| first.contains(movement));
        let late = moves.iter().filter(|movement| !first.contains(movement));
        for &movement in early.chain(late) {
            self.play(movement);
            let flow = visit(self, movement);
            self.position.rewind();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn visit_moves_ahead(
        &mut self,
        wanted: Wanted,
        first: &[Move],
        ahead: Ahead<'_>,
        visit: &mut dyn FnMut(&mut Engine, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.rules.selects(self.position.turn()) {
            true => self.visit_moves(wanted, first, visit),
            false => self.visit_unselected(wanted, first, Some(ahead), visit),
        }
    }

    fn numbered_moves(&mut self, wanted: Wanted) -> Vec<(Move, bool)> {
        let mut moves = self.played_moves();
        if self.rules.selects(self.position.turn()) {
            let selected = self.selected(wanted, self.position.turn());
            let legal = moves.iter().filter(|(_, legal)| *legal).count();
            if selected.len() < legal {
                moves.retain(|(movement, _)| selected.contains(movement));
            }
        }
        if self.orders_last_ply(wanted) {
            self.keep_checking(&mut moves);
        }
        if wanted.allows_own_check() {
            moves.iter_mut().for_each(|(_, legal)| *legal = true);
        }
        moves
    }

    fn has_last_ply_order(&self, wanted: Wanted) -> bool {
        self.orders_last_ply(wanted)
    }

    fn last_ply_place(&self, record: &MoveRecord) -> LastPlyPlace {
        self.place(record)
    }

    fn flights(&mut self) -> usize {
        let royals = self.position.royals_of(self.position.turn());
        let moves = self.legal_moves().into_iter();
        let flees = |movement: &Move| {
            let candidate = movement.candidate;
            candidate.kind == Kind::Ordinary && royals.contains(candidate.from)
        };
        moves.filter(flees).count()
    }

    fn has_choice(&self) -> bool {
        !self.rules.selects(self.position.turn())
    }

    fn has_officer(&self, side: Side) -> bool {
        let royals = self.position.royals_of(side);
        !(self.position.men_of(side) & !royals).is_empty()
    }

    fn play(&mut self, movement: Move) {
        let side = self.position.turn();
        let mut again = movement;
        self.rules.play_safe(&mut self.position, &mut again, side);
    }

    fn pass(&mut self) {
        let side = self.position.turn();
        self.rules.pass(&mut self.position, side);
    }

    fn pass_as_move(&mut self) {
        let side = self.position.turn();
        self.rules.pass_as_move(&mut self.position, side);
    }

    fn rewind(&mut self) {
        self.position.rewind();
    }

    fn in_check(&mut self, side: Side) -> bool {
        self.rules.in_check(&mut self.position, side)
    }

    fn has_move(&mut self) -> bool {
        let side = self.position.turn();
        self.rules.can_move(&mut self.position, side)
    }

    fn reaches(&mut self, goal: Goal) -> bool {
        self.rules.reaches(&mut self.position, goal)
    }

    fn is_hopeless(&mut self, rest: Rest) -> bool {
        match rest.goal {
            Goal::ProofGame | Goal::AToB => self.rules.is_far(&self.position, rest.plies),
            _ => self.far.is_hopeless(&self.rules, &self.position, rest),
        }
    }

    fn can_capture_king(&mut self) -> bool {
        let side = self.position.turn();
        !self.rules.check_may_stand && self.rules.in_check(&mut self.position, !side)
    }

    fn key(&self) -> u128 {
        match self.tells_men_apart() {
            true => self.position.key_with_identities(),
            false => self.position.key(),
        }
    }

    fn record(&mut self) -> MoveRecord {
        let turn = self.position.turn();
        let check = self.rules.in_check(&mut self.position, turn);
        MoveRecord {
            parts: super::tell::parts(self.position.last_ply(), self.rules.geometry()),
            check,
        }
    }
}

impl DiceGame for Engine {
    fn throw(&mut self, roll: Roll) {
        let side = self.position.turn();
        self.position.begin_ply(side);
        let value = Rolls::known(&[roll]).packed();
        let slot = Slot::ROLLS;
        self.position
            .apply(Effect::Set { slot, value }, Reason::Silent);
    }
}
