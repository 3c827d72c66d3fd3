//! Flights: quiet steps of a king to which no hostile man has a way, and the moves behind which
//! one of them is certainly still there. Such moves end nothing.
//!
//! **Invariant:** whether a flight stays is told by squares alone: by those on which a change may
//! let a man that stands still observe it, and by those from which the moved man may.

mod closing;
mod preparation;

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Ways};
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::hooks::facts::RuleFact;
use crate::rules::play::moved::Moved;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::short_cut::ShortCut;
pub(in crate::rules) use preparation::Preparation;
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

/// The flights of a king. As this is large it is filled in place and lent, not returned.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Flights {
    /// The side that moves against them.
    by: Side,
    /// Where the king stands; of no account while none were found.
    king: Square,
    found: SmallVec<[Flight; ENOUGH]>,
    /// Whether captured men that are put back somewhere take no more than one flight.
    may_put_back: bool,
    were_looked_for: bool,
}

impl Flights {
    /// The flights that the king of the other side has from moves of `by`, not yet looked for.
    pub(in crate::rules) fn from(by: Side) -> Flights {
        Flights {
            by,
            king: Square::new(0),
            found: SmallVec::new(),
            may_put_back: false,
            were_looked_for: false,
        }
    }

    /// Whether there are any.
    pub(in crate::rules) fn are_some(&self) -> bool {
        !self.found.is_empty()
    }
}

/// For one man the squares on which it arrives without leaving at least one, two or three
/// flights.
#[derive(Clone, Debug, Default)]
struct CoveredFlights {
    /// By flight, the arrivals behind which it may be gone.
    of: [SquareSet; ENOUGH],
    none: SquareSet,
    at_most_one: SquareSet,
    at_most_two: SquareSet,
}

/// All squares there may be.
const ANYWHERE: SquareSet = SquareSet(!0);

impl Oracle<'_> {
    /// Finds the flights unless that was done before. Where the rules at work do not allow to foresee
    /// flights, none are found.
    #[inline]
    pub(in crate::rules) fn look_for_flights(self, position: &Position, flights: &mut Flights) {
        if !flights.were_looked_for {
            flights.were_looked_for = true;
            self.find_flights(position, flights);
        }
    }

    #[inline(never)]
    fn find_flights(self, position: &Position, flights: &mut Flights) {
        let by = flights.by;
        if let Some(king) = self.king_with_flights(position, !by) {
            let is_both = |square: Square| position.piece_on(square).is_neutral();
            // A man of `by` put back may observe several flights.
            let own_men_stay = || {
                let own = position.men_of(by);
                (self.generator().capturable(position, by) & own).is_empty()
            };
            flights.may_put_back = !self.facts.checks_are_judged
                && self.facts.holds(RuleFact::NobodyIsParalysed)
                && !self.table.needs_men()
                && !position.men_of(by).any(is_both)
                && own_men_stay();
            flights.king = king;
            self.add_flights(position, !by, king, &mut flights.found);
        }
    }

    /// The king of `side`, if it has just one and the rules at work allow to foresee its flights.
    fn king_with_flights(self, position: &Position, side: Side) -> Option<Square> {
        let by = !side;
        let royals = position.royals_of(side);
        let king = royals.first().filter(|_| !royals.has_several())?;
        let man = position.piece_on(king);
        // Behind moves of men whose ways are not known nothing is certain.
        let is_unknown = |from: Square| {
            self.table
                .goes_by_moving(position.piece_on(from).walk(), by)
        };
        let some_are_unknown =
            || self.table.some_go_by_moving() && position.men_of(by).any(is_unknown);
        let can_be_told = self.facts.holds(RuleFact::StepsStand)
            && !self.takes_otherwise()
            && self.allow(ShortCut::Flights)
            && !some_are_unknown()
            && !self.table.has_borrowers()
            && !self.judge().selects(side)
            && !man.is_neutral()
            && self.table.goes_by_leaps(man.walk(), side)
            && (self.facts.stays_tame(man, false) || self.facts.royal_steps_are_tame(man))
            && self.is_free_to_step(position, side, king);
        can_be_told.then_some(king)
    }

    /// Whether no man keeps the king from acting and, where checks are judged, no step of it can
    /// give check but by where it arrives.
    fn is_free_to_step(self, position: &Position, side: Side, king: Square) -> bool {
        let man = position.piece_on(king);
        let mut hostile = position.men_of(!side);
        let may_hold = |from: Square| {
            let other = position.piece_on(from);
            other.walk().row().is_pawn() || self.may_hold(man, other)
        };
        if !self.facts.holds(RuleFact::NobodyIsParalysed)
            && (!self.facts.moves_are_plain() || hostile.any(may_hold))
        {
            return false;
        }
        let royals = position.royals_of(!side);
        // Where more than squares decides what checks, any step may let a man check that could not.
        !self.facts.checks_are_judged
            || self.facts.holds(RuleFact::GeometryDecides)
                && !royals.has_several()
                && !royals
                    .into_iter()
                    .any(|royal| self.shields(position, king, royal))
    }

    /// Whether men of the side of the man on `from` may have ways to `royal` that its leaving
    /// opens, or need hurdles.
    fn shields(self, position: &Position, from: Square, royal: Square) -> bool {
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

    fn add_flights(
        self,
        position: &Position,
        side: Side,
        king: Square,
        found: &mut SmallVec<[Flight; ENOUGH]>,
    ) {
        let walk = position.piece_on(king).walk();
        let mut steps = self.table.quiet_arrivals(position, walk, side, king);
        steps &= !self.facts.special_arrivals(position.piece_on(king));
        if self.facts.checks_are_judged
            && let Some(royal) = position.royals_of(!side).first()
        {
            steps &= !self.table.reach(walk, side, royal);
        }
        for on in steps {
            found.extend(self.flight(position, side, king, on));
            if found.len() == ENOUGH {
                break;
            }
        }
    }

    fn flight(self, position: &Position, side: Side, king: Square, on: Square) -> Option<Flight> {
        let by = !side;
        let step = PseudoMove::ordinary(king, on, None);
        if !self.judge().fixed_line_is_open(position, side, &step) {
            return None;
        }
        let men = Moved::new(position, &step);
        let mut ways = Ways::default();
        for from in men.men_of(by) & self.table.reach_of_any(by, on) {
            let walk = position.piece_on(from).walk();
            if !self.table.reach(walk, by, on).contains(from) {
                continue;
            }
            if self.table.captures_on(&men, walk, by, from, on) {
                return None;
            }
            if !self.table.is_leaper(walk, by) {
                ways |= self.table.ways_from(walk, by, from, on);
            }
        }
        ways.lines |= self.needed_company(position, men.occupied(), on)?;
        Some(Flight { on, ways })
    }

    /// The men that must not leave if the king shall be in company on a square where rules ask
    /// for that; none if it is not. Two of several may leave, or four where men go on or vanish.
    fn needed_company(self, position: &Position, men: SquareSet, on: Square) -> Option<SquareSet> {
        let elsewhere = |from: Square| position.piece_on(from).walk().row().captures_elsewhere();
        let mut needed = SquareSet::EMPTY;
        for near in self.company_about(position, on) {
            let others = near & men & !SquareSet::of(on);
            let usual = self.facts.holds(RuleFact::CapturesStay)
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
    fn coverage(self, flights: &Flights, position: &Position, from: Square) -> CoveredFlights {
        let by = flights.by;
        let man = position.piece_on(from);
        let walk = man.walk();
        let then = self.walk_behind_any(man);
        let promotes = walk.row().is_pawn();
        let mut coverage = CoveredFlights {
            none: ANYWHERE,
            at_most_one: ANYWHERE,
            at_most_two: ANYWHERE,
            ..CoveredFlights::default()
        };
        for (flight, of) in flights.found.iter().zip(&mut coverage.of) {
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
            *of = taken;
        }
        coverage
    }

    /// The arrivals of a royal man where the step to this flight might check it.
    fn unsafe_for_royal(
        self,
        flights: &Flights,
        position: &Position,
        from: Square,
        on: Square,
    ) -> SquareSet {
        let side = !flights.by;
        let Some(king) = position.royals_of(side).first() else {
            return SquareSet::EMPTY;
        };
        let walk = position.piece_on(king).walk();
        let range = self
            .table
            .range(position.piece_on(from).walk(), flights.by, from);
        let is_unsafe = |&to: &Square| {
            self.table.reach(walk, side, to).contains(on) || self.shields(position, king, to)
        };
        range.filter(is_unsafe).collect()
    }
}
