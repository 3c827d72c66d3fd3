//! What phrases of a statement mean, in three languages.
//!
//! **Invariant:** phrases are data: the names of the vocabulary and `phrases.tsv`.
//! **Invariant:** every row of that file means something that exists; a test reads them all.

use super::part::squeezed_phrase;
use super::vocabulary;
use crate::board::Side;
use crate::notation::popeye::words::{self, Language, Table, Word};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a phrase stands for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Meaning {
    /// Words of the problem language: conditions, options, words about dice.
    Words(Vec<&'static Word>),
    /// A condition of one side, without the side.
    NeedsColour(&'static str),
    /// The beginning of a stipulation in signs, e.g. `P#` for "chance of mate in".
    Sign(&'static str),
    /// Who moves first.
    Starter(Side),
    /// The diagram is a zero position.
    ZeroPosition,
    /// Nothing of importance.
    Noise,
    /// `C+` and its kind: tested by a program.
    Mark,
    /// A prize, an honourable mention, a commendation.
    Award,
    /// What stands before the number of a problem.
    Number,
    /// What stands before a remark to be kept.
    Remark,
    /// What stands before somebody's name or an occasion, and is nothing without it.
    Dedication,
    /// What a problem shows, in a word: `model mates`.
    Theme,
    /// What stands before the name of the composer.
    Author,
    /// A magazine, a book, a tourney.
    Source,
    /// A study: win or draw without a number of moves.
    Study,
    /// Words that say too little, and what is needed beside them or instead.
    Vague(&'static str),
    /// A condition that is known by name only.
    Unbuilt(&'static str),
}

/// A phrase with its meaning.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Known {
    pub(super) meaning: Meaning,
    /// As people write it.
    pub(super) written: String,
    /// The languages it belongs to.
    pub(super) languages: Languages,
}

/// A set of languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Languages(u8);

impl Languages {
    pub(super) const ALL: Languages = Languages(0b111);
    pub(super) const NONE: Languages = Languages(0);

    pub(super) const fn of(language: Language) -> Languages {
        Languages(match language {
            Language::En => 1,
            Language::De => 2,
            Language::Fr => 4,
        })
    }

    pub(super) const fn and(self, other: Languages) -> Languages {
        Languages(self.0 & other.0)
    }

    pub(super) const fn or(self, other: Languages) -> Languages {
        Languages(self.0 | other.0)
    }

    /// Whether a language belongs to it.
    pub(super) fn has(self, language: Language) -> bool {
        self.and(Languages::of(language)) != Languages::NONE
    }

    /// The language, if it is only one.
    pub(super) fn only(self) -> Option<Language> {
        let mut languages = Language::ALL.into_iter();
        languages.find(|language| self == Languages::of(*language))
    }
}

/// The words that a phrase may add to a condition, whichever takes them.
#[derive(Clone, Debug)]
pub(super) struct Refining {
    pub(super) words: Vec<&'static Word>,
    pub(super) written: String,
    pub(super) languages: Languages,
}

/// The condition whose rolls may stand anywhere in a statement.
pub(super) const DICE: &str = "trigonometric-chess";

/// Phrases by their squeezed text.
pub(super) static MEANINGS: LazyLock<HashMap<String, Known>> = LazyLock::new(|| {
    let mut meanings = Meanings::default();
    for row in rows() {
        meanings.add_row(&row);
    }
    for table in [Table::Condition, Table::OneSidedCondition, Table::Option] {
        for word in words::words(table) {
            meanings.add_word(word);
        }
    }
    for word in words::words(Table::Condition) {
        meanings.add_long_and_short_forms(word);
        meanings.add_turned_forms(word);
    }
    meanings.known
});

/// Phrases that refine a condition, by their squeezed text.
pub(super) static REFINEMENTS: LazyLock<HashMap<String, Refining>> = LazyLock::new(|| {
    let mut refining: HashMap<String, Refining> = HashMap::new();
    let mut add = |phrase: &str, language, word: &'static Word| {
        let entry = refining
            .entry(squeezed_phrase(phrase))
            .or_insert_with(|| Refining {
                words: Vec::new(),
                written: phrase.to_owned(),
                languages: Languages::NONE,
            });
        entry.languages = entry.languages.or(Languages::of(language));
        if !entry.words.contains(&word) {
            entry.words.push(word);
        }
    };
    for row in rows().filter(|row| row.kind == "refinement") {
        for (language, phrase) in row.phrases() {
            let keyed = words::words(Table::SubOption).iter();
            let keyed = keyed.filter(|word| word.key == row.meaning);
            keyed.for_each(|word| add(phrase, language, word));
        }
    }
    for word in words::words(Table::SubOption) {
        for language in Language::ALL {
            add(&spaced(word.name(language)), language, word);
            if let Some(letter) = word.key.strip_prefix("type-") {
                add(letter, language, word);
            }
        }
    }
    refining
});

/// The keys of the conditions, options and refinements that a phrase stands for, longest
/// phrases first: `Anticirce Cheylan` is Anticirce with a refinement.
pub(crate) fn keys_of_phrase(phrase: &str) -> Vec<&'static str> {
    let keys = |words: &[&'static Word]| words.iter().map(|word| word.key).collect::<Vec<_>>();
    let squeezed = squeezed_phrase(phrase);
    let whole = match MEANINGS.get(&squeezed).map(|known| &known.meaning) {
        Some(Meaning::Words(words)) => keys(words),
        _ => REFINEMENTS
            .get(&squeezed)
            .map_or(Vec::new(), |refining| keys(&refining.words)),
    };
    if !whole.is_empty() {
        return whole;
    }
    // A condition with a refinement behind it.
    let ends = phrase.char_indices().filter(|(_, c)| c.is_whitespace());
    let mut ends: Vec<usize> = ends.map(|(at, _)| at).collect();
    ends.reverse();
    let parts = ends.into_iter().find_map(|at| {
        let known = MEANINGS.get(&squeezed_phrase(&phrase[..at]))?;
        let Meaning::Words(words) = &known.meaning else {
            return None;
        };
        let behind = squeezed_phrase(&phrase[at..]);
        let refines = |word: &&'static Word| refinement(word, &behind).is_some();
        words.iter().all(refines).then(|| keys(words))
    });
    parts.unwrap_or_default()
}

/// A name as people write it in a language: `Weißer Längstzüger` for `Weisser laengstzueger`.
pub(super) fn as_written(name: &str, language: Language) -> String {
    let known = MEANINGS.get(&squeezed_phrase(name));
    let known = known.filter(|known| known.languages.has(language));
    known.map_or_else(|| name.to_owned(), |known| known.written.clone())
}

/// The word that this phrase adds to the condition.
pub(super) fn refinement(condition: &Word, phrase: &str) -> Option<&'static Word> {
    let refining = REFINEMENTS.get(phrase)?;
    let mut words = refining.words.iter().copied();
    words.find(|word| word.refines(condition.key))
}

#[derive(Default)]
struct Meanings {
    known: HashMap<String, Known>,
}

impl Meanings {
    fn add(&mut self, written: &str, language: Language, meaning: Meaning) {
        let phrase = squeezed_phrase(written);
        // `C+` and `#C` are no letters C.
        if phrase.is_empty() || phrase.len() == 1 && written.len() > 1 {
            return;
        }
        let known = self.known.entry(phrase).or_insert_with(|| Known {
            meaning: meaning.clone(),
            written: written.to_owned(),
            languages: Languages::NONE,
        });
        if known.meaning == meaning {
            known.languages = known.languages.or(Languages::of(language));
        }
    }

    fn add_row(&mut self, row: &Row) {
        if row.kind == "coloured" {
            return self.add_family(row);
        }
        if row.kind == "colour" {
            return self.add_colours(row);
        }
        let Some(meaning) = row.meaning() else { return };
        for (language, phrase) in row.phrases() {
            self.add(phrase, language, meaning.clone());
        }
    }

    /// A condition for one side: `maximummer`, `black maximummer`, `maximummer noir`.
    fn add_family(&mut self, row: &Row) {
        let mut keys = row.meaning.split(' ');
        let stem = keys.next().unwrap_or("");
        let uncoloured: Vec<_> = keys.filter_map(condition).collect();
        for (language, phrase) in row.phrases() {
            let meaning = match uncoloured.is_empty() {
                true => Meaning::NeedsColour(stem),
                false => Meaning::Words(uncoloured.clone()),
            };
            for (colour, sides) in colours(language) {
                let keys = sides.iter().map(|side| format!("{side}-{stem}"));
                let words: Vec<_> = keys.filter_map(|key| condition(&key)).collect();
                let meaning = Meaning::Words(words);
                self.add(&format!("{colour} {phrase}"), language, meaning.clone());
                self.add(&format!("{phrase} {colour}"), language, meaning);
            }
            self.add(phrase, language, meaning);
        }
    }

    /// Phrases with a colour in their midst: `no * captures`.
    fn add_colours(&mut self, row: &Row) {
        let (pattern, uncoloured) = row.meaning.split_once(' ').unwrap_or((row.meaning, ""));
        for (language, phrase) in row.phrases() {
            for (colour, sides) in colours(language) {
                let keys = match sides {
                    [side] => pattern.replace('*', side),
                    _ => uncoloured.to_owned(),
                };
                if let Some(word) = condition(&keys) {
                    let phrase = phrase.replace('*', colour);
                    self.add(&phrase, language, Meaning::Words(vec![word]));
                }
            }
        }
    }

    fn add_word(&mut self, word: &'static Word) {
        for language in Language::ALL {
            let written = spaced(word.name(language));
            self.add(&written, language, Meaning::Words(vec![word]));
        }
    }

    /// `diagram Circe`, `Circe diagram`: the name of a family before or behind.
    fn add_turned_forms(&mut self, word: &'static Word) {
        let is_anti = |key: &str| key.starts_with("anti-") && !key.starts_with("anti-circe");
        for (family, _, name) in vocabulary::words("family") {
            let stem = word.key.strip_suffix(family).or_else(|| {
                let stem = word.key.strip_prefix(family)?;
                Some(stem)
            });
            let stem = stem.map(|stem| stem.trim_matches('-').replace('-', " "));
            let Some(stem) = stem.filter(|stem| !stem.is_empty() && stem != "anti") else {
                continue;
            };
            if is_anti(word.key) || family == "circe" && word.key.contains("anti-circe") {
                continue;
            }
            let meaning = || Meaning::Words(vec![word]);
            self.add(&format!("{stem} {name}"), Language::En, meaning());
            self.add(&format!("{name} {stem}"), Language::En, meaning());
        }
    }

    /// With or without `chess`, `Schach` or `échecs` where that is no name itself.
    fn add_long_and_short_forms(&mut self, word: &'static Word) {
        let meaning = || Meaning::Words(vec![word]);
        for language in Language::ALL {
            let name = spaced(word.name(language));
            let lower = name.to_lowercase();
            let stripped = ["chess", "schach"]
                .iter()
                .find_map(|end| {
                    lower
                        .ends_with(end)
                        .then(|| &name[..name.len() - end.len()])
                })
                .or_else(|| name.strip_prefix("Echecs "))
                .map(str::trim)
                .filter(|short| short.len() > 3 && !vocabulary::is("everyday", short));
            let short = stripped.unwrap_or(&name);
            if stripped.is_some() {
                self.add(short, language, meaning());
            }
            self.add(&format!("{short} chess"), Language::En, meaning());
            self.add(&format!("{short}-Schach"), Language::De, meaning());
            for of in ["échecs ", "échecs d’", "échecs de "] {
                self.add(&format!("{of}{short}"), Language::Fr, meaning());
            }
        }
    }
}

/// The words for White, Black and both in a language, with the sides.
fn colours(language: Language) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let words = vocabulary::words("whose").filter(move |(_, languages, _)| languages.has(language));
    words.map(|(whose, _, word)| {
        let sides: &[&str] = match whose {
            "white" => &["white"],
            "black" => &["black"],
            _ => &["white", "black"],
        };
        (word, sides)
    })
}

/// The condition with this key, be its side known or not.
fn condition(key: &str) -> Option<&'static Word> {
    let one_sided = || words::word(Table::OneSidedCondition, key);
    one_sided().or_else(|| words::word(Table::Condition, key))
}

/// A line of `phrases.tsv`.
pub(super) struct Row {
    pub(super) kind: &'static str,
    pub(super) meaning: &'static str,
    phrases: [&'static str; 3],
}

impl Row {
    /// Each phrase with its language.
    pub(super) fn phrases(&self) -> impl Iterator<Item = (Language, &'static str)> + use<> {
        let languages = [Language::En, Language::De, Language::Fr];
        languages
            .into_iter()
            .zip(self.phrases)
            .flat_map(|(language, phrases)| {
                let phrases = phrases.split(", ").filter(|phrase| !phrase.is_empty());
                phrases.map(move |phrase| (language, phrase))
            })
    }

    /// What a plain row means; none if its meaning does not exist.
    fn meaning(&self) -> Option<Meaning> {
        let keys = || self.meaning.split(' ');
        let words = |find: fn(&str) -> Option<&'static Word>| {
            let words: Option<Vec<_>> = keys().map(find).collect();
            words.map(Meaning::Words)
        };
        Some(match self.kind {
            "condition" => words(condition)?,
            "option" => words(|key| words::word(Table::Option, key))?,
            "dice" => words(dice_word)?,
            "chance" => Meaning::Sign(self.meaning),
            "starter" if self.meaning == "white" => Meaning::Starter(Side::White),
            "starter" => Meaning::Starter(Side::Black),
            "zero-position" => Meaning::ZeroPosition,
            "noise" => Meaning::Noise,
            "mark" => Meaning::Mark,
            "award" => Meaning::Award,
            "number" => Meaning::Number,
            "remark" => Meaning::Remark,
            "dedication" => Meaning::Dedication,
            "theme" => Meaning::Theme,
            "author" => Meaning::Author,
            "source" => Meaning::Source,
            "study" => Meaning::Study,
            "vague" => Meaning::Vague(self.meaning),
            "unbuilt" => Meaning::Unbuilt(self.meaning),
            _ => return None,
        })
    }
}

/// A word about dice; it need not stand beside its condition.
fn dice_word(key: &str) -> Option<&'static Word> {
    let mut words = words::words(Table::SubOption).iter();
    words.find(|word| word.refines(DICE) && word.key == key)
}

/// The rows of `phrases.tsv`.
pub(super) fn rows() -> impl Iterator<Item = Row> {
    let lines = include_str!("phrases.tsv").lines().skip(1);
    lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        Some(Row {
            kind: next()?,
            meaning: next()?,
            phrases: [next()?, next()?, next()?],
        })
    })
}

/// Conditions that are known by name only, each with its names in three languages; the English
/// one stands for those that are missing.
pub(crate) fn unbuilt() -> impl Iterator<Item = [&'static str; 3]> {
    let rows = rows().filter(|row| row.kind == "unbuilt");
    rows.map(|row| {
        row.phrases.map(|phrases| match phrases.split(", ").next() {
            Some("") | None => row.meaning,
            Some(name) => name,
        })
    })
}

/// `RexInclusif` as people write it: `Rex inclusif`.
pub(crate) fn spaced(name: &str) -> String {
    let name = name.replace("KoeKo", "Koeko");
    let mut spaced = String::new();
    let mut characters = name.chars().peekable();
    let mut before = ' ';
    while let Some(c) = characters.next() {
        let next_is_small = characters.peek().is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && before.is_lowercase() && next_is_small {
            spaced.push(' ');
            spaced.extend(c.to_lowercase());
        } else if c.is_uppercase() && before.is_lowercase() {
            spaced.push(' ');
            spaced.push(c);
        } else {
            spaced.push(c);
        }
        before = c;
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_means_something_that_exists() {
        let lines = include_str!("phrases.tsv").lines().skip(1).count();
        assert_eq!(rows().count(), lines, "every line has five columns");
        for row in rows() {
            let Row { kind, meaning, .. } = &row;
            let exists = match *kind {
                "coloured" => {
                    let mut keys = meaning.split(' ');
                    let stem = keys.next().unwrap_or("");
                    let sides = ["white", "black"].map(|side| format!("{side}-{stem}"));
                    sides.iter().all(|key| condition(key).is_some())
                        && keys.all(|key| condition(key).is_some())
                }
                "colour" => {
                    let (pattern, _) = meaning.split_once(' ').expect("a pattern and a key");
                    let sides = ["white", "black"].map(|side| pattern.replace('*', side));
                    sides.iter().all(|key| condition(key).is_some())
                }
                "refinement" => words::words(Table::SubOption)
                    .iter()
                    .any(|word| word.key == *meaning),
                _ => row.meaning().is_some(),
            };
            assert!(exists, "{kind} {meaning}");
            assert!(row.phrases().next().is_some(), "{kind} {meaning}");
        }
    }

    #[test]
    fn names_are_spaced_as_people_write_them() {
        assert_eq!(spaced("RexInclusif"), "Rex inclusif");
        assert_eq!(spaced("Take&MakeChess"), "Take&Make chess");
        assert_eq!(spaced("PWC"), "PWC");
    }
}
