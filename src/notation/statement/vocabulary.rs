//! The words of statements that name no rule: colours, links, months, programs and so on.
//!
//! **Invariant:** words are data: `words/words.tsv`, a class, a meaning and the words of each
//! language in every row. A new word is a row, or a word in one.

use super::part::{folded, squeezed_phrase};
use super::phrase::Languages;
use crate::notation::popeye::words::Language;
use crate::notation::position::words::{Letters, words as men_words};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a word means in one of its classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sense {
    pub(super) class: &'static str,
    pub(super) meaning: &'static str,
    pub(super) languages: Languages,
    /// Whether it is a phrase of `phrases.tsv`.
    pub(super) is_phrase: bool,
}

/// A row: its class, its meaning, and its words, each with its languages.
struct Row {
    class: &'static str,
    meaning: &'static str,
    words: Vec<(Languages, &'static str)>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("words/words.tsv").lines().skip(1);
    let rows = lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let (class, meaning) = (fields.next()?, fields.next()?);
        let languages = [Language::En, Language::De, Language::Fr].map(Languages::of);
        let words = fields.zip(languages).flat_map(|(words, language)| {
            let words = words.split(", ").filter(|word| !word.is_empty());
            words.map(move |word| (language, word))
        });
        Some(Row {
            class,
            meaning,
            words: words.collect(),
        })
    });
    rows.chain(of_men()).collect()
});

/// Words for colours and men, which are rows of the table of lists of men.
fn of_men() -> Vec<Row> {
    let kinds = [("colour", "sides"), ("men", "men")];
    let of_kind = |(kind, class): (&str, &'static str)| {
        let languages = Language::ALL.into_iter();
        let rows = languages.flat_map(move |language| {
            let words = men_words(kind, Letters::of(language).code()).into_iter();
            words.map(move |(key, word)| Row {
                class,
                meaning: if class == "men" { "" } else { key },
                words: vec![(Languages::of(language), word)],
            })
        });
        rows.collect::<Vec<Row>>()
    };
    kinds.into_iter().flat_map(of_kind).collect()
}

/// The numbers of the rows of each class.
static CLASSES: LazyLock<HashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut classes: HashMap<&'static str, Vec<usize>> = HashMap::new();
    for (number, row) in ROWS.iter().enumerate() {
        classes.entry(row.class).or_default().push(number);
    }
    classes
});

/// All senses of a word, by its letters run together; signs stand for themselves.
static SENSES: LazyLock<HashMap<String, Vec<Sense>>> = LazyLock::new(|| {
    let mut senses: HashMap<String, Vec<Sense>> = HashMap::new();
    for row in ROWS.iter() {
        for (languages, word) in &row.words {
            let known = senses.entry(key(word)).or_default();
            let same =
                |sense: &&mut Sense| (sense.class, sense.meaning) == (row.class, row.meaning);
            match known.iter_mut().find(same) {
                Some(sense) => sense.languages = sense.languages.or(*languages),
                None => known.push(Sense {
                    class: row.class,
                    meaning: row.meaning,
                    languages: *languages,
                    is_phrase: false,
                }),
            }
        }
    }
    senses
});

/// Letters and digits run together; a word that has none is a sign and stays.
pub(super) fn key(word: &str) -> String {
    let key = squeezed_phrase(word);
    match key.is_empty() || word.contains("->") || word.contains("=>") {
        true => folded(word).to_lowercase(),
        false => key,
    }
}

/// All that a word, or several run together, may mean.
pub(super) fn senses(key: &str) -> &'static [Sense] {
    SENSES.get(key).map_or(&[], Vec::as_slice)
}

/// Whether a word belongs to a class.
pub(super) fn is(class: &str, word: &str) -> bool {
    senses(&key(word)).iter().any(|sense| sense.class == class)
}

/// All words of a class with their meanings.
pub(super) fn words(
    class: &str,
) -> impl Iterator<Item = (&'static str, Languages, &'static str)> + use<> {
    let rows = CLASSES.get(class).map_or(&[][..], Vec::as_slice);
    rows.iter().flat_map(|number| {
        let row = &ROWS[*number];
        let words = row.words.iter();
        words.map(move |(languages, word)| (row.meaning, *languages, *word))
    })
}
