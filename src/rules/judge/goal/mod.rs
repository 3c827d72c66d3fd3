//! Goals: whether the last ply reached what was asked.
//!
//! **Invariant:** a goal looks at the position after the ply, at what the ply
//! did, and at the diagram; it remembers nothing. "The side to move" is the one
//! that did not make the ply.

mod men;
mod mover;
mod position;

use crate::board::Side;
use crate::position::{Position, Reason};
use crate::problem::Goal;
use crate::rules::Judge;
use crate::rules::hooks::asked::{End, GoalQuestion};
use crate::rules::short_cut::ShortCut;
use men::{ends_on, ends_on_last_rank, is_exchanged, is_home, is_kissed};
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

    /// A game that is won is no stalemate; it is mate if it would be one had it not ended. Where a stalemate is as
    /// good as mate, it counts in a game that the same side has won.
    fn is_void(self, position: &Position, goal: Goal) -> bool {
        let row = goal.row();
        if !row.ends_play || row.needs_check {
            return false;
        }
        let winner = self.winner(position);
        winner.is_some_and(|side| goal != Goal::MateOrStalemate || side == position.turn())
    }

    /// All goals, each with what it asks of the ply just made. Leaves the position as it was.
    fn meets(self, position: &mut Position, goal: Goal) -> bool {
        let rules = self.0;
        let (side, mover) = (position.turn(), !position.turn());
        match goal {
            Goal::AnyMove => true,
            Goal::Mate => self.is_mated(position, side),
            Goal::Stalemate => self.is_stalemated(position, side),
            // No legal move, in check or not.
            Goal::MateOrStalemate if self.goal_facts(goal).ends_play => {
                !self.has_legal_move(position, side)
            }
            Goal::MateOrStalemate => {
                self.is_mated(position, side) || self.is_stalemated(position, side)
            }
            // The other side could not move either.
            Goal::DoubleStalemate => {
                self.is_stalemated(position, side) && !self.has_legal_move(position, mover)
            }
            // The side that moved could not move again.
            Goal::AutoStalemate => self.is_stalemated(position, mover),
            // The same; the move may leave or put the own king in check.
            Goal::AutoMate => self.is_mated(position, mover),
            // The side that mated could not move again.
            Goal::MateAndAutoStalemate => {
                self.is_mated(position, side) && self.has_moves_to_kings_alone(position, mover)
            }
            Goal::CaptureZugzwang => self.has_captures_alone(position, side),
            // A side without a legal move would have had no move at all.
            Goal::DoubleMate => {
                self.are_both_mated(position)
                    && self.was_before(position, |before| self.can_move(before, mover))
            }
            // The side that moved was mated before.
            Goal::CounterMate => {
                self.are_both_mated(position)
                    && self.was_before(position, |before| self.is_mated(before, mover))
            }
            Goal::Check => self.in_check(position, side),
            // The side that moved has won by a rule of the game that ends it at once.
            Goal::Run => self.winner(position) == Some(mover),
            Goal::Win => self.meets(position, Goal::Run) || self.meets(position, Goal::Mate),
            Goal::Capture => has_captured(position),
            // The captured man was not reborn.
            Goal::WinPiece => has_captured(position) && !has_entry(position, Reason::Rebirth),
            Goal::EnPassant => has_entry(position, Reason::EnPassantCapture),
            Goal::Castling => has_entry(position, Reason::Castling),
            Goal::Target(square) => ends_on(position, square),
            Goal::Chess81 => ends_on_last_rank(rules, position),
            Goal::Kiss(square) => is_kissed(rules, position, square),
            Goal::Circuit => moved_man(position).is_some_and(|man| is_home(rules, man)),
            Goal::CircuitByRebirth => reborn_man(position).is_some_and(|man| is_home(rules, man)),
            Goal::Exchange => {
                moved_man(position).is_some_and(|man| is_exchanged(rules, position, man, true))
            }
            Goal::ExchangeByRebirth => {
                reborn_man(position).is_some_and(|man| is_exchanged(rules, position, man, false))
            }
            Goal::ProofGame | Goal::AToB => position::is_target(rules, position),
        }
    }

    /// Whether the side, which has just moved and checks, could do nothing but capture a royal man.
    fn has_moves_to_kings_alone(self, position: &mut Position, side: Side) -> bool {
        let moves = self.legal_moves(position, side);
        let view = self.view(position);
        let mut moves = moves.iter().map(|played| played.pseudo_move);
        moves.all(|pseudo_move| view.takes_royal(&pseudo_move))
    }

    /// Whether the side has a legal move, and every one is a capture.
    fn has_captures_alone(self, position: &mut Position, side: Side) -> bool {
        let moves = self.legal_moves(position, side);
        !moves.is_empty() && moves.iter().all(|played| played.pseudo_move.is_capture())
    }

    fn are_both_mated(self, position: &mut Position) -> bool {
        let mut sides = [position.turn(), !position.turn()].into_iter();
        sides.all(|side: Side| self.is_mated(position, side))
    }

    /// Asks a copy that has taken the ply back: the ply itself must stay played.
    fn was_before(self, position: &Position, holds: impl Fn(&mut Position) -> bool) -> bool {
        let mut before = position.sketch();
        before.rewind();
        holds(&mut before)
    }
}

fn has_captured(position: &Position) -> bool {
    has_entry(position, Reason::Capture) || has_entry(position, Reason::EnPassantCapture)
}

/// Whether the ply did something for this reason.
fn has_entry(position: &Position, reason: Reason) -> bool {
    let mut ply = position.last_ply().iter();
    ply.any(|entry| entry.reason == reason)
}
