//! Boards in one word, rank by rank from the top: FEN and its dialects, Popeye's Forsyth notation,
//! boards of any size.
//!
//! Letters are men, numbers empty squares. Men beyond K Q R B N P stand in brackets, neutral ones
//! behind `=`, royal ones before `!`: `(QQ)`, `(g)`, `(=S)`, `(P!)`. Popeye's `=Q` and `.LI`, the
//! `{G}` of other programs, and the printed pieces `*2Q` and `(q2)` are understood too; on boards of
//! other sizes `*` is a square that does not exist.

use super::offset;
use crate::board::{Geometry, Joins, MAX_SQUARES, Square, SquareSet};
use crate::men::{Piece, Sides, WalkId};
use crate::notation::diagnostic::{Diagnostic, malformed};
use crate::notation::popeye::read::{PlacedMan, man_of, own_or_known};
use crate::notation::popeye::words::{self, Language, Table, Word};
use crate::problem::Diagram;
use nom::branch::alt;
use nom::bytes::complete::{is_not, take, take_while_m_n};
use nom::character::complete::{char, one_of};
use nom::combinator::{map, opt, verify};
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// How the word is written.
#[derive(Clone, Copy)]
pub(super) struct Dialect<'a> {
    /// What letters without brackets stand for.
    pub(super) letters: fn(&str) -> Option<&'static Word>,
    /// Walks of the problem's own.
    pub(super) own: &'a [WalkId],
    /// How many digits make a number.
    pub(super) digits: usize,
    /// Whether `*` is a square that does not exist, and no sign of a printed piece.
    pub(super) holes: bool,
}

/// The men of a board of eight by eight squares, and how many squares the text speaks of.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    pub(crate) men: Vec<PlacedMan>,
    pub(crate) filled: usize,
}

impl Placed {
    pub(super) fn diagram(&self) -> Diagram {
        let mut diagram = Diagram::empty(Geometry::standard());
        for man in &self.men {
            diagram.put(man.square, man.piece);
        }
        diagram
    }
}

/// Popeye's letters of a language.
pub(super) fn letters_of(language: Language) -> fn(&str) -> Option<&'static Word> {
    match language {
        Language::En => |letters| words::walk(Language::En, letters),
        Language::De => |letters| words::walk(Language::De, letters),
        Language::Fr => |letters| words::walk(Language::Fr, letters),
    }
}

/// The letters of a FEN: N is the knight, but where S is.
pub(super) fn letters_of_fen(board: &str) -> fn(&str) -> Option<&'static Word> {
    match writes_knights_as_n(board) {
        true => letters_of_game,
        false => letters_of(Language::En),
    }
}

/// Whether the knights of a FEN are written N.
pub(crate) fn writes_knights_as_n(board: &str) -> bool {
    !outside_of_brackets(board).contains(['S', 's'])
}

/// N is the knight, as S is.
pub(super) fn letters_of_game(letters: &str) -> Option<&'static Word> {
    match letters {
        "n" | "N" => words::word(Table::Walk, "knight"),
        _ => words::walk(Language::En, letters),
    }
}

/// The text without what stands in brackets.
pub(super) fn outside_of_brackets(text: &str) -> String {
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

/// One part of the word, with its place and length.
#[derive(Clone, Copy)]
struct Part {
    content: Content,
    /// How many squares it fills.
    count: usize,
    at: usize,
    length: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Content {
    Slash,
    Empty,
    Hole,
    Man(Piece),
}

/// A part as it is written.
enum Item<'a> {
    Slash,
    Hole,
    Blanks(&'a str),
    Man(Option<char>, &'a str),
    /// What stands in brackets: `(QQ)`, `(=P!)`, `{G}`, `(!q2)`.
    Bracketed(&'a str),
    /// A printed piece turned by so many quarters: `*2Q`.
    Turned(Option<char>, &'a str, &'a str),
}

/// How to say which man a printed piece is.
const PICTURES: &str = "printed pieces stand for other men in every magazine, but for the grasshopper `*2Q` and the nightrider `*2N`: write the letters of the man in brackets, e.g. `(LE)`";

impl Dialect<'_> {
    /// The men of a text that runs over the usual board: slashes may be left out, and what is left
    /// out at the end is empty.
    pub(super) fn run(self, text: &str, base: usize) -> Result<Placed, Diagnostic> {
        let mut placed = Placed::default();
        for part in self.parts(text, base)? {
            match part.content {
                Content::Slash if !placed.filled.is_multiple_of(8) => {
                    return Err(Diagnostic::Malformed {
                        found: text[..part.at - base].to_owned(),
                        expected: "a number of whole ranks of 8 squares".to_owned(),
                        help: Some(format!("{} squares stand before the slash", placed.filled)),
                        at: (part.at, 1).into(),
                    });
                }
                Content::Man(piece) => {
                    let at = (part.at, part.length).into();
                    placed
                        .men
                        .extend(square(placed.filled).map(|square| PlacedMan {
                            square,
                            piece,
                            at,
                        }));
                }
                Content::Slash | Content::Empty | Content::Hole => {}
            }
            placed.filled += part.count;
            if placed.filled > 64 {
                return Err(out_of_range(
                    "the board",
                    "64 squares at most",
                    (part.at, 1),
                ));
            }
        }
        Ok(placed)
    }

    /// The board of ranks of one length, however many.
    pub(super) fn ranks(self, text: &str, base: usize) -> Result<Board, Diagnostic> {
        let mut ranks = vec![Vec::new()];
        let mut filled = 0;
        for part in self.parts(text, base)? {
            if part.content == Content::Slash {
                ranks.push(Vec::new());
                continue;
            }
            filled += part.count;
            if filled > MAX_SQUARES {
                let range = "1 to 128 squares";
                return Err(out_of_range("the board", range, (part.at, part.length)));
            }
            let rank = ranks.last_mut().expect("there is always a rank");
            rank.extend(std::iter::repeat_n(part, part.count));
        }
        Board::of(ranks, text, base)
    }

    fn parts(self, text: &str, base: usize) -> Result<Vec<Part>, Diagnostic> {
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let at = base + text.len() - rest.len();
            let (behind, item) = self
                .item(rest)
                .map_err(|_| unreadable(rest, at, self.holes))?;
            let length = rest.len() - behind.len();
            let (content, count) = self.content(item, at, length)?;
            parts.push(Part {
                content,
                count,
                at,
                length,
            });
            rest = behind;
        }
        Ok(parts)
    }

    fn content(
        self,
        item: Item<'_>,
        at: usize,
        length: usize,
    ) -> Result<(Content, usize), Diagnostic> {
        let man = |piece: Piece| (Content::Man(piece), 1);
        match item {
            Item::Slash => Ok((Content::Slash, 0)),
            Item::Hole => Ok((Content::Hole, 1)),
            Item::Blanks(digits) => match digits.parse() {
                Ok(0) | Err(_) => Err(out_of_range(
                    "a run of empty squares",
                    "at least 1",
                    (at, length),
                )),
                Ok(count) => Ok((Content::Empty, count)),
            },
            Item::Bracketed(named) => self.bracketed(named, at, length).map(man),
            Item::Turned(sign, quarters, letter) => {
                let sides = sides(sign, letter).unwrap_or(Sides::White);
                let walk = of_picture(letter, quarters);
                let unknown = || Diagnostic::Unknown {
                    noun: "printed piece",
                    word: format!("*{quarters}{letter}"),
                    help: Some(PICTURES.to_owned()),
                    at: (at, length).into(),
                };
                walk.map(|walk| man(man_of(walk, sides)))
                    .ok_or_else(unknown)
            }
            Item::Man(sign, letters) => {
                let sides = sides(sign, letters).ok_or_else(|| {
                    let expected = "a man with a colour sign `+`, `-` or `=` before its digits";
                    malformed(letters, at, expected)
                })?;
                let walk = own_or_known(letters, self.own, self.letters);
                walk.map(|walk| man(man_of(walk, sides)))
                    .ok_or_else(|| unknown(letters, None, (at, length)))
            }
        }
    }

    /// Letters of a walk, neutral behind `=` or `!`, royal before `!`; or a printed piece with its
    /// quarter turns. A walk of digits has a sign: `(-15)`.
    fn bracketed(self, named: &str, at: usize, length: usize) -> Result<Piece, Diagnostic> {
        let sign = named.chars().next().filter(|sign| "=!+-".contains(*sign));
        let letters = named.strip_prefix(['=', '!', '+', '-']).unwrap_or(named);
        let royal = letters.strip_suffix('!');
        let letters = royal.unwrap_or(letters);
        let first = letters.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
        let sides = sides(sign, letters.get(first..).unwrap_or(letters)).ok_or_else(|| {
            let expected = "a colour sign `+`, `-` or `=` before digits, e.g. `(-15)`";
            malformed(named, at, expected)
        })?;
        // In brackets N is the nightrider; the knight needs none.
        let walk = own_or_known(letters, self.own, letters_of(Language::En));
        let turned = || {
            let (letter, quarters) = letters.split_at_checked(1)?;
            of_picture(letter, quarters)
        };
        let walk = walk.or_else(turned);
        let piece = walk.map(|walk| man_of(walk, sides));
        let piece = piece.ok_or_else(|| unknown(named, Some(PICTURES.to_owned()), (at, length)))?;
        Ok(match royal {
            Some(_) => piece.royal(),
            None => piece,
        })
    }

    fn item<'t>(&self, input: &'t str) -> IResult<&'t str, Item<'t>> {
        let digits = take_while_m_n(1, self.digits, |c: char| c.is_ascii_digit());
        let round = delimited(char('('), is_not(")"), char(')'));
        let curly = delimited(char('{'), is_not("}/"), char('}'));
        let quarters = verify(take(1usize), |digit: &str| {
            digit.bytes().all(|c| c.is_ascii_digit())
        });
        let figure = verify(take(1usize), |letter: &str| {
            letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        let turned = (opt(one_of("-~=")), preceded(char('*'), (quarters, figure)));
        let turned = verify(turned, |_| !self.holes);
        let hole = verify(char('*'), |_| self.holes);
        let letter = verify(take(1usize), |letter: &str| {
            letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        let man = (opt(one_of("+-=")), alt((two_letters, letter)));
        alt((
            map(char('/'), |_| Item::Slash),
            map(digits, Item::Blanks),
            map(alt((round, curly)), Item::Bracketed),
            map(hole, |_| Item::Hole),
            map(turned, |(sign, (quarters, letter))| {
                Item::Turned(sign, quarters, letter)
            }),
            map(man, |(sign, letters)| Item::Man(sign, letters)),
        ))
        .parse(input)
    }
}

fn two_letters(input: &str) -> IResult<&str, &str> {
    let code = take_while_m_n(2, 2, |c: char| c.is_ascii_alphanumeric());
    preceded(char('.'), code).parse(input)
}

/// The sides of a sign, or of capital and small letters.
fn sides(sign: Option<char>, letters: &str) -> Option<Sides> {
    let first = letters.chars().next().unwrap_or(' ');
    match sign {
        Some('+') => Some(Sides::White),
        Some('-') => Some(Sides::Black),
        Some(_) => Some(Sides::Both),
        None if first.is_ascii_uppercase() => Some(Sides::White),
        None if first.is_ascii_lowercase() => Some(Sides::Black),
        None => None,
    }
}

/// The man that a printed piece stands for everywhere.
fn of_picture(letter: &str, quarters: &str) -> Option<WalkId> {
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

fn unknown(word: &str, help: Option<String>, at: (usize, usize)) -> Diagnostic {
    Diagnostic::Unknown {
        noun: Table::Walk.noun(),
        word: word.to_owned(),
        help,
        at: at.into(),
    }
}

fn unreadable(rest: &str, at: usize, holes: bool) -> Diagnostic {
    let is_sign = !holes && rest.starts_with(['.', '+', '-', '=']);
    let (length, expected) = match (is_sign, holes) {
        (true, _) => (
            3,
            "a man: a dot needs two letters behind it, a colour sign a man",
        ),
        (false, true) => (
            1,
            "a piece letter, a name in brackets, a number of empty squares, `*` or `/`",
        ),
        (false, false) => (1, "a piece letter, a number of empty squares or a slash"),
    };
    let found: String = rest.chars().take(length).collect();
    malformed(&found, at, expected)
}

fn out_of_range(what: &str, range: &'static str, at: (usize, usize)) -> Diagnostic {
    Diagnostic::OutOfRange {
        what: what.to_owned(),
        range,
        at: at.into(),
    }
}

/// The square a text from a8 on fills as its `number`th, from 0.
fn square(number: usize) -> Option<Square> {
    let number = u8::try_from(number).ok().filter(|number| *number < 64)?;
    Some(Square::at(number % 8, 7 - number / 8))
}

/// A board of any size. `11` may be two empty squares or eleven: what makes the ranks equally long
/// is meant.
pub(super) fn any_board(text: &str, base: usize, own: &[WalkId]) -> Result<Board, Diagnostic> {
    let dialect = |digits| Dialect {
        letters: letters_of_game,
        own,
        digits,
        holes: true,
    };
    let read = |digits| dialect(digits).ranks(text, base);
    let wide = dialect(3).parts(text, base);
    if wide.is_ok_and(|parts| spells_wide_ranks(&parts, text, base)) {
        return read(3);
    }
    read(1).or_else(|fault| {
        let wide = read(3);
        wide.map_err(|other| if text.contains('0') { other } else { fault })
    })
}

/// Whether numbers of several digits make ranks of one length, and a FEN would not have put
/// their digits side by side: `16` is no seven squares.
fn spells_wide_ranks(parts: &[Part], text: &str, base: usize) -> bool {
    let joins_digits = |part: &Part| {
        let written = &text[part.at - base..part.at - base + part.length];
        let sum: u32 = written.chars().filter_map(|c| c.to_digit(10)).sum();
        part.content == Content::Empty && part.length > 1 && sum < 9
    };
    let ranks = parts.split(|part| part.content == Content::Slash);
    let mut widths = ranks.map(|rank| rank.iter().map(|part| part.count).sum::<usize>());
    let first = widths.next();
    parts.iter().any(joins_digits) && widths.all(|width| Some(width) == first)
}

/// The parts of a board of equal ranks, one a square, the first rank first.
pub(super) struct Board {
    ranks: Vec<Vec<Part>>,
    pub(super) is_ring: bool,
}

impl Board {
    fn of(mut ranks: Vec<Vec<Part>>, text: &str, base: usize) -> Result<Board, Diagnostic> {
        let width = ranks.first().map_or(0, Vec::len);
        if let Some(odd) = ranks
            .iter()
            .position(|rank| rank.len() != width || width == 0)
        {
            let rank = text.split('/').nth(odd).unwrap_or(text);
            let expected = format!("a rank of {width} squares like the one above");
            return Err(malformed(rank, base + offset(text, rank), &expected));
        }
        ranks.reverse();
        let is_ring = is_ring(&ranks)?;
        Ok(Board { ranks, is_ring })
    }

    pub(super) fn width(&self) -> usize {
        self.ranks[0].len()
    }

    /// The ring is a part of the usual board, which its condition takes away.
    pub(super) fn diagram(&self) -> Result<Diagram, Diagnostic> {
        let (width, height) = (self.width(), self.ranks.len());
        let geometry = match self.is_ring {
            true => Geometry::standard(),
            false => Geometry::new(width as u8, height as u8, Joins::None)
                .map_err(|_| Diagnostic::Empty)?,
        };
        let mut holes = SquareSet::EMPTY;
        let mut men = Vec::new();
        for (square, content) in self.squares(&geometry) {
            match content {
                Content::Hole if !self.is_ring => holes.insert(square),
                Content::Man(piece) => men.push((square, piece)),
                Content::Hole | Content::Empty | Content::Slash => {}
            }
        }
        let mut diagram = Diagram::empty(geometry.with_holes(holes));
        for (square, piece) in men {
            diagram.put(square, piece);
        }
        Ok(diagram)
    }

    fn squares<'a>(
        &'a self,
        geometry: &'a Geometry,
    ) -> impl Iterator<Item = (Square, Content)> + 'a {
        let ranks = self.ranks.iter().zip(0i16..);
        ranks.flat_map(move |(parts, rank)| {
            let parts = parts.iter().zip(0i16..);
            parts.filter_map(move |(part, file)| Some((geometry.square(file, rank)?, part.content)))
        })
    }
}

/// Whether it is the ring of Rollerball: seven by seven squares with a hole of three by three.
/// A man inside that hole is a slip, not another board.
fn is_ring(ranks: &[Vec<Part>]) -> Result<bool, Diagnostic> {
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
            let part = ranks[rank][file];
            let name = format!("{}{}", char::from(b'a' + file as u8), rank + 1);
            Err(Diagnostic::Malformed {
                found: name,
                expected: "a square of the ring".to_owned(),
                help: Some("write the hole as `***` in three ranks".to_owned()),
                at: (part.at, part.length).into(),
            })
        }
    }
}
