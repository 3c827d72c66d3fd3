//! `win`: the side to move is mated, or the other side has won by a rule of the game.

use super::GoalRule;
use super::mate::Mate;
use super::run::Run;
use crate::position::Position;
use crate::rules::Rules;

pub(super) struct Win;

impl GoalRule for Win {
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool {
        Run.is_reached(rules, position) || Mate.is_reached(rules, position)
    }
}
