//! Check lines: the squares on which changes may open a way to a royal man.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, Ways};
use crate::position::Position;
use crate::problem::Goal;
use crate::rules::Oracle;
use crate::rules::hooks::facts::RuleFact;
use crate::rules::hooks::hook::{Actor, Ring};
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::short_cut::ShortCut;

/// The squares that matter for attacks on royal men of one side; pseudo-legal moves that touch none of
/// them neither give nor uncover a check.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct CheckLines {
    /// The royal men's squares.
    pub royals: SquareSet,
    /// Men that leave these may open a way to them.
    pub lines: SquareSet,
    /// Men that arrive on these may, too.
    pub hurdles: SquareSet,
    /// Men that take the place of others on these may, too.
    pub owners: SquareSet,
    /// Any change on these may let a man act that has a way already.
    pub unparalysing: SquareSet,
}

impl CheckLines {
    /// Adds squares on which men decide whether a walk observes a royal man.
    #[inline]
    pub(super) fn add(&mut self, ways: Ways) {
        self.lines |= ways.lines;
        self.hurdles |= ways.hurdles;
        self.owners |= ways.owners;
    }

    /// Whether the pseudo-legal move might let a man other than the one that moves observe a royal man.
    #[inline]
    pub(in crate::rules) fn opens(&self, pseudo_move: &PseudoMove) -> bool {
        let replaces = pseudo_move.captured == Some(pseudo_move.to);
        let arrivals = if replaces { self.owners } else { self.hurdles };
        let leave = self.lines | self.unparalysing;
        leave.contains(pseudo_move.from)
            || (arrivals | self.unparalysing).contains(pseudo_move.to)
            || pseudo_move
                .captured
                .is_some_and(|on| on != pseudo_move.to && leave.contains(on))
    }

    /// Whether the pseudo-legal move changes anything on the ways to the royal men.
    #[inline]
    pub(in crate::rules) fn is_touched(&self, pseudo_move: &PseudoMove) -> bool {
        let touches = |square: Square| self.lines.contains(square);
        touches(pseudo_move.from)
            || touches(pseudo_move.to)
            || pseudo_move.captured.is_some_and(touches)
    }
}

impl Oracle<'_> {
    pub(in crate::rules) fn check_lines(self, position: &Position, by: Side) -> CheckLines {
        let royals = position.royals_of(!by);
        let mut check_lines = CheckLines {
            royals,
            lines: SquareSet::EMPTY,
            hurdles: SquareSet::EMPTY,
            owners: SquareSet::EMPTY,
            unparalysing: SquareSet::EMPTY,
        };
        let men = position.men_of(by);
        if self.takes_otherwise() {
            for royal in royals {
                self.add_departures(position, by, royal, &mut check_lines);
            }
            return check_lines;
        }
        for royal in royals {
            for from in men & self.table.reach_of_any(by, royal) {
                let walk = position.piece_on(from).walk();
                let near = self.table.reach(walk, by, royal);
                if !self.table.is_leaper(walk, by) && near.contains(from) {
                    check_lines.add(self.table.ways_from(walk, by, from, royal));
                }
            }
        }
        check_lines
    }

    /// What decides whether a pseudo-legal move of `by` can give check at all; none where that is no
    /// matter of ways alone, or where a way is open already and some rule holds the check back.
    pub(in crate::rules) fn lines_of_check(
        self,
        position: &Position,
        by: Side,
    ) -> Option<CheckLines> {
        if !self.facts.holds(RuleFact::GeometryBounds) || !self.allow(ShortCut::GivesCheck) {
            return None;
        }
        let mut check_lines = self.check_lines(position, by);
        let mut royals = check_lines.royals;
        let unparalysing = &mut check_lines.unparalysing;
        let held_back = !self.facts.holds(RuleFact::GeometryDecides)
            && royals.any(|royal| {
                let mut stop =
                    |square| !self.is_paralysed(position, Actor { square, side: by }, unparalysing);
                self.judge().find_way(position, royal, by, &mut stop)
            });
        (!held_back).then_some(check_lines)
    }

    /// Of these squares, all that are empty, those on which a side might mate a royal man that is
    /// put there as the only one, as far as ways and its steps to others of them tell. For a rule
    /// with effects that rests meanwhile.
    pub fn squares_of_mates(
        self,
        position: &Position,
        squares: SquareSet,
        royal: Piece,
        by: Side,
    ) -> SquareSet {
        // The man put there may lend a walk to another.
        if !self.facts.holds(RuleFact::GeometryBounds)
            || !self.allow(ShortCut::GivesCheck)
            || !self.judge().usable_goal_facts(Goal::Mate).needs_check
            || self.table.has_borrowers()
        {
            return squares;
        }
        let is_reached = |on: &Square| self.judge().find_way(position, *on, by, &mut |_| true);
        let reached: SquareSet = squares.filter(is_reached).collect();
        if !self.may_step_away(royal, by) {
            return reached;
        }
        let safe = squares & !reached;
        let stays = |on: &Square| (self.table.range(royal.walk(), !by, *on) & safe).is_empty();
        reached.filter(stays).collect()
    }

    /// Whether each step of a royal man to a square that nobody reaches is legal, the only rule
    /// that rests now and then being at rest.
    fn may_step_away(self, royal: Piece, by: Side) -> bool {
        self.allow(ShortCut::Flights)
            && self.judge().usable_goal_facts(Goal::Mate).ends_play
            && self.facts.holds(RuleFact::StepsStand)
            && !self.takes_otherwise()
            && self.facts.holds(RuleFact::NobodyIsParalysed)
            && !self.facts.checks_are_judged
            && self.one_rule_rests_alone()
            && self.table.goes_by_leaps(royal.walk(), !by)
            && self.facts.resting.by(royal).quiet
    }

    /// Whether a man may not act, as long as nothing changes on squares that are then added to
    /// these.
    pub(in crate::rules) fn is_paralysed(
        self,
        position: &Position,
        actor: Actor,
        unparalysing: &mut SquareSet,
    ) -> bool {
        let (square, by) = (actor.square, !actor.side);
        let man = position.piece_on(square);
        let mut note = |from: Square| {
            let holder = position.piece_on(from);
            let is_paralysed = self.holds(man, holder);
            if is_paralysed {
                let ways = self.table.ways_from(holder.walk(), by, from, square);
                *unparalysing |= ways.lines | ways.hurdles | ways.owners;
                unparalysing.insert(from);
            }
            is_paralysed
        };
        self.facts.holds(RuleFact::ParalysisIsKnown)
            && self
                .judge()
                .find_observer(position, square, by, Ring::Geometry, &mut note)
    }
}
