//! The words of the language: rows of `words.tsv`, each a template in English, German and French.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A language in which sentences are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tongue {
    /// English.
    En,
    /// German.
    De,
    /// French.
    Fr,
}

impl Tongue {
    /// All of them.
    pub const ALL: [Tongue; 3] = [Tongue::En, Tongue::De, Tongue::Fr];

    /// Its two letters.
    pub fn letters(self) -> &'static str {
        ["en", "de", "fr"][self as usize]
    }
}

/// A part of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// A word as it stands.
    Word(&'static str),
    /// A phrase of a category.
    Hole(&'static str),
    /// Several of them.
    List(&'static str),
    /// Words that may be missing, with one phrase among them.
    Maybe(Vec<Piece>),
}

/// A way to say a row.
pub(super) type Template = Vec<Piece>;

/// What a category has to choose from.
#[derive(Debug)]
pub(super) struct Row {
    pub category: &'static str,
    pub key: &'static str,
    /// The templates of each language, the first is that which is printed.
    pub says: [Vec<Template>; 3],
}

/// All rows of a category.
pub(super) fn rows(category: &str) -> &'static [&'static Row] {
    static TABLE: OnceLock<HashMap<&'static str, Vec<&'static Row>>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table: HashMap<&'static str, Vec<&'static Row>> = HashMap::new();
        for row in all() {
            table.entry(row.category).or_default().push(row);
        }
        table
    });
    table.get(category).map_or(&[], Vec::as_slice)
}

/// All rows in the order of the table.
pub(super) fn all() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let lines = include_str!("words.tsv").lines().skip(1);
        lines.filter_map(row).collect()
    })
}

/// The row of a category with this key.
pub(super) fn row_of(category: &str, key: &str) -> Option<&'static Row> {
    rows(category).iter().copied().find(|row| row.key == key)
}

fn row(line: &'static str) -> Option<Row> {
    let mut fields = line.split('\t');
    let (category, key) = (fields.next()?, fields.next()?);
    let mut says = || -> Option<Vec<Template>> {
        let ways = fields.next()?.split(" | ");
        Some(ways.map(template).collect())
    };
    let says = [says()?, says()?, says()?];
    Some(Row {
        category,
        key,
        says,
    })
}

fn template(text: &'static str) -> Template {
    let mut pieces = Vec::new();
    let mut maybe: Option<Vec<Piece>> = None;
    for mut word in text.split(' ').flat_map(split_apostrophe) {
        if let Some(rest) = word.strip_prefix('[') {
            (word, maybe) = (rest, Some(Vec::new()));
        }
        let ends = word.ends_with(']');
        let piece = piece(word.trim_end_matches(']'));
        match &mut maybe {
            Some(inner) => inner.push(piece),
            None => pieces.push(piece),
        }
        if ends && let Some(inner) = maybe.take() {
            pieces.push(Piece::Maybe(inner));
        }
    }
    pieces
}

fn piece(word: &'static str) -> Piece {
    match word
        .strip_prefix('{')
        .and_then(|hole| hole.strip_suffix('}'))
    {
        Some(hole) => match hole.strip_suffix('*') {
            Some(list) => Piece::List(list),
            None => Piece::Hole(hole),
        },
        None => Piece::Word(word),
    }
}

/// `l'autre` is two words.
pub(super) fn split_apostrophe(word: &str) -> Vec<&str> {
    match word.find('\'') {
        Some(at) if at + 1 < word.len() && !word.ends_with("'s") => {
            let (head, rest) = word.split_at(at + 1);
            vec![head, rest]
        }
        _ => vec![word],
    }
}

/// The name of the row in a language, for words that are no sentence: its first template as it stands.
pub(super) fn word(category: &str, key: &str, tongue: Tongue) -> String {
    let row = row_of(category, key);
    let template = row.and_then(|row| row.says[tongue as usize].first());
    let words = template.into_iter().flatten().map(|piece| match piece {
        Piece::Word(word) => *word,
        Piece::Hole(_) | Piece::List(_) | Piece::Maybe(_) => "",
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hole_names_a_category_and_all_languages_have_the_same_holes() {
        let holes = |template: &Template| {
            let mut found: Vec<String> = Vec::new();
            fn gather(pieces: &[Piece], found: &mut Vec<String>) {
                for piece in pieces {
                    match piece {
                        Piece::Word(_) => {}
                        Piece::Hole(hole) => found.push((*hole).to_owned()),
                        Piece::List(list) => found.push(format!("{list}*")),
                        Piece::Maybe(inner) => gather(inner, found),
                    }
                }
            }
            gather(template, &mut found);
            found
        };
        const MADE: [&str; 9] = [
            "cond", "desc", "walk", "square", "letter", "mark", "memory", "digits", "file",
        ];
        for row in all() {
            let first = holes(&row.says[0][0]);
            for ways in &row.says {
                assert!(!ways.is_empty());
                for way in ways {
                    assert_eq!(holes(way), first, "{} {}", row.category, row.key);
                }
            }
            for hole in first {
                let category = hole.trim_end_matches('*');
                assert!(
                    MADE.contains(&category) || !rows(category).is_empty(),
                    "{category}"
                );
            }
        }
    }
}
