//! `dia`, `a=>b`: the men stand as in the position asked for.

use super::GoalRule;
use crate::board::Square;
use crate::men::Piece;
use crate::position::{Position, Slot};
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

impl Rules {
    /// Whether the target position is too far away for so many plies of the
    /// side to move and of the other. Each ply brings one man to its place, a
    /// castling two, and captures at most one.
    pub(in crate::rules) fn is_far(&self, position: &Position, own: u16, other: u16) -> bool {
        let hooks = &self.hooks;
        let usual = hooks.after.is_empty() && hooks.extra.is_empty() && hooks.rewrite.is_empty();
        let Some(target) = self.target.as_ref().filter(|_| usual) else {
            return false;
        };
        if target.iter().any(|(_, man)| man.is_neutral()) {
            return false;
        }
        let turn = position.turn();
        let castling = usize::from(position.slot(Slot::Castling) != 0);
        let plies = [(turn, own, other), (!turn, other, own)];
        plies.into_iter().any(|(side, own, other)| {
            let men = || target.iter().filter(|(_, man)| man.is_of(side));
            let missing = men().filter(|(square, man)| position.piece_on(*square) != *man);
            let captured = position.men_of(side).len().checked_sub(men().count());
            missing.count() > usize::from(own) + castling
                || captured.is_none_or(|captured| captured > usize::from(other))
        })
    }
}
