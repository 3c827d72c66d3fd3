//! Goals as data: what they are called, and what notation and search must know
//! of them. What each demands of a position is said in `rules::goal`.

use crate::board::Square;
use serde::{Deserialize, Serialize};

/// The aim in which play ends. See [`Stipulation`](super::Stipulation) for who
/// reaches it: "the other side" is the one to move once it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Goal {
    /// `#`: the other side is in check and has no legal move.
    Mate,
    /// `=`: the other side is not in check and has no legal move.
    Stalemate,
    /// `#=`: the other side has no legal move.
    MateOrStalemate,
    /// `==`: the other side is stalemated, and the own side could not move either.
    DoubleStalemate,
    /// `!=`: the own side is stalemated, were it to move.
    AutoStalemate,
    /// `!#`: the own side is mated, were it to move.
    AutoMate,
    /// `##`: both sides are mated.
    DoubleMate,
    /// `##!`: both sides are mated, and the own side was mated before its move.
    CounterMate,
    /// `+`: the other side is in check.
    Check,
    /// `#!=`: the other side is mated, and the own side is stalemated, were it to move (`#=` of 1939).
    MateAndAutoStalemate,
    /// `xz`: the other side has captures to play, and nothing else.
    CaptureZugzwang,
    /// `x`: the move captured.
    Capture,
    /// `%`: the move captured a man that was not reborn.
    WinPiece,
    /// `zxy`: the man that moved ends on this square.
    Target(Square),
    /// `kxy`: the man of this diagram square and the man that moved are neighbours; it has no other.
    Kiss(Square),
    /// `ep`: the move captured en passant.
    EnPassant,
    /// `00`: the move was a castling.
    Castling,
    /// `~`: any legal move.
    AnyMove,
    /// `win`: mate, or the game is won by a rule of its own.
    Win,
    /// `run`: the game is won by a rule of its own (the king's run of Rollerball).
    Run,
    /// `ct`: the man that moved is back on its diagram square.
    Circuit,
    /// `ctr`: a man reborn in the move is back on its diagram square.
    CircuitByRebirth,
    /// `<>`: the man that moved and another of its side stand on each other's diagram squares.
    Exchange,
    /// `<>r`: the same, completed by the man reborn in the move.
    ExchangeByRebirth,
    /// `c81`: the man that moved stands on the last rank.
    Chess81,
    /// `dia`: the position given is reached, from the game array.
    ProofGame,
    /// `a=>b`: the second position given is reached, from the first.
    AToB,
}

/// What notation and search must know of a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalRow {
    /// Its key in the vocabulary.
    pub key: &'static str,
    /// The sign behind the move that reaches it.
    pub sign: Option<&'static str>,
    /// Whether that sign makes the sign of check superfluous.
    pub implies_check_sign: bool,
    /// Whether only a move that checks can reach it.
    pub needs_check: bool,
    /// Whether the other side cannot play on once it is reached.
    pub ends_play: bool,
    /// Whether the move that reaches it may leave the own king in check.
    pub allows_own_check: bool,
}

const PLAIN: GoalRow = GoalRow {
    key: "",
    sign: None,
    implies_check_sign: false,
    needs_check: false,
    ends_play: false,
    allows_own_check: false,
};

/// Goals about mobility share the sign rule: whether the king is in check goes without saying.
const IMMOBILE: GoalRow = GoalRow {
    implies_check_sign: true,
    ends_play: true,
    ..PLAIN
};

const MATE: GoalRow = GoalRow {
    needs_check: true,
    ..IMMOBILE
};

impl Goal {
    /// The facts about this goal.
    #[rustfmt::skip]
    pub const fn row(self) -> GoalRow {
        match self {
            Goal::Mate => GoalRow { key: "mate", sign: Some("#"), ..MATE },
            Goal::Stalemate => GoalRow { key: "stalemate", sign: Some("="), ..IMMOBILE },
            Goal::MateOrStalemate => GoalRow { key: "mate-or-stalemate", sign: Some("#="), ..IMMOBILE },
            Goal::DoubleStalemate => GoalRow { key: "double-stalemate", sign: Some("=="), ..IMMOBILE },
            Goal::AutoStalemate => GoalRow { key: "auto-stalemate", sign: Some("!="), implies_check_sign: true, allows_own_check: true, ..PLAIN },
            Goal::AutoMate => GoalRow { key: "auto-mate", sign: Some("!#"), allows_own_check: true, ..PLAIN },
            Goal::DoubleMate => GoalRow { key: "double-mate", sign: Some("##"), allows_own_check: true, ..MATE },
            Goal::CounterMate => GoalRow { key: "countermate", sign: Some("##!"), allows_own_check: true, ..MATE },
            Goal::MateAndAutoStalemate => GoalRow { key: "mate-and-auto-stalemate", sign: Some("#!="), ..MATE },
            Goal::CaptureZugzwang => GoalRow { key: "capture-zugzwang", sign: Some("xz"), ..PLAIN },
            Goal::Check => GoalRow { key: "check", sign: Some("+"), implies_check_sign: true, needs_check: true, ..PLAIN },
            Goal::Capture => GoalRow { key: "capture", sign: Some("x"), ..PLAIN },
            Goal::WinPiece => GoalRow { key: "win-a-piece", sign: Some("%"), ..PLAIN },
            Goal::Target(_) => GoalRow { key: "target-square", sign: Some("z"), ..PLAIN },
            Goal::Kiss(_) => GoalRow { key: "kiss", ..PLAIN },
            Goal::EnPassant => GoalRow { key: "en-passant", ..PLAIN },
            Goal::Castling => GoalRow { key: "castling", ..PLAIN },
            Goal::AnyMove => GoalRow { key: "any-move", ..PLAIN },
            Goal::Win => GoalRow { key: "win", sign: Some("win"), ..PLAIN },
            Goal::Run => GoalRow { key: "run", sign: Some("run"), ..PLAIN },
            Goal::Circuit => GoalRow { key: "circuit", ..PLAIN },
            Goal::CircuitByRebirth => GoalRow { key: "circuit-by-rebirth", ..PLAIN },
            Goal::Exchange => GoalRow { key: "exchange", ..PLAIN },
            Goal::ExchangeByRebirth => GoalRow { key: "exchange-by-rebirth", ..PLAIN },
            Goal::Chess81 => GoalRow { key: "chess81", sign: Some("c81"), ..PLAIN },
            Goal::ProofGame => GoalRow { key: "proof-game", sign: Some("dia"), ..PLAIN },
            Goal::AToB => GoalRow { key: "a-to-b", sign: Some("a=>b"), ..PLAIN },
        }
    }

    /// The goal with this key in the vocabulary; some need a square.
    pub fn from_key(key: &str, square: Option<Square>) -> Option<Goal> {
        let with_square = square
            .into_iter()
            .flat_map(|square| [Goal::Target(square), Goal::Kiss(square)]);
        let mut goals = Goal::WITHOUT_SQUARE.into_iter().chain(with_square);
        goals.find(|goal| goal.row().key == key)
    }

    /// The goal with this sign behind the move that reaches it; a man that goes
    /// to its target goes to this square.
    pub fn from_sign(sign: &str, square: Option<Square>) -> Option<Goal> {
        let target = square.map(Goal::Target);
        let mut goals = Goal::WITHOUT_SQUARE.into_iter().chain(target);
        goals.find(|goal| goal.row().sign == Some(sign))
    }

    /// The square that belongs to the goal.
    pub const fn square(self) -> Option<Square> {
        match self {
            Goal::Target(square) | Goal::Kiss(square) => Some(square),
            _ => None,
        }
    }

    /// Whether it depends on which man is which, not only on who stands where.
    pub const fn tells_men_apart(self) -> bool {
        matches!(
            self,
            Goal::Kiss(_)
                | Goal::Circuit
                | Goal::CircuitByRebirth
                | Goal::Exchange
                | Goal::ExchangeByRebirth
        )
    }

    const WITHOUT_SQUARE: [Goal; 25] = [
        Goal::Mate,
        Goal::Stalemate,
        Goal::MateOrStalemate,
        Goal::DoubleStalemate,
        Goal::AutoStalemate,
        Goal::AutoMate,
        Goal::DoubleMate,
        Goal::CounterMate,
        Goal::MateAndAutoStalemate,
        Goal::CaptureZugzwang,
        Goal::Check,
        Goal::Capture,
        Goal::WinPiece,
        Goal::EnPassant,
        Goal::Castling,
        Goal::AnyMove,
        Goal::Win,
        Goal::Run,
        Goal::Circuit,
        Goal::CircuitByRebirth,
        Goal::Exchange,
        Goal::ExchangeByRebirth,
        Goal::Chess81,
        Goal::ProofGame,
        Goal::AToB,
    ];
}
