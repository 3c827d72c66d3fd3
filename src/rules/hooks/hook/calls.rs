//! The functions that rules install, one type for each question.

use super::{Actor, Outcome, PlayedMove, Purpose, Walks};
use crate::board::{Side, Square, SquareSet};
use crate::men::{Piece, WalkId};
use crate::position::{Effect, Position, Reason};
use crate::rules::hooks::asked::{CheckQuestion, GoalQuestion, Role};
use crate::rules::play::pseudo_move::PseudoMove;
use crate::rules::{Rules, View};

/// A verdict on a way before it is played; true keeps it.
pub type Line = dyn Fn(View<'_>, Side, &PseudoMove) -> bool + Send + Sync;

/// True keeps a man from acting.
pub type Forbid = dyn Fn(View<'_>, Actor) -> bool + Send + Sync;

/// Whether the second man keeps the first from acting while it has a way to it.
pub type Paralyse = dyn Fn(Piece, Piece) -> bool + Send + Sync;

/// Replaces or extends the walks of a man.
pub type Borrow = dyn Fn(View<'_>, Actor, Purpose, &mut Walks) + Send + Sync;

/// Adds pseudo-legal moves for a side.
pub type Extra = dyn Fn(View<'_>, Side, &mut Vec<PseudoMove>) + Send + Sync;

/// Adds pseudo-legal moves of one man; gets the position to try something out and must leave it as it was.
pub type ExtraOfMan = dyn Fn(&Rules, &mut Position, Actor, &mut Vec<PseudoMove>) + Send + Sync;

/// Whether a side may make the move in which no man goes anywhere.
pub type Offer = dyn Fn(View<'_>, Side) -> bool + Send + Sync;

/// Effects of a move in which no man goes anywhere.
pub type BoardMoveEffects = dyn Fn(View<'_>, Side, &mut Vec<(Effect, Reason)>) + Send + Sync;

/// Effects before the men of a pseudo-legal move move.
pub type Before = dyn Fn(View<'_>, Side, &PseudoMove, &mut Outcome<'_>) + Send + Sync;

/// Turns one pseudo-legal move into others (nothing pushed: the pseudo-legal move is dropped). Gets the
/// position to try something out and must leave it as it was.
pub type Rewrite =
    dyn Fn(&Rules, &mut Position, Side, PseudoMove, &mut Vec<PseudoMove>) + Send + Sync;

/// Adds effects to a move that is being played.
/// It may try something out on the position and must leave it as it was.
pub type After = dyn Fn(&Rules, &mut Position, &PlayedMove, &mut Outcome<'_>) + Send + Sync;

/// How the man that moved may go on in the same move, if its player likes. Gets the position to try
/// something out and must leave it as it was.
pub type GoOn = dyn Fn(&Rules, &mut Position, &PlayedMove) -> Vec<PseudoMove> + Send + Sync;

/// The walk that a man of this walk takes when it moves.
pub type NextWalk = dyn Fn(WalkId) -> WalkId + Send + Sync;

/// The squares on which a man may be put that captures for this side.
pub type Homes = dyn Fn(View<'_>, Piece, Side) -> SquareSet + Send + Sync;

/// The squares of which one must hold a man beside the one that went quietly to this square.
pub type Company = dyn Fn(View<'_>, Square) -> SquareSet + Send + Sync;

/// A verdict on the played move; true lets it stand. Gets the position to probe deeper
/// and must leave it as it was.
pub type Legal = dyn Fn(&Rules, &mut Position, &PlayedMove) -> bool + Send + Sync;

/// How good a move is for a rule that leaves a side the best of its legal moves only.
pub type Merit = dyn Fn(View<'_>, &PseudoMove) -> i64 + Send + Sync;

/// How good a move is that was just played. Gets the position to probe deeper and must leave it
/// as it was.
pub type PlayedMerit = dyn Fn(&Rules, &mut Position, &PlayedMove) -> i64 + Send + Sync;

/// Drops moves in view of their siblings. Gets the position to try something out and must leave
/// it as it was.
pub type Siblings = dyn Fn(&Rules, &mut Position, Side, &mut Vec<PseudoMove>) + Send + Sync;

/// Which men a side may move or capture, or which observe for it, given those that usually are.
pub type Sides = dyn Fn(View<'_>, Side, Role, SquareSet) -> SquareSet + Send + Sync;

/// Whether a side is in check.
pub type Check = dyn Fn(CheckQuestion<'_>, &mut Position) -> bool + Send + Sync;

/// Whether a man that attacks a royal man gives check.
pub type Gives = dyn Fn(View<'_>, Actor) -> bool + Send + Sync;

/// Whether a goal, or a mate or stalemate, is reached.
pub type GoalJudge = dyn Fn(GoalQuestion<'_>, &mut Position) -> bool + Send + Sync;

/// Further squares of a side that must not be observed, with or without a man on them.
pub type RoyalSquares = dyn Fn(View<'_>, Side) -> SquareSet + Send + Sync;

/// From which other squares a man captures as well, if the rule concerns it.
pub type Origins = dyn Fn(View<'_>, Actor, WalkId) -> Option<SquareSet> + Send + Sync;

/// Whether effects of a step of the man on this square change nothing on the board.
pub type Rests = dyn Fn(View<'_>, Square) -> bool + Send + Sync;

/// Squares that a man of this kind has to do with where it stands for a side, whatever the position.
pub type Departures = dyn Fn(View<'_>, Piece, Side, Square) -> SquareSet + Send + Sync;

/// Whether a side could take the man on a square otherwise than by a capture there. Gets the
/// position to try something out and must leave it as it was.
pub type Attack = dyn Fn(&Rules, &mut Position, Square, Side) -> bool + Send + Sync;

/// A further way to promote the pawn that arrived on a square: its effects.
pub type Promote = dyn Fn(View<'_>, Square, &mut Vec<(Effect, Reason)>) + Send + Sync;

/// Whether a man may be promoted to this walk now.
pub type KeepPromotion = dyn Fn(View<'_>, Piece, WalkId) -> bool + Send + Sync;

/// Whether the hurdles of such a man matter.
pub type Hurdles = dyn Fn(Piece) -> bool + Send + Sync;

/// Who has won by a rule that ends the game at once, if it is over.
pub type End = dyn Fn(View<'_>) -> Option<Side> + Send + Sync;

/// Whether a captured man may be reborn on a square.
pub type Rebirth = dyn Fn(View<'_>, Square) -> bool + Send + Sync;

/// Changes the diagram before play.
pub type Setup = dyn Fn(&mut Position) + Send + Sync;
