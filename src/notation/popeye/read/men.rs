//! Lists of men: `White Kg1 Pab2 Neutral Royal Nh8`.

use super::lexer::Token;
use super::{Draft, Reader, Resolution};
use crate::attributes;
use crate::board::{Geometry, Square, SquareSet, names_in};
use crate::men::{Attribute, Attributes, Piece, Sides, WalkId};
use crate::notation::diagnostic::{Diagnostic, did_you_mean, in_language};
use crate::notation::popeye::words::{self, Language, Selection, Table, Word};
use crate::notation::position::offset;
use crate::problem::Diagram;
use miette::SourceSpan;

/// A man with its square and the place where it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlacedMan {
    pub(crate) square: Square,
    pub(crate) piece: Piece,
    pub(crate) at: SourceSpan,
}

/// A man of this walk and these sides, royal if it is so by nature.
pub(crate) fn man_of(walk: WalkId, sides: Sides) -> Piece {
    let piece = Piece::new(walk, sides);
    match walk.row().is_royal() {
        true => piece.royal(),
        false => piece,
    }
}

/// What a list of men says.
#[derive(Default)]
pub(super) struct ListOfMen {
    pub(super) men: Vec<PlacedMan>,
    /// How many total invisible men there are.
    pub(super) invisible: Option<u8>,
}

/// Colour and attributes, valid up to the next colour.
struct Clause {
    sides: Sides,
    attributes: Attributes,
    /// For the next walk only.
    royal: bool,
}

/// A word of a list of men by its shape.
enum Shape<'a> {
    /// Letters and squares in one word.
    Man(Letters<'a>, Vec<Square>),
    /// Letters alone.
    Letters(Letters<'a>),
    /// Squares alone.
    Squares,
    /// Letters with something that is no list of squares, from this byte on.
    Broken(usize),
    /// Anything else.
    Other,
}

#[derive(Clone, Copy)]
enum Letters<'a> {
    Walk(WalkId),
    Unknown(&'a str),
}

impl<'a> Reader<'a> {
    /// The command that puts men on the board.
    pub(super) fn pieces(&mut self, word: Token<'a>, draft: &mut Draft<'a>) {
        let list = self.men(word);
        for man in list.men {
            self.put(draft, man);
        }
        draft.problem.invisible = list.invisible.unwrap_or(draft.problem.invisible);
    }

    /// Puts a man on the board; says so when another gives way.
    pub(super) fn put(&mut self, draft: &mut Draft<'a>, man: PlacedMan) {
        let square = man.square;
        let former = draft.problem.diagram.put(square, man.piece);
        let royals = former.is_royal() && man.piece.is_royal();
        if royals && former.sides() != man.piece.sides() {
            draft.clash = Some((square, man.at));
        } else if former == man.piece {
            match draft
                .given_again
                .iter_mut()
                .find(|(other, ..)| *other == square)
            {
                Some((_, times, _)) => *times += 1,
                None => draft.given_again.push((square, 2, man.at)),
            }
        } else if former.is_some() {
            let at = man.at;
            draft.problem.diagram.bury(square, former);
            let square = self.board.name(square);
            self.say(Diagnostic::Occupied { square, at });
        }
        draft.men_at.retain(|(other, _)| *other != square);
        draft.men_at.push((square, man.at));
    }

    /// The men of the game array.
    pub(super) fn game_array(&mut self, token: Token<'a>, draft: &mut Draft<'a>) {
        let array = "rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR";
        let men = crate::notation::position::forsyth_men(array, 0, Language::En, &[]);
        for man in men.unwrap_or_default().men {
            let at = token.span();
            self.put(draft, PlacedMan { at, ..man });
        }
    }

    /// Reads men up to a word that is none.
    pub(super) fn men(&mut self, word: Token<'a>) -> ListOfMen {
        let mut men = Vec::new();
        let mut invisible = None;
        let mut clause = None;
        let mut any = false;
        while let Some(token) = self.cursor.peek() {
            let known = match self.shape(token) {
                Shape::Man(letters, squares) => {
                    self.cursor.take();
                    self.place(&mut clause, token, letters, token, &squares, &mut men)
                }
                Shape::Letters(letters @ Letters::Walk(_))
                    if self.squares_follow() && (clause.is_some() || !self.is_colour(token)) =>
                {
                    self.cursor.take();
                    let list = self.cursor.take().unwrap_or(token);
                    let squares = self.squares(list.text).unwrap_or_default();
                    self.place(&mut clause, token, letters, list, &squares, &mut men)
                }
                shape => match self.resolve(&[Table::Colour], None, token) {
                    Resolution::Ends(_)
                        if self.is_walk_within_line(token, &shape) && clause.is_some() =>
                    {
                        self.cursor.take();
                        self.no_man(token, shape, true);
                        true
                    }
                    Resolution::Item(colour) if colour.key == "total-invisible" => {
                        self.cursor.take();
                        self.lost = false;
                        clause = None;
                        invisible = self.number_of_invisible(token).or(invisible);
                        true
                    }
                    Resolution::Item(colour) => {
                        self.cursor.take();
                        self.lost = false;
                        clause = self.clause(colour, token);
                        true
                    }
                    Resolution::Ends(_) => break,
                    Resolution::Several(_) | Resolution::Nothing => {
                        self.cursor.take();
                        self.no_man(token, shape, clause.is_some());
                        true
                    }
                },
            };
            any |= known;
        }
        if !any {
            self.missing(word, "a colour and men, e.g. `White Kg1 Pa2b2`");
        }
        ListOfMen { men, invisible }
    }

    /// The number behind `TotalInvisible`.
    fn number_of_invisible(&mut self, word: Token<'a>) -> Option<u8> {
        let next = self.cursor.peek();
        let number = next.and_then(|next| next.text.parse().ok());
        match number {
            Some(_) => _ = self.cursor.take(),
            None => self.missing(word, "how many men are invisible, e.g. `TotalInvisible 2`"),
        }
        number
    }

    /// The `b` of `Rb`, where a piece's letter stands before a file.
    fn half_a_square(&self, token: Token<'a>) -> Option<&'a str> {
        let (letter, file) = token.text.split_at_checked(1)?;
        let is_file = self.board.squares_named(&format!("{file}1")).is_some();
        (is_file && self.walk(letter).is_some()).then_some(file)
    }

    /// Letters of a piece that might be taken for an abbreviated command.
    fn is_walk_within_line(&self, token: Token<'a>, shape: &Shape<'a>) -> bool {
        let is_walk = matches!(shape, Shape::Letters(Letters::Walk(_)));
        is_walk && !token.starts_line && !self.ends_list(token)
    }

    /// At the start of a list `bl b3g4` is a colour with a bouncer, not a bishop-lion.
    fn is_colour(&self, token: Token<'a>) -> bool {
        let colour = self.resolve(&[Table::Colour], None, token);
        matches!(colour, Resolution::Item(_))
    }

    fn squares_follow(&self) -> bool {
        let next = self.cursor.peek_second();
        next.is_some_and(|next| self.squares(next.text).is_some())
    }

    fn place(
        &mut self,
        clause: &mut Option<Clause>,
        token: Token<'a>,
        letters: Letters<'a>,
        list: Token<'a>,
        squares: &[Square],
        men: &mut Vec<PlacedMan>,
    ) -> bool {
        let Some(clause) = clause else {
            if !std::mem::replace(&mut self.lost, true) {
                self.say(Diagnostic::WrongOrder {
                    rule: "a list of men must start with a colour".to_owned(),
                    at: token.span(),
                });
            }
            return true;
        };
        let walk = match letters {
            Letters::Walk(walk) => walk,
            Letters::Unknown(letters) => return self.unknown_walk(token, letters),
        };
        self.lost = false;
        let piece = man_of(walk, clause.sides);
        let piece = match std::mem::take(&mut clause.royal) {
            true => piece.royal(),
            false => piece,
        };
        let piece = piece.with_attributes(clause.attributes);
        let mut end = list.text.len();
        let first = men.len();
        for &square in squares.iter().rev() {
            let length = self.board.name(square).len();
            end -= length;
            let at = list.part(end, length);
            men.push(PlacedMan { square, piece, at });
        }
        men[first..].reverse();
        true
    }

    fn unknown_walk(&mut self, token: Token<'a>, letters: &str) -> bool {
        self.say(Diagnostic::Unknown {
            noun: Table::Walk.noun(),
            word: letters.to_owned(),
            help: same_letters_elsewhere(self.language, letters)
                .or_else(|| self.twin_or_command(letters)),
            at: token.part(0, letters.len()),
        });
        true
    }

    /// What is meant by letters that are too many for a man, or `b)`.
    pub(super) fn twin_or_command(&self, letters: &str) -> Option<String> {
        let is_twin = letters.len() == 2 && letters.ends_with(')');
        if is_twin {
            let twin = words::name(Table::TwinStart, "twin", self.language)?;
            return Some(format!("a twin begins with `{twin}`"));
        }
        let tables = [Table::Command, Table::End, Table::TwinStart, Table::Colour];
        // A command of another language, perhaps shortened.
        let mut others = Language::ALL
            .into_iter()
            .filter(|other| *other != self.language);
        let elsewhere = others.find_map(|other| {
            tables
                .iter()
                .find_map(|table| match words::select(*table, other, letters) {
                    Selection::One(word) if letters.len() > 3 => Some(word),
                    _ => None,
                })
        });
        if let Some(word) = elsewhere {
            return in_language(self.language, word.name(self.language));
        }
        let nearest = words::nearest(&tables, self.language, letters);
        did_you_mean(nearest.filter(|_| letters.len() > MOST_LETTERS))
    }

    /// A colour word and the attributes behind it.
    fn clause(&mut self, colour: &'static Word, token: Token<'a>) -> Option<Clause> {
        let sides = match colour.key {
            "white" => Sides::White,
            "black" => Sides::Black,
            "neutral" => Sides::Both,
            _ => return self.unsupported("condition", token),
        };
        let mut clause = Clause {
            sides,
            attributes: Attributes::NONE,
            royal: false,
        };
        while let Some(token) = self.cursor.peek() {
            let is_man = match self.shape(token) {
                Shape::Man(Letters::Walk(_), _) => true,
                Shape::Letters(Letters::Walk(_)) => self.squares_follow(),
                _ => false,
            };
            let selection = match is_man {
                true => Selection::Nothing,
                false => words::select(Table::Attribute, self.language, token.text),
            };
            match selection {
                Selection::Nothing => break,
                Selection::Several(found) => {
                    self.cursor.take();
                    match self.walk(token.text) {
                        Some(_) => self.attribute_or_man(token, &found),
                        None => self.ambiguous(token, &found),
                    }
                    self.lost = false;
                }
                Selection::One(word) => {
                    self.cursor.take();
                    self.attribute(word, token, &mut clause);
                }
            }
        }
        Some(clause)
    }

    /// `White P e4`, where P may begin the name of an attribute.
    fn attribute_or_man(&mut self, token: Token<'a>, found: &[&'static Word]) {
        let names: Vec<_> = found.iter().map(|word| word.name(self.language)).collect();
        self.say(Diagnostic::AttributeOrMan {
            word: token.text.to_owned(),
            attributes: names.join(", "),
            at: token.span(),
        });
    }

    fn attribute(&mut self, word: &'static Word, token: Token<'a>, clause: &mut Clause) {
        self.attributes_at.push((word.key, token.span()));
        match (word.key, attribute(word.key)) {
            ("royal", _) => clause.royal = true,
            // The first board is where men stand anyway; the condition follows from the word.
            ("alice-a", _) => {}
            (_, Some(attribute)) => clause.attributes = clause.attributes.with(attribute),
            (_, None) => {
                self.unsupported::<()>("attribute", token);
            }
        }
    }

    /// Reports a word that is neither a man nor a colour.
    fn no_man(&mut self, token: Token<'a>, shape: Shape<'a>, in_clause: bool) {
        let attribute = words::select(Table::Attribute, self.language, token.text);
        match shape {
            _ if self.lost => {}
            Shape::Squares => {
                self.malformed::<()>(token, "a man: letters must precede the square");
            }
            Shape::Broken(at) if in_clause => {
                let found = &token.text[at..];
                let (at, found) = match self.off_the_board(found) {
                    Some(name) => (at + offset(found, name), name),
                    None => (at, found),
                };
                self.say(Diagnostic::Malformed {
                    found: found.to_owned(),
                    expected: "a square or a list of squares".to_owned(),
                    help: (self.board != Geometry::standard()).then(|| self.squares_there_are()),
                    at: token.part(at, found.len()),
                });
                self.lost = false;
            }
            _ if token.text.len() > 3 && matches!(attribute, Selection::One(_)) => {
                let colour = words::name(Table::Colour, "white", self.language).unwrap_or("");
                self.say(Diagnostic::WrongOrder {
                    rule: format!(
                        "attributes must follow a colour directly, as in `{colour} {} ...`",
                        token.text
                    ),
                    at: token.span(),
                });
                self.lost = true;
            }
            Shape::Letters(Letters::Walk(_)) => match self.half_a_square(token) {
                Some(file) => {
                    self.malformed_part::<()>(token, 1, file, "a square: its rank is missing");
                    self.lost = false;
                }
                None => self.missing(token, "a square behind it"),
            },
            Shape::Letters(Letters::Unknown(letters)) if in_clause => {
                self.unknown_walk(token, letters);
                self.lost = true;
            }
            _ if in_clause => self.unknown(Table::Walk, token),
            _ => self.unknown(Table::Colour, token),
        }
    }

    fn squares_there_are(&self) -> String {
        format!("the squares of the board are {}", self.board.extent())
    }

    /// The first name that a list of names has and the board lacks.
    fn off_the_board<'t>(&self, list: &'t str) -> Option<&'t str> {
        let mut names = names_in(list)?.into_iter();
        names.find(|name| self.board.square_named(name).is_none())
    }

    /// The letters in front of the longest list of squares: one, where that leaves a list, else two; a
    /// slash joins the letters of a hunter.
    fn shape(&self, token: Token<'a>) -> Shape<'a> {
        let text = token.text;
        if !text.is_ascii() {
            return Shape::Other;
        }
        if text.len() > 2 && self.squares(text).is_some() && self.walk(&text[..2]).is_none() {
            return Shape::Squares;
        }
        let length = self.length_of_letters(text);
        let (Some(letters), Some(rest)) = (text.get(..length), text.get(length..)) else {
            return Shape::Other;
        };
        let known = self.letters(letters);
        match (known, self.squares(rest)) {
            (known, Some(squares)) => Shape::Man(known, squares),
            (known @ Letters::Walk(_), None) if rest.is_empty() => Shape::Letters(known),
            (_, None) if self.squares(text).is_some() => Shape::Squares,
            (known, None) if rest.is_empty() => Shape::Letters(known),
            (Letters::Walk(_), None) if rest.ends_with(is_digit) => Shape::Broken(length),
            _ => Shape::Other,
        }
    }

    /// How many letters stand in front of squares; of a text without squares, by its length.
    fn length_of_letters(&self, text: &str) -> usize {
        let front = match text.find('/') {
            Some(slash) if slash <= 2 => slash + 1,
            _ => 0,
        };
        let is_list = |length: &usize| {
            text.get(front + length..)
                .is_some_and(|rest| self.squares(rest).is_some())
        };
        // What is shaped like a list has squares that the board lacks.
        let is_shaped = |length: &usize| text.get(front + length..).and_then(names_in).is_some();
        let by_length = match (text.len() - front) % 2 {
            1 => 1,
            _ => 2,
        };
        let lengths = [1, 2].into_iter();
        let found = lengths
            .clone()
            .find(is_list)
            .or(lengths.clone().find(is_shaped));
        front + found.unwrap_or(by_length)
    }

    fn letters(&self, letters: &'a str) -> Letters<'a> {
        self.walk(letters)
            .map_or(Letters::Unknown(letters), Letters::Walk)
    }

    /// The walk with these letters; a slash joins those of a hunter. Walks that
    /// the problem defines come before all others.
    pub(super) fn walk(&self, letters: &str) -> Option<WalkId> {
        own_or_known(letters, &self.own(), |letters| {
            words::walk(self.language, letters)
        })
    }

    /// The walks that the problem has defined so far, the last one first.
    pub(super) fn own(&self) -> Vec<WalkId> {
        let here = self.cursor.peek().map_or(usize::MAX, |token| token.end);
        let own = self.own_walks.iter().rev();
        own.filter(|(at, _)| (self.start..here).contains(at))
            .map(|(_, walk)| *walk)
            .collect()
    }
}

/// The walk or hunter with these letters, the problem's own walks first.
pub(crate) fn own_or_known(
    letters: &str,
    own: &[WalkId],
    word: impl Fn(&str) -> Option<&'static Word>,
) -> Option<WalkId> {
    let single = |letters: &str| {
        let mut own = own.iter().copied();
        let own = own.find(|walk| walk.row().letters[0].eq_ignore_ascii_case(letters));
        own.or_else(|| WalkId::from_key(word(letters)?.key))
    };
    match letters.split_once('/') {
        Some((ahead, back)) => WalkId::hunter(single(ahead)?, single(back)?),
        None => single(letters),
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn attribute(key: &str) -> Option<Attribute> {
    attributes::find(key)?.attribute
}

/// Letters of another language are a likely slip.
/// No man has more letters, hunters apart.
const MOST_LETTERS: usize = 3;

fn same_letters_elsewhere(language: Language, letters: &str) -> Option<String> {
    let mut others = Language::ALL.into_iter().filter(|other| *other != language);
    let walk = others.find_map(|other| words::walk(other, letters))?;
    did_you_mean(Some(&walk.name(language).to_uppercase()))
}

/// The squares of all royal men of a diagram that belong to a side.
pub(super) fn royal_squares(diagram: &Diagram, side: crate::board::Side) -> SquareSet {
    let men = diagram.men();
    let royal = men.filter(|(_, man)| man.is_royal() && man.is_of(side));
    royal.map(|(square, _)| square).collect()
}
