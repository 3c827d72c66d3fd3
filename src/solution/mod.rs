//! The result of solving, as plain data: twins, phases, trees, lines, outcome.
//!
//! **Invariant:** nothing here prints, searches or speaks a language. Notation
//! renders it; `Stopped` is another thing than "no solution".

mod chance;
mod fates;
mod replay;
mod tally;

pub use chance::{Chance, DicePlay, RollEnd, Throw, Wager};
pub use fates::Fates;
pub use replay::Scene;
pub use tally::{Tally, full_length, is_full, tally};

use crate::board::{Side, Square};
use crate::men::{Piece, Sides, WalkId};
use crate::problem::{BglBalance, Goal, TwinLabel};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Everything found for one problem.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Solution {
    /// The diagram and its twins, in order.
    pub twins: Vec<TwinSolution>,
}

impl Solution {
    /// Finished only if every twin is.
    pub fn outcome(&self) -> Outcome {
        let stopped = self
            .twins
            .iter()
            .map(|twin| twin.outcome)
            .find(|outcome| *outcome != Outcome::Finished);
        stopped.unwrap_or(Outcome::Finished)
    }
}

/// What was found for the diagram or one twin.
#[derive(Clone, PartialEq, Debug)]
pub struct TwinSolution {
    /// How it is called; none when the problem has no twins.
    pub label: Option<TwinLabel>,
    /// The phases solved: set play before the actual play, for one side or both.
    pub phases: Vec<Phase>,
    /// Whether the search went to its end.
    pub outcome: Outcome,
    /// What keeps it from being solved or limits the answer, e.g. a side that could capture the king.
    pub remarks: Vec<Remark>,
}

/// How the search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// All was searched.
    #[default]
    Finished,
    /// The wanted number of solutions was reached, or an interval of first moves was asked for.
    Limited,
    /// The time was up.
    TimeUp,
    /// The user stopped it.
    Interrupted,
    /// The problem was refused; see the remarks.
    Refused,
}

/// Something to be said about a problem apart from its solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// The side that starts could capture a king at once, so nothing is solved.
    KingCapturable(Side),
    /// A combination the engine refuses, with the reason in English.
    Refused(String),
    /// A note that does not keep the problem from being solved.
    Note(String),
    /// A note in English, German and French.
    Told([String; 3]),
}

/// One phase of play.
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    /// Set play, actual play, or play after the key.
    pub kind: PhaseKind,
    /// Who makes the first move of the phase.
    pub starter: Side,
    /// The play.
    pub play: Play,
    /// The lines that were told while the search went on, to an observer who took them. They are not in the play.
    pub told: ToldLines,
    /// The moves taken up one after the other, where that is to be told.
    pub numbers: Vec<NumberedMove>,
}

/// How many lines were told before the search was over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ToldLines {
    /// By the number of their moves.
    of: BTreeMap<usize, usize>,
}

impl ToldLines {
    /// Counts one that is told.
    pub fn count(&mut self, line: &Line) {
        *self.of.entry(line.moves.len()).or_default() += 1;
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// How many have at least so many moves.
    pub fn from(&self, moves: usize) -> usize {
        self.of.range(moves..).map(|(_, count)| count).sum()
    }
}

/// A move that was taken up, legal or not, with its number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NumberedMove {
    /// The numbers of the moves before it, and its own.
    pub path: Vec<u32>,
    /// The move.
    pub movement: MoveRecord,
    /// How many lines or first moves of the phase were told before it.
    pub before: usize,
    /// The time since solving began.
    pub elapsed: Duration,
}

/// Which phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseKind {
    /// Play with the other side moving first.
    SetPlay,
    /// The play asked for.
    Actual,
    /// The diagram is after the key.
    PostKey,
    /// The play asked for begins with the defender, whose moves are counted.
    Defence,
}

/// Play as a tree (battle), as lines (help, series), or roll by roll.
#[derive(Clone, PartialEq, Debug)]
pub enum Play {
    /// First moves with what follows (keys and tries; in set play defences).
    Tree(Tree),
    /// Whole lines.
    Lines(Vec<Line>),
    /// What to do for each roll of the dice.
    Dice(DicePlay),
}

/// A battle phase.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// In post-key play: what threatens.
    pub threat: Threat,
    /// First moves: keys and tries, or the defences in set and post-key play.
    pub branches: Vec<Branch>,
}

/// A move of a battle with all that follows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// The move.
    pub movement: MoveRecord,
    /// The goal it reaches, if any.
    pub goal: Option<Goal>,
    /// Key, try, refutation ...
    pub mark: Mark,
    /// What it threatens, where that is shown.
    pub threat: Threat,
    /// The answers (after a defence: continuations; after an attack: defences).
    pub answers: Vec<Branch>,
    /// Defences without answer: the refutations of a try.
    pub refutations: Vec<Branch>,
}

impl Branch {
    /// A move with nothing behind it.
    pub fn new(movement: MoveRecord) -> Branch {
        Branch {
            movement,
            goal: None,
            mark: Mark::None,
            threat: Threat::Unsaid,
            answers: Vec::new(),
            refutations: Vec::new(),
        }
    }
}

/// The mark of a move in a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Mark {
    /// None: a defence, a continuation, a threat.
    #[default]
    None,
    /// `!` after a first move that solves.
    Key,
    /// `?` after a first move with refutations.
    Try,
    /// `!` after a defence that spoils a try.
    Refutation,
    /// `refutes.`: a defence without answer in post-key play.
    Refutes,
    /// `?!?`: the move violates the obligation of reflex play.
    ReflexViolation,
}

/// What the side that just moved would do next.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub enum Threat {
    /// Not shown: the move checks, or threats were not asked for.
    #[default]
    Unsaid,
    /// Nothing.
    Zugzwang,
    /// Before play that begins with the defender: he is in check.
    Check,
    /// Something.
    Threats {
        /// What the rules change when the defender passes. Under most rules that is nothing, and there
        /// are no parts; under Lost pieces men may vanish.
        passing: MoveRecord,
        /// The continuations.
        moves: Vec<Branch>,
    },
}

impl Threat {
    /// The continuations that threaten; none if nothing does or nothing is said.
    pub fn moves(&self) -> &[Branch] {
        match self {
            Threat::Threats { moves, .. } => moves,
            Threat::Unsaid | Threat::Zugzwang | Threat::Check => &[],
        }
    }
}

/// One line of help or series play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// How many half-moves are missing at the start (set play, `n.5`): 0, 1 or 2.
    pub missing: u8,
    /// The moves in order, each with the side that made it.
    pub moves: Vec<(Side, MoveRecord)>,
    /// The goal reached at the end, if the end is one.
    pub goal: Option<Goal>,
    /// Before which move numbering starts anew: behind an introductory series.
    pub restart: Option<usize>,
    /// Whether the last move violates the obligation of reflex play (`?!?`).
    pub violates: bool,
}

impl Line {
    /// A line without moves that ends in this goal.
    pub fn ending(goal: Option<Goal>) -> Line {
        Line {
            missing: 0,
            moves: Vec::new(),
            goal,
            restart: None,
            violates: false,
        }
    }
}

/// A move as it is to be told: what happened, in the order of execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Movement and effects.
    pub parts: Vec<MovePart>,
    /// Whether the other side is in check afterwards.
    pub check: bool,
}

/// One happening within a move. "On the spot" means: concerns the man of the
/// previous part, so the text needs no square.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum MovePart {
    /// A man goes from one square to another: `Ra1-a5`, `Ra1*a5`, `e5*d6 ep.`.
    Movement {
        /// The man as it was before.
        man: Piece,
        /// Departure.
        from: Square,
        /// Arrival.
        to: Square,
        /// Where the captured man stood, if any.
        captured: Option<Square>,
        /// Whether it was en passant.
        en_passant: bool,
    },
    /// The man that just moved is turned by the die to another square: `>d2`.
    Turns {
        /// Where it ends.
        to: Square,
    },
    /// `0-0` or, if long, `0-0-0`.
    Castling {
        /// Towards the a-file.
        long: bool,
    },
    /// Two men change places: `Rd1<->Rd8`.
    Exchange {
        /// The man that was first.
        first: (Piece, Square),
        /// The other.
        second: (Piece, Square),
    },
    /// ` ...`: a pass.
    Pass,
    /// A man's walk (or attributes) become those of `man`: `=Q`, elsewhere `[g2=rB]`.
    Becomes {
        /// The man afterwards.
        man: Piece,
        /// Its square when it is not on the spot.
        on: Option<Square>,
    },
    /// A man takes another walk and nothing else: `=Q`, elsewhere `[g2=B]`.
    TakesWalk {
        /// The walk afterwards.
        walk: WalkId,
        /// Its square when it is not on the spot.
        on: Option<Square>,
    },
    /// A man's side changes: `=b`, elsewhere `[c8=w]`.
    ChangesSide {
        /// The sides afterwards.
        sides: Sides,
        /// Its square when it is not on the spot.
        on: Option<Square>,
    },
    /// A man changes between neutral and one side with its move: `=nh`.
    ChangesPhase {
        /// The sides afterwards.
        sides: Sides,
        /// Its square when it is not on the spot.
        on: Option<Square>,
    },
    /// A man changes between neutral and one side for the check it gives: `[=na]`.
    ChangesNeutrality {
        /// The man afterwards.
        man: Piece,
    },
    /// A man changes to the other board of two: `B`.
    ChangesBoard {
        /// Whether it is the second board.
        second: bool,
    },
    /// A man appears: `[+bSb8]`.
    Appears {
        /// The man.
        man: Piece,
        /// Where.
        on: Square,
    },
    /// A man vanishes: `[-bPb2]`.
    Vanishes {
        /// The man.
        man: Piece,
        /// Where.
        on: Square,
    },
    /// A man is put elsewhere: `[wRb5->h1]`.
    Transfers {
        /// The man before.
        man: Piece,
        /// From here.
        from: Square,
        /// To there.
        to: Square,
        /// The man afterwards, when walk or attributes changed.
        becomes: Option<Piece>,
    },
    /// The man goes on: `-f6`, `*e2`.
    GoesOn {
        /// Where it ends.
        to: Square,
        /// Whether it captures there.
        captures: bool,
    },
    /// Another move of the same turn follows: `,`.
    Further,
    /// The man just told of goes below the one that stands there: `->v`.
    GoesBelow,
    /// A total invisible man moves, and captures on a square if he is seen to: `TI~*e4`.
    UnseenMoves {
        /// Where he captured.
        captured: Option<Square>,
    },
    /// A total invisible man is known to be there: `[+wTIb1]`.
    UnseenStands {
        /// Whose he is.
        sides: Sides,
        /// Where.
        on: Square,
    },
    /// It is certain what man stands there, who was a total invisible one: `[e4=wS]`.
    UnseenIs {
        /// The man.
        man: Piece,
        /// Where.
        on: Square,
    },
    /// The partner of a king that castles from anywhere: `/wRd8-d5`.
    Partner {
        /// The man.
        man: Piece,
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// The sides exchange their roles: ` RoleExchange`.
    ExchangesRoles,
    /// What the sides may still spend on their moves: ` (2.59/5)`.
    BglBalance(BglBalance),
    /// A pawn is promoted to an imitator: `=I`.
    BecomesImitator,
    /// Imitators stand now here: `[Ic4,d5]`.
    Imitators(Vec<Square>),
}
