//! Observation: who could capture on a square, asked in rings.

mod lines;
mod view;

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, Step, WalkId, Which};
use crate::position::Position;
use crate::rules::Judge;
use crate::rules::hooks::facts::RuleFact;
use crate::rules::hooks::hook::{Actor, Purpose, Ring, Walks};
use crate::rules::judge::elsewhere::Prey;
use crate::rules::play::pseudo_move::PseudoMove;
use smallvec::{SmallVec, smallvec};

/// The ways to capture one man; rarely more than one, so they need no allocation.
pub(in crate::rules) type Captures = SmallVec<[PseudoMove; 2]>;

/// The men of a position as one of them sees them.
pub(in crate::rules) struct Seen<'a> {
    position: &'a Position,
    /// Those it takes notice of.
    men: SquareSet,
    /// For whom it acts.
    side: Side,
    /// Those that it may capture.
    hostile: SquareSet,
}

impl Men for Seen<'_> {
    fn on(&self, square: Square) -> Piece {
        if self.men.contains(square) {
            self.position.piece_on(square)
        } else {
            Piece::NONE
        }
    }

    fn occupied(&self) -> SquareSet {
        self.position.men() & self.men
    }

    fn men_of(&self, side: Side) -> SquareSet {
        match side == self.side {
            true => self.position.men_of(side) & self.men,
            false => self.hostile & self.men,
        }
    }
}

impl Judge<'_> {
    /// Shows the observers of `target` one by one until `stop` says so.
    pub(in crate::rules) fn find_observer(
        self,
        position: &Position,
        target: Square,
        by: Side,
        ring: Ring,
        stop: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        // Nobody can be lent a walk that is not laid out.
        let near = self.table.reach_of_any(by, target);
        for from in position.men_of(by) & near {
            let man = position.piece_on(from);
            if self.borrows(man) {
                let actor = Actor {
                    square: from,
                    side: by,
                };
                if from != target && self.observes(position, actor, target, ring) && stop(from) {
                    return true;
                }
                continue;
            }
            let walk = man.walk();
            if self.table.reach(walk, by, target).contains(from)
                && self.is_observer(position, walk, from, target, by, ring)
                && stop(from)
            {
                return true;
            }
        }
        false
    }

    /// Whether the man on `from` with this walk, in whose reach it is, observes `target`.
    #[inline]
    fn is_observer(
        self,
        position: &Position,
        walk: WalkId,
        from: Square,
        target: Square,
        by: Side,
        ring: Ring,
    ) -> bool {
        let actor = Actor {
            square: from,
            side: by,
        };
        from != target
            && self.could_capture_on(position, walk, actor, target)
            && self.admits(position, walk, actor, target, ring)
    }

    /// Shows the observers of `target` with this walk of their own one by one until `stop` says
    /// so. Not for rules under which men borrow walks.
    #[inline]
    fn find_observer_with(
        self,
        position: &Position,
        walk: WalkId,
        target: Square,
        by: Side,
        ring: Ring,
        stop: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        let near = position.men_of(by) & self.table.reach(walk, by, target);
        position
            .with_walk_among(walk, near)
            .any(|from| self.is_observer(position, walk, from, target, by, ring) && stop(from))
    }

    /// Shows the men of `by` that have a way to `target`, all rules aside, one by one until
    /// `stop` says so.
    pub(in crate::rules) fn find_way(
        self,
        position: &Position,
        target: Square,
        by: Side,
        stop: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        let near = match self.oracle().takes_otherwise() {
            true => position.men_of(by),
            false => position.men_of(by) & self.table.reach_of_any(by, target),
        };
        let has_way = |&from: &Square| {
            let walk = position.piece_on(from).walk();
            self.has_way(position, walk, by, from, target)
        };
        near.filter(has_way).any(stop)
    }

    /// Whether a man of `by` with this walk has a way to `target`, all rules aside but what it
    /// sees.
    #[inline]
    pub(in crate::rules) fn has_way(
        self,
        position: &Position,
        walk: WalkId,
        by: Side,
        from: Square,
        target: Square,
    ) -> bool {
        let actor = Actor {
            square: from,
            side: by,
        };
        let man = position.piece_on(from);
        from != target
            && match self.oracle().takes_otherwise() {
                true => self
                    .oracle()
                    .has_some_way(position, position, (man, by, from), target),
                false => self.could_capture_on(position, walk, actor, target),
            }
    }

    fn observes(self, position: &Position, actor: Actor, target: Square, ring: Ring) -> bool {
        let observes = |walk: WalkId| {
            self.could_capture_on(position, walk, actor, target)
                && self.admits(position, walk, actor, target, ring)
        };
        let man = position.piece_on(actor.square);
        if !self.borrows(man) {
            return observes(man.walk());
        }
        self.walks_of(position, actor, Purpose::Observe(ring))
            .into_iter()
            .any(observes)
    }

    /// Whether the rules of this ring let the geometrical observation stand.
    pub(in crate::rules) fn admits(
        self,
        position: &Position,
        walk: WalkId,
        actor: Actor,
        target: Square,
        ring: Ring,
    ) -> bool {
        if self.facts.holds(RuleFact::ObservationIsGeometry) {
            return true;
        }
        let lines = self.hooks.line.iter().any(|hook| hook.ring <= ring)
            || !self.hooks.fixed_line.is_empty();
        let captures = ring >= Ring::Capture && !self.hooks.capture.is_empty();
        (ring < Ring::Actor || !self.is_forbidden(position, actor))
            && (!(lines || captures)
                || self
                    .captures_of(position, walk, actor, target)
                    .iter()
                    .any(|pseudo_move| {
                        self.line_is_open(position, ring, actor.side, pseudo_move)
                            && (!captures
                                || self.capture_is_allowed(position, actor.side, pseudo_move))
                    }))
    }

    /// The pseudo-legal moves by which this man would capture on `target` with this walk.
    pub(in crate::rules) fn captures_of(
        self,
        position: &Position,
        walk: WalkId,
        actor: Actor,
        target: Square,
    ) -> Captures {
        if !walk.row().captures_elsewhere() {
            return smallvec![PseudoMove::ordinary(actor.square, target, Some(target))];
        }
        let mut found = Captures::new();
        let (from, side) = (actor.square, actor.side);
        let mut add = |step: Step| {
            if step.captured == Some(target) {
                found.push(PseudoMove::ordinary(from, step.to, step.captured));
            }
        };
        let which = Which::Captures;
        match self.seen_by(position, actor) {
            None => {
                let men = Prey {
                    men: position,
                    on: target,
                    side: !side,
                };
                self.table.steps(&men, walk, side, from, which, &mut add);
            }
            Some(seen) => self.table.steps(&seen, walk, side, from, which, &mut add),
        }
        found
    }

    /// Whether the walk could capture on `target`, as far as the man sees.
    #[inline]
    pub(in crate::rules) fn could_capture_on(
        self,
        position: &Position,
        walk: WalkId,
        actor: Actor,
        target: Square,
    ) -> bool {
        let (from, side) = (actor.square, actor.side);
        let minds_others = self.hooks.sight.is_some()
            || !self.hooks.sides.is_empty() && self.table.goes_by_sides(walk, side);
        let seen = minds_others.then(|| self.seen_by(position, actor));
        match seen.flatten() {
            None => self.table.captures_on(position, walk, side, from, target),
            Some(seen) => {
                let hidden = position.men().contains(target) && !seen.men.contains(target);
                !hidden && self.table.captures_on(&seen, walk, side, from, target)
            }
        }
    }

    /// The men as a man sees them, where rules limit those it takes notice of or may capture.
    #[inline]
    pub(in crate::rules) fn seen_by<'a>(
        self,
        position: &'a Position,
        actor: Actor,
    ) -> Option<Seen<'a>> {
        if self.hooks.sight.is_none() && self.hooks.sides.is_empty() {
            return None;
        }
        let men = self.seen_from(position, actor.square);
        Some(Seen {
            position,
            men,
            side: actor.side,
            hostile: self.generator().capturable(position, actor.side),
        })
    }

    /// Whether rules may lend the man walks.
    #[inline]
    pub(in crate::rules) fn borrows(self, man: Piece) -> bool {
        let mut lenders = self.hooks.borrow.iter();
        lenders.any(|hook| man.is_royal() || !hook.royal_only)
    }

    /// The walks of a man for one purpose, after all rules that borrow walks.
    pub(in crate::rules) fn walks_of(
        self,
        position: &Position,
        actor: Actor,
        purpose: Purpose,
    ) -> Walks {
        let man = position.piece_on(actor.square);
        let mut walks: Walks = smallvec![man.walk()];
        for borrow in &self.hooks.borrow {
            if man.is_royal() || !borrow.royal_only {
                (borrow.act)(self.view(position), actor, purpose, &mut walks);
            }
        }
        walks
    }
}
