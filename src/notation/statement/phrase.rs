//! What phrases of a statement mean, in three languages.
//!
//! **Invariant:** phrases are data: the names of the vocabulary and `phrases.tsv`.
//! **Invariant:** every row of that file means something that exists; a test reads them all.

use super::part::{Part, squeezed, squeezed_phrase};
use super::vocabulary::{self, Sense};
use crate::conditions::{Printed, one_that};
use crate::notation::popeye::words::{self, Language, Table, Word};
use std::collections::HashMap;
use std::sync::LazyLock;

/// A phrase with its meaning.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Known {
    /// The first column of its row in `phrases.tsv`; `condition` and `option` for names of the
    /// problem language, `colourless` for conditions of one side without the side.
    pub(super) kind: &'static str,
    /// The second column, or the key of a name.
    pub(super) meaning: &'static str,
    /// The words of the problem language that it stands for.
    pub(super) words: Vec<&'static Word>,
    /// As people write it.
    pub(super) written: String,
    /// The languages it belongs to.
    pub(super) languages: Languages,
}

impl Known {
    /// Whether it stands for words of the problem language.
    pub(super) fn is_rule(&self) -> bool {
        !self.words.is_empty()
    }

    /// Whether it is a condition, with or without its side.
    pub(super) fn names_rule(&self) -> bool {
        self.kind == "colourless" || self.is_rule() && self.kind == "condition"
    }

    /// What is known by name only.
    pub(super) fn unbuilt(written: String) -> Known {
        Known {
            written,
            ..known("unbuilt", "", Vec::new())
        }
    }

    /// Its kind and meaning, as those of a word.
    pub(super) fn sense(&self) -> Sense {
        Sense {
            class: self.kind,
            meaning: self.meaning,
            languages: self.languages,
            is_phrase: true,
        }
    }
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

/// The key of the condition whose rolls may stand anywhere in a statement.
pub(super) fn rolling() -> &'static str {
    one_that(|row| row.caption.arguments == Printed::Dice).map_or("", |row| row.key)
}

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
    for word in words::own_conditions() {
        meanings.add_word(word);
    }
    for word in words::words(Table::Condition) {
        meanings.add_long_and_short_forms(word);
        meanings.add_turned_forms(word);
    }
    for word in words::words(Table::Condition) {
        meanings.add_linked_forms(word);
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
    let whole = match MEANINGS.get(&squeezed).filter(|known| known.is_rule()) {
        Some(known) => keys(&known.words),
        None => REFINEMENTS
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
        let behind = squeezed_phrase(&phrase[at..]);
        let refines = |word: &&'static Word| refinement(word, &behind).is_some();
        let refined = known.is_rule() && known.words.iter().all(refines);
        refined.then(|| keys(&known.words))
    });
    parts.unwrap_or_default()
}

/// A name as people write it in a language: `Weißer Längstzüger` for `Weisser laengstzueger`.
pub(super) fn as_written(name: &str, language: Language) -> String {
    let known = MEANINGS.get(&squeezed_phrase(name));
    let known = known.filter(|known| known.languages.has(language));
    known.map_or_else(|| name.to_owned(), |known| known.written.clone())
}

/// As many words as the longest phrase has.
const LONGEST: usize = 8;

/// The longest phrase at the front for which something is found.
pub(super) fn longest<'t, T>(
    parts: &[Part],
    find: impl Fn(&str) -> Option<&'t T>,
) -> Option<(&'t T, usize)> {
    let mut joined = String::new();
    let mut best = None;
    for (index, part) in parts.iter().take(LONGEST).enumerate() {
        if index > 0 && part.is_separated() {
            break;
        }
        // A sign ends no phrase: `Prize = 2`.
        let word = squeezed(&part.text);
        joined += &word;
        if let Some(found) = find(&joined).filter(|_| !word.is_empty()) {
            best = Some((found, index + 1));
        }
    }
    best
}

/// The name of a magazine at the front: of how many words it consists.
pub(super) fn magazine(parts: &[Part]) -> Option<usize> {
    let (known, taken) = longest(parts, |phrase| MEANINGS.get(phrase))?;
    (known.kind == "source").then_some(taken)
}

/// Whether a phrase may be part of a name: it is no rule and asks for nothing.
pub(super) fn is_name(known: &Known) -> bool {
    let kinds = [
        "noise", "mark", "award", "number", "remark", "author", "source",
    ];
    kinds.contains(&known.kind)
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
    fn add(&mut self, written: &str, language: Language, known: &Known) {
        let phrase = squeezed_phrase(written);
        // `C+` and `#C` are no letters C.
        if phrase.is_empty() || phrase.len() == 1 && written.len() > 1 {
            return;
        }
        let entry = self.known.entry(phrase).or_insert_with(|| Known {
            written: written.to_owned(),
            languages: Languages::NONE,
            ..known.clone()
        });
        let same = entry.words == known.words
            && (known.is_rule() || (entry.kind, entry.meaning) == (known.kind, known.meaning));
        if same {
            entry.languages = entry.languages.or(Languages::of(language));
        }
    }

    fn add_row(&mut self, row: &Row) {
        match row.kind {
            "coloured" => self.add_family(row),
            "colour" => self.add_colours(row),
            "refinement" => {}
            _ => {
                let Some(known) = row.known() else { return };
                for (language, phrase) in row.phrases() {
                    self.add(phrase, language, &known);
                }
            }
        }
    }

    /// A condition for one side: `maximummer`, `black maximummer`, `maximummer noir`.
    fn add_family(&mut self, row: &Row) {
        let mut keys = row.meaning.split(' ');
        let stem = keys.next().unwrap_or("");
        let uncoloured: Vec<_> = keys.filter_map(condition).collect();
        let kind = if uncoloured.is_empty() {
            "colourless"
        } else {
            "condition"
        };
        let bare = known(kind, stem, uncoloured);
        for (language, phrase) in row.phrases() {
            for (colour, sides) in colours(language) {
                let keys = sides.iter().map(|side| format!("{side}-{stem}"));
                let words = keys.filter_map(|key| condition(&key)).collect();
                let coloured = known("condition", stem, words);
                self.add(&format!("{colour} {phrase}"), language, &coloured);
                self.add(&format!("{phrase} {colour}"), language, &coloured);
            }
            self.add(phrase, language, &bare);
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
                    self.add(&phrase, language, &of_word(word));
                }
            }
        }
    }

    fn add_word(&mut self, word: &'static Word) {
        for language in Language::ALL {
            self.add(&spaced(word.name(language)), language, &of_word(word));
        }
    }

    /// `diagram Circe`, `Circe diagram`: the name of a family before or behind.
    fn add_turned_forms(&mut self, word: &'static Word) {
        let mut families = vocabulary::words("family");
        let found = families.find_map(|(family, _, name)| {
            let stem = word.key.strip_suffix(family);
            let stem = stem.or_else(|| word.key.strip_prefix(family))?;
            Some((stem.trim_matches('-').replace('-', " "), name))
        });
        let is_anti = word.key.starts_with("anti-");
        let Some((stem, name)) = found.filter(|(stem, _)| !is_anti && !stem.is_empty()) else {
            return;
        };
        self.add(&format!("{stem} {name}"), Language::En, &of_word(word));
        self.add(&format!("{name} {stem}"), Language::En, &of_word(word));
    }

    /// With or without `chess`, `Schach` or `échecs` where that is no name itself.
    fn add_long_and_short_forms(&mut self, word: &'static Word) {
        let meant = of_word(word);
        for language in Language::ALL {
            let name = spaced(word.name(language));
            let mut endings = bare_forms(&name, "chess")
                .filter(|short| short.len() > 3 && !vocabulary::is("everyday", short));
            let stripped = endings.next();
            let short = stripped.unwrap_or(&name);
            if stripped.is_some() {
                self.add(short, language, &meant);
            }
            self.add_long_forms(short, "chess", language, &meant);
        }
    }

    /// A name with each word of a class in front or behind.
    fn add_long_forms(&mut self, short: &str, class: &str, language: Language, meant: &Known) {
        for (place, languages, chess) in vocabulary::words(class) {
            let language = languages.only().unwrap_or(language);
            let long = match place {
                "behind" if chess.contains('-') => format!("{short}{chess}"),
                "behind" => format!("{short} {chess}"),
                _ => format!("{chess} {short}"),
            };
            self.add(&long, language, meant);
        }
    }

    /// `Relegationsschach`, `échecs à grille`, `Grid board`: with a link, where that is no other name.
    fn add_linked_forms(&mut self, word: &'static Word) {
        let meant = of_word(word);
        for language in Language::ALL {
            let name = spaced(word.name(language));
            let mut bare = bare_forms(&name, "chess").filter(|short| short.len() > 3);
            let short = bare.next().unwrap_or(&name).to_owned();
            self.add_long_forms(&short, "linked-chess", language, &meant);
        }
    }
}

/// A name without a word of a class in front or behind.
fn bare_forms<'n>(name: &'n str, class: &str) -> impl Iterator<Item = &'n str> {
    let lower = name.to_lowercase();
    vocabulary::words(class).filter_map(move |(place, _, chess)| {
        let chess = chess.trim_start_matches('-').to_lowercase();
        let short = match place {
            "behind" => lower.strip_suffix(&chess).map(|short| &name[..short.len()]),
            _ => lower
                .strip_prefix(&chess)
                .map(|short| &name[name.len() - short.len()..]),
        };
        short.map(str::trim)
    })
}

fn known(kind: &'static str, meaning: &'static str, words: Vec<&'static Word>) -> Known {
    Known {
        kind,
        meaning,
        words,
        written: String::new(),
        languages: Languages::NONE,
    }
}

/// A word of the problem language, as a phrase.
fn of_word(word: &'static Word) -> Known {
    let kind = match word.table {
        Table::Option => "option",
        _ => "condition",
    };
    known(kind, word.key, vec![word])
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
    fn known(&self) -> Option<Known> {
        let find: fn(&str) -> Option<&'static Word> = match self.kind {
            "condition" => condition,
            "option" => |key| words::word(Table::Option, key),
            "dice" => dice_word,
            _ => return Some(known(self.kind, self.meaning, Vec::new())),
        };
        let words: Option<Vec<_>> = self.meaning.split(' ').map(find).collect();
        Some(known(self.kind, self.meaning, words?))
    }
}

/// A word about dice; it need not stand beside its condition.
fn dice_word(key: &str) -> Option<&'static Word> {
    let rolling = rolling();
    let mut words = words::words(Table::SubOption).iter();
    words.find(|word| word.refines(rolling) && word.key == key)
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

/// Conditions that are known by name only, each with its names in three languages and whatever else it is
/// called; the English name stands for those that are missing.
pub(crate) fn unbuilt() -> impl Iterator<Item = ([&'static str; 3], Vec<&'static str>)> {
    let rows = rows().filter(|row| row.kind == "unbuilt");
    rows.map(|row| {
        let names = row.phrases.map(|phrases| match phrases.split(", ").next() {
            Some("") | None => row.meaning,
            Some(name) => name,
        });
        let all = row.phrases().map(|(_, phrase)| phrase);
        let others = all.filter(|phrase| !names.contains(phrase));
        (names, others.collect())
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
        } else if (c.is_uppercase() || c.is_ascii_digit()) && before.is_lowercase() {
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
                _ => row.known().is_some(),
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
