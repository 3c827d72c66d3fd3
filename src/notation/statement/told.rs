//! What was understood, in plain words and as data, before anything is solved.

use super::summary;
use super::understand::code;
use crate::board::Square;
use crate::men::{Piece, Sides, walk_id};
use crate::notation::popeye::words::Language;
use crate::notation::sayings;
use crate::problem::Problem;
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
        parts.join("; ")
    }
}

/// The task in the first line, the men of each side in one below.
impl Display for Told {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary)?;
        self.men().iter().try_for_each(|men| write!(f, "\n{men}"))
    }
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
        format!("{letters}{mark}{}", problem.diagram.geometry.name(square))
    });
    written.collect()
}
