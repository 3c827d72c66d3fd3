//! Reading a sentence: words against the templates of the table, the longest reading wins.
//!
//! **Invariant:** what a category reads at a place is found once, so reading costs no more than words
//! times rows; how deep phrases stand in one another is limited.

use super::table::{Piece, Template, Tongue, rows, split_apostrophe, word};
use super::tree::{Named, Node, Value};
use crate::men::WalkId;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::OnceLock;

/// A word with its place in the file.
#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub lower: String,
    pub at: Range<usize>,
}

/// Phrases stand no deeper in one another.
const DEEPEST: usize = 120;
/// Brackets stand no deeper in one another.
const BRACKETS: usize = 16;

/// The words of a text that begins at a place of the file.
pub(super) fn tokens(text: &str, start: usize) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut begin = None;
    let mut push = |from: usize, to: usize| {
        let mut from = from;
        for part in split_apostrophe(&text[from..to]) {
            found.push(Token {
                text: part,
                lower: part.to_lowercase(),
                at: start + from..start + from + part.len(),
            });
            from += part.len();
        }
    };
    for (at, sign) in text.char_indices() {
        let alone = matches!(sign, ',' | ':' | '.' | '(' | ')' | ';');
        if (alone || sign.is_whitespace())
            && let Some(from) = begin.take()
        {
            push(from, at);
        }
        if alone {
            push(at, at + sign.len_utf8());
        } else if !sign.is_whitespace() && begin.is_none() {
            begin = Some(at);
        }
    }
    if let Some(from) = begin {
        push(from, text.len());
    }
    found
}

/// Where reading stopped, and what could have stood there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stop {
    /// Number of the token.
    pub at: usize,
    /// The words that could go on.
    pub expected: Vec<String>,
    /// Why, if it is no matter of words.
    pub why: Option<String>,
}

/// Names that a file has given: what they stand for in a condition.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Words of the name, the category of the phrase, its name.
    pub known: Vec<(Vec<String>, &'static str, String)>,
}

/// Reads one category of a sentence.
pub(super) struct Reader<'t> {
    tongue: Tongue,
    tokens: &'t [Token<'t>],
    names: &'t Names,
    memo: HashMap<(&'static str, usize), Read>,
    depth: usize,
    brackets: usize,
    stop: Stop,
}

type Read = Option<(Rc<Node>, usize)>;

impl<'t> Reader<'t> {
    pub fn new(tongue: Tongue, tokens: &'t [Token<'t>], names: &'t Names) -> Reader<'t> {
        Reader {
            tongue,
            tokens,
            names,
            memo: HashMap::new(),
            depth: 0,
            brackets: 0,
            stop: Stop {
                at: 0,
                expected: Vec::new(),
                why: None,
            },
        }
    }

    /// The whole of the tokens as a phrase of a category.
    ///
    /// # Errors
    /// Where reading stopped.
    pub fn whole(mut self, category: &'static str) -> Result<Node, Stop> {
        match self.read(category, 0) {
            Some((node, end)) if end == self.tokens.len() => Ok((*node).clone()),
            Some((_, end)) => {
                self.miss(end, "");
                Err(self.stop)
            }
            None => Err(self.stop),
        }
    }

    fn miss(&mut self, at: usize, expected: &str) {
        if at > self.stop.at {
            self.stop.at = at;
            self.stop.expected.clear();
            self.stop.why = None;
        }
        if at == self.stop.at
            && !expected.is_empty()
            && !self.stop.expected.iter().any(|word| word == expected)
        {
            self.stop.expected.push(expected.to_owned());
        }
    }

    fn read(&mut self, category: &'static str, at: usize) -> Read {
        if let Some(known) = self.memo.get(&(category, at)) {
            return known.clone();
        }
        if self.depth >= DEEPEST {
            self.miss(at, "");
            self.stop.why = Some("phrases stand too deep in one another".to_owned());
            return None;
        }
        self.depth += 1;
        let read = self.read_anew(category, at);
        self.depth -= 1;
        self.memo.insert((category, at), read.clone());
        read
    }

    fn read_anew(&mut self, category: &'static str, at: usize) -> Read {
        match category {
            "cond" => self.chain("or", at),
            "desc" => self.desc(at),
            "walk" => self.walk(at),
            "square" | "letter" | "mark" | "memory" | "digits" | "file" => self.name(category, at),
            _ => self.row(category, at),
        }
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        // `A` is a man but where a sentence begins.
        let is_letter = at > 0 && matches!(token.text, "A" | "B" | "C" | "D");
        !is_letter && (token.text == word || token.lower == word.to_lowercase())
    }

    fn words(&mut self, at: usize, key: &str) -> Option<usize> {
        let said = word("word", key, self.tongue);
        let mut end = at;
        for word in said.split(' ') {
            if !self.is_word(end, word) {
                self.miss(end, word);
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    fn row(&mut self, category: &'static str, at: usize) -> Read {
        let mut best: Read = None;
        let named = self.named(category, at);
        if named.is_some() {
            return named;
        }
        for row in rows(category) {
            for template in &row.says[self.tongue as usize] {
                let mut kids = Vec::new();
                let Some(end) = self.template(template, at, &mut kids) else {
                    continue;
                };
                if best.as_ref().is_none_or(|(_, longest)| end > *longest) {
                    let node = Node {
                        category: row.category,
                        key: row.key,
                        kids,
                        value: Value::None,
                        at: self.span(at, end),
                    };
                    best = Some((Rc::new(node), end));
                }
            }
        }
        best
    }

    /// A name that the file has given to a phrase of the category.
    fn named(&mut self, category: &'static str, at: usize) -> Read {
        let names = self.names;
        let fits = |words: &[String]| {
            let tokens = self.tokens[at..].iter().map(|token| &token.lower);
            words.len() <= self.tokens.len() - at && words.iter().zip(tokens).all(|(a, b)| a == b)
        };
        let of = names.known.iter().filter(|(_, of, _)| *of == category);
        let found = of.filter(|(words, ..)| fits(words));
        let (words, _, name) = found.max_by_key(|(words, ..)| words.len())?;
        let end = at + words.len();
        let node = Node {
            category,
            key: "named",
            kids: Vec::new(),
            value: Value::Name(name.clone()),
            at: self.span(at, end),
        };
        Some((Rc::new(node), end))
    }

    fn template(&mut self, template: &Template, at: usize, kids: &mut Vec<Node>) -> Option<usize> {
        let mut end = at;
        for piece in template {
            match piece {
                Piece::Word(word) => {
                    if !self.is_word(end, word) {
                        self.miss(end, word);
                        return None;
                    }
                    end += 1;
                }
                Piece::Hole(category) => {
                    let (node, next) = self.read(category, end)?;
                    kids.push((*node).clone());
                    end = next;
                }
                Piece::List(category) => {
                    let (node, next) = self.list(category, end)?;
                    kids.push(node);
                    end = next;
                }
                Piece::Maybe(inner) => {
                    let mut found = Vec::new();
                    match self.template(inner, end, &mut found) {
                        Some(next) => {
                            kids.append(&mut found);
                            end = next;
                        }
                        None => kids.push(Node::NOTHING),
                    }
                }
            }
        }
        Some(end)
    }

    /// Phrases with a comma, `and`, `or` or `then` between them.
    fn list(&mut self, category: &'static str, at: usize) -> Option<(Node, usize)> {
        let mut kids = Vec::new();
        let mut end = at;
        let mut next = at;
        while let Some((node, behind)) = self.read(category, next) {
            kids.push((*node).clone());
            end = behind;
            next = if self.is_word(end, ",") { end + 1 } else { end };
            let joins = match category {
                "measure" => &["then"][..],
                "effect" => &[][..],
                _ => &["and", "or"][..],
            };
            let joined = joins.iter().find_map(|key| self.words(next, key));
            next = joined.unwrap_or(next);
            if next == end {
                self.miss(end, ",");
                break;
            }
        }
        if kids.is_empty() {
            return None;
        }
        let node = Node {
            category: "list",
            key: category,
            kids,
            value: Value::None,
            at: self.span(at, end),
        };
        Some((node, end))
    }

    /// Conditions with `or` between them, or with `and`.
    fn chain(&mut self, key: &'static str, at: usize) -> Read {
        let mut kids = Vec::new();
        let (mut end, mut next) = (at, at);
        loop {
            let read = match key {
                "or" => self.chain("and", next),
                _ => self.negation(next),
            };
            let Some((node, behind)) = read else {
                break;
            };
            kids.push((*node).clone());
            end = behind;
            match self.words(end, key) {
                Some(behind) => next = behind,
                None => break,
            }
        }
        match kids.len() {
            0 => None,
            1 => Some((Rc::new(kids.swap_remove(0)), end)),
            _ => {
                let node = Node {
                    category: "cond",
                    key,
                    kids,
                    value: Value::None,
                    at: self.span(at, end),
                };
                Some((Rc::new(node), end))
            }
        }
    }

    fn negation(&mut self, at: usize) -> Read {
        let not = self.words(at, "not");
        let inner = not.unwrap_or(at);
        let read = match self.is_word(inner, "(") {
            true => self.bracketed(inner),
            false => self.read("atom", inner),
        };
        let (node, end) = read?;
        match not {
            None => Some((node, end)),
            Some(_) => {
                let node = Node {
                    category: "cond",
                    key: "not",
                    kids: vec![(*node).clone()],
                    value: Value::None,
                    at: self.span(at, end),
                };
                Some((Rc::new(node), end))
            }
        }
    }

    fn bracketed(&mut self, at: usize) -> Read {
        if self.brackets >= BRACKETS {
            self.miss(at, "");
            self.stop.why = Some(format!("brackets stand no more than {BRACKETS} deep"));
            return None;
        }
        self.brackets += 1;
        let read = self.read("cond", at + 1);
        self.brackets -= 1;
        let (node, end) = read?;
        if !self.is_word(end, ")") {
            self.miss(end, ")");
            return None;
        }
        Some((node, end + 1))
    }

    /// Adjectives, a kind of man, its letter, what else is true of it.
    fn desc(&mut self, at: usize) -> Read {
        let mut kids = Vec::new();
        let mut end = at;
        while let Some((node, next)) = self.read("adj", end) {
            kids.push((*node).clone());
            end = next;
        }
        let (kind, next) = self.read("kind", end)?;
        kids.push((*kind).clone());
        end = next;
        if let Some((letter, next)) = self.read("letter", end) {
            kids.push((*letter).clone());
            end = next;
        }
        while let Some((tail, next)) = self.read("tail", end) {
            kids.push((*tail).clone());
            end = next;
        }
        let node = Node {
            category: "desc",
            key: "desc",
            kids,
            value: Value::None,
            at: self.span(at, end),
        };
        Some((Rc::new(node), end))
    }

    fn walk(&mut self, at: usize) -> Read {
        let names = walk_names(self.tongue);
        let longest = (1..=4).rev().find_map(|count| {
            let words = self.tokens.get(at..at + count)?;
            let words: Vec<&str> = words.iter().map(|token| token.lower.as_str()).collect();
            let walk = names.get(words.join(" ").as_str())?;
            Some((*walk, at + count))
        });
        let Some((walk, end)) = longest else {
            // Names of walks are too many to be listed.
            self.miss(at, "");
            return None;
        };
        Some((self.leaf("walk", Value::Walk(walk), at, end), end))
    }

    fn name(&mut self, category: &'static str, at: usize) -> Read {
        let token = self.tokens.get(at)?;
        let value = match category {
            "square" => Named::read(&token.lower).map(Value::Square),
            "digits" => token.text.parse().ok().map(Value::Number),
            "letter" => match token.text {
                "A" | "B" | "C" | "D" if at > 0 => {
                    Some(Value::Letter(token.text.as_bytes()[0] - b'A'))
                }
                _ => None,
            },
            "file" => match token.lower.as_bytes() {
                [file @ b'a'..=b'p'] => Some(Value::File(file - b'a')),
                _ => None,
            },
            _ => {
                let is_word = token
                    .text
                    .chars()
                    .all(|sign| sign.is_alphabetic() || sign == '-');
                is_word.then(|| Value::Name(token.lower.clone()))
            }
        };
        let Some(value) = value else {
            self.miss(at, "");
            return None;
        };
        Some((self.leaf(category, value, at, at + 1), at + 1))
    }

    fn leaf(&self, category: &'static str, value: Value, at: usize, end: usize) -> Rc<Node> {
        Rc::new(Node {
            category,
            key: "name",
            kids: Vec::new(),
            value,
            at: self.span(at, end),
        })
    }

    fn span(&self, at: usize, end: usize) -> Range<usize> {
        let place = |token: usize| self.tokens.get(token).map(|token| token.at.clone());
        let start = place(at).map_or(0, |range| range.start);
        let end = end.checked_sub(1).and_then(place);
        start..end.map_or(start, |range| range.end)
    }
}

/// Whether a word is the name of a walk.
pub(super) fn is_walk(word: &str, tongue: Tongue) -> bool {
    walk_names(tongue).contains_key(word)
}

/// What walks are called in a language, in lower case, with plurals in English.
fn walk_names(tongue: Tongue) -> &'static HashMap<String, WalkId> {
    static NAMES: OnceLock<[HashMap<String, WalkId>; 3]> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        Tongue::ALL.map(|tongue| {
            let mut names = HashMap::new();
            for walk in WalkId::all() {
                let name = walk.row().names.in_order()[tongue as usize].to_lowercase();
                if tongue == Tongue::En {
                    names.entry(format!("{name}s")).or_insert(walk);
                }
                names.entry(name).or_insert(walk);
            }
            names
        })
    });
    &names[tongue as usize]
}
