//! What a retro problem asks, as data.

use super::material::Material;
use super::scene::{Need, Scene};
use crate::board::Side;
use crate::problem::Problem;

/// A task of retro play, with the position it starts from.
#[derive(Clone, PartialEq, Debug)]
pub struct RetroProblem {
    /// Diagram, conditions, and the play that follows on the moves taken back, if any does.
    pub problem: Problem,
    /// What is asked.
    pub task: Task,
    /// Whose turn it is in the diagram, if that is known: the other side has just moved.
    pub turn: Option<Side>,
    /// Castling rights that are known to be there.
    pub need: Need,
    /// Castling rights that are known not to be there are those that are not needed.
    pub exact_rights: bool,
    /// The square that the last move passed by a double step, if that is known.
    pub passed: u8,
    /// Conventions and limits.
    pub rules: RetroRules,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// All moves that can have led to the diagram.
    UnMoves,
    /// Each of these sides takes back one move, then the forward play of the problem is possible.
    Help(Vec<Side>),
    /// White takes back so many moves against Black's resistance, and reaches the goal by the
    /// forward play of the problem.
    Defensive(Defence),
    /// Which so many single moves were the last.
    LastMoves(u32),
    /// Whether the position can arise.
    Legality,
    /// Which castlings are allowed.
    Castling,
    /// Which captures en passant are allowed.
    EnPassant,
    /// Whose turn it is.
    Turn,
    /// Whether neither side can be mated any more.
    Dead,
    /// How the position opens: moves taken back until it is known to be legal.
    Resolve,
}

/// A defensive retractor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Defence {
    /// How many moves White takes back.
    pub moves: u16,
    /// Who says which man was captured.
    pub kind: DefenceKind,
    /// Whether Black may refute by reaching the goal forward himself.
    pub forward_defence: bool,
}

/// Who decides about uncaptures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DefenceKind {
    /// The side that takes back.
    #[default]
    Proca,
    /// The other side.
    Hoeg,
    /// White.
    Klan,
    /// There are no captures.
    Pacific,
}

impl DefenceKind {
    /// Its name, which is the same in all languages but for its spelling.
    pub const fn name(self) -> &'static str {
        match self {
            DefenceKind::Proca => "Proca",
            DefenceKind::Hoeg => "Høeg",
            DefenceKind::Klan => "Klan",
            DefenceKind::Pacific => "pacific",
        }
    }
}

/// How legal the positions must be that a line passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The side not to move is not in check.
    None,
    /// A check of the side to move has a move that gave it.
    Checks,
    /// So many moves can be taken back from it; the game array needs none.
    Last(u32),
    /// Nothing that is known of games speaks against it.
    Full,
}

/// Conventions of retro play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetroRules {
    /// How legal positions must be.
    pub level: Level,
    /// How men are counted; none for what fits the conditions.
    pub material: Option<Material>,
    /// Whether a position may not occur for the third time.
    pub repetition: bool,
    /// Whether, where the other side says what was captured, the mover says if it was en passant.
    pub mover_says_en_passant: bool,
    /// Whether forward play of a pacific retractor may capture.
    pub pacific_captures: bool,
    /// Whether no position may be dead.
    pub dead: Option<bool>,
}

impl Default for RetroRules {
    fn default() -> RetroRules {
        RetroRules {
            level: Level::Last(1),
            material: None,
            repetition: true,
            mover_says_en_passant: false,
            pacific_captures: false,
            dead: None,
        }
    }
}

impl RetroProblem {
    /// A task without anything said about history.
    pub fn new(problem: Problem, task: Task) -> RetroProblem {
        let level = match task {
            Task::UnMoves | Task::Help(_) | Task::Defensive(_) => Level::Last(1),
            _ => Level::Full,
        };
        RetroProblem {
            problem,
            task,
            turn: None,
            need: Need::NOTHING,
            exact_rights: false,
            passed: Scene::NOWHERE,
            rules: RetroRules {
                level,
                ..RetroRules::default()
            },
        }
    }
}
