//! `kxy`: the man that stood on one square of the diagram and the man that
//! moved are neighbours, and the former has no other neighbour.

use super::GoalRule;
use super::mover::moved_man;
use crate::board::Square;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Kiss(pub(super) Square);

impl GoalRule for Kiss {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let kissed = rules.id_from(self.0).and_then(|id| position.square_of(id));
        let (Some(kissed), Some(mover)) = (kissed, moved_man(position)) else {
            return false;
        };
        let mut neighbours = position
            .men()
            .filter(|square| *square != kissed && are_neighbours(rules, *square, kissed));
        neighbours.next() == Some(mover.on) && neighbours.next().is_none()
    }
}

fn are_neighbours(rules: &Rules, one: Square, other: Square) -> bool {
    let geometry = rules.geometry();
    let files = geometry.file(one).abs_diff(geometry.file(other));
    let ranks = geometry.rank(one).abs_diff(geometry.rank(other));
    files.max(ranks) == 1
}
