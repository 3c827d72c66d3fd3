//! `dia`, `a=>b`: the men stand as in the position asked for.

use super::GoalRule;
use crate::board::Square;
use crate::men::Piece;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct TargetPosition;

impl GoalRule for TargetPosition {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let Some(target) = &rules.target else {
            return false;
        };
        let same = |(square, man): &(Square, Piece)| {
            let found = position.piece_on(*square);
            found.is_some() && found.walk() == man.walk() && found.sides() == man.sides()
        };
        position.men().len() == target.len() && target.iter().all(same)
    }
}
