//! A problem from its two halves: a statement and a position.

use super::diagnostic::Diagnostic;
use super::fields::{self, Means};
use super::popeye::words::Language;
use super::position;
use super::position::Position;
use super::statement::{self, Kept, Statement};
use crate::board::Geometry;
use crate::men::WalkId;
use crate::problem::{Diagram, Problem};

/// A position, however it is given.
#[derive(Clone, Copy)]
pub enum Placed<'a> {
    /// By the men that the statement names.
    Said,
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
    /// The language of the letters of men in the position, where it is another one for certain.
    pub letters: Option<Language>,
    /// How many solutions the author claims.
    pub intended: Option<u32>,
    /// Everything to be said about either half.
    pub diagnostics: Vec<(Half, Diagnostic)>,
    /// What the statement says beside the task.
    pub kept: Vec<Kept>,
}

impl Posed {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        !self
            .diagnostics
            .iter()
            .any(|(_, diagnostic)| diagnostic.is_error())
    }

    /// Puts authors, source and award that the statement names into the problem, where it has none.
    ///
    /// ```
    /// use dawson::notation::posed::{Placed, pose};
    /// let text = "Milan Vukcevic, Schach-Echo 1976, 4th Prize, s#3";
    /// let mut posed = pose(text, Placed::Fen("8/8/8/8/8/5k2/8/5K1R"));
    /// posed.credit();
    /// assert_eq!(posed.problem.authors, ["Milan Vukcevic"]);
    /// assert_eq!(posed.problem.origins, ["Schach-Echo 1976"]);
    /// assert_eq!(posed.problem.awards, ["4th Prize"]);
    /// ```
    pub fn credit(&mut self) {
        credit(&mut self.problem, &self.kept);
    }

    /// Notes that men stand as they cannot in a problem that is to be solved, such as two kings of a
    /// side; `placed` is how they were given. [`pose`] leaves it out, for a board is shown so while
    /// it is set up.
    ///
    /// ```
    /// use dawson::notation::posed::{Placed, pose};
    /// let placed = Placed::Fen("8/8/8/8/8/5k2/8/4KK1R");
    /// let mut posed = pose("#2", placed);
    /// assert!(posed.is_sound());
    /// posed.refuse_odd_men(placed);
    /// assert!(!posed.is_sound());
    /// ```
    pub fn refuse_odd_men(&mut self, placed: Placed<'_>) {
        if !self.is_sound() {
            return;
        }
        let (half, text) = match placed {
            Placed::Said => (Half::Statement, ""),
            Placed::Fen(text) | Placed::Position(text) => (Half::Position, text),
            Placed::Men(_) => (Half::Position, ""),
        };
        let odd = position::oddities(&self.problem, text);
        let wrong: Vec<Diagnostic> = odd.into_iter().filter(Diagnostic::is_error).collect();
        self.note(half, &wrong);
    }
}

/// Puts authors, source and award into a problem, where it has none.
pub(crate) fn credit<'k>(problem: &mut Problem, kept: impl IntoIterator<Item = &'k Kept>) {
    let [mut authors, mut source, mut awards, mut titles] = [const { Vec::<String>::new() }; 4];
    for kept in kept {
        match kept.what {
            "title" => titles.push(kept.text.trim_matches('"').to_owned()),
            "author" => authors.push(kept.text.clone()),
            "award" => awards.push(kept.text.clone()),
            "source" | "number" | "date" => source.push(kept.text.clone()),
            _ => {}
        }
    }
    let origin = (!source.is_empty()).then(|| source.join(" "));
    for (lines, said) in [
        (&mut problem.authors, authors),
        (&mut problem.origins, origin.into_iter().collect()),
        (&mut problem.awards, awards),
        (&mut problem.titles, titles),
    ] {
        if lines.is_empty() {
            *lines = said;
        }
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
    pose_in(text, placed, None, Language::En)
}

/// As [`pose`] with letters of the `wished` language, or else of that which the statement is written
/// in, or else of the `usual` one.
pub fn pose_in(text: &str, placed: Placed<'_>, wished: Option<Language>, usual: Language) -> Posed {
    let board = placed.board(text, wished.unwrap_or(usual));
    let said = match text.trim().is_empty() {
        true => Ok(Statement::default()),
        false => statement::statement_on(text, wished, board.as_ref()),
    };
    let spoken = || match &said {
        Ok(said) => said.language,
        Err(_) => statement::spoken_language(text),
    };
    let mut posed = Posed {
        problem: Problem::new(),
        language: wished.or_else(spoken).unwrap_or(usual),
        letters: None,
        intended: None,
        diagnostics: Vec::new(),
        kept: Vec::new(),
    };
    let is_understood = said.is_ok();
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
    posed.kept.clone_from(&said.kept);
    let board = board.unwrap_or_else(|| said.board());
    match placed.explained(&said, posed.language, &board) {
        Some(Ok(read)) => posed.join(said, &read, placed),
        Some(Err(diagnostic)) => {
            // Without men no twin fits; the position is the only fault.
            let _ = said.apply(&mut posed.problem);
            posed.note(Half::Position, &[diagnostic]);
        }
        None if said.has_men() => posed.stand_alone(said, text),
        None => {
            let _ = said.apply(&mut posed.problem);
            let at = (0, text.len()).into();
            let missing = is_understood.then_some(Diagnostic::PositionMissing { at });
            posed.note(Half::Statement, missing.as_slice());
        }
    }
    posed
}

impl Placed<'_> {
    /// The board that a position has by its ranks, whose squares the statement names then.
    fn board(&self, statement: &str, language: Language) -> Option<Geometry> {
        let has_ranks = match self {
            Placed::Said => false,
            Placed::Fen(text) | Placed::Position(text) => text.contains('/'),
            Placed::Men(_) => true,
        };
        let walks = statement::walks_said(statement);
        let usual = Geometry::standard();
        let read = has_ranks.then(|| self.read(&walks, language, &usual))?;
        let board = read?.ok()?.diagram.geometry.for_names();
        (board != usual).then_some(board)
    }

    /// The position with the letters that the statement explains; what is wrong is said of it as it is written.
    fn explained(
        &self,
        said: &Statement,
        language: Language,
        board: &Geometry,
    ) -> Option<Result<Position, Diagnostic>> {
        let (Placed::Fen(text) | Placed::Position(text)) = self else {
            return self.read(&said.walks, language, board);
        };
        let text = position::with_legend(text, said.letters_explained());
        let explained = text.and_then(|text| match self {
            Placed::Position(_) => Placed::Position(&text).read(&said.walks, language, board),
            _ => Placed::Fen(&text).read(&said.walks, language, board),
        });
        let explained = explained.filter(Result::is_ok);
        explained.or_else(|| self.read(&said.walks, language, board))
    }

    /// The position, which may have men of the `walks` that the statement defines.
    fn read(
        &self,
        walks: &[WalkId],
        language: Language,
        board: &Geometry,
    ) -> Option<Result<Position, Diagnostic>> {
        match self {
            Placed::Said => None,
            Placed::Fen(text) => Some(position::position_on(text, walks, language, board)),
            Placed::Position(text) => Some(position::ranks_or_list(text, walks, language, board)),
            Placed::Men(diagram) => Some(Ok(Position::from(diagram(walks)))),
        }
    }
}

impl Posed {
    fn join(&mut self, mut said: Statement, read: &Position, placed: Placed<'_>) {
        let (text, means) = match placed {
            Placed::Fen(text) => (text, Means::Mostly),
            Placed::Position(text) => (text, Means::Everything),
            Placed::Said | Placed::Men(_) => ("", Means::Mostly),
        };
        self.letters = read.letters;
        said.language = said.language.or(read.letters);
        said.men_language = read.letters;
        let told = fields::join(said, read, text, means, &mut self.problem);
        self.note(Half::Statement, &told.statement);
        self.note(Half::Position, &told.position);
        if !matches!(placed, Placed::Men(_)) {
            self.note_odd_men(Half::Position, text);
        }
    }

    /// The men are those of the statement.
    fn stand_alone(&mut self, said: Statement, text: &str) {
        let faults = said.apply(&mut self.problem);
        self.note(Half::Statement, &faults);
        self.note_odd_men(Half::Statement, text);
    }

    fn note_odd_men(&mut self, half: Half, text: &str) {
        if self.problem.stipulation.is_some() && self.problem.men().next().is_some() {
            let odd = position::oddities(&self.problem, text);
            let odd: Vec<Diagnostic> = odd.into_iter().filter(|odd| !odd.is_error()).collect();
            self.note(half, &odd);
        }
    }

    fn note(&mut self, half: Half, diagnostics: &[Diagnostic]) {
        let noted = diagnostics.iter().cloned();
        self.diagnostics
            .extend(noted.map(|diagnostic| (half, diagnostic)));
    }
}
