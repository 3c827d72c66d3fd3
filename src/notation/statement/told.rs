//! What was understood, in plain words and as data, before anything is solved.

use super::understand::code;
use super::{summary, text};
use crate::attributes;
use crate::board::Square;
use crate::men::{Piece, Sides, walk_id};
use crate::notation::popeye::words::Language;
use crate::notation::sayings;
use crate::problem::{Intention, Problem};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// A problem in words and letters of one language.
///
/// ```
/// use dawson::Problem;
/// use dawson::notation::popeye::words::Language;
/// use dawson::notation::statement::Told;
/// let problem = Problem::from_statement("#2 Circe", "8/8/8/8/3P4/1K6/7R/k7").unwrap();
/// let told = Told::of(&problem, Language::En);
/// assert_eq!(told.in_one_line(), "mate in 2, Circe; White 3: Kb3 Rh2 Pd4; Black 1: Ka1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Told {
    /// The language in which it is told.
    pub language: &'static str,
    /// What is asked, under which conditions.
    pub summary: String,
    /// White's men with their squares.
    pub white: Vec<String>,
    /// Black's.
    pub black: Vec<String>,
    /// Men of both.
    pub neutral: Vec<String>,
    /// The statement as Dawson writes it, where claims or twins say more than the summary: `h#2 2 solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
}

impl Told {
    /// The problem in this language.
    pub fn of(problem: &Problem, language: Language) -> Told {
        let of = |sides| men(problem, sides, language);
        Told {
            language: code(language),
            summary: summary(problem, language),
            white: of(Sides::White),
            black: of(Sides::Black),
            neutral: of(Sides::Both),
            statement: statement_of(problem, language),
        }
    }

    /// The men in words: `White 3: Kb3 Rh2 Pd4`.
    fn men(&self) -> Vec<String> {
        let mut language = Language::ALL.into_iter();
        let language = language.find(|language| code(*language) == self.language);
        let name = |side| sayings::said("men", side, language.unwrap_or_default());
        let names = ["White", "Black", "neutral"].map(|side| name(side).unwrap_or(side));
        let lists = [&self.white, &self.black, &self.neutral];
        let lists = names.into_iter().zip(lists);
        let lists = lists.filter(|(_, men)| !men.is_empty());
        lists
            .map(|(name, men)| format!("{name} {}: {}", men.len(), men.join(" ")))
            .collect()
    }

    /// All in one line.
    pub fn in_one_line(&self) -> String {
        let mut parts = vec![self.summary.clone()];
        parts.extend(self.men());
        parts.extend(self.statement.clone());
        parts.join("; ")
    }
}

/// The task in the first line, the men of each side in one below, and the statement if it says more.
impl Display for Told {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary)?;
        let lines = self.men().into_iter().chain(self.statement.clone());
        lines.into_iter().try_for_each(|line| write!(f, "\n{line}"))
    }
}

/// The statement, where a summary does not tell what is claimed or what the twins are.
fn statement_of(problem: &Problem, language: Language) -> Option<String> {
    let says_more = !problem.twins.is_empty() || problem.intention != Intention::default();
    says_more.then(|| text(problem, language)).flatten()
}

/// The men of a side, kings first, pawns last.
fn men(problem: &Problem, sides: Sides, language: Language) -> Vec<String> {
    let mut men: Vec<(Square, Piece)> = problem.diagram.men().collect();
    men.retain(|(_, man)| man.sides() == sides);
    let rank = |man: Piece| match man.walk() {
        walk_id::PAWN => usize::MAX,
        walk_id::KING => 0,
        walk_id::QUEEN => 1,
        walk_id::ROOK => 2,
        walk_id::BISHOP => 3,
        walk_id::KNIGHT => 4,
        walk => 5 + walk.index(),
    };
    men.sort_by_key(|(square, man)| (rank(*man), square.byte()));
    let written = men.into_iter().map(|(square, man)| {
        let letters = man.walk().row().letters[language.column()];
        let royal = man.is_royal() && man.walk() != walk_id::KING;
        let mark = if royal { "!" } else { "" };
        let rows = attributes::DEFINITIONS.iter();
        let own = rows.filter(|row| row.attribute.is_some_and(|attribute| man.has(attribute)));
        let own: Vec<&str> = own
            .map(|row| row.names.in_order()[language.column()])
            .collect();
        let own = match own.is_empty() {
            true => String::new(),
            false => format!(" ({})", own.join(", ").to_lowercase()),
        };
        let on = problem.diagram.geometry.name(square);
        format!("{letters}{mark}{on}{own}")
    });
    written.collect()
}
