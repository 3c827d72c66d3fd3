//! What a sentence says: a tree of rows of the table, written again in any language.

use super::table::{Piece, Template, Tongue, row_of, word};
use crate::board::{Geometry, Square};
use crate::men::WalkId;
use std::fmt;
use std::ops::Range;

/// A phrase: which row of the table it is, and what stands in its holes.
#[derive(Clone, Debug)]
pub struct Node {
    /// The category of the row.
    pub category: &'static str,
    /// The key of the row.
    pub key: &'static str,
    /// What stands in the holes, in the order of the template; what is missing is [`Node::NOTHING`].
    pub kids: Vec<Node>,
    /// What it names, if it is a name and no phrase.
    pub value: Value,
    /// Where it stands in the text.
    pub at: Range<usize>,
}

/// What stands where a phrase is missing.
static NOTHING: Node = Node::NOTHING;

/// A square by its file and rank, from 0: which one it is depends on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    file: u8,
    rank: u8,
}

impl Named {
    /// Reads a name: a small letter, and a number from 1.
    pub fn read(name: &str) -> Option<Named> {
        let (file, rank) = name.split_at_checked(1)?;
        let file = file.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let rank: u8 = rank
            .parse()
            .ok()
            .filter(|_| !rank.starts_with(['0', '+']))?;
        Some(Named {
            file,
            rank: rank.checked_sub(1)?,
        })
    }

    /// The square of a board that has this name, if the board has one.
    pub fn on(self, board: &Geometry) -> Option<Square> {
        board.square(self.file.into(), self.rank.into())
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file);
        write!(f, "{file}{}", u16::from(self.rank) + 1)
    }
}

/// What a name names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// It is a phrase.
    None,
    /// A number.
    Number(u16),
    /// A square.
    Square(Named),
    /// A file, `a` is 0.
    File(u8),
    /// A walk.
    Walk(WalkId),
    /// A man by its letter, `A` is 0.
    Letter(u8),
    /// A mark, an option or what a `let` defines.
    Name(String),
}

/// Two phrases are the same wherever they stand.
impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        (self.category, self.key) == (other.category, other.key)
            && self.value == other.value
            && self.kids == other.kids
    }
}

impl Node {
    /// A phrase that is missing.
    pub const NOTHING: Node = Node {
        category: "",
        key: "",
        kids: Vec::new(),
        value: Value::None,
        at: 0..0,
    };

    /// Whether the phrase is missing.
    pub fn is_nothing(&self) -> bool {
        self.category.is_empty()
    }

    /// What stands in a hole.
    pub fn kid(&self, place: usize) -> &Node {
        self.kids.get(place).unwrap_or(&NOTHING)
    }

    /// Whether it is this row.
    pub fn is(&self, category: &str, key: &str) -> bool {
        self.category == category && self.key == key
    }

    /// Whether it is a place that leaves a choice of squares.
    pub fn is_choice_of_squares(&self) -> bool {
        self.category == "place" && matches!(self.key, "any-empty" | "any-where")
    }

    /// Itself and all phrases in it.
    pub fn all(&self) -> Vec<&Node> {
        let mut found = vec![self];
        let mut next = 0;
        while next < found.len() {
            let node = found[next];
            found.extend(&node.kids);
            next += 1;
        }
        found.retain(|node| !node.is_nothing());
        found
    }

    /// Whether such a phrase occurs in it.
    pub fn has(&self, category: &str, keys: &[&str]) -> bool {
        self.all()
            .iter()
            .any(|node| node.category == category && keys.contains(&node.key))
    }

    /// It, written in a language.
    pub fn written(&self, tongue: Tongue) -> String {
        let mut words = Vec::new();
        self.write(tongue, &mut words);
        let mut text = String::new();
        for word in words {
            let glued = text.is_empty()
                || text.ends_with('\'')
                || text.ends_with('(')
                || matches!(word.as_str(), "," | "." | ":" | ")");
            if !glued {
                text.push(' ');
            }
            text += &word;
        }
        text
    }

    fn write(&self, tongue: Tongue, words: &mut Vec<String>) {
        match (self.category, self.key) {
            ("", _) => {}
            ("cond", "or" | "and") => {
                for (place, kid) in self.kids.iter().enumerate() {
                    if place > 0 {
                        words.push(word("word", self.key, tongue));
                    }
                    let needs_brackets = kid.category == "cond" && matches!(kid.key, "or" | "and");
                    kid.write_in(needs_brackets, tongue, words);
                }
            }
            ("cond", "not") => {
                words.push(word("word", "not", tongue));
                let kid = self.kid(0);
                kid.write_in(kid.category == "cond", tongue, words);
            }
            ("list", _) => {
                let comma = match self.key {
                    "measure" => vec![",".to_owned(), word("word", "then", tongue)],
                    _ => vec![",".to_owned()],
                };
                for (place, kid) in self.kids.iter().enumerate() {
                    if place > 0 {
                        words.extend(comma.iter().cloned());
                    }
                    kid.write(tongue, words);
                }
            }
            ("desc", _) => self.kids.iter().for_each(|kid| kid.write(tongue, words)),
            _ => match row_of(self.category, self.key) {
                Some(row) => {
                    let mut kids = self.kids.iter();
                    fill(&row.says[tongue as usize][0], &mut kids, tongue, words);
                }
                None => words.push(self.name(tongue)),
            },
        }
    }

    fn write_in(&self, brackets: bool, tongue: Tongue, words: &mut Vec<String>) {
        if brackets {
            words.push("(".to_owned());
        }
        self.write(tongue, words);
        if brackets {
            words.push(")".to_owned());
        }
    }

    /// The name of what it names.
    fn name(&self, tongue: Tongue) -> String {
        match &self.value {
            Value::None => String::new(),
            Value::Number(number) => number.to_string(),
            Value::Square(square) => square.to_string(),
            Value::File(file) => char::from(b'a' + file).to_string(),
            Value::Walk(walk) => walk.row().names.in_order()[tongue as usize].to_lowercase(),
            Value::Letter(letter) => char::from(b'A' + letter).to_string(),
            Value::Name(name) => name.clone(),
        }
    }

    /// How many phrases it has, and how many choices among men lie inside one another.
    pub fn size(&self) -> (usize, usize) {
        let mut size = (usize::from(!self.is_nothing()), 0);
        for kid in &self.kids {
            let (nodes, deep) = kid.size();
            size = (size.0 + nodes, size.1.max(deep));
        }
        let chooses = match (self.category, self.key) {
            ("atom", key) => [
                "some",
                "no",
                "every",
                "at-least",
                "at-most",
                "exactly",
                "one-square",
            ]
            .contains(&key),
            ("obj", key) => ["some", "no", "another"].contains(&key),
            ("giver" | "doer", "every") | ("number", "count") | ("man", "the") => true,
            ("pick" | "target", "any-square") | ("pick" | "place", "any-where") => true,
            _ => false,
        };
        (size.0, size.1 + usize::from(chooses))
    }

    /// The tree as JSON.
    pub fn json(&self) -> serde_json::Value {
        use serde_json::{Value as Json, json};
        let said = match &self.value {
            Value::None => Json::Null,
            Value::Number(number) => json!(number),
            _ => json!(self.name(Tongue::En)),
        };
        let mut made = serde_json::Map::new();
        made.insert(
            "is".into(),
            json!(format!("{}:{}", self.category, self.key)),
        );
        if !said.is_null() {
            made.insert("value".into(), said);
        }
        let kids: Vec<Json> = self.kids.iter().map(|kid| kid.json_or_null()).collect();
        if !kids.is_empty() {
            made.insert("of".into(), Json::Array(kids));
        }
        Json::Object(made)
    }

    fn json_or_null(&self) -> serde_json::Value {
        match self.is_nothing() {
            true => serde_json::Value::Null,
            false => self.json(),
        }
    }
}

fn fill<'n>(
    template: &Template,
    kids: &mut impl Iterator<Item = &'n Node>,
    tongue: Tongue,
    words: &mut Vec<String>,
) {
    for piece in template {
        match piece {
            Piece::Word(word) => words.push((*word).to_owned()),
            Piece::Hole(_) | Piece::List(_) => {
                if let Some(kid) = kids.next() {
                    kid.write(tongue, words);
                }
            }
            Piece::Maybe(inner) => {
                let Some(kid) = kids.next() else { continue };
                if !kid.is_nothing() {
                    let mut one = std::iter::once(kid);
                    fill(inner, &mut one, tongue, words);
                }
            }
        }
    }
}
