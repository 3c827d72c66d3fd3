//! What phrases of a statement mean, in three languages.
//!
//! **Invariant:** phrases are data: the names of the vocabulary and `phrases.tsv`.

use super::part::{Part, squeezed};
use crate::notation::popeye::words::{self, Language, Table, Word};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What a phrase stands for.
#[derive(Clone, PartialEq)]
pub(super) enum Meaning {
    /// A word of the problem language.
    Word(&'static Word),
    /// Several words of one table, by their keys with blanks between them.
    Words(Table, &'static str),
    /// The beginning of a stipulation, e.g. `mate in`.
    Stipulation(&'static str),
    /// The diagram is a zero position.
    ZeroPosition,
    /// Nothing of importance.
    Noise,
}

/// The language in which most parts are names; English if in doubt.
pub(super) fn language(parts: &[Part]) -> Language {
    let squeezed: Vec<_> = parts.iter().map(|part| squeezed(&part.text)).collect();
    let known = |language: &Language| {
        let names = &NAMES[language];
        let phrases = (1..=3).flat_map(|length| squeezed.windows(length));
        let phrases = phrases.map(|words| words.concat());
        phrases.filter(|phrase| names.contains(phrase)).count()
    };
    let languages = [Language::Fr, Language::De, Language::En];
    languages.into_iter().max_by_key(known).unwrap_or_default()
}

static NAMES: LazyLock<HashMap<Language, HashSet<String>>> = LazyLock::new(|| {
    let tables = [Table::Condition, Table::Option, Table::SubOption];
    let names = |language| {
        let words = tables.iter().flat_map(|table| words::words(*table));
        let names = words.map(|word| squeezed(word.name(language)));
        (language, names.collect())
    };
    Language::ALL.into_iter().map(names).collect()
});

pub(super) fn refinement(condition: &Word, phrase: &str) -> Option<&'static Word> {
    let phrase = REX
        .iter()
        .find(|(alias, _)| *alias == phrase)
        .map_or(phrase, |(_, full)| full);
    let mut words = words::words(Table::SubOption).iter();
    words.find(|word| {
        let named = |language| squeezed(word.name(language)) == phrase;
        let letter = || word.key.strip_prefix("type-") == Some(phrase);
        word.refines(condition.key) && (letter() || Language::ALL.into_iter().any(named))
    })
}

pub(super) fn nearest(text: &str) -> Option<&'static str> {
    let tables = [Table::Condition, Table::Option, Table::SubOption];
    let mut languages = [Language::En, Language::De, Language::Fr].into_iter();
    languages
        .find_map(|language| words::nearest(&tables, language, text))
        .filter(|word| !word.eq_ignore_ascii_case(text))
}

const REX: [(&str, &str); 6] = [
    ("rexincl", "rexinclusive"),
    ("rexinkl", "rexinclusive"),
    ("rexinclusiv", "rexinclusive"),
    ("ri", "rexinclusive"),
    ("rexexcl", "rexexclusive"),
    ("rexexkl", "rexexclusive"),
];

/// Squeezed phrases with their meanings. Names come first, then names without
/// `chess`, `Schach` or `échecs` where these are no names themselves.
pub(super) static MEANINGS: LazyLock<HashMap<String, Meaning>> = LazyLock::new(|| {
    let mut meanings = HashMap::new();
    let tables = [Table::Condition, Table::OneSidedCondition, Table::Option];
    let named = tables.iter().flat_map(|table| words::words(*table));
    let named: Vec<(String, &'static Word)> = named
        .flat_map(|word| Language::ALL.map(|language| (squeezed(word.name(language)), word)))
        .collect();
    for (name, word) in &named {
        meanings.entry(name.clone()).or_insert(Meaning::Word(word));
    }
    for (phrase, meaning) in printed() {
        match meaning {
            Meaning::Stipulation(_) | Meaning::Word(_) => {
                _ = meanings.insert(phrase.to_owned(), meaning)
            }
            _ => _ = meanings.entry(phrase.to_owned()).or_insert(meaning),
        }
    }
    for (name, word) in &named {
        let chess = ["chess", "schach"]
            .iter()
            .find_map(|end| name.strip_suffix(end));
        let short = chess.or_else(|| name.strip_prefix("echecs"));
        if let Some(short) = short.filter(|short| short.len() > 4) {
            for short in [short.to_owned(), format!("echecs{short}")] {
                meanings.entry(short).or_insert(Meaning::Word(word));
            }
        }
        let long = [
            format!("{name}chess"),
            format!("{name}schach"),
            format!("echecs{name}"),
        ];
        for long in long.into_iter().filter(|_| word.table == Table::Condition) {
            meanings.entry(long).or_insert(Meaning::Word(word));
        }
    }
    meanings
});

/// The condition whose rolls may stand anywhere in a statement.
pub(super) const DICE: &str = "trigonometric-chess";

/// A word about dice; it need not stand beside its condition.
fn dice_word(key: &str) -> Option<&'static Word> {
    let mut words = words::words(Table::SubOption).iter();
    words.find(|word| word.refines(DICE) && word.key == key)
}

/// Printed phrases beside the names of the vocabulary, from `phrases.tsv`.
fn printed() -> impl Iterator<Item = (&'static str, Meaning)> {
    let lines = include_str!("phrases.tsv").lines().skip(1);
    lines.filter_map(|line| {
        let (phrase, rest) = line.split_once('\t')?;
        let (kind, said) = rest.split_once('\t')?;
        let meaning = match kind {
            "condition" => Meaning::Words(Table::Condition, said),
            "one-sided-condition" => Meaning::Words(Table::OneSidedCondition, said),
            "option" => Meaning::Words(Table::Option, said),
            "stipulation" => Meaning::Stipulation(said),
            "zero-position" => Meaning::ZeroPosition,
            "dice" => Meaning::Word(dice_word(said)?),
            _ => Meaning::Noise,
        };
        Some((phrase, meaning))
    })
}
