//! Observation: who could capture on a square, asked in rings.

use super::candidate::Candidate;
use super::hook::{Actor, Purpose, Ring, Walks};
use super::{Rules, View};
use crate::board::{Side, Square, SquareSet};
use crate::men::{WalkId, Which};
use crate::position::Position;
use smallvec::{SmallVec, smallvec};

/// The ways to capture one man; rarely more than one, so they need no allocation.
pub(super) type Captures = SmallVec<[Candidate; 2]>;

impl View<'_> {
    /// The men of `by` that observe `target`, where a man that `by` can
    /// capture is assumed to stand.
    pub fn observers(self, target: Square, by: Side, ring: Ring) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        self.rules
            .find_observer(self.position, target, by, ring, &mut |from| {
                found.insert(from);
                false
            });
        found
    }

    /// Whether any man of `by` observes `target`.
    pub fn is_observed(self, target: Square, by: Side, ring: Ring) -> bool {
        self.rules
            .find_observer(self.position, target, by, ring, &mut |_| true)
    }

    /// The walks of a man for one purpose, after all rules that borrow walks.
    pub fn walks(self, actor: Actor, purpose: Purpose) -> Walks {
        self.rules.walks_of(self.position, actor, purpose)
    }

    /// Whether this man observes `target`, whoever stands there.
    pub fn observes(self, actor: Actor, target: Square, ring: Ring) -> bool {
        actor.square != target && self.rules.observes(self.position, actor, target, ring)
    }
}

impl Rules {
    /// Shows the observers of `target` one by one until `stop` says so.
    pub(super) fn find_observer(
        &self,
        position: &Position,
        target: Square,
        by: Side,
        ring: Ring,
        stop: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        if !self.hooks.borrow.is_empty() {
            let observes = |&from: &Square| {
                from != target
                    && self.observes(
                        position,
                        Actor {
                            square: from,
                            side: by,
                        },
                        target,
                        ring,
                    )
            };
            return position.men_of(by).filter(observes).any(stop);
        }
        let men = position.men_of(by);
        for &walk in &self.walks {
            let near = position.with_walk(walk) & men & self.table.reach(walk, by, target);
            for from in near {
                let actor = Actor {
                    square: from,
                    side: by,
                };
                if from != target
                    && self.table.captures_on(position, walk, by, from, target)
                    && self.admits(position, walk, actor, target, ring)
                    && stop(from)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Shows the men of `by` that have a way to `target`, all rules aside, one by one until
    /// `stop` says so.
    pub(super) fn find_way(
        &self,
        position: &Position,
        target: Square,
        by: Side,
        stop: &mut dyn FnMut(Square) -> bool,
    ) -> bool {
        let men = position.men_of(by);
        self.walks.iter().any(|&walk| {
            let near = position.with_walk(walk) & men & self.table.reach(walk, by, target);
            let has_way = |&from: &Square| {
                from != target && self.table.captures_on(position, walk, by, from, target)
            };
            near.filter(has_way).any(&mut *stop)
        })
    }

    fn observes(&self, position: &Position, actor: Actor, target: Square, ring: Ring) -> bool {
        let observes = |walk: WalkId| {
            self.table
                .captures_on(position, walk, actor.side, actor.square, target)
                && self.admits(position, walk, actor, target, ring)
        };
        if self.hooks.borrow.is_empty() {
            return observes(position.piece_on(actor.square).walk());
        }
        self.walks_of(position, actor, Purpose::Capture)
            .into_iter()
            .any(observes)
    }

    /// Whether the rules of this ring let the geometrical observation stand.
    fn admits(
        &self,
        position: &Position,
        walk: WalkId,
        actor: Actor,
        target: Square,
        ring: Ring,
    ) -> bool {
        if self.fast.observation_is_geometry {
            return true;
        }
        let view = self.view(position);
        let lines = !self.hooks.line.is_empty() || !self.hooks.fixed_line.is_empty();
        let captures = ring >= Ring::Capture && !self.hooks.capture.is_empty();
        (ring < Ring::Actor
            || self
                .hooks
                .forbid
                .iter()
                .all(|forbids| !forbids(view, actor)))
            && (!(lines || captures)
                || self
                    .captures_of(position, walk, actor, target)
                    .iter()
                    .any(|candidate| {
                        self.line_is_open(position, actor.side, candidate)
                            && (!captures
                                || self
                                    .hooks
                                    .capture
                                    .iter()
                                    .all(|stands| stands(view, actor.side, candidate)))
                    }))
    }

    /// The candidates by which this man would capture on `target` with this walk.
    pub(super) fn captures_of(
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
        self.table.steps(
            position,
            walk,
            actor.side,
            actor.square,
            Which::Captures,
            &mut |step| {
                if step.captured == Some(target) {
                    found.push(Candidate::ordinary(actor.square, step.to, step.captured));
                }
            },
        );
        found
    }

    /// The walks of a man for one purpose, after all rules that borrow walks.
    pub(super) fn walks_of(&self, position: &Position, actor: Actor, purpose: Purpose) -> Walks {
        let mut walks: Walks = smallvec![position.piece_on(actor.square).walk()];
        for borrow in &self.hooks.borrow {
            borrow(self.view(position), actor, purpose, &mut walks);
        }
        walks
    }

    /// Whether the way is open as far as rules on lines are concerned.
    #[inline]
    pub(super) fn line_is_open(
        &self,
        position: &Position,
        side: Side,
        candidate: &Candidate,
    ) -> bool {
        let view = self.view(position);
        self.hooks
            .fixed_line
            .iter()
            .chain(&self.hooks.line)
            .all(|open| open(view, side, candidate))
    }
}
