//! Ways that would be open after a candidate, told without playing it.

use crate::board::{Side, Square};
use crate::men::WalkId;
use crate::position::Position;
use crate::rules::Rules;
use crate::rules::play::candidate::Candidate;
use crate::rules::play::moved::Moved;

impl Rules {
    /// Whether a man of `by` that does not move itself would have a way to `target` after the
    /// candidate, all rules aside.
    pub(in crate::rules) fn would_have_way(
        &self,
        position: &Position,
        candidate: &Candidate,
        target: Square,
        by: Side,
    ) -> bool {
        let men = Moved::new(position, candidate);
        let staying = position.men_of(by) & !men.left;
        if self.takes_otherwise() {
            return staying.into_iter().any(|from| {
                let man = (position.piece_on(from), by, from);
                self.has_some_way(position, &men, man, target)
            });
        }
        (staying & self.table.reach_of_any(by, target)).any(|from| {
            let walk = position.piece_on(from).walk();
            self.table.captures_on(&men, walk, by, from, target)
        })
    }

    /// Whether the man that moves would have a way to `target` from its arrival, its walk being
    /// the same.
    #[inline]
    pub(in crate::rules) fn would_reach(
        &self,
        position: &Position,
        candidate: &Candidate,
        target: Square,
        side: Side,
    ) -> bool {
        let walk = position.piece_on(candidate.from).walk();
        self.would_reach_as(position, candidate, walk, target, side)
    }

    /// The same if the man that moves then has this walk.
    #[inline]
    pub(in crate::rules) fn would_reach_as(
        &self,
        position: &Position,
        candidate: &Candidate,
        walk: WalkId,
        target: Square,
        side: Side,
    ) -> bool {
        if self.takes_otherwise() {
            let man = position.piece_on(candidate.from).with_walk(walk);
            let men = Moved::new(position, candidate);
            return self.has_some_way(position, &men, (man, side, candidate.to), target);
        }
        self.table.reach(walk, side, target).contains(candidate.to)
            && (self.table.is_leaper(walk, side)
                || self.table.captures_on(
                    &Moved::new(position, candidate),
                    walk,
                    side,
                    candidate.to,
                    target,
                ))
    }
}
