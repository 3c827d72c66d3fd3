//! Goals: whether the last ply reached what was asked.
//!
//! **Invariant:** a goal looks at the position after the ply, at what the ply
//! did, and at the diagram; it remembers nothing. "The side to move" is the one
//! that did not make the ply.

mod any_move;
mod auto_mate;
mod auto_stalemate;
mod capture;
mod castling;
mod check;
mod chess81;
mod circuit;
mod double_mate;
mod double_stalemate;
mod en_passant;
mod exchange;
mod kiss;
mod mate;
mod mate_or_stalemate;
mod mover;
mod position;
mod run;
mod stalemate;
mod target;
mod win;
mod win_piece;

use crate::position::Position;
use crate::problem::Goal;
use crate::rules::hooks::asked::{End, GoalQuestion};
use crate::rules::short_cut::ShortCut;
use crate::rules::{Judge, Rules};
use mover::{moved_man, reborn_man};
pub(in crate::rules) use position::is_like;

/// What reaching a goal means under the rules of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalFacts {
    /// The side that moves next is in check.
    pub needs_check: bool,
    /// The side that moves next has no legal move.
    pub ends_play: bool,
    /// The move that reaches it may leave the own king in check.
    pub allows_own_check: bool,
}

/// What one goal demands.
trait GoalRule {
    /// Whether the ply just made reached it. Leaves the position as it was.
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool;
}

impl Judge<'_> {
    /// Whether the last ply reached the goal for the side that made it.
    pub fn reaches(self, position: &mut Position, goal: Goal) -> bool {
        !self.is_void(position, goal) && self.ends(position, End::Goal(goal))
    }

    /// Whether play has come to this end.
    #[inline]
    pub(in crate::rules) fn ends(self, position: &mut Position, end: End) -> bool {
        self.ends_by(position, end, self.hooks.goal.len())
    }

    /// The same by the first rules on the end of play alone.
    pub(in crate::rules) fn ends_by(self, position: &mut Position, end: End, rules: usize) -> bool {
        let Some(inner) = rules.checked_sub(1) else {
            return match end {
                End::Mate(side) => {
                    self.in_check(position, side) && !self.has_way_out(position, side)
                }
                End::Stalemate(side) => {
                    !self.has_way_out(position, side) && !self.in_check(position, side)
                }
                End::Goal(goal) => self.meets(position, goal),
            };
        };
        let question = GoalQuestion {
            rules: self.0,
            end,
            inner,
        };
        (self.hooks.goal[inner].act)(question, position)
    }

    /// What solvers and short cuts may rely on when they look for this goal.
    pub fn goal_facts(self, goal: Goal) -> GoalFacts {
        let row = goal.row();
        let keeps = self.hooks.goal.iter().all(|hook| hook.keeps_play_ended);
        GoalFacts {
            needs_check: row.needs_check && (keeps || !row.ends_play),
            ends_play: row.ends_play && keeps,
            allows_own_check: row.allows_own_check,
        }
    }

    /// The same for short cuts, as far as they may be taken. Where the own king may be left in
    /// check, every reply checks it, so that rules on checks have a say in it.
    pub(in crate::rules) fn usable_goal_facts(self, goal: Goal) -> GoalFacts {
        let facts = self.goal_facts(goal);
        let may_use = self.allow(ShortCut::GoalFacts);
        let replies_check = facts.allows_own_check && self.facts.checks_are_judged;
        GoalFacts {
            needs_check: facts.needs_check && may_use,
            ends_play: facts.ends_play && may_use && !replies_check,
            ..facts
        }
    }

    /// A game that is won is no stalemate; it is mate if it would be one had it not ended.
    fn is_void(self, position: &Position, goal: Goal) -> bool {
        let row = goal.row();
        row.ends_play && !row.needs_check && self.winner(position).is_some()
    }

    /// All goals, a line each.
    #[rustfmt::skip]
    fn meets(self, position: &mut Position, goal: Goal) -> bool {
        let rule: &dyn GoalRule = match goal {
            Goal::Mate => &mate::Mate,
            Goal::Stalemate => &stalemate::Stalemate,
            Goal::MateOrStalemate => &mate_or_stalemate::MateOrStalemate,
            Goal::DoubleStalemate => &double_stalemate::DoubleStalemate,
            Goal::AutoStalemate => &auto_stalemate::AutoStalemate,
            Goal::AutoMate => &auto_mate::AutoMate,
            Goal::DoubleMate => &double_mate::DoubleMate { counter: false },
            Goal::CounterMate => &double_mate::DoubleMate { counter: true },
            Goal::Check => &check::Check,
            Goal::Capture => &capture::Capture,
            Goal::WinPiece => &win_piece::WinPiece,
            Goal::Target(square) => &target::Target(square),
            Goal::Kiss(square) => &kiss::Kiss(square),
            Goal::EnPassant => &en_passant::EnPassant,
            Goal::Castling => &castling::Castling,
            Goal::AnyMove => &any_move::AnyMove,
            Goal::Win => &win::Win,
            Goal::Run => &run::Run,
            Goal::Circuit => &circuit::Circuit { of: moved_man },
            Goal::CircuitByRebirth => &circuit::Circuit { of: reborn_man },
            Goal::Exchange => &exchange::Exchange { of: moved_man, moved: true },
            Goal::ExchangeByRebirth => &exchange::Exchange { of: reborn_man, moved: false },
            Goal::Chess81 => &chess81::Chess81,
            Goal::ProofGame | Goal::AToB => &position::TargetPosition,
        };
        rule.is_reached(self.0, position)
    }
}
