//! Bytes to text, text to words with their places.

use crate::notation::diagnostic::Diagnostic;
use miette::SourceSpan;
use nom::bytes::complete::{take_till1, take_while};
use nom::{IResult, Parser};

/// The text of an input, UTF-8 or else Latin-1; and why it is none, with a
/// place in it.
pub fn decode(bytes: &[u8]) -> (String, Option<Diagnostic>) {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let fault = not_text("it is UTF-16", &text, 0);
        return (text, Some(fault));
    }
    let fault = match text.find(|c: char| c.is_ascii_control() && !is_separator(c)) {
        Some(at) if text[at..].starts_with('\0') => {
            Some(not_text("it has a NUL character", &text, at))
        }
        Some(at) => Some(not_text("it has control characters", &text, at)),
        None => None,
    };
    (text, fault)
}

fn not_text(why: &'static str, text: &str, at: usize) -> Diagnostic {
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    Diagnostic::NotText {
        why,
        at: (at, length).into(),
    }
}

/// A word and its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'a> {
    /// As written.
    pub text: &'a str,
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Whether it is the first word of its line.
    pub starts_line: bool,
}

impl Token<'_> {
    /// Its place for a diagnostic.
    pub fn span(&self) -> SourceSpan {
        (self.start, self.end - self.start).into()
    }

    /// The place of some of its bytes. Of a word that was put in the place of another, all of that one.
    pub fn part(&self, offset: usize, length: usize) -> SourceSpan {
        if self.text.len() != self.end - self.start {
            return self.span();
        }
        let start = (self.start + offset).min(self.end);
        (start, length.min(self.end - start)).into()
    }
}

/// The words of a text, read one after the other.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    line_ends: Vec<usize>,
    next: usize,
}

impl<'a> Cursor<'a> {
    /// At the first word of a text.
    pub fn new(text: &'a str) -> Cursor<'a> {
        Cursor::of_tokens(text, tokens(text))
    }

    /// At the first of some words that were made of a text.
    pub fn of_tokens(text: &'a str, tokens: Vec<Token<'a>>) -> Cursor<'a> {
        Cursor {
            text,
            tokens,
            line_ends: line_ends(text),
            next: 0,
        }
    }

    /// The next word.
    pub fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    /// How many words have been taken.
    pub fn taken(&self) -> usize {
        self.next
    }

    /// Goes back to where so many words had been taken.
    pub fn return_to(&mut self, taken: usize) {
        self.next = taken;
    }

    /// The words that are not taken yet.
    pub fn rest(&self) -> &[Token<'a>] {
        self.tokens.get(self.next..).unwrap_or_default()
    }

    /// The word behind the next one.
    pub fn peek_second(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next + 1).copied()
    }

    /// The word taken last.
    pub fn previous(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next.checked_sub(1)?).copied()
    }

    /// Takes the next word.
    pub fn take(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.next += 1;
        Some(token)
    }

    /// What follows `token` on its line, without leading separators; the words
    /// there are passed over.
    pub fn rest_of_line(&mut self, token: Token<'a>) -> &'a str {
        let rest = self.text.get(token.end..).unwrap_or("");
        let line = rest.split(['\n', '\r']).next().unwrap_or("");
        let end = token.end + line.len();
        while self.peek().is_some_and(|token| token.start < end) {
            self.next += 1;
        }
        line.trim_start_matches([' ', '\t', ';', '.', ','])
    }

    /// What stands before a word on its line.
    pub fn text_before(&self, token: Token<'a>) -> &'a str {
        let before = self.text.get(..token.start).unwrap_or("");
        before.rsplit(['\n', '\r']).next().unwrap_or("")
    }

    /// Whether the text goes on with `tail` right behind the word.
    pub fn continues_with(&self, token: Token<'a>, tail: &str) -> bool {
        let rest = self.text.get(token.end..).unwrap_or("");
        rest.starts_with(tail)
    }

    /// The number of the line, from 1, on which a byte stands.
    pub fn line(&self, offset: usize) -> usize {
        self.line_ends.partition_point(|end| *end < offset) + 1
    }

    /// The place behind the last character.
    pub fn end(&self) -> SourceSpan {
        (self.text.trim_end().len(), 0).into()
    }
}

/// All words of a text.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut rest = text;
    let mut tokens = Vec::new();
    while let Ok((behind, (gap, word))) = next_word(rest) {
        let end = text.len() - behind.len();
        tokens.push(Token {
            text: word,
            start: end - word.len(),
            end,
            starts_line: tokens.is_empty() || gap.contains(['\n', '\r']),
        });
        rest = behind;
    }
    tokens
}

/// The last bytes of line ends: line feeds, and carriage returns without one.
fn line_ends(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_end = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..bytes.len()).filter(is_end).collect()
}

fn next_word(input: &str) -> IResult<&str, (&str, &str)> {
    (take_while(is_separator), take_till1(is_separator)).parse(input)
}

/// White space of any kind, comma, semicolon; a byte order mark and the old
/// end-of-file mark count as white space.
pub fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '\u{feff}' | '\u{1a}')
}
