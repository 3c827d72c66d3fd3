//! Flights: quiet steps of a king to which no hostile man has a way, and the moves behind which
//! one of them is certainly still there. Such moves end nothing.
//!
//! **Invariant:** whether a flight stays is told by squares alone: by those on which a change may
//! let a man that stands still observe it, and by those from which the moved man may.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, Step, Ways, Which};
use crate::position::{Position, Slot};
use crate::problem::Goal;
use crate::rules::Rules;
use crate::rules::hooks::facts::Landing;
use crate::rules::hooks::hook::Actor;
use crate::rules::play::candidate::{Candidate, Kind};
use crate::rules::play::moved::Moved;
use crate::rules::short_cut::ShortCut;
use crate::rules::shortcut::check_lines::Influence;
use smallvec::SmallVec;

/// More flights than these are not looked for.
const ENOUGH: usize = 6;

/// A square to which the king may step.
#[derive(Clone, Copy, Debug)]
struct Flight {
    on: Square,
    /// Where a change may let a man that stands still observe it.
    ways: Ways,
}

/// The flights of a king.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Flights {
    king: Square,
    /// The side that moves against them.
    by: Side,
    found: SmallVec<[Flight; ENOUGH]>,
    /// Whether captured men that are put back somewhere take no more than one flight.
    may_put_back: bool,
}

impl Flights {
    /// Whether there are any.
    pub(in crate::rules) fn are_some(&self) -> bool {
        !self.found.is_empty()
    }
}

/// For one man the squares on which it arrives without leaving at least one, two or three
/// flights.
#[derive(Clone, Debug, Default)]
struct Coverage {
    /// By flight, the arrivals behind which it may be gone.
    of: SmallVec<[SquareSet; ENOUGH]>,
    none: SquareSet,
    at_most_one: SquareSet,
    at_most_two: SquareSet,
}

/// Where a man has to arrive if no flight shall certainly be left.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Closing {
    quiet: SquareSet,
    capture: SquareSet,
    /// By flight, where it may be gone by an arrival, and where by the loss of a man.
    of: SmallVec<[[SquareSet; 2]; ENOUGH]>,
    /// How many flights a capture has to take.
    spared: usize,
    /// The homes on one of which it is put behind a capture, if it is.
    homes: Option<SquareSet>,
}

impl Closing {
    /// Whether the candidate may leave no flight.
    #[inline]
    pub(in crate::rules) fn may_close(&self, candidate: &Candidate) -> bool {
        let &Candidate {
            from, to, captured, ..
        } = candidate;
        if !candidate.is_step() || from == to {
            return true;
        }
        let is_taken = |at: Square, on: Square| {
            let stays = |[by, lines]: &&[SquareSet; 2]| !by.contains(at) && !lines.contains(on);
            self.of.iter().filter(stays).count() < self.spared
        };
        match (captured, self.homes) {
            (None, _) => self.quiet.contains(to),
            (Some(on), Some(mut homes)) => {
                self.capture.contains(to) || homes.any(|home| is_taken(home, on))
            }
            (Some(on), None) if on == to => self.capture.contains(to),
            (Some(on), None) => is_taken(to, on),
        }
    }
}

/// All squares there may be.
const ANYWHERE: SquareSet = SquareSet(!0);

impl Rules {
    /// The flights of the king of `side`; none if nothing can be told of them.
    pub(in crate::rules) fn flights(&self, position: &Position, side: Side) -> Option<Flights> {
        let by = !side;
        let royals = position.royals_of(side);
        let king = royals.first().filter(|_| royals.len() == 1)?;
        let man = position.piece_on(king);
        // Behind moves of men whose ways are not known nothing is certain.
        let is_unknown = |from: Square| {
            self.table
                .goes_by_moving(position.piece_on(from).walk(), by)
        };
        if !self.facts.steps_stand()
            || !self.allow(ShortCut::Flights)
            || position.men_of(by).any(is_unknown)
            || self.table.has_borrowers()
            || self.selects(side)
            || man.is_neutral()
            || !self.table.goes_by_leaps(man.walk(), side)
            || !self.facts.stays_tame(man, false) && !self.facts.royal_steps_are_tame(man)
            || !self.is_free_to_step(position, side, king)
        {
            return None;
        }
        let is_both = |square: Square| position.piece_on(square).is_neutral();
        Some(Flights {
            king,
            by,
            found: self.found_flights(position, side, king),
            may_put_back: !self.facts.checks_are_judged
                && self.facts.nobody_is_held()
                && !self.table.needs_men()
                && !position.men_of(by).any(is_both),
        })
    }

    /// Whether no man keeps the king from acting and, where checks are judged, no step of it can
    /// give check but by where it arrives.
    fn is_free_to_step(&self, position: &Position, side: Side, king: Square) -> bool {
        let man = position.piece_on(king);
        let mut hostile = position.men_of(!side);
        let may_hold = |from: Square| {
            let other = position.piece_on(from);
            other.walk().row().is_pawn() || self.may_hold(man, other)
        };
        if !self.facts.nobody_is_held() && (!self.facts.moves_are_plain() || hostile.any(may_hold))
        {
            return false;
        }
        let royals = position.royals_of(!side);
        // Where more than squares decides what checks, any step may let a man check that could not.
        !self.facts.checks_are_judged
            || self.facts.geometry_decides()
                && royals.len() <= 1
                && !royals
                    .into_iter()
                    .any(|royal| self.shields(position, king, royal))
    }

    /// Whether men of the side of the man on `from` may have ways to `royal` that its leaving
    /// opens, or need hurdles.
    fn shields(&self, position: &Position, from: Square, royal: Square) -> bool {
        let side = match position.men_of(Side::White).contains(from) {
            true => Side::White,
            false => Side::Black,
        };
        position.men_of(side).any(|other| {
            let walk = position.piece_on(other).walk();
            let ways = self.table.ways(walk, side, royal);
            other != from && (ways.lines.contains(from) || !ways.hurdles.is_empty())
        })
    }

    fn found_flights(
        &self,
        position: &Position,
        side: Side,
        king: Square,
    ) -> SmallVec<[Flight; ENOUGH]> {
        let walk = position.piece_on(king).walk();
        let mut steps = SquareSet::EMPTY;
        self.table.steps(
            position,
            walk,
            side,
            king,
            Which::Quiet,
            &mut |step: Step| {
                if step.captured.is_none() && step.passed.is_none() && step.to != king {
                    steps.insert(step.to);
                }
            },
        );
        if self.facts.checks_are_judged
            && let Some(royal) = position.royals_of(!side).first()
        {
            steps &= !self.table.reach(walk, side, royal);
        }
        let flights = steps.filter_map(|on| self.flight(position, side, king, on));
        flights.take(ENOUGH).collect()
    }

    fn flight(&self, position: &Position, side: Side, king: Square, on: Square) -> Option<Flight> {
        let by = !side;
        let step = Candidate::ordinary(king, on, None);
        if !self.fixed_line_is_open(position, side, &step) {
            return None;
        }
        let men = Moved::new(position, &step);
        let mut ways = Ways::default();
        for from in men.men_of(by) & self.table.reach_of_any(by, on) {
            let walk = position.piece_on(from).walk();
            if self.table.captures_on(&men, walk, by, from, on) {
                return None;
            }
            if !self.table.is_leaper(walk, by) && self.table.reach(walk, by, on).contains(from) {
                ways |= self.table.ways_from(walk, by, from, on);
            }
        }
        ways.lines |= self.needed_company(position, men.occupied(), on)?;
        Some(Flight { on, ways })
    }

    /// The men that must not leave if the king shall be in company on a square where rules ask
    /// for that; none if it is not. Two of several may leave, or four where men go on or vanish.
    fn needed_company(&self, position: &Position, men: SquareSet, on: Square) -> Option<SquareSet> {
        let elsewhere = |from: Square| position.piece_on(from).walk().row().captures_elsewhere();
        let mut needed = SquareSet::EMPTY;
        for near in self.company_about(position, on) {
            let others = near & men & !SquareSet::of(on);
            let usual = self.facts.captures_stay()
                && self.facts.moves_are_plain()
                && !position.men().any(elsewhere);
            let most = if usual { 2 } else { 4 };
            if others.is_empty() {
                return None;
            }
            if others.len() <= most {
                needed |= others;
            }
        }
        Some(needed)
    }

    /// Where the man on `from` takes flights by arriving.
    fn coverage(&self, flights: &Flights, position: &Position, from: Square) -> Coverage {
        let by = flights.by;
        let man = position.piece_on(from);
        let walk = man.walk();
        let then = self.walk_behind_any(man);
        let promotes = walk.row().is_pawn();
        let mut coverage = Coverage {
            none: ANYWHERE,
            at_most_one: ANYWHERE,
            at_most_two: ANYWHERE,
            ..Coverage::default()
        };
        for flight in &flights.found {
            let any = self.table.reach_of_any(by, flight.on);
            let reach = match then {
                Some(then) if promotes => {
                    self.table.reach(then, by, flight.on) | any & self.promotion_squares()
                }
                Some(then) => self.table.reach(then, by, flight.on),
                None => any,
            };
            let mut taken = match flight.ways.lines.contains(from) {
                true => ANYWHERE,
                false => {
                    reach | flight.ways.hurdles | flight.ways.owners | SquareSet::of(flight.on)
                }
            };
            if self.facts.checks_are_judged && man.is_royal() {
                taken |= self.unsafe_for_royal(flights, position, from, flight.on);
            }
            coverage.at_most_two &= taken | coverage.at_most_one;
            coverage.at_most_one &= taken | coverage.none;
            coverage.none &= taken;
            coverage.of.push(taken);
        }
        coverage
    }

    /// The arrivals of a royal man where the step to this flight might check it.
    fn unsafe_for_royal(
        &self,
        flights: &Flights,
        position: &Position,
        from: Square,
        on: Square,
    ) -> SquareSet {
        let (king, side) = (flights.king, !flights.by);
        let walk = position.piece_on(king).walk();
        let range = self
            .table
            .range(position.piece_on(from).walk(), flights.by, from);
        let is_unsafe = |&to: &Square| {
            self.table.reach(walk, side, to).contains(on) || self.shields(position, king, to)
        };
        range.filter(is_unsafe).collect()
    }

    /// Where the man on `from` has to arrive if it may leave the king no flight.
    pub(in crate::rules) fn closing(
        &self,
        flights: &Flights,
        position: &Position,
        from: Square,
    ) -> Closing {
        let man = position.piece_on(from);
        let coverage = self.coverage(flights, position, from);
        let quiet = match self.lands(flights, man, false) {
            Landing::AsItWas | Landing::Changed => coverage.none,
            Landing::PutsBack | Landing::Away | Landing::Anything => ANYWHERE,
        };
        let (capture, spared) = match self.lands(flights, man, true) {
            Landing::AsItWas | Landing::Changed => (coverage.none, 1),
            Landing::PutsBack => (coverage.at_most_one, 2),
            Landing::Away if man.walk().row().is_pawn() => (self.promotion_squares(), 1),
            Landing::Away => (SquareSet::EMPTY, 1),
            Landing::Anything => (ANYWHERE, usize::MAX),
        };
        let is_put = self.lands(flights, man, true) == Landing::Away;
        let homes = is_put.then(|| self.homes(position, man, flights.by));
        let special = self.special_arrivals(man);
        let flights = flights.found.iter().zip(&coverage.of);
        Closing {
            quiet: quiet | special,
            capture: capture | special,
            of: flights
                .map(|(flight, taken)| [*taken, flight.ways.lines])
                .collect(),
            spared,
            homes,
        }
    }

    /// Whether the man may leave no flight, touching one of these squares if they are given.
    pub(in crate::rules) fn may_serve(
        &self,
        position: &Position,
        closing: &Closing,
        actor: Actor,
        touching: Option<SquareSet>,
    ) -> bool {
        let walk = position.piece_on(actor.square).walk();
        let row = walk.row();
        let range = self.table.range(walk, actor.side, actor.square);
        let squares = (closing.quiet | closing.capture) & range & touching.unwrap_or(ANYWHERE);
        let hostile = position.men_of(!actor.side) & range;
        let opens = || {
            closing
                .of
                .iter()
                .any(|[_, lines]| !(*lines & hostile).is_empty())
        };
        let goes_on = || {
            let puts = closing.homes.is_some();
            !hostile.is_empty()
                && (puts || !self.facts.captures_stay())
                && (puts || !closing.capture.is_empty() || opens())
        };
        !squares.is_empty()
            || goes_on()
            || row.captures_elsewhere()
            || row.captures_en_passant() && position.slot(Slot::EN_PASSANT) != 0
            || !self.facts.goes_by_steps()
            || self.may_castle(position, actor)
    }

    /// Where a man may become what no walk tells.
    fn special_arrivals(&self, man: Piece) -> SquareSet {
        match man.walk().row().is_pawn() && !self.facts.promotions_are_listed() {
            true => self.promotion_squares(),
            false => SquareSet::EMPTY,
        }
    }

    /// What is known of the man's arrivals as far as flights are concerned.
    fn lands(&self, flights: &Flights, man: Piece, captures: bool) -> Landing {
        match self.facts.landing(man, captures) {
            Landing::PutsBack if !flights.may_put_back => Landing::Anything,
            _ if self.facts.checks_are_judged && !self.facts.is_plain(man, captures) => {
                Landing::Anything
            }
            landing => landing,
        }
    }
}

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
    fn note(&mut self, coverage: &Coverage, none: SquareSet, one: SquareSet) -> bool {
        for (alone, taken) in self.alone.iter_mut().zip(&coverage.of) {
            *alone |= !(one & !*taken).is_empty();
        }
        none.is_empty()
    }
}

impl Rules {
    /// What moves of `side` have to do if the other side shall be able to reach the goal at once,
    /// as far as that is told by the flights of its king.
    pub(in crate::rules) fn preparation(
        &self,
        position: &Position,
        goal: Goal,
        side: Side,
    ) -> Option<Preparation> {
        let row = self.goal_facts(goal);
        let by = !side;
        let may_castle = |square: Square| self.may_castle(position, Actor { square, side: by });
        let is_told = |on: Square| self.facts.is_tame(position.piece_on(on), false);
        let mut others = position.men_of(side) & !position.royals_of(side);
        if !row.ends_play
            || !self.allow(ShortCut::GoalFacts)
            || !self.allow(ShortCut::Preparation)
            || !others.any(is_told)
            || row.allows_own_check
            // Behind a move of this side other men may be kept from acting than now.
            || !self.facts.nobody_is_held()
            || self.adds_candidates()
            || !self.facts.men_add_nothing()
            || self.null_moves
            || position.royals_of(by).any(may_castle)
        {
            return None;
        }
        let flights = self.flights(position, side)?;
        if flights.found.is_empty() {
            return None;
        }
        // Where rules say which captures stand, a check may come from anywhere.
        let checks = match row.needs_check && self.facts.captures_stand() {
            true => self.outlook_on_check(position, by),
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
        &self,
        position: &Position,
        checks: &Influence,
        by: Side,
        from: Square,
    ) -> SquareSet {
        let man = position.piece_on(from);
        let walk = man.walk();
        if (checks.lines | checks.releases).contains(from) || checks.royals.contains(from) {
            return ANYWHERE;
        }
        let then = self.walk_behind_any(man);
        let mut arrivals = checks.hurdles | checks.owners | checks.releases;
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
        &self,
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
        let elsewhere = !self.facts.captures_stay() || walk.row().captures_elsewhere();
        let goes_on = elsewhere || matches!(captures, Landing::Away | Landing::Anything);
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
            false if captures == Landing::Anything => return false,
            false if elsewhere => checking,
            false if promotes => return false,
            false => checking & (range | self.homes(position, man, by)),
        };
        if arrivals.is_empty() {
            return true;
        }
        let opens = |flight: &Flight| !(flight.ways.lines & now).is_empty();
        if quiet == Landing::Anything
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
        if captures != Landing::PutsBack {
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
        &self,
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

    /// Whether the other side certainly cannot end play behind this candidate.
    #[inline]
    pub(in crate::rules) fn prepares_nothing(
        &self,
        position: &Position,
        preparation: &Preparation,
        candidate: &Candidate,
    ) -> bool {
        let &Candidate {
            from, to, captured, ..
        } = candidate;
        let mover = position.piece_on(from);
        let judged = self.facts.checks_are_judged;
        let promotes = mover.walk().row().is_pawn() && self.promotion_squares().contains(to);
        let captures = captured.is_some();
        if candidate.kind != Kind::Ordinary
            || from == to
            || mover.is_royal()
            || mover.is_neutral()
            || !self.facts.is_tame(mover, captures)
            || judged && !self.facts.is_plain(mover, captures)
            || promotes && (judged || !self.facts.promotions_are_listed())
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
