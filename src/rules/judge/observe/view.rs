//! What rules may ask about observation: who observes whom, with which walks.

use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId};
use crate::rules::View;
use crate::rules::hooks::hook::{Actor, Purpose, Ring, Walks};
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::short_cut::ShortCut;
use smallvec::smallvec;

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
        rules
            .judge()
            .find_observer(position, target, by, ring, &mut note);
        rules
            .judge()
            .find_observer_elsewhere(position, target, by, ring, &mut note);
        found
    }

    /// Whether any man of `by` observes `target`.
    pub fn is_observed(self, target: Square, by: Side, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        let (rules, position) = (self.rules, self.position);
        rules
            .judge()
            .find_observer(position, target, by, ring, &mut |_| true)
            || rules
                .judge()
                .find_observer_elsewhere(position, target, by, ring, &mut |_| true)
            || (ring == Ring::Actor && self.is_observed_at_home(target, by))
    }

    /// Whether certainly no man of `by` observes `target`, whatever walks royal men are lent.
    pub fn is_out_of_reach(self, target: Square, by: Side) -> bool {
        self.is_out_of_reach_if(target, by, |man| self.rules.judge().borrows(man))
    }

    /// The same while the rule that asks lends nothing itself.
    pub fn is_out_of_reach_unlent(self, target: Square, by: Side) -> bool {
        let others = self.rules.hooks.borrow.len() > 1;
        self.is_out_of_reach_if(target, by, |man| others && self.rules.judge().borrows(man))
    }

    fn is_out_of_reach_if(self, target: Square, by: Side, borrows: impl Fn(Piece) -> bool) -> bool {
        let (rules, position) = (self.rules, self.position);
        let mut near = position.men_of(by) & rules.table.reach_of_any(by, target);
        near.remove(target);
        rules.allow(ShortCut::Observation)
            && !rules.judge().captures_from_elsewhere()
            && !near.any(|square| {
                let man = position.piece_on(square);
                let actor = Actor { square, side: by };
                borrows(man)
                    || rules
                        .judge()
                        .could_capture_on(position, man.walk(), actor, target)
            })
    }

    /// Whether a man of the other side that observes for this one observes `target`. Rules that
    /// ask which kinds observe (`Ring::Geometry`) do not ask that.
    fn is_observed_at_home(self, target: Square, by: Side) -> bool {
        let mut men = self.rules.judge().men_observing_for(self.position, by);
        men.any(|square| self.observes(Actor { square, side: !by }, target, Ring::Actor))
    }

    /// Whether a man of `by` observes `target` with this walk, its own or one that it is lent for
    /// moving and capturing alike.
    pub fn is_observed_with(self, walk: WalkId, target: Square, by: Side, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        let rules = self.rules;
        if rules.hooks.borrow.is_empty() && !rules.judge().captures_from_elsewhere() {
            return rules.judge().find_observer_with(
                self.position,
                walk,
                target,
                by,
                ring,
                &mut |_| true,
            );
        }
        let observes = |square: Square| {
            let actor = Actor { square, side: by };
            let (position, way) = (self.position, (actor, walk));
            square != target
                && self.uses(actor, walk, ring)
                && (rules
                    .judge()
                    .could_capture_on(position, walk, actor, target)
                    && rules.judge().admits(position, walk, actor, target, ring)
                    || rules
                        .judge()
                        .observes_with_from_elsewhere(position, way, target, ring))
        };
        self.position.men_of(by).any(observes)
    }

    /// The walks with which a man that observes `target` does so.
    pub fn observing_walks(self, actor: Actor, target: Square, ring: Ring) -> Walks {
        let (rules, position) = (self.rules, self.position);
        let man = self.piece_on(actor.square);
        if !rules.judge().borrows(man) {
            return smallvec![man.walk()];
        }
        let mut walks = self.walks(actor, Purpose::Observe(ring));
        walks.retain(|&mut walk| {
            rules
                .judge()
                .could_capture_on(position, walk, actor, target)
                && rules.judge().admits(position, walk, actor, target, ring)
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
    pub fn is_way_by_geometry(self, side: Side, way: &PseudoMove) -> bool {
        self.rules
            .judge()
            .fixed_line_is_open(self.position, side, way)
    }

    /// The walks of a man for one purpose, after all rules that borrow walks.
    pub fn walks(self, actor: Actor, purpose: Purpose) -> Walks {
        self.rules.judge().walks_of(self.position, actor, purpose)
    }

    /// Whether this man observes `target`, whoever stands there.
    pub fn observes(self, actor: Actor, target: Square, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        let (rules, position) = (self.rules, self.position);
        actor.square != target
            && (rules.judge().observes(position, actor, target, ring)
                || rules
                    .judge()
                    .observes_from_elsewhere(position, actor, target, ring))
    }

    /// The same of a rule that singles this man out: where a check from elsewhere counts as that of a man
    /// there, it is not this man's.
    pub fn observes_as_itself(self, actor: Actor, target: Square, ring: Ring) -> bool {
        match self.rules.judge().judges_checks_at_origin() {
            false => self.observes(actor, target, ring),
            true => self.observes_from_home(actor, target, ring),
        }
    }

    /// Whether this man observes `target` from where it stands.
    pub fn observes_from_home(self, actor: Actor, target: Square, ring: Ring) -> bool {
        self.assert_may_ask(ring);
        actor.square != target
            && self
                .rules
                .judge()
                .observes(self.position, actor, target, ring)
    }
}
