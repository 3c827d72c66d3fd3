//! A problem from its two halves: a statement and a position.

use super::any_position;
use super::diagnostic::Diagnostic;
use super::fen;
use super::fields::{self, Means};
use super::popeye::words::Language;
use super::position_text::PositionText;
use super::statement::{self, Statement};
use crate::board::SquareSet;
use crate::men::WalkId;
use crate::problem::{Diagram, Problem};

/// A position, however it is given.
#[derive(Clone, Copy)]
pub enum Placed<'a> {
    /// As FEN, in which the side to move is often left as it was.
    Fen(&'a str),
    /// As a position text, which means its side to move.
    Position(&'a str),
    /// As a diagram; it is made once the walks that the statement defines are known.
    Men(&'a dyn Fn(&[WalkId]) -> Diagram),
}

/// Which half a diagnostic speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The statement.
    Statement,
    /// The position.
    Position,
}

/// What was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Posed {
    /// The problem, so far as it was understood.
    pub problem: Problem,
    /// The language of the statement.
    pub language: Language,
    /// How many solutions the author claims.
    pub intended: Option<u32>,
    /// Everything to be said about either half.
    pub diagnostics: Vec<(Half, Diagnostic)>,
}

impl Posed {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        !self
            .diagnostics
            .iter()
            .any(|(_, diagnostic)| diagnostic.is_error())
    }
}

/// Reads a statement with its position. An empty statement asks nothing.
///
/// ```
/// use dawson::notation::posed::{Placed, pose};
/// let posed = pose("h#2, Circe", Placed::Fen("8/8/8/8/8/5k2/8/5K1R"));
/// assert!(posed.is_sound());
/// assert_eq!(posed.problem.conditions.len(), 1);
/// ```
pub fn pose(text: &str, placed: Placed<'_>) -> Posed {
    let mut posed = Posed {
        problem: Problem::new(),
        language: statement::language_of(text),
        intended: None,
        diagnostics: Vec::new(),
    };
    let said = match text.trim().is_empty() {
        true => Ok(Statement::default()),
        false => statement::statement(text),
    };
    let said = match said {
        Ok(said) => {
            posed.note(Half::Statement, &said.diagnostics);
            said
        }
        Err(diagnostics) => {
            posed.note(Half::Statement, &diagnostics);
            Statement::default()
        }
    };
    posed.intended = said.intended_solutions;
    let read = match placed {
        Placed::Fen(text) => any_position::position(text, &said.walks, posed.language),
        Placed::Position(text) => {
            any_position::position_on_any_board(text, &said.walks, posed.language)
        }
        Placed::Men(diagram) => Ok(PositionText::from(fen::Position {
            diagram: diagram(&said.walks),
            side_to_move: None,
            no_castling: SquareSet::EMPTY,
            en_passant: Vec::new(),
        })),
    };
    match read {
        Ok(read) => posed.join(said, &read, placed),
        Err(diagnostic) => {
            // Without men no twin fits; the position is the only fault.
            let _ = said.apply(&mut posed.problem);
            posed.note(Half::Position, &[diagnostic]);
        }
    }
    posed
}

impl Posed {
    fn join(&mut self, said: Statement, read: &PositionText, placed: Placed<'_>) {
        let (text, means) = match placed {
            Placed::Fen(text) => (text, Means::Mostly),
            Placed::Position(text) => (text, Means::Everything),
            Placed::Men(_) => ("", Means::Mostly),
        };
        let told = fields::join(said, read, text, means, &mut self.problem);
        self.note(Half::Statement, &told.statement);
        self.note(Half::Position, &told.position);
        let is_text = !matches!(placed, Placed::Men(_));
        if is_text && self.problem.stipulation.is_some() && self.problem.men().next().is_some() {
            let odd = any_position::oddities(&self.problem, text);
            let odd: Vec<Diagnostic> = odd.into_iter().filter(|odd| !odd.is_error()).collect();
            self.note(Half::Position, &odd);
        }
    }

    fn note(&mut self, half: Half, diagnostics: &[Diagnostic]) {
        let noted = diagnostics.iter().cloned();
        self.diagnostics
            .extend(noted.map(|diagnostic| (half, diagnostic)));
    }
}
