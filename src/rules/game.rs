//! What a solver may ask of an engine: moves, playing, check, goals, keys.
//!
//! **Invariant:** solvers know play through this trait alone, so every engine
//! (any rules, or plain chess on bitboards) serves every solver.

use crate::board::{Roll, Side, Square};
use crate::problem::Goal;
use crate::solution::{MovePart, MoveRecord};
use std::cmp::Reverse;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Which legal moves a visitor needs. An engine may show more than wanted
/// (the visitor tests), never fewer, as long as the side to move cannot capture
/// a royal man at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Every legal move.
    All,
    /// At least the legal moves that reach this goal at once.
    Reaching(Goal),
    /// Every legal move, and also those that reach this goal by leaving the own king in check.
    OrReaching(Goal),
    /// At least the legal moves after which the other side can reach this goal at once.
    BeforeGoal(Goal),
    /// At least the legal moves after which the other side must reach this goal at once.
    Forcing(Goal),
}

/// What is left of play in which nobody has to move otherwise than the goal asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remaining {
    /// What is to be reached by the last ply.
    pub goal: Goal,
    /// The side that makes it.
    pub by: Side,
    /// The most plies that each side has, White first.
    pub plies: [u16; 2],
    /// Whether that side is driven to it: then its last ply is judged so fast that little may
    /// be spent on bounding it.
    pub is_forced: bool,
}

/// Who is told of positions before they are reached, to have a hash table at hand in time.
#[derive(Clone, Copy)]
pub struct Prefetch<'a> {
    /// Whose turn it will be when the position is asked about.
    pub turn: Side,
    /// Is told the key that the position will probably have.
    pub tell: &'a dyn Fn(u128),
    /// Whether a move to the position with this key need not be shown, legal or not.
    pub is_idle: &'a dyn Fn(u128) -> bool,
    /// What makes moves lead too far away from a target position; such moves need not be shown, legal
    /// or not.
    pub too_far: Option<TooFar<'a>>,
}

/// When a move leads too far away: the target position cannot be reached any more with the plies that
/// are left.
#[derive(Clone, Copy)]
pub struct TooFar<'a> {
    /// The most plies that each side has behind the move, White first.
    pub plies: [u16; 2],
    /// Is called for each move that is left out.
    pub leave_out: &'a dyn Fn(),
}

/// The place of a move among those of a last ply; equal places keep their order.
pub type LastPlyPlace = (Reverse<Square>, u8);

impl Wanted {
    /// Whether moves that leave the own king in check are among them.
    pub(super) fn allows_own_check(self) -> bool {
        matches!(self, Wanted::Reaching(goal) if goal.row().allows_own_check)
    }
}

/// A position under rules, able to play and take back.
pub trait Game: Clone + Send {
    /// A legal move with all its choices (promotion, rebirth square ...).
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// So few plies before the end of play, searching costs no more than
    /// asking a hash table would.
    const QUICK_PLIES: u16 = 0;

    /// How many kinds of moves there are; what refutes a move is tried first
    /// against others of its kind.
    const MOVE_KINDS: usize = 1;

    /// The kind of a move, below [`Game::MOVE_KINDS`].
    fn kind_of(_movement: Self::Move) -> usize {
        0
    }

    /// Whether a move just played had alternatives beside what a pawn becomes: a square of rebirth,
    /// a man that vanishes.
    fn has_chosen(_movement: Self::Move) -> bool {
        false
    }

    /// Who is to move.
    fn side_to_move(&self) -> Side;

    /// Gives the move to `side` in the diagram (set play, duplex, series). Not
    /// a ply: cannot be taken back and must be called before the first ply.
    fn set_side_to_move(&mut self, side: Side);

    /// The diagram is one after so many plies of the solution. Like
    /// [`set_side_to_move`](Game::set_side_to_move), to be said before the first ply.
    fn begin_after(&mut self, _plies: u16) {}

    /// Visits the legal moves of the side to move, each already played when
    /// `visit` sees it and taken back afterwards. Moves in `first` that are
    /// legal come first, then the others in generation order.
    fn visit_moves(
        &mut self,
        wanted: Wanted,
        first: &[Self::Move],
        visit: &mut dyn FnMut(&mut Self, Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// As [`visit_moves`](Game::visit_moves), and may tell of the position after each move
    /// while others before it are still being looked at. Idle moves may be left out.
    fn visit_moves_prefetching(
        &mut self,
        wanted: Wanted,
        first: &[Self::Move],
        _prefetch: Prefetch<'_>,
        visit: &mut dyn FnMut(&mut Self, Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_moves(wanted, first, visit)
    }

    /// Visits the legal moves, these first, each with the key of the position after it.
    fn visit_keys(
        &mut self,
        first: &[Self::Move],
        visit: &mut dyn FnMut(u128, Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_moves(Wanted::All, first, &mut |game, movement| {
            visit(game.key(), movement)
        })
    }

    /// The moves that a list of numbered moves holds: besides the legal ones also those that
    /// turn out illegal only once played, each with whether it is legal.
    fn numbered_moves(&mut self, wanted: Wanted) -> Vec<(Self::Move, bool)> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(wanted, &[], &mut |_, movement| {
            moves.push((movement, true));
            ControlFlow::Continue(())
        });
        moves
    }

    /// Whether the moves wanted end play and are told in an order of their own.
    fn has_last_ply_order(&self, _wanted: Wanted) -> bool {
        false
    }

    /// Where a move stands in that order, in the position before it.
    fn last_ply_place(&self, _record: &MoveRecord) -> LastPlyPlace {
        (Reverse(Square::new(0)), 0)
    }

    /// How many moves the royal men of the side to move have.
    fn flights(&mut self) -> usize {
        0
    }

    /// Whether the side to move mostly has several moves. Where rules leave it one or two, finding
    /// them costs more than anything that could be told of them.
    fn has_choice(&self) -> bool {
        true
    }

    /// Whether `side` has a man that is not royal.
    fn has_officer(&self, _side: Side) -> bool {
        true
    }

    /// Plays a move that is legal here.
    fn play(&mut self, movement: Self::Move);

    /// How many plies, passes with them, were played since the diagram.
    fn plies(&self) -> usize;

    /// The side to move passes: a ply that moves nothing.
    fn pass(&mut self);

    /// The side to move passes, and what lasts for one move ends with that: to see what
    /// threatens. Tells what rules change all the same.
    fn pass_as_move(&mut self) -> Vec<MovePart> {
        self.pass();
        Vec::new()
    }

    /// Takes back the last ply, move or pass.
    fn rewind(&mut self);

    /// Whether a royal man of `side` is in check.
    fn in_check(&mut self, side: Side) -> bool;

    /// Whether the side to move has a legal move.
    fn has_move(&mut self) -> bool;

    /// How many legal moves the side to move has, and whether it is in check, where the engine
    /// can count them faster than a visit would.
    fn mobility(&mut self) -> Option<(usize, bool)> {
        None
    }

    /// Whether the last ply reached this goal for the side that made it.
    fn reaches(&mut self, goal: Goal) -> bool;

    /// Whether the side to move can reach the goal at once, where the engine
    /// can tell faster than a visit of the moves would.
    fn can_reach_at_once(&mut self, _goal: Goal) -> Option<bool> {
        None
    }

    /// Whether the side to move has a move and reaches the goal at once with
    /// each, where the engine can tell faster than a visit of the moves would.
    fn must_reach_at_once(&mut self, _goal: Goal) -> Option<bool> {
        None
    }

    /// Whether the side to move has a move after which the other must reach the
    /// goal at once, where the engine can tell faster than play would.
    fn can_force_at_once(&mut self, _goal: Goal) -> Option<bool> {
        None
    }

    /// Whether the side to move could capture a royal man at once: such a
    /// diagram is illegal and not solved.
    fn can_capture_king(&mut self) -> bool;

    /// Whether play as described certainly cannot reach its goal. May always say no.
    fn is_out_of_reach(&mut self, _rest: Remaining) -> bool {
        false
    }

    /// From where to where the last ply took a neutral man, if it was nothing but that and may be taken back.
    fn neutral_step(&self) -> Option<(Square, Square)> {
        None
    }

    /// Two positions with equal keys are the same for all future play.
    fn key(&self) -> u128;

    /// The key of the men and of what is remembered, without the move that led here.
    fn diagram_key(&self) -> u128 {
        self.key()
    }

    /// Tells the last ply for notation, with the check it gives.
    fn record(&mut self) -> MoveRecord;
}

/// A game in which a die is thrown before each move.
pub trait DiceGame: Game {
    /// The player of chance throws this roll for the side to move: a ply, taken back by
    /// [`rewind`](Game::rewind) like any other.
    fn throw(&mut self, roll: Roll);
}
