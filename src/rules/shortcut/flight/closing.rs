//! Where a move may take flights from a king.

use super::{ANYWHERE, CoveredFlights, Flight, Flights};
use crate::board::{Square, SquareSet};
use crate::men::Piece;
use crate::position::{Position, Slot};
use crate::rules::Oracle;
use crate::rules::hooks::facts::{MoverAfter, RuleFact};
use crate::rules::hooks::hook::Actor;
use crate::rules::play::pseudo_move::PseudoMove;

/// Where a man has to arrive if no flight shall certainly be left.
#[derive(Clone, Debug)]
pub(in crate::rules) struct FlightTaker {
    quiet: SquareSet,
    capture: SquareSet,
    coverage: CoveredFlights,
    /// How many flights a capture has to take.
    spared: usize,
    /// Where it may become anything, however it arrives.
    special: SquareSet,
    /// The homes on one of which it is put behind a capture, if it is.
    homes: Option<SquareSet>,
    /// The king whose flights they are: a move that captures it, where rules allow one, leaves none.
    king: Square,
}

impl FlightTaker {
    /// Whether the pseudo-legal move may leave no flight.
    #[inline]
    pub(in crate::rules) fn may_close(&self, flights: &Flights, pseudo_move: &PseudoMove) -> bool {
        let &PseudoMove {
            from, to, captured, ..
        } = pseudo_move;
        if !pseudo_move.is_step()
            || from == to
            || captured == Some(self.king)
            || self.special.contains(to)
        {
            return true;
        }
        let is_taken = |at: Square, on: Square| {
            let flights = flights.found.iter().zip(&self.coverage.of);
            let stays = |(flight, taken): &(&Flight, &SquareSet)| {
                !taken.contains(at) && !flight.ways.lines.contains(on)
            };
            flights.filter(stays).count() < self.spared
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

impl Oracle<'_> {
    /// Where the man on `from` has to arrive if it may leave the king no flight.
    pub(in crate::rules) fn closing(
        self,
        flights: &Flights,
        position: &Position,
        from: Square,
    ) -> FlightTaker {
        let man = position.piece_on(from);
        let coverage = self.coverage(flights, position, from);
        let quiet = match self.lands(flights, man, false) {
            MoverAfter::AsItWas | MoverAfter::Changed => coverage.none,
            MoverAfter::PutsBack | MoverAfter::Away | MoverAfter::Anything => ANYWHERE,
        };
        let (capture, spared) = match self.lands(flights, man, true) {
            MoverAfter::AsItWas | MoverAfter::Changed => (coverage.none, 1),
            MoverAfter::PutsBack => (coverage.at_most_one, 2),
            MoverAfter::Away if man.walk().row().is_pawn() => (self.promotion_squares(), 1),
            MoverAfter::Away => (SquareSet::EMPTY, 1),
            MoverAfter::Anything => (ANYWHERE, usize::MAX),
        };
        let is_put = self.lands(flights, man, true) == MoverAfter::Away;
        let homes = is_put.then(|| self.homes(position, man, flights.by));
        let special = self.special_arrivals(man);
        FlightTaker {
            quiet: quiet | special,
            capture: capture | special,
            coverage,
            spared,
            special,
            homes,
            king: flights.king,
        }
    }

    /// Whether the man may leave no flight, touching one of these squares if they are given.
    pub(in crate::rules) fn may_serve(
        self,
        position: &Position,
        (flights, closing): (&Flights, &FlightTaker),
        actor: Actor,
        touching: Option<SquareSet>,
    ) -> bool {
        let walk = position.piece_on(actor.square).walk();
        let row = walk.row();
        let range = self.table.range(walk, actor.side, actor.square);
        let squares = (closing.quiet | closing.capture) & range & touching.unwrap_or(ANYWHERE);
        let hostile = self.generator().capturable(position, actor.side) & range;
        let opens = || {
            let mut flights = flights.found.iter();
            flights.any(|flight| !(flight.ways.lines & hostile).is_empty())
        };
        let goes_on = || {
            let puts = closing.homes.is_some();
            !hostile.is_empty()
                && (puts || !self.facts.holds(RuleFact::CapturesStay))
                && (puts
                    || !closing.capture.is_empty()
                    || hostile.contains(closing.king)
                    || opens())
        };
        !squares.is_empty()
            || goes_on()
            || row.captures_elsewhere()
            || row.captures_en_passant() && position.slot(Slot::EN_PASSANT) != 0
            || !self.facts.holds(RuleFact::OwnSteps)
            || self.generator().may_castle(position, actor)
    }

    /// Where a man may become what no walk tells, or more may happen.
    pub(super) fn special_arrivals(self, man: Piece) -> SquareSet {
        let effects = self.facts.special_arrivals(man);
        match man.walk().row().is_pawn() && !self.facts.holds(RuleFact::PromotionsAreListed) {
            true => effects | self.promotion_squares(),
            false => effects,
        }
    }

    /// What is known of the man's arrivals as far as flights are concerned.
    pub(super) fn lands(self, flights: &Flights, man: Piece, captures: bool) -> MoverAfter {
        match self.facts.mover_after(man, captures) {
            MoverAfter::PutsBack if !flights.may_put_back => MoverAfter::Anything,
            _ if self.facts.checks_are_judged && !self.facts.is_plain(man, captures) => {
                MoverAfter::Anything
            }
            mover_after => mover_after,
        }
    }
}
