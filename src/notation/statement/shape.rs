//! The shapes of words: what years, ordinals, initials and numbers with letters look like.
//!
//! **Invariant:** shapes are data: `words/shapes.tsv`, a pattern of characters in every row. `9` is
//! a digit, `A` a capital, `a` a small letter, `U` a capital of any script, `L` any letter, `_` any
//! character; others stand for themselves, as do those in `[` and `]`. `(` and `)` enclose patterns
//! with `|` between them; `?`, `*`, `+`, `{2}`, `{2,}` and `{2,4}` say how often. `<year>` is another
//! shape and `{month}` a word of that class, or a phrase of that kind, up to a point, a hyphen or the end.

use super::part::squeezed;
use super::phrase::MEANINGS;
use super::vocabulary;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{char, digit1, none_of};
use nom::combinator::{all_consuming, map, map_res, opt};
use nom::multi::{many0, many1, separated_list1};
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::collections::HashMap;
use std::sync::LazyLock;

/// One of several patterns.
type Shape = Vec<Vec<Repeated>>;

/// What may stand at a place, and how often.
#[derive(Clone, Debug)]
struct Repeated {
    piece: Piece,
    least: usize,
    most: usize,
}

#[derive(Clone, Debug)]
enum Piece {
    Character(char),
    OneOf(Vec<char>),
    Either(Shape),
    Named(&'static str),
    Word(&'static str),
}

/// The rows of `words/shapes.tsv`.
static SHAPES: LazyLock<HashMap<&'static str, Shape>> =
    LazyLock::new(|| rows().map(|row| (row[0], shape_of(row[1]))).collect());

/// A longer word has no shape.
const LONGEST: usize = 80;

/// Whether a word has a shape.
pub(super) fn fits(shape: &str, word: &str) -> bool {
    let shape = SHAPES.get(shape).filter(|_| word.len() <= LONGEST);
    shape.is_some_and(|shape| rests(shape, word).contains(&""))
}

/// `1.Preis`, `7123-Michel`: the two words that are written as one, if a row `apart` says so. A row has
/// a `^` between the two, or two with what is left out between them.
pub(super) fn apart(word: &str) -> Option<(&str, &str)> {
    let cut = |row: &'static Vec<Shape>| {
        let [front, between @ .., behind] = row.as_slice() else {
            return None;
        };
        let fronts = rests(front, word).into_iter();
        let mut cuts = fronts.flat_map(|rest| {
            let lefts = match between {
                [gap, ..] => rests(gap, rest),
                [] => vec![rest],
            };
            lefts.into_iter().map(move |left| (rest, left))
        });
        let (rest, left) = cuts.find(|(_, left)| rests(behind, left).contains(&""))?;
        Some((&word[..word.len() - rest.len()], left))
    };
    APART.iter().filter(|_| word.len() <= LONGEST).find_map(cut)
}

/// The rows `apart`: a shape for each piece.
static APART: LazyLock<Vec<Vec<Shape>>> = LazyLock::new(|| {
    let rows = rows().filter(|row| row[0] == "apart");
    let pieces = rows.map(|row| row[1].split('^').map(shape_of).collect());
    pieces.collect()
});

/// Name, pattern, words that have the shape, and others.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let lines = include_str!("words/shapes.tsv").lines().skip(1);
    lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        Some([next()?, next()?, next()?, next()?])
    })
}

/// What is left of a text behind each way to take a shape from its front.
fn rests<'t>(shape: &[Vec<Repeated>], text: &'t str) -> Vec<&'t str> {
    let mut all = Vec::new();
    for sequence in shape {
        let mut reached = vec![text];
        for item in sequence {
            reached = behind(item, &reached);
        }
        all.extend(reached);
    }
    all
}

/// The same for an item, from several places.
fn behind<'t>(item: &Repeated, from: &[&'t str]) -> Vec<&'t str> {
    let mut all: Vec<&str> = Vec::new();
    let mut now = from.to_vec();
    for count in 0.. {
        if count >= item.least {
            all.extend(&now);
        }
        if count == item.most || now.is_empty() {
            break;
        }
        let next = now.iter().flat_map(|text| {
            let rests = item.piece.once(text).into_iter();
            rests.filter(|rest| rest.len() < text.len())
        });
        now = next.collect();
        now.dedup();
    }
    all.sort_by_key(|rest| rest.len());
    all.dedup();
    all
}

impl Piece {
    fn once<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let first = || {
            let mut characters = text.chars();
            Some((characters.next()?, characters.as_str()))
        };
        let of = |is: &dyn Fn(char) -> bool| {
            let first = first().filter(|(first, _)| is(*first));
            first.map(|(_, rest)| rest).into_iter().collect()
        };
        match self {
            Piece::Character('9') => of(&|c| c.is_ascii_digit()),
            Piece::Character('A') => of(&|c| c.is_ascii_uppercase()),
            Piece::Character('a') => of(&|c| c.is_ascii_lowercase()),
            Piece::Character('U') => of(&char::is_uppercase),
            Piece::Character('L') => of(&char::is_alphabetic),
            Piece::Character('_') => of(&|_| true),
            Piece::Character(own) => of(&|c| c == *own),
            Piece::OneOf(all) => of(&|c| all.contains(&c)),
            Piece::Either(shape) => rests(shape, text),
            Piece::Named(name) => SHAPES
                .get(name)
                .map_or(Vec::new(), |shape| rests(shape, text)),
            Piece::Word(class) => {
                let mut ends = [
                    text.find('-'),
                    text.find('.').map(|at| at + 1),
                    Some(text.len()),
                ];
                ends.sort();
                let words = ends.iter().flatten().map(|end| text.split_at(*end));
                words
                    .filter(|(word, _)| is_of(class, word))
                    .map(|(_, rest)| rest)
                    .collect()
            }
        }
    }
}

/// Whether a word belongs to a class or is a phrase of this kind.
fn is_of(class: &str, word: &str) -> bool {
    let known = || MEANINGS.get(&squeezed(word));
    !word.is_empty()
        && (vocabulary::is(class, word) || known().is_some_and(|known| known.kind == class))
}

fn shape_of(pattern: &'static str) -> Shape {
    let read = all_consuming(either).parse(pattern);
    read.map_or(Vec::new(), |(_, shape)| shape)
}

fn either(input: &'static str) -> IResult<&'static str, Shape> {
    separated_list1(char('|'), many0(repeated)).parse(input)
}

fn repeated(input: &'static str) -> IResult<&'static str, Repeated> {
    let number = || map_res(digit1, str::parse::<usize>);
    let exactly = map(number(), |times| (times, times));
    let between = map((number(), tag(","), opt(number())), |(least, _, most)| {
        (least, most.unwrap_or(LONGEST))
    });
    let times = alt((
        map(char('?'), |_| (0, 1)),
        map(char('*'), |_| (0, LONGEST)),
        map(char('+'), |_| (1, LONGEST)),
        delimited(char('{'), alt((between, exactly)), char('}')),
    ));
    let mut item = (piece, opt(times));
    let (rest, (piece, times)) = item.parse(input)?;
    let (least, most) = times.unwrap_or((1, 1));
    Ok((rest, Repeated { piece, least, most }))
}

fn piece(input: &'static str) -> IResult<&'static str, Piece> {
    let name = || take_while1(|c: char| c.is_ascii_lowercase() || c == '-');
    alt((
        map(
            delimited(char('['), many1(none_of("]")), char(']')),
            Piece::OneOf,
        ),
        map(delimited(char('('), either, char(')')), Piece::Either),
        map(delimited(char('<'), name(), char('>')), Piece::Named),
        map(delimited(char('{'), name(), char('}')), Piece::Word),
        map(none_of("|()[]<>{}?*+"), Piece::Character),
    ))
    .parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_its_examples_and_not_the_others() {
        let lines = include_str!("words/shapes.tsv").lines().skip(1).count();
        assert_eq!(rows().count(), lines, "every line has four columns");
        let mut wrong = Vec::new();
        for [name, pattern, examples, others] in rows() {
            let pieces = pattern.split('^').map(shape_of);
            assert!(pieces.into_iter().all(|shape| !shape.is_empty()), "{name}");
            let has = |word: &&str| match name {
                "apart" => apart(word).is_some(),
                _ => fits(name, word),
            };
            let words = |words: &'static str| words.split(' ').filter(|word| !word.is_empty());
            wrong.extend(
                words(examples)
                    .filter(|word| !has(word))
                    .map(|word| (name, word)),
            );
            wrong.extend(words(others).filter(has).map(|word| (name, word)));
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn two_words_in_one_come_apart() {
        assert_eq!(apart("1.Preis"), Some(("1.", "Preis")));
        assert_eq!(apart("7123-Michel"), Some(("7123", "Michel")));
        assert_eq!(apart("3.-4.e.E."), Some(("3.-4.", "e.E.")));
        assert_eq!(apart("Preis"), None);
    }
}
