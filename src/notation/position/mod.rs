//! Positions however people write them: one line of text, a list of men in a dozen languages, a board
//! of letters. One reader and one writer for all of them.
//!
//! * [`position`] reads any form, [`position_on_any_board`] the same for boards of other sizes.
//! * [`fen`], [`forsyth`] and [`of_text`] read exactly one form.
//! * [`readings`] gives all readings of a list of men, the best one first.
//! * [`text`] writes what [`of_text`] reads.
//!
//! **Invariant:** a text whose readings cannot be distinguished is refused with the reason.

mod board;
mod field;
mod lexeme;
mod list;
mod odd;
mod printed;
mod readings;
pub(crate) mod words;
mod write;

pub(crate) use board::{Placed, writes_knights_as_n};
pub(crate) use field::{lost_but, no_castling_at_all};
pub use odd::oddities;
use readings::ends_in_square;
pub use readings::{Hints, ListReading, list_in, readings};
pub(crate) use readings::{mentioned, names_squares, oddity};
pub use words::Letters;
pub(crate) use words::{heading_in_any as heads_men, names_of_men};
pub(crate) use write::board_text;
pub use write::text;

use super::diagnostic::{Diagnostic, malformed};
use super::popeye::words::Language;
use super::statement::statement_on;
use crate::board::{Geometry, Side, Square, SquareSet};
use crate::conditions::RING;
use crate::men::{Sides, WalkId};
use crate::problem::{Argument, Condition, Diagram, Problem};
use board::{Dialect, any_board, letters_of, letters_of_fen, outside_of_brackets};
use field::Field;

/// What a position says.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// Board and men.
    pub diagram: Diagram,
    /// Who is to move, if it is said.
    pub side_to_move: Option<Side>,
    /// Kings and rooks on their game array squares that may not castle.
    pub no_castling: SquareSet,
    /// Departure, passed square and arrival of the double step just played.
    pub en_passant: Vec<Square>,
    /// On the ring of Rollerball: which kings are on their run, White's first.
    pub runs: Option<[bool; 2]>,
    /// Whose letters its men have, where they leave no doubt that they are not English ones.
    pub letters: Option<Language>,
    /// What is to be said of it: another reading that is near, numbers that do not fit.
    pub notes: Vec<Diagnostic>,
}

impl From<Diagram> for Position {
    /// A diagram of which nothing else is known.
    fn from(diagram: Diagram) -> Position {
        Position {
            diagram,
            side_to_move: None,
            no_castling: SquareSet::EMPTY,
            en_passant: Vec::new(),
            runs: None,
            letters: None,
            notes: Vec::new(),
        }
    }
}

/// Words of the ring's condition for kings on their run.
const RUNS: [&str; 2] = ["white-run", "black-run"];

impl Position {
    /// Puts the position into a problem as it is; a ring brings its condition along, and who is to
    /// move is the stipulation's business. Where it is known what is asked,
    /// [`join`](crate::notation::fields::join) follows all fields.
    pub fn apply(&self, problem: &mut Problem) {
        problem.diagram = self.diagram.clone();
        self.apply_runs(problem);
        if problem.target().is_some() {
            return;
        }
        problem.options.no_castling |= self.no_castling;
        if !self.en_passant.is_empty() {
            problem.options.en_passant.clone_from(&self.en_passant);
        }
    }

    /// Lets the kings run that are on their run.
    pub(crate) fn apply_runs(&self, problem: &mut Problem) {
        let Some(runs) = self.runs else { return };
        let conditions = &mut problem.conditions;
        let is_ring = |condition: &Condition| condition.key == RING;
        let place = conditions.iter().position(is_ring).unwrap_or_else(|| {
            conditions.push(Condition::plain(RING));
            conditions.len() - 1
        });
        let runs = RUNS.iter().zip(runs).filter(|(_, runs)| *runs);
        let flags = runs.map(|(word, _)| Argument::Flag((*word).to_owned()));
        conditions[place].arguments.extend(flags);
    }

    fn noting(mut self, counts: &[usize]) -> Position {
        let men = || self.diagram.men().map(|(_, man)| man.sides());
        let sides = [Sides::White, Sides::Black, Sides::Both];
        let found = sides.map(|sides| men().filter(|of| *of == sides).count());
        let said = counts.iter().copied().chain(std::iter::repeat(0));
        if !counts.is_empty()
            && found
                .into_iter()
                .zip(said)
                .any(|(found, said)| found != said)
        {
            let what = format!("the diagram has {} + {} men", found[0], found[1]);
            let at = (0, 0).into();
            self.notes.push(Diagnostic::Odd { what, at });
        }
        self
    }
}

/// Reads a position in any of these forms:
///
/// * FEN and Popeye's Forsyth notation, with the additions of [`fen`];
/// * the position texts of [`of_text`], on any board;
/// * a list of men such as `wKe1 bKa8 nPd4` or `Kb1 Qg4 / Kd5 pe6`, in a dozen languages;
/// * eight lines of letters, as programs print boards.
///
/// ```
/// use dawson::notation::position::position;
/// use dawson::notation::popeye::words::Language;
/// let one = position("7k/8/6K1/8/8/8/8/1R6", &[], Language::En).unwrap();
/// let other = position("wKg6 wRb1 bKh8", &[], Language::En).unwrap();
/// let third = position("Kg6 Tb1 / Kh8", &[], Language::De).unwrap();
/// assert_eq!(one.diagram, other.diagram);
/// assert_eq!(one.diagram, third.diagram);
/// ```
///
/// # Errors
/// When it is none of these, with the place that gives it away.
pub fn position(text: &str, walks: &[WalkId], language: Language) -> Result<Position, Diagnostic> {
    position_on(text, walks, language, &Geometry::standard())
}

/// As [`position`], where lists of men name the squares of this board.
///
/// # Errors
/// When it is no position, with the place that gives it away.
pub fn position_on(
    text: &str,
    walks: &[WalkId],
    language: Language,
    board: &Geometry,
) -> Result<Position, Diagnostic> {
    if text.trim().is_empty() {
        return Err(Diagnostic::NoPosition);
    }
    if let Some(read) = printed::board(text, language, board) {
        return read.map(Position::from);
    }
    if let Some(field) = printed::joined(text) {
        return position(&field, walks, language);
    }
    if is_list(text, board) {
        return of_list(text, walks, language, board);
    }
    let (plain, counts) = plain_fen(text);
    // What is said of the ranks together would point beside what is written.
    let together = without_blanks_after_slashes(&plain);
    let together = together.and_then(|together| fen_or_other_board(together, walks, language).ok());
    let read = together.map_or_else(|| fen_or_other_board(plain, walks, language), Ok);
    read.map(|read| read.noting(&counts))
}

fn fen_or_other_board(
    plain: String,
    walks: &[WalkId],
    language: Language,
) -> Result<Position, Diagnostic> {
    let first = plain.split_whitespace().next().unwrap_or("");
    let plain = match printed::counted(first) {
        Some(counted) => plain.replacen(first, &counted, 1),
        None => plain,
    };
    let field = plain.split_whitespace().next().unwrap_or("");
    let ranks = outside_of_brackets(field).matches('/').count() + 1;
    let is_tall = has_ranks_of_eight(field) && ranks > 8;
    let is_standard = !is_tall && (!field.contains(['/', '*']) || has_ranks_of_eight(field));
    match fen_in_any_language(&plain, walks, language) {
        Err(fault) if is_tall => {
            let mut read = other_board(&plain, walks).map_err(|_| fault)?;
            let what = format!("the board is read as one of 8 files and {ranks} ranks");
            let at = (0, field.len()).into();
            read.notes.push(Diagnostic::Odd { what, at });
            Ok(read)
        }
        Err(_) if !is_standard => other_board(&plain, walks),
        read => read,
    }
}

/// As [`position`], where ranks of eight squares may also be more or fewer than eight.
///
/// # Errors
/// When it is no position, with the place that gives it away.
pub fn position_on_any_board(
    text: &str,
    walks: &[WalkId],
    language: Language,
) -> Result<Position, Diagnostic> {
    ranks_or_list(text, walks, language, &Geometry::standard())
}

/// The same, where lists of men name the squares of this board.
pub(crate) fn ranks_or_list(
    text: &str,
    walks: &[WalkId],
    language: Language,
    board: &Geometry,
) -> Result<Position, Diagnostic> {
    let field = text.split_whitespace().next().unwrap_or("");
    if !field.contains('/') || is_list(text, board) {
        return position_on(text, walks, language, board);
    }
    let (plain, counts) = plain_fen(text);
    let together = without_blanks_after_slashes(&plain);
    let together = together.and_then(|together| other_board(&together, walks).ok());
    let read = together.map_or_else(|| other_board(&plain, walks), Ok);
    read.map(|read| read.noting(&counts))
}

/// Rights of castling that nobody speaks of are kept.
fn other_board(text: &str, walks: &[WalkId]) -> Result<Position, Diagnostic> {
    let mut read = of_text_with(text, 0, walks)?;
    if text.split_whitespace().count() < 3 {
        read.no_castling = SquareSet::EMPTY;
    }
    Ok(read)
}

/// Reads a FEN of one to six fields. N is the knight; where S is used, that is the knight and N
/// the nightrider. Men beyond `KQRBNP` stand in brackets, `(G)`, `(N)` for the nightrider,
/// neutral ones behind `=`, royal ones before `!`: `(=g)`, `(P!)`. Popeye's `=Q` and `.LI`, the
/// `{G}` of other programs, and the printed pieces `*2Q` and `(q2)` are understood too.
///
/// ```
/// use dawson::board::{Side, Square};
/// let position = dawson::notation::position::fen("7k/8/6K1/8/8/8/8/1R6 b - - 0 1").unwrap();
/// assert_eq!(position.side_to_move, Some(Side::Black));
/// assert!(position.diagram.on(Square::from_name("b1").unwrap()).is_some());
/// ```
///
/// # Errors
/// When a field cannot be read.
pub fn fen(text: &str) -> Result<Position, Diagnostic> {
    fen_with(text, &[], None)
}

/// As [`fen`]; where the letters are not English, those of `language` or of another one that is
/// read, and then the position says so.
fn fen_in_any_language(
    text: &str,
    own: &[WalkId],
    language: Language,
) -> Result<Position, Diagnostic> {
    let english = fen_with(text, own, None);
    if let (Ok(read), true) = (&english, has_knights_and_bishops(text)) {
        return Ok(either(text, own, language, read));
    }
    let Err(Diagnostic::Unknown { at, .. }) = english else {
        return english;
    };
    let others = [language, Language::De, Language::Fr].into_iter();
    let others = others.filter(|language| *language != Language::En);
    let read = others.filter_map(|language| {
        let mut position = fen_with(text, own, Some(language)).ok()?;
        let name = Letters::of(language).name();
        let what = format!("the letters of men are read as {name} ones");
        position.notes.push(Diagnostic::Odd { what, at });
        position.letters = Some(language);
        Some(position)
    });
    let best = read.min_by_key(|position| oddity(&position.diagram));
    best.map_or(english, Ok)
}

/// Whether a board has knights written S, so that it is not in the letters of FEN, and men written B, which are pawns
/// in German.
fn has_knights_and_bishops(text: &str) -> bool {
    let board = text.split_whitespace().next().unwrap_or("");
    let has = |letter: char| board.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    has('S') && has('B')
}

/// The German reading of a board that may be either, where German is spoken and its pawns stand where pawns can; else the
/// English one. Where both can be, the position says which was taken.
fn either(text: &str, own: &[WalkId], language: Language, english: &Position) -> Position {
    let german = fen_with(text, own, Some(Language::De));
    let possible = |read: &Position| oddity(&read.diagram) <= oddity(&english.diagram);
    let Some(mut german) = german.ok().filter(possible) else {
        return english.clone();
    };
    let at = (0, text.split_whitespace().next().map_or(0, str::len)).into();
    let (mut read, what) = match language {
        Language::De => {
            german.letters = Some(language);
            (
                german,
                "`B` is read as a pawn in German; in English it is a bishop",
            )
        }
        _ => {
            let what = "`B` is read as a bishop in English; in German it is a pawn";
            (english.clone(), what)
        }
    };
    let what = what.to_owned();
    read.notes.push(Diagnostic::Odd { what, at });
    read
}

/// As [`fen`], with walks of the problem's own and perhaps with the letters of a language.
fn fen_with(
    text: &str,
    own: &[WalkId],
    language: Option<Language>,
) -> Result<Position, Diagnostic> {
    let mut fields = fields(text, 0);
    let (board, at) = fields.next().ok_or(Diagnostic::Empty)?;
    let read = |digits| {
        let dialect = Dialect {
            letters: language.map_or_else(|| letters_of_fen(board), letters_of),
            own,
            digits,
            holes: false,
        };
        dialect.run(board, at)
    };
    let placed = read(2).or_else(|fault| read(1).map_err(|_| fault))?;
    let slashes = outside_of_brackets(board).matches('/').count();
    // `40/1K6/7R/k7`
    let runs_on = placed.filled == 64 && slashes < 7 && slashes > 0;
    if !board.ends_with('/') && slashes != 7 && !board.contains(['=', '.']) && !runs_on {
        let expected = "eight ranks with a slash between them";
        return Err(malformed(board, at, expected));
    }
    let mut position = Position::from(placed.diagram());
    position.side_to_move = fields.next().map(field::side).transpose()?;
    if let Some(rights) = fields.next() {
        position.no_castling = field::no_castling(rights)?;
    }
    if let Some(passed) = fields.next() {
        let board = &position.diagram.geometry;
        position.en_passant = field::en_passant(passed, board, position.side_to_move)?;
    }
    Ok(position)
}

/// Reads Popeye's Forsyth notation: the letters are those of its language (S the English knight,
/// N the nightrider), blanks may run over several ranks, what is left out at the end is empty.
///
/// # Errors
/// When it cannot be read or has more than 64 squares.
pub fn forsyth(text: &str, language: Language) -> Result<Diagram, Diagnostic> {
    forsyth_men(text, 0, language, &[]).map(|placed| placed.diagram())
}

/// The men of a Forsyth text that stands at byte `base`.
pub(crate) fn forsyth_men(
    text: &str,
    base: usize,
    language: Language,
    own: &[WalkId],
) -> Result<Placed, Diagnostic> {
    let dialect = Dialect {
        letters: letters_of(language),
        own,
        digits: 2,
        holes: false,
    };
    dialect.run(text, base)
}

/// Reads a position on any board as one line of text: FEN with holes, men of any walk and runs of
/// kings. All fields but the first may be left out. Only boards of eight ranks and files have
/// castling, holes or not; on others no right is kept, whatever the text says.
///
/// `2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w Kk` is the array of Rollerball with both kings on
/// their run. Behind the men stand the side to move, on the usual board castling rights and en
/// passant, on the ring the kings that run.
///
/// ```
/// use dawson::notation::position::of_text;
/// let ring = of_text("7/2K4/2***2/2***1k/2***2/7/6P w K").unwrap();
/// assert_eq!(ring.runs, Some([true, false]));
/// let fault = of_text("7/2K4/2*R*2/2***1k/2***2/7/6P w K").unwrap_err();
/// assert!(fault.to_string().contains("d5"));
/// ```
///
/// # Errors
/// When a field cannot be read, or men stand where there is no square.
pub fn of_text(text: &str) -> Result<Position, Diagnostic> {
    of_text_with(text, 0, &[])
}

/// The same for a text that stands at byte `base`, with walks of the problem's own.
pub(crate) fn of_text_with(
    text: &str,
    base: usize,
    own: &[WalkId],
) -> Result<Position, Diagnostic> {
    let mut fields = fields(text, base);
    let (field, at) = fields.next().ok_or(Diagnostic::Empty)?;
    let board = any_board(field, at, own)?;
    let mut position = Position::from(board.diagram()?);
    position.side_to_move = fields.next().map(field::side).transpose()?;
    if board.is_ring {
        let runs = fields
            .next()
            .map(|runs| field::runs(runs, &position.diagram));
        position.runs = Some(runs.transpose()?.unwrap_or_default());
        return Ok(position);
    }
    let lost = field::no_castling(fields.next().unwrap_or(("-", 0)))?;
    let geometry = &position.diagram.geometry;
    position.no_castling = match geometry.is_usual() {
        true => lost,
        false => no_castling_at_all(),
    };
    if let Some(passed) = fields.next() {
        position.en_passant = field::en_passant(passed, geometry, position.side_to_move)?;
    }
    Ok(position)
}

/// Reads the figures of a diagram as databases and LaTeX list them: `wKe1 sSUh8 nDUa3`.
///
/// ```
/// use dawson::notation::position::{figures, fen};
/// let diagram = figures("wKe1b2 sDUh8").unwrap();
/// assert_eq!(diagram, fen("7(g)/8/8/8/8/8/1K6/4K3").unwrap().diagram);
/// assert!(figures("wKe1 sXYh8").is_err());
/// ```
///
/// # Errors
/// With the first word that is none.
pub fn figures(text: &str) -> Result<Diagram, Diagnostic> {
    figures_on(text, &Geometry::standard())
}

/// The same with the squares of this board.
pub(crate) fn figures_on(text: &str, board: &Geometry) -> Result<Diagram, Diagnostic> {
    let hints = Hints {
        board: Some(board),
        certain: Some(Letters::Figures),
        ..Hints::default()
    };
    let start = text.len() - text.trim_start().len();
    let best = readings(text, start, &hints).into_iter().next();
    let end = best.as_ref().map_or(start, |best| best.span.end);
    let rest = text[end..].trim_start_matches(|c: char| !c.is_alphanumeric());
    match best.filter(|_| rest.is_empty()) {
        Some(best) => Ok(best.diagram()),
        None => {
            let word = rest.split_whitespace().next().unwrap_or(rest);
            let at = text.len() - rest.len();
            Err(malformed(word, at, "a man with its square, e.g. `wKe1`"))
        }
    }
}

/// The men of a text that is a list of men and says nothing else; a man alone needs a word for its
/// side.
pub(crate) fn list_alone(text: &str) -> Option<Diagram> {
    let text = text.trim();
    // `K g1, T b3` has squares apart from their men.
    let board = Geometry::standard();
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    if !words.any(|word| ends_in_square(&board, word)) && !names_squares(text) {
        return None;
    }
    let figures = figures(text).ok();
    if let Some(diagram) = figures.filter(|diagram| diagram.men().count() > 1) {
        return Some(diagram);
    }
    let best = readings(text, 0, &Hints::default()).into_iter().next()?;
    let is_whole = text[best.span.end..]
        .trim_matches(['.', ';', ',', ' '])
        .is_empty();
    let is_list = best.men.len() > 1 || best.says_colours || text.contains(':');
    (is_whole && is_list).then(|| best.diagram())
}

/// A board with the letters that a legend explains as letters of its own: `A = amazon` makes `(AM)` of `A`. Letters of
/// the game stay as they are; nothing if the board has none of the others.
///
/// ```
/// use dawson::men::WalkId;
/// use dawson::notation::position::with_legend;
/// let amazon = WalkId::from_key("amazon").unwrap();
/// let legend = [("A".to_owned(), amazon)];
/// let board = with_legend("7a/8/8/8/8/8/8/K6k w - -", &legend);
/// assert_eq!(board.as_deref(), Some("7(am)/8/8/8/8/8/8/K6k w - -"));
/// ```
pub fn with_legend(text: &str, legend: &[(String, WalkId)]) -> Option<String> {
    let is_of_game = |letter: &str| "KQRBNSP".contains(letter);
    let mut explained = legend
        .iter()
        .filter(|(letter, _)| letter.len() == 1 && !is_of_game(letter))
        .peekable();
    explained.peek()?;
    let letters_of = |c: char| {
        let mut explained = explained.clone();
        let (_, walk) =
            explained.find(|(letter, _)| letter.eq_ignore_ascii_case(&c.to_string()))?;
        let letters = walk.row().letters[0];
        Some(match c.is_ascii_uppercase() {
            true => letters.to_uppercase(),
            false => letters.to_lowercase(),
        })
    };
    let field = text.split_whitespace().next()?;
    let plain = match field.matches('/').count() {
        7 => {
            let mut depth = 0;
            let mut board = String::new();
            for c in field.chars() {
                depth += i32::from(c == '(') - i32::from(c == ')');
                match letters_of(c).filter(|_| depth == 0 && !board.ends_with(['.', '='])) {
                    Some(letters) => board += &format!("({letters})"),
                    None => board.push(c),
                }
            }
            text.replacen(field, &board, 1)
        }
        _ => printed::with_letters(text, letters_of),
    };
    (plain != text).then_some(plain)
}

/// A list of men that is the whole text, in the letters of any language, with what is to be said of them.
pub(crate) fn list_whole(text: &str, board: &Geometry) -> Option<(Diagram, Option<Diagnostic>)> {
    let hints = Hints {
        board: Some(board),
        ..Hints::default()
    };
    let start = text.len() - text.trim_start().len();
    let best = readings(text, start, &hints).into_iter().next()?;
    let is_whole = !text[best.span.end..].contains(char::is_alphanumeric);
    is_whole.then(|| (best.diagram(), best.note.clone()))
}

/// The words of a text that stands at byte `base`.
fn fields(text: &str, base: usize) -> impl Iterator<Item = Field<'_>> {
    let words = text.split_whitespace();
    words.map(move |word| (word, base + offset(text, word)))
}

/// A board drawn in a longer text, one line a rank, and the text without it.
pub fn board_apart(text: &str) -> Option<(String, String)> {
    let lines = printed::boards(text).into_iter().next()?;
    let rest = [text[..lines.start].trim(), text[lines.end..].trim()];
    let rest: Vec<&str> = rest.into_iter().filter(|part| !part.is_empty()).collect();
    Some((text[lines].to_owned(), rest.join("\n")))
}

/// The places of the boards drawn in a text, from their first rank to their last.
pub(crate) fn boards_within(text: &str) -> Vec<std::ops::Range<usize>> {
    printed::boards(text)
}

/// The FEN in an address such as `https://lichess.org/editor/8/8/8/8/3P4/1K6/7R/k7_w_-_-`.
pub(crate) fn fen_of_address(address: &str) -> Option<String> {
    let (plain, _) = plain_fen(address);
    let fields: Vec<&str> = plain.split_whitespace().take(6).collect();
    let is_board = fields.first()?.matches('/').count() == 7 && !fields[0].contains(':');
    is_board.then(|| fields.join(" "))
}

/// Where a part of a text starts in it.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// A FEN without what programs and forums put around it, each byte in its place: a heading, an
/// address, underscores for blanks, numbers of men.
fn plain_fen(text: &str) -> (String, Vec<usize>) {
    let is_dressing = |c: char| "\"'`“”„«»".contains(c);
    let mut plain = text.replace(['_', '\\'], " ").replace(is_dressing, " ");
    if text.contains('\\') {
        plain = text.replace('\\', "/");
    }
    if plain.contains("://") {
        for (code, sign) in [("%2F", "/"), ("%2f", "/"), ("%20", " "), ("+", " ")] {
            plain = plain.replace(code, sign);
        }
    }
    let framed = plain
        .trim()
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    if framed.is_some_and(|inner| inner.contains('/')) {
        plain = plain.replace(['[', ']'], " ");
    }
    let address = plain.find("://").map(|_| {
        let starts = plain.match_indices(['/', '=']).map(|(at, _)| at + 1);
        let is_board = |at: &usize| {
            let field = plain[*at..]
                .split([' ', '&', '?', '%'])
                .next()
                .unwrap_or("");
            let rank = |rank: &str| (1..9).contains(&rank.len());
            field.matches('/').count() == 7 && field.split('/').all(rank)
        };
        starts.clone().find(is_board).unwrap_or(0)
    });
    let heading = plain.find(':').map(|colon| colon + 1).filter(|end| {
        let word = plain[..*end - 1].trim();
        words::heads_field(word)
    });
    if let Some(end) = address.filter(|end| *end > 0).or(heading) {
        plain.replace_range(..end, &" ".repeat(end));
        plain = plain.replace('&', " ");
    }
    let numbers = plain
        .trim_end()
        .rsplit_once(char::is_whitespace)
        .and_then(|(board, last)| {
            let open = board
                .rfind(['(', '['])
                .filter(|_| last.ends_with([')', ']']));
            let open = open.filter(|at| plain[..*at].ends_with(char::is_whitespace));
            let start = open.unwrap_or(board.len());
            let inner = plain[start..].trim().trim_matches(['(', '[', ')', ']']);
            let numbers = inner
                .split(['+', '/', ':'])
                .map(|number| number.trim().parse().ok());
            let numbers: Option<Vec<usize>> = numbers.collect();
            numbers
                .filter(|numbers| numbers.len() > 1)
                .map(|numbers| (start, numbers))
        });
    match numbers {
        Some((start, numbers)) => {
            plain.truncate(start);
            (plain, numbers)
        }
        None => (plain, Vec::new()),
    }
}

/// `8/ 8/ 1K6`, `8 / 8 / 1K6`: the ranks together, if blanks stand behind slashes.
fn without_blanks_after_slashes(text: &str) -> Option<String> {
    let text = text.trim();
    let apart = text.replace(" /", "/");
    let mut joined = String::new();
    let mut after_slash = false;
    for c in apart.chars() {
        if !(after_slash && c.is_whitespace()) {
            joined.push(c);
            after_slash = c == '/';
        }
    }
    (joined.len() < text.len()).then_some(joined)
}

/// Whether the first rank is one of the usual board: then the others are meant to be, too.
fn has_ranks_of_eight(field: &str) -> bool {
    let rank = field.split('/').next().unwrap_or("");
    let squares = rank
        .chars()
        .map(|c| c.to_digit(10).map_or(1, |count| count as usize));
    !rank.contains(['(', '{', '*']) && squares.sum::<usize>() == 8
}

/// The man that letters stand for in programs for the game.
pub(crate) fn man_of_game(letters: &str) -> Option<WalkId> {
    Letters::Game.walk(letters)
}

/// Whether it names squares, which no FEN does in its first field.
fn is_list(text: &str, board: &Geometry) -> bool {
    let slashes = text
        .split_whitespace()
        .map(|word| word.matches('/').count())
        .max();
    let ranks = usize::from(board.height());
    let is_fen = slashes.is_some_and(|slashes| slashes > 5 || slashes > 1 && slashes + 1 == ranks)
        || text.contains("//");
    let in_blanks = text.matches('/').count() > 5 && !text.contains(" / ");
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let names_square = words.any(|word| board.exact_square_at_end(word).is_some());
    names_square && !is_fen && !in_blanks
}

/// The men of a list, or of a statement that says nothing else.
fn of_list(
    text: &str,
    walks: &[WalkId],
    language: Language,
    board: &Geometry,
) -> Result<Position, Diagnostic> {
    let hints = Hints {
        spoken: Some(language),
        walks,
        legend: Some(&crate::notation::statement::legend(text, board)),
        mentioned: &mentioned(text),
        board: Some(board),
        ..Hints::default()
    };
    let is_end = |c: char| c.is_whitespace() || ".,;".contains(c);
    let start = text.len() - text.trim_start().len();
    if let Some(best) = readings(text, start, &hints).into_iter().next()
        && text[best.span.end..].trim_matches(is_end).is_empty()
    {
        let letters = best.spoken();
        return Ok(Position {
            letters: letters.filter(|letters| *letters != Language::En),
            notes: best.diagnostics().collect(),
            ..Position::from(best.diagram())
        });
    }
    let said = statement_on(text, None, Some(board))
        .map_err(|errors| errors.into_iter().next().unwrap_or(Diagnostic::NoPosition))?;
    let mut problem = Problem::on(board.clone());
    let faults = said.apply(&mut problem);
    if let Some(fault) = faults.iter().find(|fault| fault.is_error()) {
        return Err(fault.clone());
    }
    if !said.has_men() || said.stipulation.is_some() || !said.conditions.is_empty() {
        let expected = "a list of men such as `wKe1 bKa8`";
        return Err(malformed(text.trim(), 0, expected));
    }
    let notes = said.diagnostics.into_iter().chain(faults).collect();
    Ok(Position {
        notes,
        ..Position::from(problem.diagram)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn men(diagram: &Diagram) -> Vec<String> {
        let men = diagram.men().map(|(square, piece)| {
            let side = match piece.sides() {
                Sides::White => 'w',
                Sides::Black => 'b',
                Sides::Both => 'n',
            };
            format!("{side}{}{square}", piece.walk().row().letters[0])
        });
        men.collect()
    }

    #[test]
    fn the_knight_of_fen_is_no_nightrider() {
        let position = fen("n6k/8/8/8/8/8/8/KN6 w - - 0 1").unwrap();
        assert_eq!(men(&position.diagram), ["wKa1", "wSb1", "bSa8", "bKh8"]);
    }

    #[test]
    fn an_error_points_at_what_is_written_though_blanks_are_left_out() {
        for text in ["8 \\𝈀", "8 / 8/ 𝈀", "8/ 8 /7ß"] {
            let read = [position, position_on_any_board].map(|read| read(text, &[], Language::En));
            for said in read.into_iter().filter_map(Result::err) {
                let at = said
                    .span()
                    .map(|span| span.offset()..span.offset() + span.len());
                assert!(
                    at.is_none_or(|at| text.get(at).is_some()),
                    "{text}: {said:?}"
                );
            }
        }
        let read = position("8 / 8 / 8 / 8/8/ 8 / 8 / K6k", &[], Language::En);
        assert_eq!(men(&read.unwrap().diagram), ["wKa1", "bKh1"]);
    }

    #[test]
    fn popeye_takes_neutrals_two_letters_and_running_blanks() {
        let diagram = forsyth("9K3/.pa=.li=gR+.15", Language::En);
        assert!(diagram.is_err(), "the slash is not at the end of a rank");
        let diagram = forsyth("9K6/.pa=.li=gR+.15", Language::En).unwrap();
        assert_eq!(
            men(&diagram),
            ["bPAa6", "nLIb6", "nGc6", "wRd6", "w15e6", "wKb7"]
        );
    }

    #[test]
    fn rights_and_double_steps() {
        let position = fen("4k3/8/8/3pP3/8/8/8/R3K2R w K d6 0 1").unwrap();
        let names: Vec<_> = position.en_passant.iter().map(Square::to_string).collect();
        assert_eq!(names, ["d7", "d6", "d5"]);
        let lost: Vec<_> = position
            .no_castling
            .map(|square| square.to_string())
            .collect();
        assert_eq!(lost, ["a1", "a8", "e8", "h8"]);
    }

    fn place(read: Result<Position, Diagnostic>) -> Option<usize> {
        let fault = read.expect_err("it is at fault");
        fault.span().map(|span| span.offset())
    }

    #[test]
    fn faults_of_a_fen_are_located() {
        for (text, at) in [
            ("7k/8/6K1/8/8/8/8/1!6", 18),
            ("9k/8/8/8/8/8/8/8", 2),
            ("8/8/8/8/8/8/8/8 x", 16),
            ("0k7/8/8/8/8/8/8/8", 0),
            ("8/8/(15)7/8/8/8/8/k1K5", 4),
        ] {
            assert_eq!(place(fen(text)), Some(at), "{text}");
        }
    }

    #[test]
    fn faults_of_a_position_text_are_located() {
        for (text, at) in [
            ("8/8/8/8/4?3/8/8/k1K5 w - -", 9),
            ("8/8/8/8/4B2/8/8/k1K5 w - -", 8),
            ("8/8/8/8/8/8/8/k1K5 x - -", 19),
            ("8/8/8/8/8/8/8/k1K5 w X -", 21),
            ("7/2K4/2***2/2*p*1k/2***2/7/6P w K", 14),
            ("7/2K4/2***2/2***2/2***2/7/6P w k", 31),
            ("7/2K4/2***2/2***1k/2***2/7/6P w Q", 32),
            ("8/8/8/8/(XY)7/8/8/k1K5 w - -", 8),
            ("200", 0),
            ("16/16/16/16/16/16/16/16/16/16/16/16/16/16/15R/k15", 24),
            ("9 w KQkq d6", 9),
            ("8/8/8/8/(=P®!)7/8/8/k1K5 w - -", 8),
        ] {
            assert_eq!(place(of_text(text)), Some(at), "{text}");
        }
        assert!(of_text(&"￼999999999999999999".repeat(19)).is_err());
    }
}
