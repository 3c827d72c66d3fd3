//! What a rule says of turns that have several moves.

use crate::board::Side;

/// How many moves a turn has at most.
pub const MOST_MOVES: usize = 12;

/// How sides move in turns of several moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnRule {
    /// How many moves the turns of White and Black have, from the first one on.
    pub moves: [u16; 2],
    /// So many turns at first have one move.
    pub single_turns: u16,
    /// How many more each turn has than the one before it, of whichever side.
    pub grows: u16,
    /// What a check before the last move of a turn does.
    pub early_check: EarlyCheck,
    /// What becomes of a turn in which no further move can be played.
    pub stuck: Stuck,
    /// Whether the own king must be safe after each move, not only after the last.
    pub is_safe_between: bool,
    /// Whether a king is in check that could be taken with any move of the next turn.
    pub checks_by_turns: bool,
    /// Whether all moves of a turn are of one man.
    pub one_man: bool,
    /// Whether men must stand otherwise after a turn than before it.
    pub must_change: bool,
    /// Whether further captures en passant may follow the first one.
    pub many_en_passant: bool,
}

/// What a check before the last move of a turn does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlyCheck {
    /// Nothing.
    Nothing,
    /// It ends the turn.
    EndsTurn,
    /// It is illegal.
    Illegal,
}

/// What becomes of a turn in which no further move can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuck {
    /// It cannot be played.
    Illegal,
    /// It ends.
    EndsTurn,
    /// It ends the game as a draw.
    Draw,
}

impl TurnRule {
    /// One move a turn.
    pub const SINGLE: TurnRule = TurnRule {
        moves: [1, 1],
        single_turns: 0,
        grows: 0,
        early_check: EarlyCheck::Nothing,
        stuck: Stuck::Illegal,
        is_safe_between: true,
        checks_by_turns: false,
        one_man: false,
        must_change: false,
        many_en_passant: false,
    };

    /// How many moves this turn has, the first being turn 0.
    pub(super) fn moves_of(&self, side: Side, turn: u16) -> usize {
        if turn < self.single_turns {
            return 1;
        }
        let moves = self.moves[side.index()].saturating_add(self.grows.saturating_mul(turn));
        usize::from(moves).min(MOST_MOVES + 1)
    }
}
