//! `dia`, `a=>b`: the men stand as in the position asked for.

use super::GoalRule;
use crate::board::{Side, Square};
use crate::men::{Attribute, Piece};
use crate::position::{Position, Slot};
use crate::rules::Rules;
use crate::rules::target::{MenByWalk, number};

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
fn is_like(found: Piece, man: Piece) -> bool {
    let on_second_board = |piece: Piece| piece.has(Attribute::AliceB);
    found.is_some()
        && found.walk() == man.walk()
        && found.sides() == man.sides()
        && on_second_board(found) == on_second_board(man)
}

impl Rules {
    /// Whether the target position is too far away for so many plies of each side.
    pub(in crate::rules) fn is_far(&self, position: &Position, plies: [u16; 2]) -> bool {
        match &self.routes {
            Some(target) => men_by_walk(position).is_some_and(|men| {
                let castlings = self.castlings_left(position);
                target.is_far(&men, &castlings, plies)
            }),
            None => self.are_too_many_astray(position, plies),
        }
    }

    /// Whether more men are out of place than plies are left. Each ply brings one man to its
    /// place, a castling two, and captures at most one.
    fn are_too_many_astray(&self, position: &Position, plies: [u16; 2]) -> bool {
        let Some(target) = self.target.as_ref().filter(|_| self.hooks.keep_places()) else {
            return false;
        };
        let neutral = position.men_of(Side::White) & position.men_of(Side::Black);
        if !neutral.is_empty() || target.iter().any(|(_, man)| man.is_neutral()) {
            return false;
        }
        let castling = usize::from(position.slot(Slot::Castling) != 0);
        let [white, black] = plies.map(usize::from);
        let astray = |of: &dyn Fn(Piece) -> bool, own: usize, other: usize, castlings: usize| {
            let men = || target.iter().filter(|(_, man)| of(*man));
            let missing = men().filter(|(square, man)| !is_like(position.piece_on(*square), *man));
            let standing = position.men().filter(|on| of(position.piece_on(*on)));
            let captured = standing.count().checked_sub(men().count());
            missing.count() > own + castlings || captured.is_none_or(|captured| captured > other)
        };
        match self.hooks.keep_sides() {
            true => {
                astray(&|man| man.is_of(Side::White), white, black, castling)
                    || astray(&|man| man.is_of(Side::Black), black, white, castling)
            }
            false => astray(&|_| true, white + black, white + black, 2 * castling),
        }
    }
}

/// The men of a position, if all are men of the game.
fn men_by_walk(position: &Position) -> Option<MenByWalk> {
    let mut men = MenByWalk::default();
    for side in Side::BOTH {
        for square in position.men_of(side) {
            let man = position.piece_on(square);
            let set = &mut men[side.index()][number(man.walk()).filter(|_| !man.is_neutral())?];
            *set |= 1 << square.index();
        }
    }
    Some(men)
}
