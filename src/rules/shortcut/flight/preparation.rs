//! Moves that prepare a mate: checks next, or flights taken.

use super::{ANYWHERE, CoveredFlights, ENOUGH, Flight, Flights};
use crate::board::{Side, Square, SquareSet};
use crate::position::Position;
use crate::problem::Goal;
use crate::rules::Oracle;
use crate::rules::hooks::facts::{MoverAfter, RuleFact};
use crate::rules::hooks::hook::Actor;
use crate::rules::play::pseudo_move::{Kind, PseudoMove};
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::check_lines::CheckLines;

/// What moves of the king's side have to do if the other side shall be able to end play at once.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Preparation {
    flights: Flights,
    /// By flight, whether a move may end play if this one is gone.
    alone: [bool; ENOUGH],
    /// Men that leave these, or arrive on those, may allow a capture of which nothing is known.
    leave: SquareSet,
    arrive: SquareSet,
}

impl Preparation {
    /// Notes the arrivals behind which no flight, or but one, is left for play to go on; no if
    /// there are such without any.
    fn note(&mut self, coverage: &CoveredFlights, none: SquareSet, one: SquareSet) -> bool {
        let found = self.flights.found.len();
        for (alone, taken) in self.alone[..found].iter_mut().zip(&coverage.of) {
            *alone |= !(one & !*taken).is_empty();
        }
        none.is_empty()
    }
}

impl Oracle<'_> {
    /// What moves of `side` have to do if the other side shall be able to reach the goal at once,
    /// as far as the flights of its king show.
    pub(in crate::rules) fn preparation(
        self,
        position: &Position,
        goal: Goal,
        side: Side,
    ) -> Option<Preparation> {
        let row = self.judge().goal_facts(goal);
        let by = !side;
        let may_castle = |square: Square| {
            self.generator()
                .may_castle(position, Actor { square, side: by })
        };
        let is_told = |on: Square| {
            let man = position.piece_on(on);
            self.facts.is_tame(man, false) || self.facts.elsewhere.by(man).quiet
        };
        let mut others = position.men_of(side) & !position.royals_of(side);
        if !row.ends_play
            || !self.allow(ShortCut::GoalFacts)
            || !self.allow(ShortCut::Preparation)
            || !others.any(is_told)
            || row.allows_own_check
            // Behind a move of this side other men may be kept from acting than now.
            || !self.facts.holds(RuleFact::NobodyIsParalysed)
            || self.generator().adds_moves()
            || !self.facts.holds(RuleFact::MenAddNothing)
            || self.null_moves
            || position.royals_of(by).any(may_castle)
        {
            return None;
        }
        let mut flights = Flights::from(by);
        self.look_for_flights(position, &mut flights);
        if flights.found.is_empty() {
            return None;
        }
        // Where rules say which captures stand, a check may come from anywhere.
        let checks = match row.needs_check && self.facts.holds(RuleFact::CapturesStand) {
            true => self.lines_of_check(position, by),
            false => None,
        };
        let mut preparation = Preparation {
            alone: [false; ENOUGH],
            leave: SquareSet::EMPTY,
            arrive: SquareSet::EMPTY,
            flights,
        };
        for from in position.men_of(by) {
            let checking = match &checks {
                Some(checks) => self.checking_arrivals(position, checks, by, from),
                None => ANYWHERE,
            };
            let opening = checks.as_ref().map_or(ANYWHERE, |checks| checks.lines);
            if !self.keeps_some_flight(position, &mut preparation, from, [checking, opening]) {
                return None;
            }
        }
        Some(preparation)
    }

    /// Where the man on `from` may arrive with a check.
    fn checking_arrivals(
        self,
        position: &Position,
        checks: &CheckLines,
        by: Side,
        from: Square,
    ) -> SquareSet {
        let man = position.piece_on(from);
        let walk = man.walk();
        if (checks.lines | checks.unparalysing).contains(from) || checks.royals.contains(from) {
            return ANYWHERE;
        }
        let then = self.walk_behind_any(man);
        let mut arrivals = checks.hurdles | checks.owners | checks.unparalysing;
        for royal in checks.royals {
            let any = self.table.reach_of_any(by, royal);
            arrivals |= then.map_or(any, |then| self.table.reach(then, by, royal));
            if walk.row().is_pawn() {
                arrivals |= any & self.promotion_squares();
            }
        }
        arrivals | self.special_arrivals(man)
    }

    /// Notes what the man on `from` may do to the flights by arriving where it checks, or by making
    /// a man leave where that opens a check; no if it may take them all as things stand.
    fn keeps_some_flight(
        self,
        position: &Position,
        preparation: &mut Preparation,
        from: Square,
        [checking, opening]: [SquareSet; 2],
    ) -> bool {
        let by = preparation.flights.by;
        let man = position.piece_on(from);
        let walk = man.walk();
        let range = self.table.range(walk, by, from);
        let flights = &preparation.flights;
        let [quiet, captures] = [false, true].map(|captures| self.lands(flights, man, captures));
        let elsewhere =
            !self.facts.holds(RuleFact::CapturesStay) || walk.row().captures_elsewhere();
        let goes_on = elsewhere || matches!(captures, MoverAfter::Away | MoverAfter::Anything);
        let now = match goes_on {
            true => self.captures_now(position, preparation, from),
            false => SquareSet::EMPTY,
        };
        let flights = &preparation.flights;
        let checking = match (now & opening).is_empty() {
            true => checking,
            false => ANYWHERE,
        };
        let promotes = walk.row().is_pawn() && !(now & self.promotion_squares()).is_empty();
        let arrivals = match now.is_empty() {
            true => checking & range,
            false if captures == MoverAfter::Anything => return false,
            false if elsewhere => checking,
            false if promotes => return false,
            false => checking & (range | self.homes(position, man, by)),
        };
        if arrivals.is_empty() {
            return true;
        }
        let opens = |flight: &Flight| !(flight.ways.lines & now).is_empty();
        if quiet == MoverAfter::Anything
            || flights.found.iter().any(opens)
            || !(arrivals & self.special_arrivals(man)).is_empty()
        {
            return false;
        }
        let coverage = self.coverage(flights, position, from);
        let keeps = preparation.note(
            &coverage,
            arrivals & coverage.none,
            arrivals & coverage.at_most_one,
        );
        if captures != MoverAfter::PutsBack {
            return keeps;
        }
        let taking = match elsewhere {
            true => arrivals,
            false => arrivals & position.men_of(!by),
        };
        preparation.arrive |= arrivals & coverage.at_most_two;
        preparation.note(
            &coverage,
            taking & coverage.at_most_one,
            taking & coverage.at_most_two,
        ) && keeps
    }

    /// The squares on which the man on `from` captures as things stand; notes what may allow it
    /// other captures.
    fn captures_now(
        self,
        position: &Position,
        preparation: &mut Preparation,
        from: Square,
    ) -> SquareSet {
        let by = preparation.flights.by;
        let walk = position.piece_on(from).walk();
        let range = self.table.range(walk, by, from);
        preparation.arrive |= range;
        let mut now = SquareSet::EMPTY;
        for target in position.men_of(!by) & range {
            if self.table.captures_on(position, walk, by, from, target) {
                now.insert(target);
            } else {
                let ways = self.table.ways_from(walk, by, from, target);
                preparation.leave |= ways.lines;
                preparation.arrive |= ways.hurdles | ways.owners;
            }
        }
        now
    }

    /// Whether the other side certainly cannot end play behind this pseudo-legal move.
    #[inline]
    pub(in crate::rules) fn prepares_nothing(
        self,
        position: &Position,
        preparation: &Preparation,
        pseudo_move: &PseudoMove,
    ) -> bool {
        let &PseudoMove {
            from, to, captured, ..
        } = pseudo_move;
        let mover = position.piece_on(from);
        let judged = self.facts.checks_are_judged;
        let promotes = mover.walk().row().is_pawn() && self.promotion_squares().contains(to);
        let captures = captured.is_some();
        if pseudo_move.kind != Kind::Ordinary
            || from == to
            || mover.is_royal()
            || mover.is_neutral()
            || !self.facts.is_tame(mover, captures)
                && !self.facts.stays_elsewhere(mover, pseudo_move)
            || judged && !self.facts.is_plain(mover, captures)
            || promotes && (judged || !self.facts.holds(RuleFact::PromotionsAreListed))
        {
            return false;
        }
        let mut left = SquareSet::of(from);
        if let Some(on) = captured.filter(|&on| on != to) {
            left.insert(on);
        }
        if preparation.arrive.contains(to) || !(preparation.leave & left).is_empty() {
            return false;
        }
        let is_gone = |flight: &Flight| {
            let ways = &flight.ways;
            flight.on == to
                || (ways.hurdles | ways.owners).contains(to)
                || !(ways.lines & left).is_empty()
        };
        let flights = preparation.flights.found.iter().zip(preparation.alone);
        let mut gone = flights.filter(|(flight, _)| is_gone(flight));
        match (gone.next(), gone.next()) {
            (None, _) => true,
            (Some((_, alone)), None) => !alone,
            _ => false,
        }
    }
}
