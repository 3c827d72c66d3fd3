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
use crate::rules::Rules;
use mover::{moved_man, reborn_man};

/// What one goal demands.
trait GoalRule {
    /// Whether the ply just made reached it. Leaves the position as it was.
    fn is_reached(&self, rules: &Rules, position: &mut Position) -> bool;
}

impl Rules {
    /// Whether the last ply reached the goal for the side that made it.
    pub fn reaches(&self, position: &mut Position, goal: Goal) -> bool {
        !self.is_void(position, goal)
            && self.meets(position, goal)
            && self
                .hooks
                .goal
                .iter()
                .all(|counts| counts(self, position, goal))
    }

    /// A game that is won is no stalemate; it is mate if it would be one had it not ended.
    fn is_void(&self, position: &Position, goal: Goal) -> bool {
        let row = goal.row();
        row.ends_play && !row.needs_check && self.winner(position).is_some()
    }

    /// All goals, a line each.
    #[rustfmt::skip]
    fn meets(&self, position: &mut Position, goal: Goal) -> bool {
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
            Goal::Exchange => &exchange::Exchange { of: moved_man },
            Goal::ExchangeByRebirth => &exchange::Exchange { of: reborn_man },
            Goal::Chess81 => &chess81::Chess81,
            Goal::ProofGame | Goal::AToB => &position::TargetPosition,
        };
        rule.is_reached(self, position)
    }
}
