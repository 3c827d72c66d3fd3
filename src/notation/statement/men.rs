//! Men in statements: `wKe1`, `neutral Qd5`, `G e4`, `Grashüpfer e4`, `Pa2b3`.

use super::part::{Part, squeezed, squeezed_phrase};
use crate::attributes;
use crate::board::{Geometry, Square, split_name};
use crate::men::{Attribute, Piece, Sides, WALKS, WalkId, define, walk_id};
use crate::notation::popeye::read::man_of;
use crate::notation::popeye::words::{self, Language};
use crate::notation::position::Letters;
use crate::notation::position::words::{
    Quality, colour, names_in_rows, qualities, quality, quality_in_two, sign as sign_in,
};
use miette::SourceSpan;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::satisfy;
use nom::combinator::{fail, opt, peek, recognize};
use nom::sequence::terminated;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a man is called.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Name {
    /// Letters of some language.
    Letters(String),
    /// Its name written out.
    Walk(WalkId),
}

/// Men named with their squares, as far as it is said.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct NamedMen {
    pub(super) sides: Option<Sides>,
    pub(super) royal: bool,
    pub(super) attributes: Vec<Attribute>,
    pub(super) name: Option<Name>,
    pub(super) squares: Vec<Square>,
    /// The language of its letters, where the sign of its colour belongs to one alone.
    pub(super) language: Option<Language>,
    /// The letter that says its colour.
    pub(super) sign: Option<char>,
    /// Whether a legend speaks of them: what stands on the squares is meant.
    pub(super) by_legend: bool,
    pub(super) at: SourceSpan,
}

/// Whether a word says what a man is beside its walk.
pub(super) fn is_quality(word: &str) -> bool {
    let is_neutral = side(word) == Some(Sides::Both) && word.len() > 1;
    is_neutral || NamedMen::unnamed(Vec::new(), (0, 0).into()).add_quality(word)
}

impl NamedMen {
    /// Men on these squares of which nothing else is said.
    pub(super) fn unnamed(squares: Vec<Square>, at: SourceSpan) -> NamedMen {
        NamedMen {
            sides: None,
            royal: false,
            attributes: Vec::new(),
            name: None,
            squares,
            language: None,
            sign: None,
            by_legend: false,
            at,
        }
    }

    /// The same with the letter for its colour read in French: `b` is blanc, `n` noir.
    pub(super) fn signed_in_french(&self) -> NamedMen {
        let french = self
            .sign
            .and_then(|own| sign_in(Letters::French, &own.to_string()));
        NamedMen {
            sides: french.or(self.sides),
            ..self.clone()
        }
    }

    /// `RNa1`: the letter for its colour read behind that of the man, as French does.
    pub(super) fn signed_behind(&self) -> Option<NamedMen> {
        let Some(Name::Letters(letters)) = self.name.as_ref().filter(|_| self.sides.is_none())
        else {
            return None;
        };
        let (at, sign) = letters
            .char_indices()
            .next_back()
            .filter(|(at, _)| *at > 0)?;
        let man = NamedMen {
            name: Some(Name::Letters(letters[..at].to_owned())),
            sign: Some(sign.to_ascii_lowercase()),
            ..self.clone()
        };
        let signed = man.signed_in_french();
        signed.sides.is_some().then_some(signed)
    }

    /// The letters that name them.
    pub(super) fn letters(&self) -> Option<&str> {
        match &self.name {
            Some(Name::Letters(letters)) => Some(letters),
            _ => None,
        }
    }

    /// The only square, if there is only one.
    pub(super) fn square(&self) -> Option<Square> {
        match self.squares[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether they go on with the men before them: `neutral Rb6, Be4`, where nothing says whose `Be4` is.
    pub(super) fn goes_on(&self, before: &NamedMen) -> bool {
        let is_plain = self.sides.is_none() && self.attributes.is_empty() && !self.royal;
        let end = before.at.offset() + before.at.len();
        let follows = self
            .at
            .offset()
            .checked_sub(end)
            .is_some_and(|gap| gap <= 2);
        is_plain && !self.by_legend && follows && before.sides == Some(Sides::Both)
    }

    /// The same as neutral men.
    pub(super) fn neutral(&self) -> NamedMen {
        NamedMen {
            sides: Some(Sides::Both),
            ..self.clone()
        }
    }

    /// Whether these letters name them.
    pub(super) fn is_lettered(&self, letters: &str) -> bool {
        matches!(&self.name, Some(Name::Letters(own)) if own == letters)
    }

    /// Whether they are named with letters and nothing else where a man stands, as in a list.
    pub(super) fn repeats(&self, on: Piece) -> bool {
        matches!(self.name, Some(Name::Letters(_))) && on.is_some() && !self.is_special()
    }

    /// Whether more is said of them than their walk.
    pub(super) fn is_special(&self) -> bool {
        self.royal || !self.attributes.is_empty() || self.sides == Some(Sides::Both)
    }

    /// Whether a man has this walk, if one is named, and all that is said beside it.
    pub(super) fn describes(&self, man: Piece, walk: Option<WalkId>) -> bool {
        walk.is_none_or(|walk| walk == man.walk())
            && self.sides.is_none_or(|sides| sides == man.sides())
            && (man.is_royal() || !self.royal)
            && self.attributes.iter().all(|one| man.has(*one))
    }

    /// What is said of them, in words: `royal grasshopper`, `neutral man`.
    pub(super) fn kind(&self, walk: Option<WalkId>) -> String {
        let sides = self.sides.map(side_in_words);
        let royal = self.royal.then_some("royal");
        let attributes = attributes::DEFINITIONS.iter().filter(|row| {
            let attribute = row.attribute;
            attribute.is_some_and(|attribute| self.attributes.contains(&attribute))
        });
        let attributes = attributes.map(|row| row.names.en);
        let name = walk.map_or("man", |walk| walk.row().names.en);
        let words = sides.into_iter().chain(royal).chain(attributes);
        let words: Vec<&str> = words.chain([name]).collect();
        words.join(" ").to_lowercase()
    }

    /// Adds what a word such as `royal` or `kamikaze` says; whether it says such a thing.
    pub(super) fn add_quality(&mut self, word: &str) -> bool {
        let found = quality(word);
        found.inspect(|found| self.qualify(*found)).is_some()
    }

    fn qualify(&mut self, quality: Quality) {
        match quality {
            Quality::Royal => self.royal = true,
            Quality::Attribute(attribute) => self.attributes.push(attribute),
        }
    }

    /// The walk in one of the languages, those of the problem's own first.
    pub(super) fn walk(&self, language: Language, own: Own<'_>) -> Option<WalkId> {
        match self.name.as_ref()? {
            Name::Walk(walk) => Some(*walk),
            Name::Letters(letters) => walk_of(letters, self.language.unwrap_or(language), own),
        }
    }

    /// Whether a man on the board may be the one that is named.
    pub(super) fn fits(&self, man: Piece, language: Language, own: Own<'_>) -> bool {
        let is_knight = matches!(&self.name, Some(Name::Letters(letters)) if letters == "N")
            && man.walk() == walk_id::KNIGHT
            && own.explained("N").is_none();
        let walk_fits = match &self.name {
            None => true,
            Some(_) => is_knight || self.walk(language, own) == Some(man.walk()),
        };
        walk_fits && self.sides.is_none_or(|sides| sides == man.sides())
    }

    /// The man of these sides.
    pub(super) fn piece(&self, walk: WalkId, sides: Sides) -> Piece {
        let piece = man_of(walk, sides);
        let piece = if self.royal { piece.royal() } else { piece };
        let attributes = self.attributes.iter();
        attributes.fold(piece, |piece, attribute| piece.with(*attribute))
    }
}

/// What letters mean beside those of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own<'a> {
    /// Walks of the problem's own.
    pub(super) walks: &'a [WalkId],
    /// What legends say of letters.
    pub(super) letters: &'a [(String, WalkId)],
}

impl Own<'_> {
    pub(super) const NONE: Own<'static> = Own {
        walks: &[],
        letters: &[],
    };

    /// What a legend says of letters; one in small is no letter of a fairy man.
    pub(super) fn explained(&self, letters: &str) -> Option<WalkId> {
        let is_one = |known: &str| known.eq_ignore_ascii_case(letters);
        let mut known = self.letters.iter().filter(|(known, _)| is_one(known));
        let is_capital = letters.starts_with(|c: char| c.is_uppercase());
        known.next().filter(|_| is_capital).map(|(_, walk)| *walk)
    }
}

/// The walk with these letters in a language, or in a legend.
pub(super) fn walk_of(letters: &str, language: Language, own: Own<'_>) -> Option<WalkId> {
    let word = |letters: &str| words::walk(language, letters);
    let known = || crate::notation::popeye::read::own_or_known(letters, own.walks, word);
    own.explained(letters).or_else(known)
}

/// Men at the front, with at least a name or a square, and of how many parts they consist.
pub(super) fn men(parts: &[Part], own: Own<'_>) -> Option<(NamedMen, usize)> {
    let mut named = NamedMen::unnamed(Vec::new(), (0, 0).into());
    let mut taken = 0;
    while let Some(part) = parts.get(taken) {
        if taken > 0 && part.is_separated() {
            break;
        }
        let word = squeezed(&part.text);
        if let Some(sides) = side(&word) {
            if named.sides.is_some() {
                return None;
            }
            named.sides = Some(sides);
        } else if !named.add_quality(&part.text) {
            // `half neutral`
            let next = parts.get(taken + 1).filter(|next| !next.is_separated());
            let joined = next.and_then(|next| quality_in_two(&part.text, &next.text));
            let Some(quality) = joined else { break };
            named.qualify(quality);
            taken += 1;
        }
        taken += 1;
    }
    // `Ge4 white, Nf6`: the colour is not that of the man behind the comma.
    let next = parts.get(taken)?;
    if taken > 0 && next.is_separated() && !matches!(next.mark, Some(':' | '(')) {
        return None;
    }
    let (name_taken, squares) = name(&mut named, &parts[taken..], own)?;
    taken += name_taken;
    named.squares = squares;
    if name_taken > 0 {
        taken += more_squares(&mut named, &parts[taken..]);
    }
    taken += qualities_behind(&mut named, &parts[taken..], own);
    named.at = super::part::span(&parts[..taken]);
    Some((named, taken))
}

/// Whether a word heads a legend: `pieces`, `Marinefiguren`, `Legende`.
pub(super) fn is_word_for_men(word: &str) -> bool {
    let is_long = |word: &str| word.len() > 4;
    let mut endings = super::vocabulary::words("men").map(|(.., men)| squeezed_phrase(men));
    let word = squeezed(word);
    endings.any(|men| word == men || is_long(&men) && word.ends_with(&men))
        || super::vocabulary::is("legend-heading", &word)
}

/// `neutral men`, `royal G`: men of one kind without a square.
pub(super) fn kind_of_men(parts: &[Part], own: Own<'_>) -> Option<(NamedMen, usize)> {
    let mut named = NamedMen::unnamed(Vec::new(), (0, 0).into());
    let is_men = |part: &Part| super::vocabulary::is("men", &part.text);
    // `pièces neutres`
    let first = usize::from(parts.first().is_some_and(is_men));
    let mut taken = first;
    while let Some(part) = parts
        .get(taken)
        .filter(|part| taken == 0 || !part.is_separated())
    {
        match (side(&part.text), named.sides) {
            (Some(sides), None) => named.sides = Some(sides),
            _ if named.add_quality(&part.text) => {}
            _ => break,
        }
        taken += 1;
    }
    if first > 0 {
        named.at = super::part::span(&parts[..taken]);
        return (taken > first).then_some((named, taken));
    }
    let part = parts
        .get(taken)
        .filter(|part| taken > 0 && !part.is_separated())?;
    if is_letters(&part.text, own) {
        named.name = Some(Name::Letters(part.text.clone()));
    } else if !is_men(part) {
        return None;
    }
    named.at = super::part::span(&parts[..=taken]);
    Some((named, taken + 1))
}

/// `Rh2 royal`, `Ta1 volage`: in small letters, for `Volage` is a condition. Before another man
/// that no comma separates they are its own: `Kc8 kamikaze Rh7`.
fn qualities_behind(named: &mut NamedMen, parts: &[Part], own: Own<'_>) -> usize {
    let is_quality = |part: &&Part| {
        let is_small = part.text.starts_with(|c: char| c.is_lowercase());
        !part.is_separated() && is_small && quality(&part.text).is_some()
    };
    let qualities = parts.iter().take_while(is_quality).count();
    let is_named = |next: &Part| side(&next.text).is_none();
    let next = parts
        .get(qualities)
        .filter(|next| !next.is_separated() && is_named(next));
    let is_of_next = next.is_some() && men(&parts[qualities..], own).is_some();
    if named.squares.is_empty() || is_of_next {
        return 0;
    }
    for part in &parts[..qualities] {
        named.add_quality(&part.text);
    }
    qualities
}

/// Squares with the sign of their colour behind the name of a walk: `nightriders wc3, bd6`.
pub(super) fn coloured_squares(part: &Part) -> Option<(Sides, Vec<Square>)> {
    let (sign, rest) = part.text.split_at_checked(1)?;
    let sides = side_of_sign(sign.chars().next()?)?;
    let squares = part.board.squares_named(rest);
    squares.map(|squares| (sides, squares))
}

/// The name and the squares in its word.
fn name(named: &mut NamedMen, parts: &[Part], own: Own<'_>) -> Option<(usize, Vec<Square>)> {
    let part = parts.first()?;
    if let Some(man) = man_of_word(&part.board, &part.text, own) {
        if let Some(sides) = man.sides {
            if named.sides.is_some_and(|known| known != sides) {
                return None;
            }
            named.sides = Some(sides);
        }
        named.name = man.name;
        named.language = man.language;
        named.sign = man.sign;
        return Some((1, man.squares));
    }
    let mut joined = String::new();
    let mut found = None;
    for (index, part) in parts.iter().take(5).enumerate() {
        // `Rook/Bishop Hunter`, `Equistopper (englisch)`
        if index > 0 && !matches!(part.mark, None | Some('(' | ')' | '/')) {
            break;
        }
        // In `grasshopper #2` the stipulation follows; it is not the name `grasshopper-2`.
        if index > 0 && part.text.contains('#') {
            break;
        }
        // `Grasshopper (3 solutions)`, `Grasshopper 3 solutions`
        let is_number = part.text.bytes().all(|c| c.is_ascii_digit());
        let next = parts.get(index + 1);
        let counts = next.is_some_and(|next| super::vocabulary::is("solutions", &next.text));
        if index > 0 && is_number && (part.mark.is_some() || counts) {
            break;
        }
        let word = squeezed(&part.text);
        // `grasshopper = G`: a sign is no part of a name.
        if word.is_empty() {
            break;
        }
        // `tour en g2` is no plural.
        if index > 0 && plurals().any(|plural| plural == word) {
            break;
        }
        joined += &word;
        if let Some(walk) = NAMES.get(&joined) {
            found = Some((*walk, index + 1));
        }
    }
    let found = found.or_else(|| vector_leaper(parts)).or_else(|| {
        let (quality, walk) = composed_name(&part.text)?;
        named.add_quality(quality);
        Some((walk, 1))
    });
    if let Some((walk, taken)) = found {
        named.name = Some(Name::Walk(walk));
        // `pion royal d4`
        let mut taken = taken;
        while let Some(part) = parts.get(taken).filter(|next| !next.is_separated()) {
            let goes_on = parts
                .get(taken + 1)
                .is_some_and(|next| next.squares().is_some() || side(&next.text).is_some());
            if !goes_on || !named.add_quality(&part.text) {
                break;
            }
            taken += 1;
        }
        // `roi blanc`
        let behind = parts.get(taken).filter(|next| !next.is_separated());
        let sides = behind.and_then(|next| side_of_name(&next.text));
        if let (Some(sides), None) = (sides, named.sides) {
            named.sides = Some(sides);
            return Some((taken + 1, Vec::new()));
        }
        return Some((taken, Vec::new()));
    }
    let is_letters = is_letters(&part.text, own);
    let next_is_square = parts.get(1).is_some_and(|next| next.squares().is_some());
    if next_is_square
        && let Some(man) = man_of_word(&part.board, &part.text_on_first(), own)
        && man.squares.len() == 1
        && man.sides.is_some()
        && man.name.is_some()
        && named.sides.is_none_or(|known| Some(known) == man.sides)
    {
        // `wK c3`
        (named.sides, named.name, named.language) = (man.sides, man.name, man.language);
        named.sign = man.sign;
        return Some((1, Vec::new()));
    }
    if is_letters && next_is_square {
        named.name = Some(Name::Letters(part.text.clone()));
        return Some((1, Vec::new()));
    }
    None
}

/// `Chamäleondame`: a quality and a name in one word.
fn composed_name(word: &str) -> Option<(&'static str, WalkId)> {
    let word = squeezed(word);
    qualities().find_map(|quality| {
        let walk = NAMES.get(word.strip_prefix(quality)?)?;
        Some((quality, *walk))
    })
}

/// `(1,4)-leaper`, `1:3-Springer`, `2,3-sauteur`.
pub(super) fn vector_leaper(parts: &[Part]) -> Option<(WalkId, usize)> {
    let is_leaper = |word: &str| super::vocabulary::is("leaper", word);
    let first = &parts.first()?.text;
    let (vector, taken) = match first.split_once('-') {
        Some((vector, word)) if is_leaper(word) => (vector, 1),
        Some(_) => return None,
        None => {
            let next = parts.get(1).filter(|next| is_leaper(&next.text))?;
            let joined = matches!(next.mark, None | Some(')'));
            joined.then_some((first.as_str(), 2))?
        }
    };
    by_vector(&vector.replace(['.', '/'], ":")).map(|walk| (walk, taken))
}

/// Whether letters are those of a man in some language.
pub(super) fn is_known(letters: &str) -> bool {
    let mut languages = Language::ALL.into_iter();
    languages.any(|language| walk_of(letters, language, Own::NONE).is_some())
}

fn is_letters(text: &str, own: Own<'_>) -> bool {
    let is_code = text
        .chars()
        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '/');
    let known = || {
        let mut languages = Language::ALL.into_iter();
        languages.any(|language| walk_of(text, language, own).is_some())
    };
    is_code && known()
}

/// Squares in words of their own behind the name: `G e4, f5`.
fn more_squares(named: &mut NamedMen, parts: &[Part]) -> usize {
    let mut taken = 0;
    for part in parts {
        let goes_on =
            part.mark == Some(':') || named.squares.is_empty() || taken > 0 || !part.is_separated();
        let is_list = matches!(part.mark, None | Some(','))
            || part.mark == Some(')') && named.squares.is_empty()
            || part.mark == Some(':') && named.squares.is_empty();
        let Some(more) = part.squares().filter(|_| goes_on && is_list) else {
            break;
        };
        named.squares.extend(more);
        taken += 1;
    }
    taken
}

/// Whether a word speaks of a man, though not of its square.
pub(super) fn is_part_of_man(text: &str, own: Own<'_>) -> bool {
    let word = squeezed(text);
    let known = side(&word).is_some() || quality(&word).is_some();
    known || NAMES.contains_key(&word) || is_letters(text, own)
}

struct ManOfWord {
    sides: Option<Sides>,
    name: Option<Name>,
    squares: Vec<Square>,
    language: Option<Language>,
    sign: Option<char>,
}

/// `wKe1`, `Sd4`, `pe6`, `e4`, `bRh2`: a man in one word. A square is named at least.
fn man_of_word(board: &Geometry, text: &str, own: Own<'_>) -> Option<ManOfWord> {
    if let Some(squares) = board.squares_named(text) {
        let (sides, name) = (None, None);
        return Some(ManOfWord {
            sides,
            name,
            squares,
            language: None,
            sign: None,
        });
    }
    if let Some((walk, on)) = cyrillic(text) {
        return Some(ManOfWord {
            sides: None,
            name: Some(Name::Walk(walk)),
            squares: board.squares_named(on)?,
            language: None,
            sign: None,
        });
    }
    let (on, (colour, letters)) = (opt(sign), |input| letters(board, input))
        .parse(text)
        .ok()?;
    let sides = colour.and_then(side_of_sign);
    let squares = board.squares_named(on)?;
    let known = |language| walk_of(letters, language, own).is_some();
    let name = match letters {
        "" => None,
        _ if Language::ALL.into_iter().any(known) || is_signed_behind(letters, own) => {
            Some(Name::Letters(letters.to_uppercase()))
        }
        _ => return None,
    };
    if sides.is_some() && name.is_none() {
        // `bd4` is a bishop, `wd4` the white man there.
        let letter = text.get(..1)?;
        let is_man = |language| walk_of(letter, language, own).is_some();
        if letter != "w" && letter != "=" && Language::ALL.into_iter().any(is_man) {
            let name = Some(Name::Letters(letter.to_uppercase()));
            return Some(ManOfWord {
                sides: None,
                name,
                squares,
                language: None,
                sign: None,
            });
        }
    }
    // `s` is black in German alone: `sB` is no bishop.
    let german = colour == Some('s') && walk_of(letters, Language::De, own).is_some();
    Some(ManOfWord {
        sides,
        name,
        squares,
        language: german.then_some(Language::De),
        sign: colour,
    })
}

/// `RN`: a letter of French with the sign for its colour behind.
fn is_signed_behind(letters: &str, own: Own<'_>) -> bool {
    let man = NamedMen {
        name: Some(Name::Letters(letters.to_owned())),
        ..NamedMen::unnamed(Vec::new(), (0, 0).into())
    };
    let signed = man.signed_behind();
    signed.is_some_and(|man| man.walk(Language::Fr, own).is_some())
}

/// `Крb2`: a man with a Russian letter, and what stands behind it.
fn cyrillic(text: &str) -> Option<(WalkId, &str)> {
    let end = text.find(|c: char| c.is_ascii())?;
    let (letters, on) = text.split_at_checked(end).filter(|_| end > 0)?;
    Letters::Russian.walk(letters).map(|walk| (walk, on))
}

/// The side that a letter in front of a man says: `w`, `b`, `s`, `n`, `=`.
pub(super) fn side_of_sign(sign: char) -> Option<Sides> {
    SIGNS.get(&sign).copied()
}

static SIGNS: LazyLock<HashMap<char, Sides>> = LazyLock::new(|| {
    let signs = super::vocabulary::words("sign");
    let signs = signs.filter_map(|(side, _, sign)| {
        let side = match side {
            "white" => Sides::White,
            "black" => Sides::Black,
            _ => Sides::Both,
        };
        Some((sign.chars().next()?, side))
    });
    signs.collect()
});

fn sign(input: &str) -> nom::IResult<&str, char> {
    satisfy(|c| side_of_sign(c).is_some()).parse(input)
}

/// Small letters of men.
static SMALL_LETTERS: LazyLock<Vec<char>> = LazyLock::new(|| {
    let letters = super::vocabulary::words("small-letter");
    letters
        .filter_map(|(.., letter)| letter.chars().next())
        .collect()
});

/// Letters in capitals, a small one that is no colour, a hunter, or none.
fn letters<'i>(board: &Geometry, input: &'i str) -> nom::IResult<&'i str, &'i str> {
    let square = |input: &'i str| match board.split_square(input) {
        Some((_, rest)) => Ok((rest, ())),
        None => fail().parse(input),
    };
    let hunter = recognize((code, tag("/"), code));
    let small = take_while_m_n(1, 1, |c: char| SMALL_LETTERS.contains(&c));
    // The second capital of `KAa1` is that of a level.
    let capital = take_while_m_n(1, 1, |c: char| c.is_ascii_uppercase());
    alt((
        terminated(hunter, peek(square)),
        terminated(code, peek(square)),
        terminated(capital, peek(square)),
        terminated(small, peek(square)),
        tag(""),
    ))
    .parse(input)
}

/// One or two capitals or digits.
fn code(input: &str) -> nom::IResult<&str, &str> {
    take_while_m_n(1, 2, |c: char| c.is_ascii_uppercase() || c.is_ascii_digit()).parse(input)
}

/// The side that a word names.
pub(super) fn side(word: &str) -> Option<Sides> {
    let (sides, languages) = colour(word)?;
    let is_ours = |code: &&str| {
        Language::ALL
            .iter()
            .any(|language| Letters::of(*language).code() == *code)
    };
    languages.iter().any(is_ours).then_some(sides)
}

/// The same of a word behind the name of a man, in any language: `Cavallo bianco`.
fn side_of_name(word: &str) -> Option<Sides> {
    colour(word).map(|(sides, _)| sides)
}

/// Whether a word is a man with its square.
pub(super) fn is_man(board: &Geometry, text: &str) -> bool {
    man_of_word(board, text, Own::NONE).is_some_and(|man| man.name.is_some())
}

/// The first square that a man in one word names and the board lacks: `k9` of `Rk9`.
pub(super) fn off_the_board<'t>(board: &Geometry, text: &'t str, own: Own<'_>) -> Option<&'t str> {
    let is_small = |c: char| c.is_ascii_lowercase();
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let list = text[..first].rfind(is_small)?;
    let letters = text[..list].trim_start_matches(|c| side_of_sign(c).is_some());
    let known = |language| walk_of(letters, language, own).is_some();
    let is_man = letters.is_empty() || Language::ALL.into_iter().any(known);
    let mut rest = Some(&text[list..]).filter(|_| is_man)?;
    while let Some((name, behind)) = split_name(rest) {
        if board.square_named(name).is_none() {
            return Some(name);
        }
        rest = behind;
    }
    None
}

/// Endings of names for several men.
fn plurals() -> impl Iterator<Item = &'static str> {
    super::vocabulary::words("plural-ending").map(|(.., ending)| ending)
}

/// Names of walks in three languages, in the singular and, roughly, in the plural; vectors too.
static NAMES: LazyLock<HashMap<String, WalkId>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for walk in WalkId::all() {
        for name in walk.row().names.in_order() {
            let name = squeezed_phrase(name);
            for plural in [""].into_iter().chain(plurals()) {
                names.entry(format!("{name}{plural}")).or_insert(walk);
            }
        }
    }
    for walk in WalkId::all() {
        let others = walk.row().description().map_or("", |row| row.other_names);
        let others = others.split(';').map(squeezed_phrase);
        for name in others.filter(|name| name.len() > 2) {
            let plurals = super::vocabulary::words("english-plural").map(|(.., ending)| ending);
            for plural in [""].into_iter().chain(plurals) {
                names.entry(format!("{name}{plural}")).or_insert(walk);
            }
        }
    }
    for (name, walk) in crate::notation::position::names_of_men() {
        if name.chars().count() > 3 {
            names.entry(name.to_owned()).or_insert(walk);
        }
    }
    names.extend(names_in_rows());
    names
});

/// Another walk that has a name in common, as the hare and the rabbit in German.
pub(super) fn namesakes(walk: WalkId) -> impl Iterator<Item = WalkId> {
    let names = walk.row().names.in_order().map(squeezed_phrase);
    let others = WalkId::all().filter(move |other| *other != walk);
    others.filter(move |other| {
        let mut own = other.row().names.in_order().into_iter();
        own.any(|name| names.contains(&squeezed_phrase(name)))
    })
}

/// The walk that a word names: by name, by letters in one of the languages, or by its vector.
pub(super) fn walk_named(text: &str, language: Language, own: Own<'_>) -> Option<WalkId> {
    let by_name = || NAMES.get(&squeezed(text)).copied();
    let languages = || [language].into_iter().chain(Language::ALL);
    let by_letters = || languages().find_map(|language| walk_of(text, language, own));
    by_letters().or_else(by_name).or_else(|| by_vector(text))
}

/// Whether a word is a man's name, not his letters.
pub(super) fn is_name(word: &str) -> bool {
    NAMES.contains_key(&squeezed(word))
}

/// Whether the name of a man begins here, in words.
pub(super) fn begins_name(parts: &[Part]) -> bool {
    let mut named = NamedMen::unnamed(Vec::new(), (0, 0).into());
    let begins = |part: &Part| {
        part.text
            .starts_with(|c: char| c.is_alphabetic() || c.is_ascii_digit())
    };
    let is_word = parts.first().is_some_and(begins);
    let read = is_word
        .then(|| name(&mut named, parts, Own::NONE))
        .flatten();
    read.is_some() && matches!(named.name, Some(Name::Walk(_)))
}

/// The leaper of a vector such as `1:2`.
fn by_vector(text: &str) -> Option<WalkId> {
    let (one, other) = text.split_once(':')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    if !is_number(one) || !is_number(other) {
        return None;
    }
    let own = define(&format!("X: leap {one}:{other}")).ok()?;
    let mut walks = WalkId::all();
    walks.find(|walk| walk.index() < WALKS.len() && walk.row().goes_like(own.row()))
}

/// Names of men, for messages.
pub(super) fn describe(man: Piece) -> String {
    let colour = side_in_words(man.sides());
    format!("{colour} {}", man.walk().row().names.en.to_lowercase())
}

fn side_in_words(sides: Sides) -> &'static str {
    match sides {
        Sides::White => "white",
        Sides::Black => "black",
        Sides::Both => "neutral",
    }
}
