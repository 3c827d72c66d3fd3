//! The words of the Popeye problem language in English, German and French,
//! and how an abbreviation selects one of them.
//!
//! **Invariant:** the words are data (`words.tsv`); their order within a table
//! decides what an abbreviation means, so new words go to the end of a table. Words of
//! ours that Popeye does not know are marked and never change what one of its words means.

use crate::conditions::Own;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A language problems are written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English: K Q R B S P.
    #[default]
    En,
    /// German: K D T L S B.
    De,
    /// French: R D T F C P.
    Fr,
}

impl Language {
    /// All of them, in the order in which the first word of a file is tried.
    pub const ALL: [Language; 3] = [Language::Fr, Language::De, Language::En];

    /// The language's own English name, for messages.
    pub const fn english_name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::De => "German",
            Language::Fr => "French",
        }
    }

    /// Its place where texts come in English, German and French.
    pub const fn column(self) -> usize {
        match self {
            Language::En => 0,
            Language::De => 1,
            Language::Fr => 2,
        }
    }
}

/// A list of words among which an abbreviation must be unique.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Table {
    /// The first word of an input.
    Start,
    /// Commands within a problem.
    Command,
    /// What ends a problem.
    End,
    /// What starts a twin.
    TwinStart,
    /// Changes of a twin.
    TwinChange,
    /// Axes of reflection.
    MirrorAxis,
    /// Colours of men.
    Colour,
    /// Attributes of men.
    Attribute,
    /// Options.
    Option,
    /// Conditions.
    Condition,
    /// Conditions whose side follows from the stipulation.
    OneSidedCondition,
    /// Words that refine the condition before them.
    SubOption,
    /// Goals.
    Goal,
    /// Kinds of play.
    Genre,
    /// Letters of walks.
    Walk,
}

impl Table {
    const ALL: [(Table, &'static str); 15] = [
        (Table::Start, "start"),
        (Table::Command, "command"),
        (Table::End, "end"),
        (Table::TwinStart, "twin-start"),
        (Table::TwinChange, "twin-change"),
        (Table::MirrorAxis, "mirror-axis"),
        (Table::Colour, "colour"),
        (Table::Attribute, "attribute"),
        (Table::Option, "option"),
        (Table::Condition, "condition"),
        (Table::OneSidedCondition, "one-sided-condition"),
        (Table::SubOption, "sub-option"),
        (Table::Goal, "goal"),
        (Table::Genre, "genre"),
        (Table::Walk, "walk"),
    ];

    /// What a word of this table is called in messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Table::Start | Table::Command | Table::End | Table::TwinStart => "command",
            Table::TwinChange => "change of a twin",
            Table::MirrorAxis => "mirror axis",
            Table::Colour => "colour",
            Table::Attribute => "attribute",
            Table::Option => "option",
            Table::Condition | Table::OneSidedCondition => "condition",
            Table::SubOption => "word for this condition",
            Table::Goal => "goal",
            Table::Genre => "kind of play",
            Table::Walk => "piece",
        }
    }
}

/// One word in the three languages.
#[derive(PartialEq, Eq, Debug)]
pub struct Word {
    /// The table it belongs to.
    pub table: Table,
    /// Its key in kebab case, the same in every language.
    pub key: &'static str,
    /// What follows it, in the terms of the data file: `squares`, `walks+`, `integer?` ...
    pub takes: &'static str,
    after: Vec<&'static str>,
    /// Whether Popeye does not know it.
    own: bool,
    names: [&'static str; 3],
}

impl Word {
    /// How it is written.
    pub fn name(&self, language: Language) -> &'static str {
        self.names[language.column()]
    }

    /// Whether Popeye does not know it.
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// Whether it may refine the condition with this key.
    pub fn refines(&self, condition: &str) -> bool {
        self.after.contains(&condition) || self.after == ANY
    }

    /// The keys of the conditions that a sub-option refines, if it does not refine all.
    pub fn refined(&self) -> impl Iterator<Item = &'static str> {
        self.after.iter().copied().filter(|key| !ANY.contains(key))
    }
}

/// What stands for all conditions.
const ANY: [&str; 1] = ["*"];

/// What a written word selects in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Exactly one word.
    One(&'static Word),
    /// It abbreviates several words.
    Several(Vec<&'static Word>),
    /// Nothing.
    Nothing,
}

/// Words that stand for conditions of composers: each a sign that no text has otherwise, and the place of
/// the condition among those that are known as its key.
pub(crate) fn own_conditions() -> &'static [Word] {
    static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| {
        let word = |place: usize| {
            let sign: &'static str = String::leak(own_sign(place).to_string());
            Word {
                table: Table::Condition,
                key: String::leak(format!("own@{place}")),
                takes: "",
                after: Vec::new(),
                own: true,
                names: [sign; 3],
            }
        };
        (0..OWN_CONDITIONS).map(word).collect()
    });
    &WORDS
}

/// So many conditions of composers can be named in texts.
const OWN_CONDITIONS: usize = crate::conditions::MOST_OWN;

/// The sign of the condition in this place: letters of a script that has no capitals.
pub(crate) fn own_sign(place: usize) -> char {
    let first = 0xA000;
    u32::try_from(place)
        .ok()
        .and_then(|place| char::from_u32(first + place))
        .unwrap_or('\u{A000}')
}

/// All words of a table in their order.
pub fn words(table: Table) -> &'static [Word] {
    VOCABULARY.get(&table).map_or(&[], Vec::as_slice)
}

/// The word with this key.
pub fn word(table: Table, key: &str) -> Option<&'static Word> {
    words(table).iter().find(|word| word.key == key)
}

/// How the word with this key is written.
///
/// ```
/// use dawson::notation::popeye::words::{Language, Table, name};
/// assert_eq!(name(Table::Condition, "grid-chess", Language::De), Some("Gitterschach"));
/// ```
pub fn name(table: Table, key: &str, language: Language) -> Option<&'static str> {
    if table == Table::Condition
        && let Some(own) = Own::find(key)
    {
        return Some(own.names.in_order()[language.column()]);
    }
    word(table, key).map(|word| word.name(language))
}

/// Selects by the whole word or by any prefix: the first word that starts so
/// counts if it is not longer or if no later word starts so.
pub fn select(table: Table, language: Language, written: &str) -> Selection {
    let own = (table == Table::Condition).then(|| {
        let mut words = own_conditions().iter();
        words.find(|word| word.names[0] == written)
    });
    if let Some(word) = own.flatten() {
        return Selection::One(word);
    }
    select_among(words(table).iter(), language, written)
}

/// As [`select`], among the words that may refine a condition.
pub fn select_refinement(condition: &str, language: Language, written: &str) -> Selection {
    let refinements = words(Table::SubOption).iter();
    let refinements = refinements.filter(|word| word.refines(condition));
    select_among(refinements, language, written)
}

fn select_among(
    words: impl Iterator<Item = &'static Word>,
    language: Language,
    written: &str,
) -> Selection {
    let starts = |word: &&'static Word| starts_with(word.name(language), written);
    let (own, found): (Vec<_>, Vec<_>) = words.filter(starts).partition(|word| word.own);
    let found = if found.is_empty() { own } else { found };
    match found[..] {
        [] => Selection::Nothing,
        [only] => Selection::One(only),
        [first, ..] if first.name(language).len() == written.len() => Selection::One(first),
        _ => Selection::Several(found),
    }
}

/// The word written out in full, in any case.
pub fn whole(table: Table, language: Language, written: &str) -> Option<&'static Word> {
    let mut words = words(table).iter();
    words.find(|word| word.name(language).eq_ignore_ascii_case(written))
}

/// The walk with these letters.
pub fn walk(language: Language, letters: &str) -> Option<&'static Word> {
    whole(Table::Walk, language, letters)
}

/// The word nearest in spelling, unless all are far off.
pub fn nearest(tables: &[Table], language: Language, written: &str) -> Option<&'static str> {
    let written = written.to_lowercase();
    let names = tables.iter().flat_map(|table| words(*table));
    let names = names.map(|word| word.name(language));
    names
        .map(|name| (likeness(&name.to_lowercase(), &written), name))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .max_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, name)| name)
}

/// From this likeness on a word may be what was meant.
pub(crate) const NEAR: f64 = 0.6;

/// How alike two words are spelled, from 0 to 1. Words of lengths too different to be near are
/// not looked at: one of them may be a whole file.
pub(crate) fn likeness(one: &str, other: &str) -> f64 {
    // A sign has four bytes at most, so they need not be counted.
    if one.len().max(other.len()) > 8 * one.len().min(other.len()) {
        return 0.0;
    }
    let lengths = [one, other].map(|word| word.chars().count() as f64);
    let most = lengths[0].max(lengths[1]);
    match lengths[0].min(lengths[1]) >= NEAR * most {
        true => strsim::normalized_damerau_levenshtein(one, other),
        false => 0.0,
    }
}

pub(super) fn starts_with(name: &str, prefix: &str) -> bool {
    let head = name.as_bytes().get(..prefix.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(prefix.as_bytes()))
}

static VOCABULARY: LazyLock<HashMap<Table, Vec<Word>>> = LazyLock::new(|| {
    let mut tables: HashMap<Table, Vec<Word>> = HashMap::new();
    for word in include_str!("words.tsv").lines().skip(1).filter_map(entry) {
        tables.entry(word.table).or_default().push(word);
    }
    tables
});

fn entry(line: &'static str) -> Option<Word> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let table = next()?;
    let (table, _) = Table::ALL.into_iter().find(|(_, name)| *name == table)?;
    Some(Word {
        table,
        key: next()?,
        names: [next()?, next()?, next()?],
        takes: next()?,
        after: next()?.split(' ').collect(),
        own: next() == Some("own"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(table: Table, language: Language, written: &str) -> Option<&'static str> {
        match select(table, language, written) {
            Selection::One(word) => Some(word.key),
            _ => None,
        }
    }

    #[test]
    fn every_line_is_read() {
        let lines = include_str!("words.tsv").lines().count() - 1;
        assert_eq!(VOCABULARY.values().map(Vec::len).sum::<usize>(), lines);
    }

    #[test]
    fn abbreviations_select_by_the_order_of_the_table() {
        let condition = |written| key(Table::Condition, Language::En, written);
        assert_eq!(condition("mad"), Some("madrasi"));
        assert_eq!(condition("CIRCE"), Some("circe"));
        assert_eq!(condition("circec"), Some("circe-clone"));
        assert_eq!(condition("anti"), None);
        assert_eq!(condition("kobul"), Some("kobul-kings"));
        // Words that the reference lacks take nothing from its own.
        assert_eq!(condition("castl"), Some("castling-chess"));
        assert_eq!(condition("castlingoff"), Some("castling-off"));
        assert_eq!(
            key(Table::Start, Language::De, "anf"),
            Some("begin-problem")
        );
    }

    #[test]
    fn refinements_depend_on_their_condition() {
        let written = |condition| select_refinement(condition, Language::En, "ultra");
        assert!(matches!(written("black-maximummer"), Selection::One(_)));
        assert_eq!(written("circe"), Selection::Nothing);
    }

    #[test]
    fn a_slip_finds_its_word() {
        let near = |written| nearest(&[Table::Condition], Language::En, written);
        assert_eq!(near("Cirrce"), Some("Circe"));
        assert_eq!(near("xyzzy"), None);
    }
}
