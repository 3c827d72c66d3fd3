//! `dia`, `a=>b`: the men stand as in the position asked for.

use crate::board::Square;
use crate::men::{Attribute, Piece};
use crate::position::Position;
use crate::rules::Rules;

pub(super) fn is_target(rules: &Rules, position: &Position) -> bool {
    let same = |(square, man): &(Square, Piece)| is_like(position.piece_on(*square), *man);
    let target = rules.target.as_ref();
    target.is_some_and(|men| position.men().len() == men.len() && men.iter().all(same))
}

/// Whether a man is what the target asks for.
pub(in crate::rules) fn is_like(found: Piece, man: Piece) -> bool {
    let on_second_board = |piece: Piece| piece.has(Attribute::AliceB);
    found.is_some()
        && found.walk() == man.walk()
        && found.sides() == man.sides()
        && on_second_board(found) == on_second_board(man)
}
