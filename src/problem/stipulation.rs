//! What a problem asks: the kind of play, the goal and the length.

use crate::board::Square;

/// The aim in which play ends. See [`Stipulation`] for who reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// `#`: the other side is in check and has no legal move.
    Mate,
    /// `=`: the other side is not in check and has no legal move.
    Stalemate,
    /// `+`: the other side is in check.
    Check,
    /// `x`: the move captured.
    Capture,
    /// `zxy`: the man that moved ends on this square.
    Target(Square),
    /// `win`: mate, or the game is won by a rule of its own.
    Win,
    /// `run`: the game is won by a rule of its own (the king's run of Rollerball).
    Run,
    /// `~`: any legal move.
    AnyMove,
}

/// The kind of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Genre {
    /// `#3`: one side reaches the goal against any defence.
    Direct,
    /// `s#3`: one side forces the other to reach the goal.
    Self_,
    /// `r#3`: as self play, but whoever can reach the goal must do so.
    Reflex,
    /// `semi-r#3`: as reflex play, the obligation is the defender's only.
    SemiReflex,
    /// `h#3`: both sides cooperate.
    Help,
    /// `hs#3`: both cooperate, then the last half-move is forced.
    HelpSelf,
    /// `ser-#3`: one side moves alone.
    Series,
    /// `ser-h#3`: the other side moves alone, then one helping move.
    SeriesHelp,
    /// `ser-s#3`: one side moves alone, then forces the other.
    SeriesSelf,
}

/// How long the play lasts, in half-moves of the sides as printed: `n` full
/// moves and perhaps one half-move more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Length {
    /// Full moves.
    pub moves: u16,
    /// Whether `.5` follows.
    pub half: bool,
}

impl Length {
    /// This many full moves.
    pub const fn moves(moves: u16) -> Length {
        Length { moves, half: false }
    }
}

/// A traditional stipulation such as `h#2.5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stipulation {
    /// The kind of play.
    pub genre: Genre,
    /// Its aim.
    pub goal: Goal,
    /// Its length.
    pub length: Length,
    /// `exact-`: only play of the full length counts.
    pub exact: bool,
}

impl Stipulation {
    /// A stipulation of whole moves, `Stipulation::new(Genre::Help, Goal::Mate, 2)` for `h#2`.
    pub const fn new(genre: Genre, goal: Goal, moves: u16) -> Stipulation {
        Stipulation {
            genre,
            goal,
            length: Length::moves(moves),
            exact: false,
        }
    }
}
