//! Ways that would be open after a pseudo-legal move, told without playing it.

use crate::board::{Side, Square};
use crate::men::WalkId;
use crate::position::Position;
use crate::rules::Oracle;
use crate::rules::play::moved::Moved;
use crate::rules::play::pseudo_move::PseudoMove;

impl Oracle<'_> {
    /// Whether a man of `by` that does not move itself would have a way to `target` after the
    /// pseudo-legal move, all rules aside.
    pub(in crate::rules) fn would_have_way(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
        target: Square,
        by: Side,
    ) -> bool {
        let men = Moved::new(position, pseudo_move);
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
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
        target: Square,
        side: Side,
    ) -> bool {
        let walk = position.piece_on(pseudo_move.from).walk();
        self.would_reach_as(position, pseudo_move, walk, target, side)
    }

    /// The same if the man that moves then has this walk.
    #[inline]
    pub(in crate::rules) fn would_reach_as(
        self,
        position: &Position,
        pseudo_move: &PseudoMove,
        walk: WalkId,
        target: Square,
        side: Side,
    ) -> bool {
        if self.takes_otherwise() {
            let man = position.piece_on(pseudo_move.from).with_walk(walk);
            let men = Moved::new(position, pseudo_move);
            return self.has_some_way(position, &men, (man, side, pseudo_move.to), target);
        }
        self.table
            .reach(walk, side, target)
            .contains(pseudo_move.to)
            && (self.table.is_leaper(walk, side)
                || self.table.captures_on(
                    &Moved::new(position, pseudo_move),
                    walk,
                    side,
                    pseudo_move.to,
                    target,
                ))
    }
}
