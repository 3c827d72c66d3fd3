//! Positions on any board as one line: FEN with holes, men of any walk and runs of kings.
//!
//! `2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w Kk` is the array of Rollerball with both
//! kings on their run: `*` is a square that does not exist. Behind the men stand the side to
//! move, on the usual board castling rights and en passant, on the ring the kings that run.
//! Men beyond K Q R B N P stand in brackets, neutral ones behind `=`, royal ones before `!`:
//! `(QQ)`, `(g)`, `(=S)`, `(P!)`.

use super::fen::{self, offset};
use crate::board::{Geometry, Joins, MAX_SQUARES, Side, Square, SquareSet};
use crate::conditions::RING;
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::notation::diagnostic::{Diagnostic, malformed};
use crate::notation::popeye::read::{man_of, own_or_known};
use crate::notation::popeye::words::{self, Language};
use crate::problem::{Argument, Condition, Diagram, Problem};

/// What a position text says.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionText {
    /// Board and men, side to move, castling and en passant.
    pub position: fen::Position,
    /// On the ring of Rollerball: which kings are on their run, White's first.
    pub runs: Option<[bool; 2]>,
    /// What is to be said of it: another reading that is near, numbers that do not fit.
    pub notes: Vec<Diagnostic>,
}

impl From<fen::Position> for PositionText {
    fn from(position: fen::Position) -> PositionText {
        PositionText {
            position,
            runs: None,
            notes: Vec::new(),
        }
    }
}

/// Its words for kings on their run.
const RUNS: [&str; 2] = ["white-run", "black-run"];

impl PositionText {
    /// Puts the position into a problem. A ring brings its condition along.
    pub fn apply(&self, problem: &mut Problem) {
        self.position.apply(problem);
        self.apply_runs(problem);
    }

    /// Lets the kings run that are on their run, after the position itself was applied.
    pub fn apply_runs_to(&self, problem: &mut Problem) {
        self.apply_runs(problem);
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
}

/// Reads a position text; all fields but the first may be left out. Only boards of eight ranks
/// and files have castling, holes or not; on others no right is kept, whatever the text says.
///
/// ```
/// use dawson::notation::position_text::position;
/// let ring = position("7/2K4/2***2/2***1k/2***2/7/6P w K").unwrap();
/// assert_eq!(ring.runs, Some([true, false]));
/// let fault = position("7/2K4/2*R*2/2***1k/2***2/7/6P w K").unwrap_err();
/// assert!(fault.to_string().contains("d5"));
/// ```
///
/// # Errors
/// When a field cannot be read, or men stand where there is no square.
pub fn position(text: &str) -> Result<PositionText, Diagnostic> {
    position_with(text, &[])
}

/// As [`position`], with walks of the problem's own.
///
/// # Errors
/// When a field cannot be read, or men stand where there is no square.
pub fn position_with(text: &str, walks: &[WalkId]) -> Result<PositionText, Diagnostic> {
    position_at(text, 0, walks)
}

/// The same for a text that stands at byte `base`.
pub(crate) fn position_at(
    text: &str,
    base: usize,
    walks: &[WalkId],
) -> Result<PositionText, Diagnostic> {
    let mut fields = text
        .split_whitespace()
        .map(|field| (field, base + offset(text, field)));
    let (field, base) = fields.next().ok_or(Diagnostic::Empty)?;
    let board = board(field, base, walks)?;
    let mut position = fen::Position {
        diagram: board.diagram()?,
        side_to_move: fields.next().map(fen::side).transpose()?,
        no_castling: SquareSet::EMPTY,
        en_passant: Vec::new(),
    };
    let mut runs = board.is_ring.then_some([false; 2]);
    match (&mut runs, fields.next()) {
        (Some(runs), Some((field, at))) => *runs = self::runs(field, at, &position.diagram)?,
        (Some(_), None) => {}
        (None, field) => {
            let (field, at) = field.unwrap_or(("-", 0));
            let lost = fen::no_castling(field, at)?;
            position.no_castling = match position.diagram.geometry.is_usual() {
                true => lost,
                false => fen::no_castling("-", 0)?,
            };
        }
    }
    if let Some((field, at)) = fields.next().filter(|_| runs.is_none()) {
        let geometry = &position.diagram.geometry;
        let on_board =
            |on: &Square| geometry.square(i16::from(on.byte() % 8), i16::from(on.byte() / 8));
        let squares = fen::en_passant(field, at)?;
        let squares: Option<Vec<Square>> = squares.iter().map(on_board).collect();
        position.en_passant = squares.ok_or_else(|| malformed(field, at, fen::PASSED))?;
    }
    Ok(PositionText {
        position,
        runs,
        notes: Vec::new(),
    })
}

/// The board of the first field. `11` may be two empty squares or eleven: what makes the
/// ranks equally long is meant.
fn board(field: &str, base: usize, walks: &[WalkId]) -> Result<Board, Diagnostic> {
    let is_wide = spells_wide_ranks(field);
    let read = |digits| {
        let scanner = Scanner {
            field,
            base,
            digits,
            walks,
        };
        Board::of(scanner.cells()?, field, base)
    };
    if is_wide {
        return read(3);
    }
    read(1).or_else(|fault| {
        let wide = read(3);
        wide.map_err(|other| if field.contains('0') { other } else { fault })
    })
}

/// Whether numbers of several digits make ranks of one length, and a FEN would not have put
/// their digits side by side: `16` is no seven squares.
fn spells_wide_ranks(field: &str) -> bool {
    let mut joins_digits = false;
    let widths = field.split('/').map(|rank| {
        let mut width = 0_usize;
        let mut rest = rank;
        while let Some(first) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let length = match first {
                '(' => rest.find(')').map_or(rest.len(), |end| end + 1),
                _ if digits > 0 => digits,
                _ => first.len_utf8(),
            };
            let number: usize = rest[..digits].parse().unwrap_or(0);
            let sum: u32 = rest[..digits].chars().filter_map(|c| c.to_digit(10)).sum();
            joins_digits |= digits > 1 && sum < 9;
            width = width.saturating_add(if digits > 0 { number } else { 1 });
            rest = &rest[length..];
        }
        width
    });
    let widths: Vec<usize> = widths.collect();
    joins_digits && widths.iter().all(|width| Some(width) == widths.first())
}

/// `-`, `K`, `k` or `Kk`.
fn runs(field: &str, at: usize, diagram: &Diagram) -> Result<[bool; 2], Diagnostic> {
    let runs = match field {
        "-" => [false, false],
        "K" => [true, false],
        "k" => [false, true],
        "Kk" | "kK" => [true, true],
        _ => {
            let expected = "the kings on their run: `-`, `K`, `k` or `Kk`";
            return Err(malformed(field, at, expected));
        }
    };
    for (side, runs) in Side::BOTH.into_iter().zip(runs) {
        let is_king = |man: Piece| man.is_royal() && man.walk() == walk_id::KING;
        if runs
            && !diagram
                .men()
                .any(|(_, man)| is_king(man) && man.is_of(side))
        {
            return Err(malformed(field, at, "a king that is on the board"));
        }
    }
    Ok(runs)
}

/// One place of a rank with the part of the text that fills it.
#[derive(Clone, Copy)]
struct Cell {
    content: Content,
    at: usize,
    length: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Content {
    Empty,
    Hole,
    Man(Piece),
}

/// Reads the first field.
struct Scanner<'a> {
    field: &'a str,
    base: usize,
    /// How many digits make a number.
    digits: usize,
    /// Walks of the problem's own.
    walks: &'a [WalkId],
}

impl Scanner<'_> {
    /// Rank by rank from the top.
    fn cells(&self) -> Result<Vec<Vec<Cell>>, Diagnostic> {
        let mut ranks = vec![Vec::new()];
        let mut at = 0;
        while let Some(rest) = self.field.get(at..).filter(|rest| !rest.is_empty()) {
            let length = self.item(rest, at, &mut ranks)?;
            at += length;
        }
        Ok(ranks)
    }

    /// Takes one item off the text and returns its length.
    fn item(&self, rest: &str, at: usize, ranks: &mut Vec<Vec<Cell>>) -> Result<usize, Diagnostic> {
        let first = rest.chars().next().unwrap_or('/');
        let digits = rest.bytes().take(self.digits);
        let digits = digits.take_while(u8::is_ascii_digit).count();
        let (length, content, count) = match first {
            '/' => {
                ranks.push(Vec::new());
                return Ok(1);
            }
            '*' => (1, Content::Hole, 1),
            '(' => {
                let length = rest.find(')').map(|end| end + 1);
                let length = length.ok_or_else(|| self.unreadable(rest, at))?;
                let named = &rest[1..length - 1];
                (length, Content::Man(self.named(named, at + 1)?), 1)
            }
            _ if digits > 0 => {
                let count = rest[..digits].parse().unwrap_or(0);
                (digits, Content::Empty, count)
            }
            _ => {
                let length = first.len_utf8();
                (length, Content::Man(self.letter(&rest[..length], at)?), 1)
            }
        };
        let filled: usize = ranks.iter().map(Vec::len).sum();
        if !(1..=MAX_SQUARES).contains(&count) || filled + count > MAX_SQUARES {
            return Err(Diagnostic::OutOfRange {
                what: "the board".to_owned(),
                range: "1 to 128 squares",
                at: (self.base + at, length).into(),
            });
        }
        let cell = Cell {
            content,
            at: self.base + at,
            length,
        };
        let rank = ranks.last_mut().expect("there is always a rank");
        rank.extend(std::iter::repeat_n(cell, count));
        Ok(length)
    }

    /// `QQ`, `qq!`, `=S`: what stands in brackets.
    fn named(&self, text: &str, at: usize) -> Result<Piece, Diagnostic> {
        let (neutral, letters) = match text.strip_prefix('=') {
            Some(letters) => (true, letters),
            None => (false, text),
        };
        let (royal, letters) = match letters.strip_suffix('!') {
            Some(letters) => (true, letters),
            None => (false, letters),
        };
        // In brackets N is the nightrider; the knight needs none.
        let word = |letters: &str| words::walk(Language::En, letters);
        let piece = self.piece(letters, neutral, at + usize::from(neutral), word)?;
        Ok(if royal { piece.royal() } else { piece })
    }

    fn letter(&self, letter: &str, at: usize) -> Result<Piece, Diagnostic> {
        match letter.chars().all(|c| c.is_ascii_alphabetic()) {
            true => self.piece(letter, false, at, fen_walk),
            false => Err(self.unreadable(letter, at)),
        }
    }

    fn piece(
        &self,
        letters: &str,
        neutral: bool,
        at: usize,
        word: fn(&str) -> Option<&'static words::Word>,
    ) -> Result<Piece, Diagnostic> {
        let sides = match (neutral, letters.chars().find(char::is_ascii_alphabetic)) {
            (true, _) => Sides::Both,
            (false, Some(letter)) if letter.is_ascii_lowercase() => Sides::Black,
            (false, _) => Sides::White,
        };
        let piece = own_or_known(letters, self.walks, word).map(|walk| man_of(walk, sides));
        piece.ok_or_else(|| Diagnostic::Unknown {
            noun: "piece",
            word: letters.to_owned(),
            help: None,
            at: (self.base + at, letters.len()).into(),
        })
    }

    fn unreadable(&self, rest: &str, at: usize) -> Diagnostic {
        let found: String = rest.chars().take(1).collect();
        let expected = "a piece letter, a name in brackets, a number of empty squares, `*` or `/`";
        malformed(&found, self.base + at, expected)
    }
}

/// Without brackets N is the knight.
fn fen_walk(letters: &str) -> Option<&'static words::Word> {
    match letters {
        "n" | "N" => words::walk(Language::En, "S"),
        _ => words::walk(Language::En, letters),
    }
}

/// The cells of a board of equal ranks, the first rank first.
struct Board {
    ranks: Vec<Vec<Cell>>,
    is_ring: bool,
}

impl Board {
    fn of(mut ranks: Vec<Vec<Cell>>, field: &str, base: usize) -> Result<Board, Diagnostic> {
        let width = ranks.first().map_or(0, Vec::len);
        if let Some(odd) = ranks
            .iter()
            .position(|rank| rank.len() != width || width == 0)
        {
            let text = field.split('/').nth(odd).unwrap_or(field);
            let expected = format!("a rank of {width} squares like the one above");
            let at = base + offset(field, text);
            return Err(malformed(text, at, &expected));
        }
        ranks.reverse();
        let is_ring = is_ring(&ranks)?;
        Ok(Board { ranks, is_ring })
    }

    /// The ring is a part of the usual board, which its condition takes away.
    fn diagram(&self) -> Result<Diagram, Diagnostic> {
        let (width, height) = (self.ranks[0].len(), self.ranks.len());
        let geometry = match self.is_ring {
            true => Geometry::standard(),
            false => Geometry::new(width as u8, height as u8, Joins::None)
                .map_err(|_| Diagnostic::Empty)?,
        };
        let mut holes = SquareSet::EMPTY;
        let mut men = Vec::new();
        for (square, cell) in self.squares(&geometry) {
            match cell.content {
                Content::Hole if !self.is_ring => holes.insert(square),
                Content::Man(piece) => men.push((square, piece)),
                Content::Hole | Content::Empty => {}
            }
        }
        let mut diagram = Diagram::empty(geometry.with_holes(holes));
        for (square, piece) in men {
            diagram.put(square, piece);
        }
        Ok(diagram)
    }

    fn squares<'a>(&'a self, geometry: &'a Geometry) -> impl Iterator<Item = (Square, Cell)> + 'a {
        let ranks = self.ranks.iter().zip(0i16..);
        ranks.flat_map(move |(cells, rank)| {
            let cells = cells.iter().zip(0i16..);
            cells.filter_map(move |(cell, file)| Some((geometry.square(file, rank)?, *cell)))
        })
    }
}

/// Whether it is the ring of Rollerball: seven by seven squares with a hole of three by three.
/// A man inside that hole is a slip, not another board.
fn is_ring(ranks: &[Vec<Cell>]) -> Result<bool, Diagnostic> {
    if ranks.len() != 7 || ranks.iter().any(|rank| rank.len() != 7) {
        return Ok(false);
    }
    let places = || (0..7).flat_map(|rank| (0..7).map(move |file| (file, rank)));
    let inside = |&(file, rank): &(usize, usize)| (2..5).contains(&file) && (2..5).contains(&rank);
    let is_hole = |(file, rank): (usize, usize)| ranks[rank][file].content == Content::Hole;
    if !places().filter(inside).any(is_hole) || places().any(|on| !inside(&on) && is_hole(on)) {
        return Ok(false);
    }
    match places().filter(inside).find(|on| !is_hole(*on)) {
        None => Ok(true),
        Some((file, rank)) => {
            let cell = ranks[rank][file];
            let name = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            Err(Diagnostic::Malformed {
                found: name,
                expected: "a square of the ring".to_owned(),
                help: Some("write the hole as `***` in three ranks".to_owned()),
                at: (cell.at, cell.length).into(),
            })
        }
    }
}

/// Writes a position as [`position`] reads it, without en passant rights of longer steps.
///
/// ```
/// use dawson::notation::position_text::{position, text};
/// let array = "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w k";
/// assert_eq!(text(&position(array).unwrap()), array);
/// ```
pub fn text(text: &PositionText) -> String {
    let fen::Position {
        diagram,
        side_to_move,
        no_castling,
        en_passant,
    } = &text.position;
    let side = match side_to_move {
        Some(Side::Black) => "b",
        _ => "w",
    };
    let board = board_text(diagram, text.runs.is_some());
    if let Some(runs) = text.runs {
        let named: String = ["K", "k"]
            .into_iter()
            .zip(runs)
            .filter(|(_, runs)| *runs)
            .map(|(king, _)| king)
            .collect();
        let named = if named.is_empty() { "-" } else { &named };
        return format!("{board} {side} {named}");
    }
    let castling = fen::castling(diagram, *no_castling);
    let passed = match en_passant.as_slice() {
        [_, passed, _] => diagram.geometry.name(*passed),
        _ => "-".to_owned(),
    };
    format!("{board} {side} {castling} {passed}")
}

/// The first field. Numbers of two digits are taken apart if they would be read digit by digit.
pub(crate) fn board_text(diagram: &Diagram, is_ring: bool) -> String {
    let text = ranks(diagram, is_ring, usize::MAX);
    let width = usize::from(diagram.geometry.width());
    let read = board(&text, 0, &[]);
    match read.is_ok_and(|read| !is_ring && read.ranks[0].len() != width) {
        true => ranks(diagram, is_ring, 9),
        false => text,
    }
}

/// The ranks with no greater numbers than `most`.
fn ranks(diagram: &Diagram, is_ring: bool, most: usize) -> String {
    let geometry = &diagram.geometry;
    let (width, height) = match is_ring {
        true => (7, 7),
        false => (geometry.width(), geometry.height()),
    };
    let hole = |file: i16, rank: i16| is_ring && (2..5).contains(&file) && (2..5).contains(&rank);
    let rank = |rank: i16| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..i16::from(width) {
            let square = geometry.square(file, rank).filter(|_| !hole(file, rank));
            let man = square.map(|square| diagram.on(square));
            if man == Some(Piece::NONE) {
                empty += 1;
                continue;
            }
            push_count(&mut text, std::mem::take(&mut empty), most);
            text += &man.map_or("*".to_owned(), man_text);
        }
        push_count(&mut text, empty, most);
        text
    };
    let ranks: Vec<String> = (0..i16::from(height)).rev().map(rank).collect();
    ranks.join("/")
}

fn push_count(text: &mut String, mut count: usize, most: usize) {
    while count > 0 {
        let part = count.min(most);
        *text += &part.to_string();
        count -= part;
    }
}

fn man_text(man: Piece) -> String {
    let row = man.walk().row();
    let special = man.is_neutral() || man.is_royal() && !row.is_royal();
    let letters = match row.letters[0] {
        "S" if !special => "N",
        letters => letters,
    };
    let letters = match man.is_of(Side::White) {
        true => letters.to_uppercase(),
        false => letters.to_lowercase(),
    };
    let neutral = if man.is_neutral() { "=" } else { "" };
    let royal = if man.is_royal() && !row.is_royal() {
        "!"
    } else {
        ""
    };
    let is_nightrider = row.letters[0] == "N";
    match neutral.is_empty() && royal.is_empty() && letters.len() == 1 && !is_nightrider {
        true => letters,
        false => format!("({neutral}{letters}{royal})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(given: &str) {
        let read = position(given).unwrap_or_else(|fault| panic!("{given}: {fault}"));
        assert_eq!(text(&read), given);
    }

    #[test]
    fn what_is_read_is_written_again() {
        kept("rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq -");
        kept("4k3/8/8/3pP3/8/8/8/R3K2R w K d6");
        kept("8/8/8/8/4B3/8/8/k1K5 w - -");
        kept("7/2K4/2***2/2***1k/2***2/7/6P w -");
        kept("10/4k5/10/3*6/4K5/10 b - -");
        kept("11/4k6/11/4K6/11 w - -");
        let spelled = position("K92/93 w - -").expect("not a board of three files");
        assert_eq!(text(&spelled), "K11/12 w - -");
        let spelled = position("8/8/8/1111B3/8/8/8/k1K11111 w - -").expect("it is a board");
        assert_eq!(text(&spelled), "8/8/8/4B3/8/8/8/k1K5 w - -");
        kept("8/4(P!)3/8/3(=Q)4/8/8/8/k6K w - -");
        kept("8/4(N)3/8/3N4/3(=S)4/8/8/k6K w - -");
    }

    #[test]
    fn faults_are_located() {
        let at = |text: &str| {
            let fault = position(text).expect_err("it is at fault");
            fault.span().map(|span| span.offset())
        };
        assert_eq!(at("8/8/8/8/4?3/8/8/k1K5 w - -"), Some(9));
        assert_eq!(at("8/8/8/8/4B2/8/8/k1K5 w - -"), Some(8));
        assert_eq!(at("8/8/8/8/8/8/8/k1K5 x - -"), Some(19));
        assert_eq!(at("8/8/8/8/8/8/8/k1K5 w X -"), Some(21));
        assert_eq!(at("7/2K4/2***2/2*p*1k/2***2/7/6P w K"), Some(14));
        assert_eq!(at("7/2K4/2***2/2***2/2***2/7/6P w k"), Some(31));
        assert_eq!(at("7/2K4/2***2/2***1k/2***2/7/6P w Q"), Some(32));
        assert_eq!(at("8/8/8/8/(XY)7/8/8/k1K5 w - -"), Some(9));
        assert_eq!(at("200"), Some(0));
        assert_eq!(
            at("16/16/16/16/16/16/16/16/16/16/16/16/16/16/15R/k15"),
            Some(24)
        );
        assert!(at(&"￼999999999999999999".repeat(19)).is_some());
        assert_eq!(at("9 w KQkq d6"), Some(9));
        assert_eq!(at("8/8/8/8/(=P®!)7/8/8/k1K5 w - -"), Some(10));
    }
}
