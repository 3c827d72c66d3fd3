//! What the fields of a FEN behind the board mean for a problem: who begins, castling, en passant.
//!
//! One policy for every way a FEN comes in: command line, lists of all formats, Python, the HTTP
//! interface, the page.
//!
//! * *Side to move*: where one side plays for its goal against defence or alone, the side to move
//!   plays for it. In play with help the stipulation says who begins, for most programs write `w`
//!   there whatever is asked. A position text ([`Means::Everything`]) means its side to move always.
//!   If the statement names the side, the statement is followed; a warning says so where the field names the other.
//! * *Castling*: rights that are not named are lost. Rights that no king and rook can have count
//!   for nothing.
//! * *En passant*: the double step was just played, if it can have been.
//!
//! **Invariant:** whatever of it changes what is solved, or is not followed, is told.

use super::diagnostic::Diagnostic;
use super::position::{self, Position};
use super::statement::{Statement, rooks_at_home};
use crate::board::{Side, Square, SquareSet};
use crate::men::walk_id;
use crate::problem::{Genre, Options, Problem, Stipulation};
use crate::stipulation::compile;
use miette::SourceSpan;

/// How seriously the side to move is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Means {
    /// As programs write FEN: the side to move may be a default.
    Mostly,
    /// As `--position` takes it: the side to move begins, whatever is asked.
    Everything,
}

/// What is to be told of a statement and of the position it was joined with.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Told {
    /// How the statement does not fit the position.
    pub statement: Vec<Diagnostic>,
    /// Which fields of the position were followed and which were not.
    pub position: Vec<Diagnostic>,
}

/// Puts a position and a statement into a problem, which follows the fields of the position; `text`
/// is how that was written.
///
/// ```
/// use dawson::Problem;
/// // Black is to move, and so Black mates.
/// let problem = Problem::from_statement("#1", "8/8/8/8/8/6k1/r7/6K1 b - - 0 1")?;
/// assert!(problem.options.half_duplex);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn join(
    mut said: Statement,
    read: &Position,
    text: &str,
    means: Means,
    problem: &mut Problem,
) -> Told {
    let fields = Fields::of(text);
    let asked = said.stipulation.or(problem.stipulation);
    // Where play is to end in the position, its fields say nothing about the start.
    let is_start = asked.is_none_or(|asked| !asked.leads_to_position());
    let side = read.side_to_move.filter(|_| is_start);
    // Conditions of one side depend on who begins, and so that comes first.
    let begins = match said.begins {
        Some(named) => contradiction(named, side, asked, &fields),
        None => begin(side, asked, &fields, means, &mut said.options),
    };
    problem.diagram = read.diagram.clone();
    if fields.has_knights_as_n()
        && !read
            .diagram
            .men()
            .any(|(_, man)| man.walk() == walk_id::NIGHTRIDER)
    {
        said.put_beside_fen();
    }
    let lost = said.lost_beside(read.no_castling);
    let mut told = Told {
        statement: said.apply(problem),
        position: read.notes.iter().cloned().chain(begins).collect(),
    };
    read.apply_runs(problem);
    if is_start && problem.target().is_none() {
        told.position
            .extend(castle(read.no_castling, lost, &fields, problem));
        told.position
            .extend(pass(&read.en_passant, &fields, problem));
    }
    told
}

/// The castlings that are lost as far as it matters: those of kings and rooks at home, and all where
/// men may come back or twins change the diagram.
pub fn lost_castlings(problem: &Problem) -> SquareSet {
    let lost = problem.options.no_castling;
    if !problem.conditions.is_empty() || !problem.twins.is_empty() {
        return lost;
    }
    let rooks = Side::BOTH.map(|side| rooks_at_home(problem, side));
    let home = rooks.iter().flatten();
    let home = home.flat_map(|rook| [*rook, Square::at(4, rook.byte() / 8)]);
    home.filter(|square| lost.contains(*square)).collect()
}

/// The fields where they stand in the text; a list of men and a printed board have none.
struct Fields<'t> {
    words: Vec<(&'t str, usize)>,
}

impl<'t> Fields<'t> {
    fn of(text: &'t str) -> Fields<'t> {
        let words = text.split_whitespace();
        let words: Vec<(&str, usize)> = words
            .map(|word| (word, position::offset(text, word)))
            .collect();
        // `Kb1, Ra2 / Kh8` is a list.
        let is_board = |word: &str| word.matches('/').count() > 1;
        let board = words.iter().position(|(word, _)| is_board(word));
        let after = board.map_or(words.len(), |at| at);
        Fields {
            words: words[after..].to_vec(),
        }
    }

    /// Whether it is a board on which no letter but N can be a knight.
    fn has_knights_as_n(&self) -> bool {
        let (board, _) = self.field(0);
        board.contains('/') && position::writes_knights_as_n(board)
    }

    /// The text of a field, counted from the board, and its place.
    fn field(&self, number: usize) -> (&'t str, SourceSpan) {
        let (field, at) = self.words.get(number).copied().unwrap_or_default();
        (field, (at, field.len()).into())
    }
}

/// Who begins by the stipulation and the options.
pub(super) fn starter(asked: Option<Stipulation>, options: &Options) -> Option<Side> {
    let starter = compile(&asked?, options).starter;
    Some(match options.half_duplex {
        true => !starter,
        false => starter,
    })
}

/// Whether one side alone plays for the goal, and so the side to move is that side.
const fn is_one_sides(genre: Genre) -> bool {
    matches!(
        genre,
        Genre::Direct
            | Genre::Chance
            | Genre::Self_
            | Genre::Reflex
            | Genre::SemiReflex
            | Genre::Series
            | Genre::SeriesSelf
            | Genre::SeriesReflex
            | Genre::ParrySeries
            | Genre::ParrySeriesSelf
            | Genre::ParrySeriesReflex
    )
}

/// The statement names the side that plays for the goal, and the field another one.
fn contradiction(
    named: Side,
    side: Option<Side>,
    asked: Option<Stipulation>,
    fields: &Fields<'_>,
) -> Option<Diagnostic> {
    let is_other = side.is_some_and(|side| side != named);
    if !is_other || !is_one_sides(asked?.genre) {
        return None;
    }
    let (field, at) = fields.field(1);
    let what = format!(
        "the statement says that {} begins, the FEN says `{field}`: the statement is followed",
        named.name()
    );
    Some(Diagnostic::Odd { what, at })
}

fn begin(
    side: Option<Side>,
    asked: Option<Stipulation>,
    fields: &Fields<'_>,
    means: Means,
    options: &mut Options,
) -> Option<Diagnostic> {
    let (side, begins) = (side?, starter(asked, options)?);
    // Who begins may have been said in words.
    let is_said = options.duplex || options.half_duplex || options.post_key_play;
    if is_said || side == begins {
        return None;
    }
    let (field, at) = fields.field(1);
    let name = side.name();
    let follows = means == Means::Everything || is_one_sides(asked?.genre);
    options.half_duplex = follows;
    let what = match (follows, means) {
        (true, Means::Everything) => format!(
            "the position says that {name} moves first: solved with colours exchanged; leave out the side to move for the usual play"
        ),
        (true, Means::Mostly) => format!(
            "the FEN says that {name} is to move: {name} plays for the goal; leave out `{field}` for the usual play"
        ),
        // What programs write by default.
        (false, _) if side == Side::White => return None,
        (false, _) => format!(
            "the FEN says that {name} is to move, but by the stipulation the other side begins: that is followed"
        ),
    };
    Some(Diagnostic::Odd { what, at })
}

/// Rights that are taken away from men at home, and rights that nobody can have.
/// What the statement leaves is not `taken`, and what it says is lost need not be told again.
fn castle(
    lost: SquareSet,
    taken: SquareSet,
    fields: &Fields<'_>,
    problem: &mut Problem,
) -> Vec<Diagnostic> {
    let said = problem.options.no_castling;
    problem.options.no_castling |= taken;
    let (field, at) = fields.field(2);
    if field.is_empty() {
        return Vec::new();
    }
    let is_left = |square: Square| lost.contains(square) && !taken.contains(square);
    let mut left: Vec<&str> = Vec::new();
    let mut lost: Vec<&str> = Vec::new();
    let mut impossible: Vec<&str> = Vec::new();
    for side in Side::BOTH {
        let rooks = rooks_at_home(problem, side);
        let [queen_side, king_side] = match side {
            Side::White => ['Q', 'K'],
            Side::Black => ['q', 'k'],
        };
        let at = |file: u8| Square::at(file, side.first_rank());
        for (letter, file) in [(queen_side, 0), (king_side, 7)] {
            let is_home = rooks.iter().any(|rook| rook.byte() % 8 == file);
            match (field.contains(letter), is_home) {
                (true, false) => impossible.push(side.name()),
                (false, true) if is_left(at(file)) => left.push(side.name()),
                (false, true) if !said.contains(at(4)) && !said.contains(at(file)) => {
                    lost.push(side.name());
                }
                _ => {}
            }
        }
    }
    let mut told = Vec::new();
    for names in [&mut left, &mut lost, &mut impossible] {
        names.dedup();
    }
    if !left.is_empty() {
        let names = left.join(" and ");
        let what = format!(
            "the statement says that {names} may castle, the FEN says `{field}`: the statement is followed"
        );
        told.push(Diagnostic::Odd { what, at });
    }
    if !lost.is_empty() {
        let names = lost.join(" and ");
        let what = format!(
            "king and rook of {names} stand at home, but `{field}` says that {names} may not castle; leave out the fields behind the board if castling is possible"
        );
        told.push(Diagnostic::Odd { what, at });
    }
    if !impossible.is_empty() {
        let names = impossible.join(" and ");
        let what = format!("`{field}` lets {names} castle, but king and rook do not stand at home");
        told.push(Diagnostic::Odd { what, at });
    }
    told
}

/// The double step just played, if the side that does not begin can have played it.
fn pass(step: &[Square], fields: &Fields<'_>, problem: &mut Problem) -> Option<Diagnostic> {
    let [from, passed, arrival] = *step else {
        return None;
    };
    let board = &problem.diagram.geometry;
    let side = match board.rank(from) < board.rank(arrival) {
        true => Side::White,
        false => Side::Black,
    };
    let (field, at) = fields.field(3);
    let stands = |square: Square| problem.diagram.on(square).is_some();
    let man = problem.diagram.on(arrival);
    let colour = side.name().to_lowercase();
    let what = if man.is_none() || !man.walk().row().is_pawn() || !man.is_of(side) {
        let on = board.name(arrival);
        format!(
            "`{field}` says that a pawn just made a double step, but no {colour} pawn stands on {on}"
        )
    } else if stands(from) || stands(passed) {
        format!(
            "`{field}` says that the {colour} pawn just made a double step, but a man stands in its way"
        )
    } else if starter(problem.stipulation, &problem.options) == Some(side) {
        let name = side.name();
        format!(
            "`{field}` says that {name} just made a double step, but {name} begins: no pawn may be captured en passant"
        )
    } else {
        problem.options.en_passant = step.to_vec();
        return None;
    };
    Some(Diagnostic::Odd { what, at })
}

#[cfg(test)]
mod tests {
    use crate::notation::posed::{Placed, pose};

    /// What becomes of each field: who begins with colours exchanged, the squares that lost their
    /// castling, the double step; and how much is told of it.
    #[test]
    fn one_policy_for_each_field() {
        let rows = [
            ("#1", "8/8/8/8/8/6k1/r7/6K1 b - - 0 1", (true, 0), 1),
            ("#1", "8/8/8/8/8/6k1/r7/6K1 w - - 0 1", (false, 0), 0),
            ("s#2", "8/8/8/8/8/6k1/r7/6K1 b", (true, 0), 1),
            ("ser-#2", "8/8/8/8/8/6k1/r7/6K1 b", (true, 0), 1),
            ("h#1", "8/8/8/8/8/6k1/r7/6K1 b - -", (false, 0), 0),
            ("h#1", "8/8/8/8/8/6k1/r7/6K1 w - -", (false, 0), 0),
            ("h#1.5", "8/8/8/8/8/6k1/r7/6K1 b - -", (false, 0), 1),
            ("#1 duplex", "8/8/8/8/8/6k1/r7/6K1 b", (false, 0), 0),
            ("#1", "QN6/8/7b/Pp6/k1K5/8/8/8 w - b6 0 1", (false, 3), 0),
            ("h#2", "QN6/8/7b/Pp6/k1K5/8/8/8 w - b6 0 1", (false, 0), 1),
            ("#1", "QN6/8/7b/P7/k1K5/8/8/8 w - b6 0 1", (false, 0), 1),
            ("#1", "8/8/8/8/8/1K6/7R/k7 w KQkq - 0 1", (false, 0), 1),
            ("#1", "r3k2K/8/1R6/8/4p3/8/8/6Q1 w - - 0 1", (false, 0), 1),
            ("#1", "r3k2K/8/1R6/8/4p3/8/8/6Q1 w q - 0 1", (false, 0), 0),
        ];
        for (statement, fen, (exchanged, step), told) in rows {
            let posed = pose(statement, Placed::Fen(fen));
            let options = &posed.problem.options;
            let found = (options.half_duplex, options.en_passant.len());
            assert!(posed.is_sound(), "{statement} {fen}");
            assert_eq!(found, (exchanged, step), "{statement} {fen}");
            assert_eq!(posed.diagnostics.len(), told, "{:?}", posed.diagnostics);
        }
    }
}
