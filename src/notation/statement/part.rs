//! A statement cut into words: folded to plain characters, with their places.

use super::{shape, vocabulary};
use crate::board::{Geometry, Square};
use nom::Parser;
use nom::bytes::complete::tag;
use nom::character::complete::{one_of, satisfy};
use nom::combinator::{all_consuming, opt};
use nom::multi::many0;
use nom::sequence::{preceded, terminated};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

/// A written part: folded to ASCII, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The first mark between the part before and this one, if there is any.
    pub(super) mark: Option<char>,
    /// The board whose squares it may name.
    pub(super) board: Rc<Geometry>,
}

impl Part {
    /// Whether a comma or another mark separates it from the part before.
    pub(super) fn is_separated(&self) -> bool {
        self.mark.is_some()
    }

    /// The squares that it consists of.
    pub(super) fn squares(&self) -> Option<Vec<Square>> {
        self.board.squares_named(&self.text)
    }

    /// The text with the name of some square behind it, as letters need one to be those of a man.
    pub(super) fn text_on_first(&self) -> String {
        self.text.clone() + &self.board.first_name()
    }

    pub(super) fn span(&self) -> miette::SourceSpan {
        (self.start, self.end - self.start).into()
    }
}

/// The place of several parts that follow each other.
pub(super) fn span(parts: &[Part]) -> miette::SourceSpan {
    let start = parts.first().map_or(0, |part| part.start);
    let end = parts.last().map_or(start, |part| part.end);
    (start, end - start).into()
}

/// What labels a twin: `b)`, `+b)`, `b.` or `b:`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label {
    pub(super) letter: char,
    /// Whether it alters the twin before.
    pub(super) continued: bool,
}

/// The label that this part is; `next` is the part behind it.
pub(super) fn label(part: &Part, next: Option<&Part>) -> Option<Label> {
    // `Thematurnier b), Die Schwalbe 1985`; `b), c) h#3` are two.
    let is_apart = |next: &Part| next.mark == Some(',') && self::label(next, None).is_none();
    if part.text.ends_with(')') && next.is_some_and(is_apart) {
        return None;
    }
    if let Some(label) = counted_label(&part.text) {
        return Some(label);
    }
    let letter = satisfy(|c| c.is_ascii_lowercase());
    let mut label = all_consuming((many0(one_of("+&")), letter, opt(one_of(")."))));
    let parsed: nom::IResult<&str, (Vec<char>, char, Option<char>)> = label.parse(&part.text);
    let (_, (signs, letter, end)) = parsed.ok()?;
    let by_colon = next.is_some_and(|next| matches!(next.mark, Some(':' | ')')));
    let is_label = match end {
        Some(')') => true,
        // `n. B. Ellinghoven`, `p. 12`
        Some(_) => letter != 'e' && letter < 'j',
        None => by_colon,
    };
    (is_label && letter != 'v').then_some(Label {
        letter,
        continued: !signs.is_empty(),
    })
}

/// `A)`, `II)`, `ii)`, `2)`: twins counted in capitals or in numbers, of which `I)` is the
/// diagram. The letters `i)` and `v)` are no numbers here.
fn counted_label(text: &str) -> Option<Label> {
    let number = text.strip_suffix(')')?;
    let is_small = number.len() > 1 && number.bytes().all(|c| c.is_ascii_lowercase());
    let mut numbers = vocabulary::words("roman-label").map(|(.., roman)| roman);
    let roman = numbers.position(|roman| match is_small {
        true => roman.eq_ignore_ascii_case(number),
        false => roman == number,
    });
    let mut cyrillic = vocabulary::words("cyrillic-label").map(|(.., letter)| letter);
    let cyrillic = || cyrillic.position(|letter| letter == number);
    let place = roman.or_else(cyrillic).or_else(|| match number.as_bytes() {
        [digit @ b'1'..=b'8'] => Some(usize::from(digit - b'1')),
        _ => None,
    });
    let letter = match place {
        Some(place) => (b'a'..).nth(place).map(char::from)?,
        None if number.len() == 1 && number.bytes().all(|c| (b'A'..=b'H').contains(&c)) => {
            number.to_lowercase().chars().next()?
        }
        None => return None,
    };
    Some(Label {
        letter,
        continued: false,
    })
}

/// A base of a twin in front of its changes: `=a)`, `b)`, `b)+...`.
pub(super) fn base(text: &str) -> Option<(char, &str)> {
    let letter = satisfy(|c: char| c.is_ascii_lowercase());
    let mut named = preceded(
        opt(one_of("=+")),
        terminated(letter, (tag(")"), opt(one_of("+&")))),
    );
    let parsed: nom::IResult<&str, char> = named.parse(text);
    if let Ok((rest, letter)) = parsed {
        return Some((letter, rest));
    }
    let letter = text.strip_prefix('=')?;
    let mut characters = letter.chars();
    match (characters.next(), characters.next()) {
        (Some(letter @ 'a'..='z'), None) => Some((letter, "")),
        _ => None,
    }
}

/// Splits at blanks, marks and the ends of lines; keeps decimal commas, as points.
pub(super) fn parts(text: &str, board: &Geometry) -> Vec<Part> {
    let board = Rc::new(board.clone());
    let mut parts: Vec<Part> = Vec::new();
    let mut current: Option<Part> = None;
    let mut marked: Option<char> = None;
    let mut open = 0_usize;
    let mut bracketed: Option<u8> = None;
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (at, c)) in characters.iter().copied().enumerate() {
        let before = index.checked_sub(1).map(|index| characters[index].1);
        let after = characters.get(index + 1).map(|(_, c)| *c);
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let decimal = c == ',' && is_digit(before) && is_digit(after);
        let in_brackets = current
            .as_ref()
            .filter(|_| c == ')')
            .and_then(|part| label_in_brackets(text, part, bracketed));
        bracketed = in_brackets.or(bracketed);
        let is_label = c == ')'
            && current.as_ref().is_some_and(|part| {
                in_brackets.is_some() || is_label_start(&part.text, part.mark, open)
            });
        let is_vector = c == ':' && is_digit(before) && is_digit(after);
        let is_hunter = c == '/' && is_hunter(&characters, index);
        let is_stop = c == '.' && after.is_none_or(char::is_whitespace) && {
            let ended = current.as_ref().map_or("", |part| part.text.as_str());
            before.is_some_and(|before| ")]\"”“»".contains(before)) || ends_sentence(ended, &board)
        };
        let mark = (",;:()[]{}\"/|".contains(c) || is_stop)
            && !decimal
            && !is_label
            && !is_vector
            && !is_hunter;
        open = match c {
            '(' => open + 1,
            ')' if !is_label => open.saturating_sub(1),
            _ => open,
        };
        if c.is_whitespace() || mark {
            parts.extend(current.take());
            // The end of a line is the weakest mark.
            marked = match marked {
                None | Some('\n') if mark => Some(c),
                None if c == '\n' => Some(c),
                marked => marked,
            };
            continue;
        }
        let part = current.get_or_insert_with(|| Part {
            text: String::new(),
            start: at,
            end: at,
            mark: marked.take(),
            board: Rc::clone(&board),
        });
        match decimal {
            true => part.text.push('.'),
            false => fold(c, &mut part.text),
        }
        part.end = at + c.len_utf8();
        if is_label {
            parts.extend(current.take());
        }
    }
    parts.extend(current);
    for part in &mut parts {
        part.text = part
            .text
            .replace("<-->", "<->")
            .replace("<=>", "<->")
            .replace("-->", "->");
    }
    parts.retain(|part| !part.text.is_empty());
    parts.into_iter().flat_map(ordinal_apart).collect()
}

/// `(B)` at the start of a line or behind a comma, and `(C)` behind it: labels of twins, not a letter in brackets as in `Isardam (B)`.
fn label_in_brackets(text: &str, part: &Part, last: Option<u8>) -> Option<u8> {
    let [letter @ b'A'..=b'H'] = part.text.as_bytes() else {
        return None;
    };
    let before = text[..part.start].strip_suffix('(')?;
    let before = before.trim_end_matches([' ', '\t']);
    let begins = (before.is_empty() || before.ends_with(['\n', ',', ';'])) && *letter < b'C';
    let follows = last.is_some_and(|last| *letter == last + 1);
    (begins || follows).then_some(*letter)
}

/// Whether a full stop behind this ends a sentence: behind `3+1` and `Kb3`.
fn ends_sentence(text: &str, board: &Geometry) -> bool {
    let is_sum = || text.contains('+') && text.chars().all(|c| c.is_ascii_digit() || c == '+');
    let is_man = || {
        let is_square = board.exact_square_at_end(text).is_some();
        is_square && text.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    is_sum() || is_man()
}

/// `1.Preis` in two parts.
fn ordinal_apart(part: Part) -> Vec<Part> {
    let Some((front, behind)) = shape::apart(&part.text) else {
        return vec![part];
    };
    let first = Part {
        text: front.to_owned(),
        end: part.start + front.len(),
        ..part.clone()
    };
    let second = Part {
        text: behind.to_owned(),
        start: part.end.saturating_sub(behind.len()).max(first.end),
        mark: None,
        ..part
    };
    vec![first, second]
}

/// The stroke of a hunter such as `R/B`: capital letters touch it on both sides.
fn is_hunter(characters: &[(usize, char)], stroke: usize) -> bool {
    let is_capital = |at: Option<usize>| {
        let c = at.and_then(|at| characters.get(at));
        c.is_some_and(|(_, c)| c.is_ascii_uppercase())
    };
    is_capital(stroke.checked_sub(1)) && is_capital(Some(stroke + 1))
}

/// The part of a label before its bracket; capitals in brackets, as in `Isardam (B)`, and
/// numbers within `open` ones, as in `(max 3)`, are none.
fn is_label_start(text: &str, mark: Option<char>, open: usize) -> bool {
    let letters = text.trim_start_matches(['+', '&', '=']);
    let is_letter = letters.len() == 1 && letters.bytes().all(|c| c.is_ascii_lowercase());
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_lowercase());
    let is_counted = letters == text
        && mark != Some('(')
        && !(is_number && open > 0)
        && counted_label(&format!("{text})")).is_some();
    is_letter || is_counted
}

/// The rows of `words/folding.tsv`: plain characters, and those that stand for them.
static FOLDED: LazyLock<HashMap<char, &'static str>> = LazyLock::new(|| {
    let rows = include_str!("words/folding.tsv").lines().skip(1);
    let rows = rows.filter_map(|row| row.split_once('\t'));
    rows.flat_map(|(plain, signs)| signs.chars().map(move |sign| (sign, plain)))
        .collect()
});

/// Accents, umlauts and printed signs in plain characters.
fn fold(c: char, to: &mut String) {
    if c.is_ascii() && !matches!(c, '\'' | '`') {
        return to.push(c);
    }
    match c {
        // `n° 123`
        '°' | 'º' if to.eq_ignore_ascii_case("n") => to.push('o'),
        '№' => to.push_str("no"),
        // An umlaut or an accent of its own behind its letter.
        '\u{308}' if to.ends_with(['a', 'o', 'u', 'A', 'O', 'U']) => to.push('e'),
        '\u{300}'..='\u{36f}' => {}
        _ => match FOLDED.get(&c) {
            Some(plain) => to.push_str(plain),
            None => to.push(c),
        },
    }
}

/// The words of a phrase as [`parts`] folds them, run together in small letters and digits.
pub(crate) fn squeezed_phrase(text: &str) -> String {
    squeezed(&folded(text))
}

/// A text in plain characters.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::new();
    text.chars().for_each(|c| fold(c, &mut folded));
    folded
}

/// The words of some parts in one.
pub(super) fn run_together(parts: &[Part]) -> String {
    parts.iter().map(|part| squeezed(&part.text)).collect()
}

/// Letters and digits only, in lower case.
pub(super) fn squeezed(text: &str) -> String {
    let mut squeezed = String::new();
    for c in text.chars() {
        match c {
            '&' => squeezed.push_str("and"),
            c if c.is_alphanumeric() => squeezed.extend(c.to_lowercase()),
            _ => {}
        }
    }
    squeezed
}
