//! Cuts a list of men into words, marks and counts.

use super::words;
use crate::board::MAX_SQUARES;
use nom::branch::alt;
use nom::bytes::complete::{take_while_m_n, take_while1};
use nom::character::complete::{anychar, char, digit1, one_of, satisfy, space0};
use nom::combinator::{map, map_res, opt, recognize, verify};
use nom::multi::{many1, separated_list1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'a> {
    /// Letters, digits and figurines.
    Word(&'a str),
    /// Anything else; a line's end is `\n`, every dash `-`.
    Mark(char),
    /// `(5)`, `[5+4]`.
    Count(Vec<usize>),
}

/// A token with its place, and whether blanks stand before it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Lexeme<'a> {
    pub(super) token: Token<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) apart: bool,
}

impl<'a> Lexeme<'a> {
    pub(super) fn word(&self) -> Option<&'a str> {
        match self.token {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.token == Token::Mark(mark)
    }
}

/// The lexemes of a text from a byte on.
pub(super) fn lexemes(text: &str, from: usize) -> Vec<Lexeme<'_>> {
    let mut found = Vec::new();
    let mut rest = text.get(from..).unwrap_or("");
    let mut apart = true;
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let Ok((behind, token)) = token(rest) else {
            break;
        };
        let end = text.len() - behind.len();
        rest = behind;
        match token {
            Some(token) => {
                found.push(Lexeme {
                    token,
                    start,
                    end,
                    apart,
                });
                apart = false;
            }
            None => apart = true,
        }
    }
    found
}

fn token(input: &str) -> IResult<&str, Option<Token<'_>>> {
    let is_blank = |c: char| c.is_whitespace() && c != '\n';
    let blanks = map(take_while1(is_blank), |_| None);
    let word = map(word, |word| Some(Token::Word(word)));
    let mark = map(anychar, |c| {
        Some(Token::Mark(match c {
            '–' | '—' | '−' | '‑' => '-',
            c => c,
        }))
    });
    alt((
        blanks,
        map(count, |numbers| Some(Token::Count(numbers))),
        word,
        mark,
    ))
    .parse(input)
}

fn is_of_word(c: char) -> bool {
    let is_accent = ('\u{300}'..='\u{36f}').contains(&c);
    c.is_alphanumeric() || is_accent || words::figurine(c).is_some()
}

fn run(input: &str) -> IResult<&str, &str> {
    take_while1(is_of_word)(input)
}

/// Letters and digits; `R/Ba1` is one word, `d4/Ka1` two.
fn word(input: &str) -> IResult<&str, &str> {
    let whole = |(first, _): &(&str, &str)| first.ends_with(|c: char| c.is_ascii_uppercase());
    alt((recognize(verify((run, hunter), whole)), run)).parse(input)
}

/// The stroke of a hunter with its second letters and squares.
fn hunter(input: &str) -> IResult<&str, &str> {
    let letters = take_while_m_n(1, 2, |c: char| c.is_ascii_uppercase());
    let square = (satisfy(|c| c.is_ascii_lowercase()), digit1);
    recognize((char('/'), letters, many1(square))).parse(input)
}

/// `(5)`, `[5 + 4]`, `(5 men)`.
fn count(input: &str) -> IResult<&str, Vec<usize>> {
    let number = map_res(delimited(space0, digit1, space0), str::parse::<usize>);
    let numbers = separated_list1(one_of("+/:,"), number);
    let men = opt(verify(run, |word: &str| words::is_men(word) || word == "n"));
    let inner = terminated(numbers, (men, space0));
    let closed = alt((
        delimited(char('('), inner, char(')')),
        preceded(char('['), terminated(count_inner, char(']'))),
    ));
    let mut closed = verify(closed, |numbers: &Vec<usize>| {
        numbers.len() < 4 && numbers.iter().all(|number| *number <= MAX_SQUARES)
    });
    closed.parse(input)
}

fn count_inner(input: &str) -> IResult<&str, Vec<usize>> {
    let number = map_res(delimited(space0, digit1, space0), str::parse::<usize>);
    separated_list1(one_of("+/:,"), number).parse(input)
}
