//! `<>`, `<>r`: a man, moved or reborn in the ply, and another of its side
//! stand on each other's diagram squares.

use super::GoalRule;
use super::mover::Placed;
use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Exchange {
    /// Which man of the ply is asked for.
    pub(super) of: fn(&Position) -> Option<Placed>,
}

impl GoalRule for Exchange {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        let man = (self.of)(position);
        man.is_some_and(|man| is_exchanged(rules, position, man))
    }
}

fn is_exchanged(rules: &Rules, position: &Position, man: Placed) -> bool {
    let Some(home) = rules.home_of(man.id).filter(|home| *home != man.on) else {
        return false;
    };
    let (one, other) = (position.piece_on(man.on), position.piece_on(home));
    let same_side = Side::BOTH
        .into_iter()
        .any(|side| one.is_of(side) && other.is_of(side));
    same_side && rules.home_of(position.id_on(home)) == Some(man.on)
}
