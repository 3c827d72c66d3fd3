//! A problem from its two halves: a statement and a position.

use super::diagnostic::Diagnostic;
use super::popeye::words::Language;
use super::position_text::PositionText;
use super::statement::{self, Statement};
use super::{fen, position_text};
use crate::problem::{Options, Problem, Stipulation};
use crate::stipulation::compile;

/// How a position is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// As FEN, in which the side to move is often left as it was.
    Fen,
    /// As a position text, which means its side to move.
    Position,
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
/// use dawson::notation::posed::{Written, pose};
/// let posed = pose("h#2, Circe", "8/8/8/8/8/5k2/8/5K1R", Written::Fen);
/// assert!(posed.is_sound());
/// assert_eq!(posed.problem.conditions.len(), 1);
/// ```
pub fn pose(text: &str, position: &str, written: Written) -> Posed {
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
    let read = match written {
        Written::Fen => fen::fen_with(position, &said.walks).map(PositionText::from),
        Written::Position => position_text::position_with(position, &said.walks),
    };
    match read {
        Ok(read) => posed.join(said, &read, written),
        Err(diagnostic) => {
            said.apply(&mut posed.problem);
            posed.note(Half::Position, &[diagnostic]);
        }
    }
    posed
}

impl Posed {
    fn join(&mut self, mut said: Statement, read: &PositionText, written: Written) {
        choose_starter(said.stipulation, read, written, &mut said.options);
        let counted = said.men.clone();
        said.apply(&mut self.problem);
        read.apply(&mut self.problem);
        let miscounted = counted.and_then(|men| men.check(&self.problem.diagram));
        self.note(Half::Statement, miscounted.as_slice());
    }

    fn note(&mut self, half: Half, diagnostics: &[Diagnostic]) {
        let noted = diagnostics.iter().cloned();
        self.diagnostics
            .extend(noted.map(|diagnostic| (half, diagnostic)));
    }
}

/// A position text says who begins; if that is not who usually does, it is told.
fn choose_starter(
    asked: Option<Stipulation>,
    read: &PositionText,
    written: Written,
    options: &mut Options,
) {
    let starter = asked.map(|asked| compile(&asked, options).starter);
    let side = read.position.side_to_move;
    let side = side.filter(|_| written == Written::Position);
    if !options.duplex && starter.is_some() && side.is_some() {
        options.half_duplex = starter != side;
    }
}
