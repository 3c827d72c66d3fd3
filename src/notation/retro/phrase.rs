//! Phrases of retro statements: rows of a file, matched against the words of a text.

use std::ops::Range;
use std::sync::LazyLock;

/// A word, number or sign of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    /// In small letters, without accents.
    pub text: String,
    /// Where it stands.
    pub at: Range<usize>,
}

/// A phrase found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Found {
    /// What it means.
    pub meaning: &'static str,
    /// Where it stands.
    pub at: Range<usize>,
    /// Its numbers.
    pub numbers: Vec<u16>,
    /// Its letters of sides.
    pub sides: Vec<char>,
}

struct Phrase {
    meaning: &'static str,
    parts: Vec<Part>,
}

enum Part {
    /// One of these words.
    Words(Vec<String>),
    /// The same, or nothing.
    Optional(Vec<String>),
    Number,
    Side,
}

static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let rows = include_str!("phrases.tsv").lines();
    rows.filter_map(phrase).collect()
});

fn phrase(row: &'static str) -> Option<Phrase> {
    let mut fields = row.split('\t');
    let (meaning, pattern) = (fields.next()?, fields.nth(1)?);
    let words: Vec<&str> = pattern.split_whitespace().collect();
    let mut parts = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let (part, taken) = match words[place] {
            "{n}" => (Part::Number, 1),
            "{s}" => (Part::Side, 1),
            "[" => (Part::Optional(alternatives(words.get(place + 1)?)), 3),
            word if word.starts_with('[') && word.ends_with(']') => {
                (Part::Optional(alternatives(&word[1..word.len() - 1])), 1)
            }
            word => (Part::Words(alternatives(word)), 1),
        };
        parts.push(part);
        place += taken;
    }
    Some(Phrase { meaning, parts })
}

fn alternatives(words: &str) -> Vec<String> {
    words.split('|').map(folded).collect()
}

/// In small letters, without accents.
fn folded(word: &str) -> String {
    let plain = |letter: char| match letter {
        'ä' | 'à' | 'â' => "a".to_owned(),
        'ö' | 'ø' | 'ô' => "o".to_owned(),
        'ü' | 'û' => "u".to_owned(),
        'é' | 'è' | 'ê' => "e".to_owned(),
        'ß' => "ss".to_owned(),
        '–' | '−' | '‐' => "-".to_owned(),
        '’' => "'".to_owned(),
        letter => letter.to_string(),
    };
    word.to_lowercase().chars().map(plain).collect()
}

/// The tokens of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut last = Class::Blank;
    for (at, letter) in text.char_indices() {
        let class = Class::of(letter);
        let end = at + letter.len_utf8();
        match tokens.last_mut() {
            Some(token) if class == last && matches!(class, Class::Word | Class::Number) => {
                token.at.end = end;
            }
            _ if class != Class::Blank => tokens.push(Token {
                text: String::new(),
                at: at..end,
            }),
            _ => {}
        }
        last = class;
    }
    for token in &mut tokens {
        token.text = folded(&text[token.at.clone()]);
    }
    tokens
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Word,
    Number,
    Sign,
}

impl Class {
    fn of(letter: char) -> Class {
        match letter {
            letter if letter.is_whitespace() => Class::Blank,
            letter if letter.is_alphabetic() => Class::Word,
            letter if letter.is_ascii_digit() => Class::Number,
            _ => Class::Sign,
        }
    }
}

/// The longest phrase that begins with this token, and how many tokens it takes.
pub(super) fn longest(tokens: &[Token], start: usize) -> Option<(Found, usize)> {
    let mut best: Option<(Found, usize)> = None;
    for phrase in PHRASES.iter() {
        let mut found = Found {
            meaning: phrase.meaning,
            at: 0..0,
            numbers: Vec::new(),
            sides: Vec::new(),
        };
        let Some(end) = matches(&phrase.parts, tokens, start, &mut found) else {
            continue;
        };
        let taken = end - start;
        if taken > 0 && best.as_ref().is_none_or(|(_, most)| taken > *most) {
            found.at = tokens[start].at.start..tokens[end - 1].at.end;
            best = Some((found, taken));
        }
    }
    best
}

fn matches(parts: &[Part], tokens: &[Token], at: usize, found: &mut Found) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else {
        return Some(at);
    };
    let token = tokens.get(at);
    match part {
        Part::Words(words) => {
            let token = token.filter(|token| words.contains(&token.text))?;
            let _ = token;
            matches(rest, tokens, at + 1, found)
        }
        Part::Optional(words) => {
            if token.is_some_and(|token| words.contains(&token.text)) {
                let before = found.clone();
                if let Some(end) = matches(rest, tokens, at + 1, found) {
                    return Some(end);
                }
                *found = before;
            }
            matches(rest, tokens, at, found)
        }
        Part::Number => {
            found.numbers.push(number(&token?.text)?);
            matches(rest, tokens, at + 1, found)
        }
        Part::Side => {
            let mut letters = token?.text.chars();
            let side = letters.next().filter(|letter| "wbsn".contains(*letter))?;
            letters.next().is_none().then_some(())?;
            found.sides.push(side);
            matches(rest, tokens, at + 1, found)
        }
    }
}

/// A number in figures or words.
fn number(text: &str) -> Option<u16> {
    let rows = include_str!("numbers.tsv").lines().skip(1);
    let mut rows = rows.filter_map(|row| row.split_once('\t'));
    let row = rows.find(|(_, words)| words.split(['\t', ' ']).any(|word| word == text));
    let number = row.and_then(|(number, _)| number.parse().ok());
    number.or_else(|| text.parse().ok())
}
