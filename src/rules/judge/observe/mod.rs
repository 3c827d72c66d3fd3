//! Observation: who could capture on a square, asked in rings.

mod lines;

use crate::board::{Side, Square, SquareSet};
use crate::men::{Men, Piece, Step, WalkId, Which};
use crate::position::{Effect, Position, Reason};
use crate::rules::hooks::hook::{Actor, Purpose, Ring, Walks};
use crate::rules::judge::elsewhere::Prey;
use crate::rules::play::candidate::Candidate;
use crate::rules::short_cut::ShortCut;
use crate::rules::{Rules, View};
use smallvec::{SmallVec, smallvec};

/// The ways to capture one man; rarely more than one, so they need no allocation.
pub(in crate::rules) type Captures = SmallVec<[Candidate; 2]>;

impl View<'_> {
    /// The men of `by` that observe `target`, where a man that `by` can
    /// capture is assumed to stand.
    pub fn observers(self, target: Square, by: Side, ring: Ring) -> SquareSet {
        self.assert_may_ask(ring);
        let mut found = SquareSet::EMPTY;
        let (rules, position) = (self.rules, self.position);
        let mut note = |from| {
            found.insert(from);
            false
        };
        rules.find_observer(position, target, by, ring, &mut note);
        rules.find_observer_elsewhere(position, target, by, ring, &mut note);
        found
    }

    /// Whether any man of `by` observes `target`.
    pub fn is_observed(self, target: Square, by: Side, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        let (rules, position) = (self.rules, self.position);
        rules.find_observer(position, target, by, ring, &mut |_| true)
            || rules.find_observer_elsewhere(position, target, by, ring, &mut |_| true)
            || (ring == Ring::Actor && self.is_observed_at_home(target, by))
    }

    /// Whether certainly no man of `by` observes `target`, whatever walks royal men are lent.
    pub fn is_out_of_reach(self, target: Square, by: Side) -> bool {
        self.is_out_of_reach_if(target, by, |man| self.rules.borrows(man))
    }

    /// The same while the rule that asks lends nothing itself.
    pub fn is_out_of_reach_unlent(self, target: Square, by: Side) -> bool {
        let others = self.rules.hooks.borrow.len() > 1;
        self.is_out_of_reach_if(target, by, |man| others && self.rules.borrows(man))
    }

    fn is_out_of_reach_if(self, target: Square, by: Side, borrows: impl Fn(Piece) -> bool) -> bool {
        let (rules, position) = (self.rules, self.position);
        let mut near = position.men_of(by) & rules.table.reach_of_any(by, target);
        near.remove(target);
        rules.allow(ShortCut::Observation)
            && !rules.captures_from_elsewhere()
            && !near.any(|square| {
                let man = position.piece_on(square);
                let actor = Actor { square, side: by };
                borrows(man) || rules.could_capture_on(position, man.walk(), actor, target)
            })
    }

    /// Whether a man of the other side that observes for this one observes `target`. Rules that
    /// ask which kinds observe (`Ring::Geometry`) do not ask that.
    fn is_observed_at_home(self, target: Square, by: Side) -> bool {
        let mut men = self.rules.men_observing_for(self.position, by);
        men.any(|square| self.observes(Actor { square, side: !by }, target, Ring::Actor))
    }

    /// Whether a man of `by` observes `target` with this walk, its own or one that it is lent for
    /// moving and capturing alike.
    pub fn is_observed_with(self, walk: WalkId, target: Square, by: Side, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        let rules = self.rules;
        if rules.hooks.borrow.is_empty() && !rules.captures_from_elsewhere() {
            return rules.find_observer_with(self.position, walk, target, by, ring, &mut |_| true);
        }
        let observes = |square: Square| {
            let actor = Actor { square, side: by };
            let (position, way) = (self.position, (actor, walk));
            square != target
                && self.uses(actor, walk, ring)
                && (rules.could_capture_on(position, walk, actor, target)
                    && rules.admits(position, walk, actor, target, ring)
                    || rules.observes_with_from_elsewhere(position, way, target, ring))
        };
        self.position.men_of(by).any(observes)
    }

    /// The walks with which a man that observes `target` does so.
    pub fn observing_walks(self, actor: Actor, target: Square, ring: Ring) -> Walks {
        let (rules, position) = (self.rules, self.position);
        let man = self.piece_on(actor.square);
        if !rules.borrows(man) {
            return smallvec![man.walk()];
        }
        let mut walks = self.walks(actor, Purpose::Observe(ring));
        walks.retain(|&mut walk| {
            rules.could_capture_on(position, walk, actor, target)
                && rules.admits(position, walk, actor, target, ring)
        });
        if walks.is_empty() {
            walks.push(man.walk());
        }
        walks
    }

    /// Whether a man observes with this walk and is known by it: it is its own, or lent while a man of its
    /// side has it as its own.
    fn uses(self, actor: Actor, walk: WalkId, ring: Ring) -> bool {
        let observes = self.walks(actor, Purpose::Observe(ring)).contains(&walk);
        let is_own = self.piece_on(actor.square).walk() == walk;
        let has_such_men = || {
            let men = self.position.men_of(actor.side);
            !(self.position.with_walk(walk) & men).is_empty()
        };
        observes && (is_own || has_such_men())
    }

    /// Whether rules that look at geometry alone leave a way open.
    pub fn is_way_by_geometry(self, side: Side, way: &Candidate) -> bool {
        self.rules.fixed_line_is_open(self.position, side, way)
    }

    /// The walks of a man for one purpose, after all rules that borrow walks.
    pub fn walks(self, actor: Actor, purpose: Purpose) -> Walks {
        self.rules.walks_of(self.position, actor, purpose)
    }

    /// Whether this man observes `target`, whoever stands there.
    pub fn observes(self, actor: Actor, target: Square, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        let (rules, position) = (self.rules, self.position);
        actor.square != target
            && (rules.observes(position, actor, target, ring)
                || rules.observes_from_elsewhere(position, actor, target, ring))
    }

    /// Whether the man on `from` takes notice of who stands on `on`.
    pub fn notices(self, from: Square, on: Square) -> bool {
        let sight = self.rules.hooks.sight.as_ref();
        sight.is_none_or(|sight| sight(self, from).contains(on))
    }

    /// The men of the position without those that the man on `from` takes no notice of.
    pub fn noticed(self, from: Square) -> Option<Position> {
        let sight = self.rules.hooks.sight.as_ref()?;
        let mut noticed = self.position.sketch();
        for on in self.position.men() & !sight(self, from) {
            noticed.apply(Effect::Remove { on }, Reason::Silent);
        }
        Some(noticed)
    }

    /// The same of a rule that singles this man out: where a check from elsewhere counts as that of a man
    /// there, it is not this man's.
    pub fn observes_as_itself(self, actor: Actor, target: Square, ring: Ring) -> bool {
        match self.rules.judges_checks_at_origin() {
            false => self.observes(actor, target, ring),
            true => self.observes_from_home(actor, target, ring),
        }
    }

    /// Whether this man observes `target` from where it stands.
    pub fn observes_from_home(self, actor: Actor, target: Square, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        actor.square != target && self.rules.observes(self.position, actor, target, ring)
    }
}

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

impl Rules {
    /// Shows the observers of `target` one by one until `stop` says so.
    pub(in crate::rules) fn find_observer(
        &self,
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
        &self,
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
        &self,
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
        &self,
        position: &Position,
        target: Square,
        by: Side,
        stop: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        let near = match self.takes_otherwise() {
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
        &self,
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
            && match self.takes_otherwise() {
                true => self.has_some_way(position, position, (man, by, from), target),
                false => self.could_capture_on(position, walk, actor, target),
            }
    }

    fn observes(&self, position: &Position, actor: Actor, target: Square, ring: Ring) -> bool {
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
        &self,
        position: &Position,
        walk: WalkId,
        actor: Actor,
        target: Square,
        ring: Ring,
    ) -> bool {
        if self.facts.observation_is_geometry() {
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
                    .any(|candidate| {
                        self.line_is_open(position, ring, actor.side, candidate)
                            && (!captures
                                || self.capture_is_allowed(position, actor.side, candidate))
                    }))
    }

    /// The candidates by which this man would capture on `target` with this walk.
    pub(in crate::rules) fn captures_of(
        &self,
        position: &Position,
        walk: WalkId,
        actor: Actor,
        target: Square,
    ) -> Captures {
        if !walk.row().captures_elsewhere() {
            return smallvec![Candidate::ordinary(actor.square, target, Some(target))];
        }
        let mut found = Captures::new();
        let (from, side) = (actor.square, actor.side);
        let mut add = |step: Step| {
            if step.captured == Some(target) {
                found.push(Candidate::ordinary(from, step.to, step.captured));
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
        &self,
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
        &self,
        position: &'a Position,
        actor: Actor,
    ) -> Option<Seen<'a>> {
        if self.hooks.sight.is_none() && self.hooks.sides.is_empty() {
            return None;
        }
        let sight = self.hooks.sight.as_ref();
        let men = sight.map_or(position.men(), |sight| {
            sight(self.view(position), actor.square)
        });
        Some(Seen {
            position,
            men,
            side: actor.side,
            hostile: self.capturable(position, actor.side),
        })
    }

    /// Whether rules may lend the man walks.
    #[inline]
    pub(in crate::rules) fn borrows(&self, man: Piece) -> bool {
        let mut lenders = self.hooks.borrow.iter();
        lenders.any(|hook| man.is_royal() || !hook.royal_only)
    }

    /// The walks of a man for one purpose, after all rules that borrow walks.
    pub(in crate::rules) fn walks_of(
        &self,
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
