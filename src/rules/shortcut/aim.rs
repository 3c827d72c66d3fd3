//! Generation with an aim: leaves out most pseudo-legal moves that do not serve it.

use crate::board::{Side, Square, SquareSet};
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::hooks::facts::RuleFact;
use crate::rules::hooks::hook::Actor;
use crate::rules::play::generate::Departure;
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::shortcut::check_lines::CheckLines;
use crate::rules::shortcut::flight::Flights;

/// What pseudo-legal moves are wanted for.
#[derive(Clone, Copy, Default)]
pub(in crate::rules) struct Aim<'a> {
    /// What decides whether a man may check, if only checks matter and it is known.
    pub check: Option<&'a CheckLines>,
    /// Whether the other side shall have no move.
    pub ends_play: bool,
    /// Whether rules on single ways are asked later.
    pub unfiltered: bool,
}

impl Oracle<'_> {
    /// As [`pseudo_moves`](Generator::pseudo_moves), without most that do not serve the aim.
    pub(in crate::rules) fn pseudo_moves_to_reach(
        self,
        position: &mut Position,
        side: Side,
        aim: Aim<'_>,
        into: &mut Vec<PseudoMove>,
    ) {
        if self.judge().winner(position).is_some() {
            return;
        }
        self.generator()
            .pseudo_moves_of_nobody(position, side, into);
        let start = into.len();
        let mut flights = Flights::from(side);
        for from in self.generator().in_order(position, side) {
            self.pseudo_moves_of_man(position, (side, from), aim, &mut flights, into);
        }
        self.generator()
            .finish_pseudo_moves(position, side, start, into);
    }

    /// Those of one man, as [`pseudo_moves_to_reach`](Oracle::pseudo_moves_to_reach) tells. The flights
    /// of the other king are looked for when they are first needed.
    pub(in crate::rules) fn pseudo_moves_of_man(
        self,
        position: &mut Position,
        (side, from): (Side, Square),
        aim: Aim<'_>,
        flights: &mut Flights,
        into: &mut Vec<PseudoMove>,
    ) {
        let actor = Actor { square: from, side };
        let aim = match self.generator().compares_moves_of_side() {
            true => Aim::default(),
            false => aim,
        };
        let on = aim
            .check
            .and_then(|check_lines| self.checking_squares(position, check_lines, side, from));
        if on.is_some_and(SquareSet::is_empty) {
            return;
        }
        // What a rule adds may lead anywhere.
        let adds = self.generator().adds_moves_of(position.piece_on(from));
        let ends_play = aim.ends_play && !adds;
        // Flights take long to find where checks are judged, and of men that may check few do.
        let early =
            ends_play && (on.is_none() || flights.are_some() || !self.facts.checks_are_judged);
        if early {
            self.look_for_flights(position, flights);
        }
        let closes = early && flights.are_some();
        let mut closing = closes.then(|| self.closing(flights, position, from));
        if let Some(closing) = &closing
            && !self.may_serve(position, (flights, closing), actor, on)
        {
            return;
        }
        let start = into.len();
        // Rules on single ways are best asked about those that are left.
        let filters_late =
            !self.facts.holds(RuleFact::PseudoMovesAreFree) && self.generator().may_filter_late();
        match aim.unfiltered || filters_late {
            true => self.generator().ways_of(position, actor, into),
            false => self.generator().pseudo_moves_of(position, actor, into),
        }
        if let Some(on) = on {
            keep(into, start, |pseudo_move| touches(pseudo_move, on));
        }
        if ends_play && !early && into.len() > start {
            self.look_for_flights(position, flights);
            let closes = flights.are_some();
            closing = closes.then(|| self.closing(flights, position, from));
        }
        if let Some(closing) = closing {
            keep(into, start, |pseudo_move| {
                closing.may_close(flights, pseudo_move)
            });
        }
        if filters_late && !aim.unfiltered {
            let mut last = Departure::default();
            keep(into, start, |pseudo_move| {
                self.generator()
                    .lets_stand(position, side, pseudo_move, &mut last)
            });
        }
    }
}

/// Keeps of the pseudo-legal moves from `start` on those that may stay.
fn keep(into: &mut Vec<PseudoMove>, start: usize, mut may_stay: impl FnMut(&PseudoMove) -> bool) {
    let mut kept = start;
    for place in start..into.len() {
        let pseudo_move = into[place];
        if may_stay(&pseudo_move) {
            into[kept] = pseudo_move;
            kept += 1;
        }
    }
    into.truncate(kept);
}

/// Whether the pseudo-legal move arrives or captures on one of these squares.
fn touches(pseudo_move: &PseudoMove, on: SquareSet) -> bool {
    on.contains(pseudo_move.to)
        || pseudo_move
            .captured
            .is_some_and(|square| on.contains(square))
}
