//! `dia`, `a=>b`: the men stand as in the position asked for.

use super::GoalRule;
use crate::board::Square;
use crate::men::{Attribute, Piece};
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct TargetPosition;

impl GoalRule for TargetPosition {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let Some(target) = &rules.target else {
            return false;
        };
        let same = |(square, man): &(Square, Piece)| is_like(position.piece_on(*square), *man);
        position.men().len() == target.len() && target.iter().all(same)
    }
}

/// Whether a man is what the target asks for.
pub(in crate::rules) fn is_like(found: Piece, man: Piece) -> bool {
    let on_second_board = |piece: Piece| piece.has(Attribute::AliceB);
    found.is_some()
        && found.walk() == man.walk()
        && found.sides() == man.sides()
        && on_second_board(found) == on_second_board(man)
}
