//! Positions as one line of text: FEN, and the Forsyth notation of Popeye.
//!
//! In FEN the knight is N and the ranks are complete. In Popeye's notation the
//! letters are those of its language (S the English knight, N the nightrider),
//! `=` makes a man neutral, `.` stands before two letters, blanks may run over
//! several ranks and what is left out at the end is empty.

use crate::board::{Geometry, Side, Square, SquareSet};
use crate::men::{Piece, Sides, WalkId, walk_id};
use crate::notation::diagnostic::{Diagnostic, malformed};
use crate::notation::popeye::read::{PlacedMan, man_of, own_or_known};
use crate::notation::popeye::words::{self, Language, Table, Word};
use crate::problem::{Diagram, Problem};
use nom::branch::alt;
use nom::bytes::complete::{is_not, take, take_while_m_n};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, verify};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// What a FEN says.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// The men.
    pub diagram: Diagram,
    /// Who is to move, if it is said.
    pub side_to_move: Option<Side>,
    /// Kings and rooks on their game array squares that may not castle.
    pub no_castling: SquareSet,
    /// Departure, passed square and arrival of the double step just played.
    pub en_passant: Vec<Square>,
}

impl Position {
    /// Puts the position into a problem as it is; who is to move is the stipulation's business. Where
    /// it is known what is asked, [`join`](crate::notation::fields::join) follows all fields.
    pub fn apply(&self, problem: &mut Problem) {
        problem.diagram = self.diagram.clone();
        if problem.target().is_some() {
            return;
        }
        problem.options.no_castling |= self.no_castling;
        if !self.en_passant.is_empty() {
            problem.options.en_passant.clone_from(&self.en_passant);
        }
    }
}

/// Reads a FEN of one to six fields. N is the knight; where S is used, that is the knight and N
/// the nightrider. Men beyond `KQRBNP` stand in brackets, `(G)`, `(N)` for the nightrider,
/// neutral ones behind `=`, royal ones before `!`: `(=g)`, `(P!)`. Popeye's `=Q` and `.LI`, the
/// `{G}` of other programs, and the printed pieces `*2Q` and `(q2)` are understood too.
///
/// ```
/// use dawson::board::{Side, Square};
/// let position = dawson::notation::fen::fen("7k/8/6K1/8/8/8/8/1R6 b - - 0 1").unwrap();
/// assert_eq!(position.side_to_move, Some(Side::Black));
/// assert!(position.diagram.on(Square::from_name("b1").unwrap()).is_some());
/// ```
///
/// # Errors
/// When a field cannot be read.
pub fn fen(text: &str) -> Result<Position, Diagnostic> {
    fen_with(text, &[])
}

/// As [`fen`], with walks of the problem's own.
///
/// # Errors
/// When a field cannot be read.
pub fn fen_with(text: &str, own: &[WalkId]) -> Result<Position, Diagnostic> {
    let mut fields = text
        .split_whitespace()
        .map(|field| (field, offset(text, field)));
    let (board, at) = fields.next().ok_or(Diagnostic::Empty)?;
    let outside: String = outside_of_brackets(board);
    let placement = Placement {
        text: board,
        base: at,
        own,
        word: match outside.contains(['S', 's']) {
            true => problemists_walk,
            false => fen_walk,
        },
        digits: 2,
    };
    let Placed { men, filled } = placement.read().or_else(|fault| {
        let single = Placement {
            digits: 1,
            ..placement
        };
        single.read().map_err(|_| fault)
    })?;
    let slashes = outside.matches('/').count();
    // `40/1K6/7R/k7`
    let runs_on = filled == 64 && slashes < 7 && slashes > 0;
    if !board.ends_with('/') && slashes != 7 && !board.contains(['=', '.']) && !runs_on {
        return Err(malformed(
            board,
            at,
            "eight ranks with a slash between them",
        ));
    }
    let mut position = Position {
        diagram: diagram(&men),
        side_to_move: fields.next().map(side).transpose()?,
        no_castling: SquareSet::EMPTY,
        en_passant: Vec::new(),
    };
    if let Some((field, at)) = fields.next() {
        position.no_castling = no_castling(field, at)?;
    }
    if let Some((field, at)) = fields.next() {
        position.en_passant = en_passant(field, at)?;
    }
    Ok(position)
}

/// Reads Popeye's Forsyth notation.
///
/// # Errors
/// When it cannot be read or has more than 64 squares.
pub fn forsyth(text: &str, language: Language) -> Result<Diagram, Diagnostic> {
    forsyth_men(text, 0, language, &[]).map(|placed| diagram(&placed.men))
}

/// The men of a Forsyth text that stands at byte `base`.
pub(crate) fn forsyth_men(
    text: &str,
    base: usize,
    language: Language,
    own: &[WalkId],
) -> Result<Placed, Diagnostic> {
    let word = match language {
        Language::En => |letters: &str| words::walk(Language::En, letters),
        Language::De => |letters: &str| words::walk(Language::De, letters),
        Language::Fr => |letters: &str| words::walk(Language::Fr, letters),
    };
    Placement {
        text,
        base,
        own,
        word,
        digits: 2,
    }
    .read()
}

/// The text without what stands in brackets.
fn outside_of_brackets(text: &str) -> String {
    let mut depth = 0;
    let outside = text.chars().filter(|c| {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    outside.collect()
}

/// Where S is the knight, N is the nightrider.
fn problemists_walk(letters: &str) -> Option<&'static Word> {
    words::walk(Language::En, letters)
}

fn fen_walk(letters: &str) -> Option<&'static Word> {
    match letters {
        "n" | "N" => words::word(Table::Walk, "knight"),
        _ => words::walk(Language::En, letters),
    }
}

fn diagram(men: &[PlacedMan]) -> Diagram {
    let mut diagram = Diagram::empty(Geometry::standard());
    for man in men {
        diagram.put(man.square, man.piece);
    }
    diagram
}

/// The men of a board text, and how many squares it speaks of.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    pub(crate) men: Vec<PlacedMan>,
    pub(crate) filled: usize,
}

/// The men of a board text.
#[derive(Clone, Copy)]
struct Placement<'a> {
    text: &'a str,
    base: usize,
    own: &'a [WalkId],
    word: fn(&str) -> Option<&'static Word>,
    /// How many digits make a number.
    digits: usize,
}

/// How to say which man a printed piece is.
const PICTURES: &str = "printed pieces stand for other men in every magazine, but for the grasshopper `*2Q` and the nightrider `*2N`: write the letters of the man in brackets, e.g. `(LE)`";

enum Item<'a> {
    Slash,
    Blanks(&'a str),
    Man(Option<char>, &'a str),
    /// What stands in brackets: `(QQ)`, `(=P!)`, `{G}`, `(!q2)`.
    Bracketed(&'a str),
    /// A printed piece turned by so many quarters: `*2Q`.
    Turned(Option<char>, &'a str, &'a str),
}

impl Placement<'_> {
    fn read(&self) -> Result<Placed, Diagnostic> {
        let mut men = Vec::new();
        let mut rest = self.text;
        let mut filled: usize = 0;
        while !rest.is_empty() {
            let at = self.text.len() - rest.len();
            let (behind, item) = item(rest, self.digits).map_err(|_| self.unreadable(at))?;
            let length = rest.len() - behind.len();
            match item {
                Item::Slash => self.rank_is_full(filled, at)?,
                Item::Blanks(digits) => filled += self.blanks(digits, at)?,
                Item::Bracketed(named) => {
                    let piece = self.bracketed(named, at, length)?;
                    men.extend(self.placed(filled, piece, at, length));
                    filled += 1;
                }
                Item::Turned(prefix, quarters, letter) => {
                    let piece = self.turned(prefix, quarters, letter, at, length)?;
                    men.extend(self.placed(filled, piece, at, length));
                    filled += 1;
                }
                Item::Man(prefix, letters) => {
                    let piece = self.man(prefix, letters, at, length)?;
                    men.extend(self.placed(filled, piece, at, length));
                    filled += 1;
                }
            }
            if filled > 64 {
                return Err(self.out_of_range("the board", "64 squares at most", at));
            }
            rest = behind;
        }
        Ok(Placed { men, filled })
    }

    fn placed(&self, filled: usize, piece: Piece, at: usize, length: usize) -> Option<PlacedMan> {
        square(filled).map(|square| PlacedMan {
            square,
            piece,
            at: (self.base + at, length).into(),
        })
    }

    /// Letters of a walk, neutral behind `=` or `!`, royal before `!`; or a printed piece with its
    /// quarter turns.
    fn bracketed(&self, named: &str, at: usize, length: usize) -> Result<Piece, Diagnostic> {
        let neutral = named.strip_prefix(['=', '!']);
        let letters = neutral.unwrap_or(named);
        let royal = letters.strip_suffix('!');
        let letters = royal.unwrap_or(letters);
        let first = letters
            .chars()
            .find(char::is_ascii_alphabetic)
            .unwrap_or('x');
        let sides = match (neutral.is_some(), first.is_ascii_uppercase()) {
            (true, _) => Sides::Both,
            (false, true) => Sides::White,
            (false, false) => Sides::Black,
        };
        let known = |letters: &str| words::walk(Language::En, letters);
        let walk = own_or_known(letters, self.own, known);
        let turned = || {
            let (letter, quarters) = letters.split_at_checked(1)?;
            self.of_picture(letter, quarters)
        };
        let walk = walk.or_else(turned);
        let piece = walk.map(|walk| man_of(walk, sides));
        let piece = piece.ok_or_else(|| Diagnostic::Unknown {
            noun: Table::Walk.noun(),
            word: named.to_owned(),
            help: Some(PICTURES.to_owned()),
            at: (self.base + at, length).into(),
        });
        piece.map(|piece| {
            if royal.is_some() {
                piece.royal()
            } else {
                piece
            }
        })
    }

    fn turned(
        &self,
        prefix: Option<char>,
        quarters: &str,
        letter: &str,
        at: usize,
        length: usize,
    ) -> Result<Piece, Diagnostic> {
        let sides = match (prefix, letter.chars().all(|c| c.is_ascii_uppercase())) {
            (Some(_), _) => Sides::Both,
            (None, true) => Sides::White,
            (None, false) => Sides::Black,
        };
        let walk = self.of_picture(letter, quarters);
        walk.map(|walk| man_of(walk, sides))
            .ok_or_else(|| Diagnostic::Unknown {
                noun: "printed piece",
                word: format!("*{quarters}{letter}"),
                help: Some(PICTURES.to_owned()),
                at: (self.base + at, length).into(),
            })
    }

    /// The man that a printed piece stands for everywhere.
    fn of_picture(&self, letter: &str, quarters: &str) -> Option<WalkId> {
        let key = match (letter.to_ascii_lowercase().as_str(), quarters) {
            ("q", "2") => "grasshopper",
            ("n" | "s", "2") => "nightrider",
            ("k", "0") => "king",
            ("q", "0") => "queen",
            ("r", "0") => "rook",
            ("b", "0") => "bishop",
            ("n" | "s", "0") => "knight",
            ("p", "0") => "pawn",
            _ => return None,
        };
        WalkId::from_key(key)
    }

    /// Slashes may be left out, but where they stand a rank must end.
    fn rank_is_full(&self, filled: usize, at: usize) -> Result<(), Diagnostic> {
        match filled % 8 {
            0 => Ok(()),
            _ => Err(Diagnostic::Malformed {
                found: self.text.get(..at).unwrap_or(self.text).to_owned(),
                expected: "a number of whole ranks of 8 squares".to_owned(),
                help: Some(format!("{filled} squares stand before the slash")),
                at: (self.base + at, 1).into(),
            }),
        }
    }

    fn blanks(&self, digits: &str, at: usize) -> Result<usize, Diagnostic> {
        match digits.parse() {
            Ok(0) | Err(_) => Err(self.out_of_range("a run of empty squares", "at least 1", at)),
            Ok(count) => Ok(count),
        }
    }

    fn man(
        &self,
        prefix: Option<char>,
        letters: &str,
        at: usize,
        length: usize,
    ) -> Result<Piece, Diagnostic> {
        let first = letters.chars().next().unwrap_or(' ');
        let sides = match prefix {
            Some('+') => Sides::White,
            Some('-') => Sides::Black,
            Some(_) => Sides::Both,
            None if first.is_ascii_uppercase() => Sides::White,
            None if first.is_ascii_lowercase() => Sides::Black,
            None => {
                let expected = "a man with a colour sign `+`, `-` or `=` before its digits";
                return Err(malformed(letters, self.base + at, expected));
            }
        };
        match own_or_known(letters, self.own, self.word) {
            Some(walk) => Ok(man_of(walk, sides)),
            None => Err(Diagnostic::Unknown {
                noun: Table::Walk.noun(),
                word: letters.to_owned(),
                help: None,
                at: (self.base + at, length).into(),
            }),
        }
    }

    fn unreadable(&self, at: usize) -> Diagnostic {
        let rest = self.text.get(at..).unwrap_or("");
        let found: String = rest.chars().take(3).collect();
        let expected = match rest.starts_with(['.', '+', '-', '=']) {
            true => "a man: a dot needs two letters behind it, a colour sign a man",
            false => "a piece letter, a number of empty squares or a slash",
        };
        let found = match rest.starts_with(['.', '+', '-', '=']) {
            true => found,
            false => rest.chars().take(1).collect(),
        };
        malformed(&found, self.base + at, expected)
    }

    fn out_of_range(&self, what: &str, range: &'static str, at: usize) -> Diagnostic {
        Diagnostic::OutOfRange {
            what: what.to_owned(),
            range,
            at: (self.base + at, 1).into(),
        }
    }
}

/// The square a text from a8 on fills as its `number`th, from 0.
fn square(number: usize) -> Option<Square> {
    let number = u8::try_from(number).ok().filter(|number| *number < 64)?;
    Some(Square::at(number % 8, 7 - number / 8))
}

fn item(input: &str, most: usize) -> IResult<&str, Item<'_>> {
    let digits = take_while_m_n(1, most, |c: char| c.is_ascii_digit());
    let round = delimited(char('('), is_not(")/"), char(')'));
    let curly = delimited(char('{'), is_not("}/"), char('}'));
    let quarters = verify(take(1usize), |digit: &str| {
        digit.bytes().all(|c| c.is_ascii_digit())
    });
    let figure = verify(take(1usize), |letter: &str| {
        letter.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let turned = (opt(one_of("-~=")), preceded(char('*'), (quarters, figure)));
    let letter = verify(take(1usize), |letter: &str| {
        letter.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let man = (opt(one_of("+-=")), alt((two_letters, letter)));
    alt((
        map(char('/'), |_| Item::Slash),
        map(digits, Item::Blanks),
        map(alt((round, curly)), Item::Bracketed),
        map(turned, |(prefix, (quarters, letter))| {
            Item::Turned(prefix, quarters, letter)
        }),
        map(man, |(prefix, letters)| Item::Man(prefix, letters)),
    ))
    .parse(input)
}

fn two_letters(input: &str) -> IResult<&str, &str> {
    let code = take_while_m_n(2, 2, |c: char| c.is_ascii_alphanumeric());
    preceded(char('.'), code).parse(input)
}

pub(super) fn side((field, at): (&str, usize)) -> Result<Side, Diagnostic> {
    match field {
        "w" | "W" => Ok(Side::White),
        "b" | "B" => Ok(Side::Black),
        _ => Err(malformed(field, at, "the side to move, `w` or `b`")),
    }
}

/// Each right with the other one of its side, and the square of its rook.
const RIGHTS: [(char, char, u8, u8); 4] = [
    ('K', 'Q', 7, 0),
    ('Q', 'K', 0, 0),
    ('k', 'q', 7, 7),
    ('q', 'k', 0, 7),
];

/// The rights that a diagram suggests and that are not lost, as a field.
pub(super) fn castling(diagram: &Diagram, lost: SquareSet) -> String {
    if (diagram.geometry.width(), diagram.geometry.height()) != (8, 8) {
        return "-".to_owned();
    }
    let stands = |on: Square, walk: WalkId, side: Side| {
        let man = diagram.on(on);
        man.is_some() && man.walk() == walk && man.is_of(side) && !lost.contains(on)
    };
    let rights = RIGHTS.iter().filter(|(right, _, file, rank)| {
        let side = match right.is_ascii_uppercase() {
            true => Side::White,
            false => Side::Black,
        };
        stands(Square::at(4, *rank), walk_id::KING, side)
            && stands(Square::at(*file, *rank), walk_id::ROOK, side)
    });
    let named: String = rights.map(|(right, ..)| right).collect();
    if named.is_empty() {
        "-".to_owned()
    } else {
        named
    }
}

/// The rights that are not named are lost.
pub(super) fn no_castling(field: &str, at: usize) -> Result<SquareSet, Diagnostic> {
    if field != "-" && !field.chars().all(|c| "KQkq".contains(c)) {
        return Err(malformed(
            field,
            at,
            "castling rights such as `KQkq` or `-`",
        ));
    }
    let mut lost = SquareSet::EMPTY;
    for (right, other, file, rank) in RIGHTS {
        if !field.contains(right) {
            lost.insert(Square::at(file, rank));
        }
        if !field.contains([right, other]) {
            lost.insert(Square::at(4, rank));
        }
    }
    Ok(lost)
}

pub(super) fn en_passant(field: &str, at: usize) -> Result<Vec<Square>, Diagnostic> {
    if field == "-" {
        return Ok(Vec::new());
    }
    let passed = Square::from_name(field).map(|square| (square.byte() % 8, square.byte() / 8));
    match passed {
        Some((file, rank @ 2)) => Ok(step(file, [rank - 1, rank, rank + 1])),
        Some((file, rank @ 5)) => Ok(step(file, [rank + 1, rank, rank - 1])),
        _ => Err(malformed(field, at, PASSED)),
    }
}

/// What is expected of the field of en passant.
pub(super) const PASSED: &str = "the square a pawn just passed, such as `e3`, or `-`";

fn step(file: u8, ranks: [u8; 3]) -> Vec<Square> {
    ranks.iter().map(|rank| Square::at(file, *rank)).collect()
}

/// Where a part of a text starts in it.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
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

    #[test]
    fn faults_are_located() {
        let at = |text: &str| {
            let diagnostic = fen(text).unwrap_err();
            diagnostic.span().map(|span| span.offset())
        };
        assert_eq!(at("7k/8/6K1/8/8/8/8/1!6"), Some(18));
        assert_eq!(at("9k/8/8/8/8/8/8/8"), Some(2));
        assert_eq!(at("8/8/8/8/8/8/8/8 x"), Some(16));
        assert_eq!(at("0k7/8/8/8/8/8/8/8"), Some(0));
    }
}
