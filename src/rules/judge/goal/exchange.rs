//! `<>`, `<>r`: a man, moved or reborn in the ply, and another stand on each other's diagram squares.
//! Beside a man that moved the other is of the side that moved; beside a reborn one, of its side.

use super::GoalRule;
use super::mover::Placed;
use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Exchange {
    /// Which man of the ply is asked for.
    pub(super) of: fn(&Position) -> Option<Placed>,
    /// Whether it is one that moved: then the other one is of the side that moved.
    pub(super) moved: bool,
}

impl GoalRule for Exchange {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let man = (self.of)(position);
        man.is_some_and(|man| is_exchanged(rules, position, man, self.moved))
    }
}

fn is_exchanged(rules: &Rules, position: &Position, man: Placed, moved: bool) -> bool {
    let Some(home) = rules.home_of(man.id).filter(|home| *home != man.on) else {
        return false;
    };
    let (one, other) = (position.piece_on(man.on), position.piece_on(home));
    let fits = |side: Side| match moved {
        true => side != position.turn() && other.is_of(side),
        false => one.is_of(side) && other.is_of(side),
    };
    Side::BOTH.into_iter().any(fits) && rules.home_of(position.id_on(home)) == Some(man.on)
}
