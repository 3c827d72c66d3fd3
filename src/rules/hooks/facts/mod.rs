//! What the rules of a problem leave untouched: facts on which short cuts rely.
//!
//! **Invariant:** the facts follow from the installed hooks and the settings, by one table. Each
//! list has a row and each fact a column, so that neither a new list nor a new fact compiles until
//! somebody has said what the one does to the other.

mod scope;
mod table;

use crate::board::SquareSet;
use crate::men::Piece;
use crate::rules::hooks::hook::{EffectScope, Hooks, LegalHook};
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::short_cut::{ShortCut, ShortCuts};
pub(in crate::rules) use scope::{ByMover, MoverAfter};
use table::{FACTS, Table};
pub(in crate::rules) use table::{RuleFact, Settings};

/// Facts about the rules of a problem.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Facts {
    table: Table,
    /// Some rules let all moves stand that do not check.
    pub checks_are_judged: bool,
    /// Effects leave all men in their places, and of their sides and walks.
    marks_alone: bool,
    /// They leave all men in their places.
    places_stay: bool,
    /// They leave all men of their sides.
    sides_stay: bool,
    /// What the pseudo-legal move does not say concerns the moved man alone.
    pub tame: ByMover,
    /// It does what the pseudo-legal move says, at most with a promotion.
    pub plain: ByMover,
    /// The same, but that captured men may be put back somewhere.
    pub reborn: ByMover,
    /// The same while rules rest that say when.
    pub resting: ByMover,
    /// The same on arrivals other than these.
    pub elsewhere: ByMover,
    /// The squares on which rules have effects, where some have effects on these alone.
    pub arrivals: SquareSet,
    /// The same, but that a man that captured is put on one of its homes.
    pub away: ByMover,
    /// The same, but that a moved man that is not royal may change its sides.
    pub turned: ByMover,
    /// The moved man is where the pseudo-legal move says, whatever it has become.
    pub stays: ByMover,
    /// Ways bound what is in check only because it is known from where men capture, or where they
    /// do so otherwise.
    bounds_departures: bool,
    /// Observation asks geometry only, whether or not short cuts may use it: the order of last
    /// plies hangs on it.
    pub orders_last_plies: bool,
}

impl Facts {
    pub(in crate::rules) fn of(hooks: &Hooks, settings: &Settings) -> Facts {
        let within = |most: &[EffectScope]| ByMover::touching(hooks, most);
        let table = Table::of(hooks, settings);
        Facts {
            table,
            orders_last_plies: table.0[RuleFact::ObservationIsGeometry as usize],
            checks_are_judged: hooks.legal.iter().any(LegalHook::judges_checks),
            bounds_departures: !hooks.origins.is_empty() || !hooks.attack.is_empty(),
            marks_alone: hooks.have_effects_among(&[EffectScope::Marks]),
            places_stay: hooks.have_effects_among(&[
                EffectScope::Marks,
                EffectScope::Mover,
                EffectScope::MoverSide,
                EffectScope::Capturer,
            ]),
            sides_stay: hooks.have_effects_among(&[EffectScope::Marks, EffectScope::Mover]),
            tame: within(&[EffectScope::Mover]),
            plain: within(&[]),
            reborn: within(&[EffectScope::Rebirth]),
            resting: ByMover::beside(hooks, |hook| hook.rests.is_some()),
            elsewhere: ByMover::beside(hooks, |hook| hook.arrivals.is_some()),
            arrivals: hooks
                .after
                .iter()
                .filter_map(|hook| hook.arrivals)
                .fold(SquareSet::EMPTY, |all, more| all | more),
            away: within(&[EffectScope::Away]),
            turned: within(&[EffectScope::MoverSide, EffectScope::Capturer]),
            stays: within(&[
                EffectScope::Mover,
                EffectScope::MoverSide,
                EffectScope::Capturer,
            ]),
        }
    }

    /// No fact holds: nothing may be spared.
    const NONE: Facts = Facts {
        table: Table([false; FACTS]),
        checks_are_judged: false,
        bounds_departures: false,
        marks_alone: false,
        places_stay: false,
        sides_stay: false,
        tame: ByMover::NEVER,
        plain: ByMover::NEVER,
        reborn: ByMover::NEVER,
        resting: ByMover::NEVER,
        elsewhere: ByMover::NEVER,
        arrivals: SquareSet::EMPTY,
        away: ByMover::NEVER,
        turned: ByMover::NEVER,
        stays: ByMover::NEVER,
        orders_last_plies: false,
    };

    /// The facts that serve these short cuts.
    pub(in crate::rules) fn limited_to(self, short_cuts: ShortCuts) -> Facts {
        let mut facts = self;
        if short_cuts == ShortCuts::NONE {
            let orders_last_plies = self.orders_last_plies;
            return Facts {
                orders_last_plies,
                ..Facts::NONE
            };
        }
        let served = [
            (RuleFact::ObservationIsGeometry, ShortCut::Observation),
            (RuleFact::PseudoMovesAreFree, ShortCut::FreeMoves),
            (RuleFact::ParalysisIsKnown, ShortCut::Paralysers),
            (RuleFact::SafeIsLegal, ShortCut::SafeMoves),
            (RuleFact::NonCheckIsLegal, ShortCut::SafeMoves),
            (RuleFact::SquaresJudge, ShortCut::SafeMoves),
        ];
        for (fact, one) in served {
            facts.table.0[fact as usize] &= short_cuts.allow(one);
        }
        if facts.bounds_departures && !short_cuts.allow(ShortCut::Departures) {
            facts.table.0[RuleFact::GeometryBounds as usize] = false;
        }
        if !short_cuts.allow(ShortCut::PredictedMovers) {
            facts.away = ByMover::NEVER;
        }
        if !short_cuts.allow(ShortCut::QuietArrivals) {
            facts.elsewhere = ByMover::NEVER;
        }
        facts
    }

    /// Whether men go by walks of their own, but for royal men that are lent some; nothing but the
    /// moved and the captured man changes place, side or walk, and castlings and promotions are as
    /// in the game.
    pub(in crate::rules) fn keep_ways(&self) -> bool {
        self.holds(RuleFact::MovesAreUsual)
            && self.holds(RuleFact::OthersKeepWays)
            && self.marks_alone
    }

    /// Whether a ply brings no man to a place but the one that moves, or two by castling, and
    /// takes no more than one off the board.
    pub(in crate::rules) fn keep_places(&self) -> bool {
        self.holds(RuleFact::MovesAreUsual) && self.places_stay
    }

    /// Whether men stay of their sides.
    pub(in crate::rules) fn keep_sides(&self) -> bool {
        self.sides_stay
    }

    /// Whether a fact holds.
    #[inline]
    pub(in crate::rules) fn holds(&self, fact: RuleFact) -> bool {
        self.table.0[fact as usize]
    }

    /// Whether the pseudo-legal move of this man does no more than it says, but for a promotion.
    #[inline]
    pub(in crate::rules) fn has_no_side_effects(
        &self,
        mover: Piece,
        pseudo_move: &PseudoMove,
    ) -> bool {
        self.plain.by(mover).of(pseudo_move) || self.stays_elsewhere(mover, pseudo_move)
    }

    /// Whether the pseudo-legal move does as it says because it arrives where no rule has effects.
    #[inline]
    pub(in crate::rules) fn stays_elsewhere(&self, mover: Piece, pseudo_move: &PseudoMove) -> bool {
        self.elsewhere.by(mover).of(pseudo_move)
            && pseudo_move.is_step()
            && !self.arrivals.contains(pseudo_move.to)
    }

    /// Where rules have effects on a move of this man, if on some arrivals alone.
    #[inline]
    pub(in crate::rules) fn arrivals_with_effects(&self, mover: Piece) -> SquareSet {
        let elsewhere = self.elsewhere.by(mover);
        match elsewhere.quiet || elsewhere.capture {
            true => self.arrivals,
            false => SquareSet::EMPTY,
        }
    }

    /// The same, but none if they can but change its sides there, unless it is royal.
    #[inline]
    pub(in crate::rules) fn special_arrivals(&self, mover: Piece) -> SquareSet {
        let turned = self.turned.by(mover);
        match turned.quiet && turned.capture {
            true => SquareSet::EMPTY,
            false => self.arrivals_with_effects(mover),
        }
    }

    /// Whether all moves of all men do no more than they say, but for promotions.
    pub(in crate::rules) fn moves_are_plain(&self) -> bool {
        [self.plain.marked, self.plain.others]
            .iter()
            .all(|kind| kind.quiet && kind.capture)
    }

    /// Whether moves of this man, captures or not, do no more than they say, but for promotions.
    #[inline]
    pub(in crate::rules) fn is_plain(&self, mover: Piece, captures: bool) -> bool {
        self.plain.by(mover).if_captures(captures)
    }

    /// Whether what such moves do beside that concerns the moved man alone, which stays in its
    /// place and of its side.
    #[inline]
    pub(in crate::rules) fn is_tame(&self, mover: Piece, captures: bool) -> bool {
        self.tame.by(mover).if_captures(captures)
    }

    /// What is known of this man where it arrives, with or without capture.
    #[inline]
    pub(in crate::rules) fn mover_after(&self, mover: Piece, captures: bool) -> MoverAfter {
        let holds = |fact: &ByMover| fact.by(mover).if_captures(captures);
        if holds(&self.turned) {
            MoverAfter::AsItWas
        } else if holds(&self.stays) {
            MoverAfter::Changed
        } else if holds(&self.elsewhere) {
            MoverAfter::AsItWas
        } else if holds(&self.reborn) {
            MoverAfter::PutsBack
        } else if holds(&self.away) {
            MoverAfter::Away
        } else {
            MoverAfter::Anything
        }
    }

    /// Whether a quiet step changes nothing but the man itself, which its king does not mind.
    #[inline]
    pub(in crate::rules) fn stays_tame(&self, mover: Piece, lends: bool) -> bool {
        let tame = if lends { &self.plain } else { &self.tame };
        tame.by(mover).quiet || self.elsewhere.by(mover).quiet
    }

    /// Whether the moved man may change its sides unless it is royal, and nothing else happens
    /// that the pseudo-legal move does not say.
    #[inline]
    pub(in crate::rules) fn at_most_turns(&self, mover: Piece, pseudo_move: &PseudoMove) -> bool {
        self.turned.by(mover).of(pseudo_move)
    }

    /// Whether the captured man may be put back on the board and nothing else happens that the
    /// pseudo-legal move does not say, but for a promotion.
    #[inline]
    pub(in crate::rules) fn puts_back(&self, mover: Piece, pseudo_move: &PseudoMove) -> bool {
        self.reborn.by(mover).of(pseudo_move)
    }

    /// Whether a quiet step of a royal man is no more than that.
    #[inline]
    pub(in crate::rules) fn royal_steps_are_tame(&self, royal: Piece) -> bool {
        self.turned.by(royal).quiet
    }
}
