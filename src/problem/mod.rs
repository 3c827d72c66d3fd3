//! A problem as plain data: diagram, conditions, stipulation, options, twins.
//!
//! **Invariant:** nothing here is checked against the rules of play and nothing
//! speaks a language; readers make it, the engine compiles it.

mod budget;
mod claim;
mod dice;
mod fate;
mod goal;
mod option;
mod stipulation;
mod structured;
mod twin;
mod version;

pub use budget::BglBalance;
pub use claim::{Claim, ClaimError, Count, Intention, Role, ToldMove, twin_letter, twin_number};
pub use dice::Dice;
pub use fate::{FateWish, ManAtStart, ManFate};
pub use goal::{Goal, GoalRow};
pub use option::{NonTrivial, Options, Rights};
pub use stipulation::{Genre, Length, Stipulation};
pub use structured::{Expression, Letter, Stretch, Structured};
pub use twin::{Change, Mirror, Rotation, Twin};
pub use version::{AppliedChange, ChangeError, TwinLabel, Version};

use crate::board::{Geometry, MAX_SQUARES, Square};
use crate::men::{Army, Piece, Sides, WalkId, walk_id};
use std::borrow::Cow;

/// A task as an author states it.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Composers, one a line.
    pub authors: Vec<String>,
    /// Where it appeared, one a line.
    pub origins: Vec<String>,
    /// Distinctions, one a line.
    pub awards: Vec<String>,
    /// Titles and dedications, one a line.
    pub titles: Vec<String>,
    /// The men on the board before play.
    pub diagram: Diagram,
    /// In `a=>b` the first position, in which play starts; it ends in the diagram.
    pub start: Option<Diagram>,
    /// How many men are on the board beside them of whom nothing is known.
    pub invisible: u8,
    /// What is asked; a reader may leave it out when a twin supplies it.
    pub stipulation: Option<Stipulation>,
    /// What is asked, if it is told as a tree; then there is no other stipulation.
    pub structured: Option<Structured>,
    /// The fairy conditions in the order of the input.
    pub conditions: Vec<Condition>,
    /// Wishes about search and output.
    pub options: Options,
    /// Altered versions.
    pub twins: Vec<Twin>,
    /// Whether the diagram itself is not to be solved, only the twins.
    pub zero_position: bool,
    /// How many solutions the author claims.
    pub intention: Intention,
}

impl Problem {
    /// A problem with an empty standard board and nothing asked.
    pub fn new() -> Problem {
        Problem::on(Geometry::standard())
    }

    /// A problem with this board, empty, and nothing asked.
    pub fn on(board: Geometry) -> Problem {
        Problem {
            authors: Vec::new(),
            origins: Vec::new(),
            awards: Vec::new(),
            titles: Vec::new(),
            diagram: Diagram::empty(board),
            start: None,
            invisible: 0,
            stipulation: None,
            structured: None,
            conditions: Vec::new(),
            options: Options::default(),
            twins: Vec::new(),
            zero_position: false,
            intention: Intention::default(),
        }
    }
}

impl Problem {
    /// All goals of what is asked.
    pub fn goals(&self) -> impl Iterator<Item = Goal> + '_ {
        let asked = self.stipulation.iter();
        let asked = asked.flat_map(|asked| std::iter::once(asked.goal).chain(asked.own_goal));
        let structured = self.structured.iter();
        asked.chain(structured.flat_map(|asked| asked.play.goals()))
    }

    /// Whether anything is asked.
    pub fn asks(&self) -> bool {
        self.stipulation.is_some() || self.structured.is_some()
    }

    /// Where play ends, if it has to lead to the diagram.
    pub fn target(&self) -> Option<&Diagram> {
        let leads = |goal| matches!(goal, Goal::ProofGame | Goal::AToB);
        self.goals().any(leads).then_some(&self.diagram)
    }

    /// Where play starts: the diagram, but in a proof game the game array.
    pub fn start_of_play(&self) -> Cow<'_, Diagram> {
        let is_game = self.goals().any(|goal| goal == Goal::ProofGame);
        let leads = self.target().is_some();
        match &self.start {
            _ if is_game => Cow::Owned(Diagram::array_of(
                self.diagram.geometry.clone(),
                self.army(),
            )),
            Some(start) if leads => Cow::Borrowed(start),
            _ => Cow::Borrowed(&self.diagram),
        }
    }

    /// The men with which a game begins.
    pub fn army(&self) -> Army {
        let mut conditions = self.conditions.iter();
        let army = conditions.find_map(|condition| Army::named(&condition.key));
        army.unwrap_or(Army::USUAL)
    }

    /// The men of the diagram, and those with which play starts where that is another position.
    pub fn men(&self) -> impl Iterator<Item = Piece> {
        let start = self.target().map(|_| self.start_of_play().into_owned());
        let start: Vec<Piece> = start.iter().flat_map(pieces).collect();
        pieces(&self.diagram).chain(start)
    }
}

fn pieces(diagram: &Diagram) -> impl Iterator<Item = Piece> {
    let below = diagram.below().iter().copied();
    diagram.men().chain(below).map(|(_, piece)| piece)
}

impl Default for Problem {
    fn default() -> Problem {
        Problem::new()
    }
}

/// A board with the men on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The board.
    pub geometry: Geometry,
    men: Vec<Piece>,
    below: Vec<(Square, Piece)>,
}

impl Diagram {
    /// No man on this board.
    pub fn empty(geometry: Geometry) -> Diagram {
        Diagram {
            geometry,
            men: vec![Piece::NONE; MAX_SQUARES],
            below: Vec::new(),
        }
    }

    /// The men as a game begins, as far as the board has room for them.
    pub fn game_array(geometry: Geometry) -> Diagram {
        Diagram::array_of(geometry, Army::USUAL)
    }

    /// The same where other walks may take the places of the usual ones.
    pub fn array_of(geometry: Geometry, army: Army) -> Diagram {
        use walk_id::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
        let officers = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        let mut array = Diagram::empty(geometry);
        let squares: Vec<Square> = array.geometry.squares().collect();
        let last = array.geometry.height() - 1;
        for square in squares {
            let (file, rank) = (array.geometry.file(square), array.geometry.rank(square));
            let officer = officers.get(usize::from(file)).copied();
            let walk = match (officer, rank) {
                (Some(officer), _) if rank == 0 || rank == last => officer,
                (Some(_), _) if rank == 1 || rank == last - 1 => PAWN,
                _ => continue,
            };
            let side = if rank <= 1 {
                Sides::White
            } else {
                Sides::Black
            };
            let man = Piece::new(army.walk(walk), side);
            let man = if walk == KING { man.royal() } else { man };
            array.put(square, man);
        }
        array
    }

    /// The man on a square, or [`Piece::NONE`].
    pub fn on(&self, square: Square) -> Piece {
        self.men[square.index()]
    }

    /// Puts a man (or none) on a square; returns who stood there.
    pub fn put(&mut self, square: Square, piece: Piece) -> Piece {
        std::mem::replace(&mut self.men[square.index()], piece)
    }

    /// Puts a man below a square, on top of those that are there; he matters to rules under which men
    /// come up from below.
    pub fn bury(&mut self, square: Square, piece: Piece) {
        let behind = |(other, _): &(Square, Piece)| *other <= square;
        let place = self.below.partition_point(behind);
        self.below.insert(place, (square, piece));
    }

    /// The men below others; of those below one square the deepest first.
    pub fn below(&self) -> &[(Square, Piece)] {
        &self.below
    }

    /// Every man with its square, in ascending order of squares; also a man who stands where
    /// the board has no square, so that it can be said.
    pub fn men(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = (0..MAX_SQUARES as u8).map(Square::new);
        squares
            .map(|square| (square, self.on(square)))
            .filter(|(_, piece)| piece.is_some())
    }
}

/// A fairy condition by its key in the registry, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The registry key in kebab case, e.g. `madrasi`.
    pub key: String,
    /// The arguments in the order of the input.
    pub arguments: Vec<Argument>,
}

impl Condition {
    /// Whether its squares are carried along where a twin turns or reflects the board.
    pub fn turns_with_the_board(&self) -> bool {
        self.says_of_squares(0)
    }

    /// Whether its squares are carried along where a twin shifts all men.
    pub fn shifts_with_the_board(&self) -> bool {
        self.says_of_squares(1)
    }

    /// Whether it says nothing but which squares there are.
    pub fn is_board(&self) -> bool {
        self.says_of_squares(2)
    }

    /// A column of its row of `squares.tsv`.
    fn says_of_squares(&self, column: usize) -> bool {
        let mut rows = include_str!("squares.tsv").lines().skip(1);
        let row = rows.find_map(|row| row.strip_prefix(self.key.as_str())?.strip_prefix('\t'));
        row.is_some_and(|row| row.split('\t').nth(column) == Some("yes"))
    }

    /// A condition without arguments.
    pub fn plain(key: &str) -> Condition {
        Condition {
            key: key.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// Whether this word is among the arguments.
    pub fn has_flag(&self, flag: &str) -> bool {
        self.arguments
            .iter()
            .any(|argument| matches!(argument, Argument::Flag(word) if word == flag))
    }

    /// All squares among the arguments.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Square(square) => Some(*square),
            _ => None,
        })
    }

    /// All walks among the arguments.
    pub fn walks(&self) -> impl Iterator<Item = WalkId> + '_ {
        self.arguments.iter().filter_map(|argument| match argument {
            Argument::Walk(walk) => Some(*walk),
            _ => None,
        })
    }

    /// The number that follows the flag `name`, if it was given.
    pub fn number(&self, name: &str) -> Option<i32> {
        self.arguments.iter().find_map(|argument| match argument {
            Argument::Number(word, number) if word == name => Some(*number),
            _ => None,
        })
    }
}

/// One argument of a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A word in kebab case, e.g. `rex-inclusive`, `type-b`.
    Flag(String),
    /// A square.
    Square(Square),
    /// A walk.
    Walk(WalkId),
    /// A number under the name of its parameter, e.g. (`max-white`, 5).
    Number(String, i32),
    /// Anything else, as written, under the name of its parameter.
    Text(String, String),
}
