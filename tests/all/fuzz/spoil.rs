//! Texts that nearly are what a parser wants: real ones, spoiled word by word and sign by sign.

use dawson::notation::popeye::words::{Language, Table, words};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// One way to spoil a text.
#[derive(Clone, Debug)]
pub enum Slip {
    /// So many signs are left out.
    LeaveOut(Index, usize),
    /// Something stands where nothing should.
    PutIn(Index, String),
    /// A word gives way to another.
    Replace(Index, String),
    /// A word is said so many times more.
    Repeat(Index, usize),
    /// Two words change places.
    Exchange(Index, Index),
    /// The text ends here.
    BreakOff(Index),
}

impl Slip {
    fn spoil(&self, text: &str) -> String {
        match self {
            Slip::LeaveOut(at, length) => {
                let mut signs: Vec<char> = text.chars().collect();
                let at = at.index(signs.len() + 1);
                let end = (at + length).min(signs.len());
                signs.drain(at..end);
                signs.into_iter().collect()
            }
            Slip::PutIn(at, more) => {
                let (before, behind) = cut(text, at);
                format!("{before}{more}{behind}")
            }
            Slip::BreakOff(at) => cut(text, at).0.to_owned(),
            slip => slip.spoil_words(text),
        }
    }

    fn spoil_words(&self, text: &str) -> String {
        let mut words: Vec<String> = text
            .split_inclusive([' ', '\n'])
            .map(str::to_owned)
            .collect();
        if words.is_empty() {
            return text.to_owned();
        }
        let count = words.len();
        match self {
            Slip::Replace(at, word) => {
                let old = &mut words[at.index(count)];
                let end = if old.ends_with('\n') { '\n' } else { ' ' };
                *old = format!("{word}{end}");
            }
            Slip::Repeat(at, times) => {
                let word = &mut words[at.index(count)];
                *word = word.repeat(*times);
            }
            Slip::Exchange(one, other) => words.swap(one.index(count), other.index(count)),
            _ => {}
        }
        words.concat()
    }
}

fn cut<'a>(text: &'a str, at: &Index) -> (&'a str, &'a str) {
    let mut at = at.index(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text.split_at(at)
}

/// One of these texts with some slips; words come from the vocabulary and from other texts.
pub fn spoiled(texts: Vec<String>, vocabulary: Vec<String>) -> impl Strategy<Value = String> {
    let pieces = texts.clone();
    let slips = proptest::collection::vec(slip(vocabulary, pieces), 0..6);
    (select(texts), slips)
        .prop_map(|(text, slips)| slips.iter().fold(text, |text, slip| slip.spoil(&text)))
}

fn slip(vocabulary: Vec<String>, texts: Vec<String>) -> impl Strategy<Value = Slip> {
    let at = any::<Index>;
    let put_in = prop_oneof!["[ \\PC\n\t]{0,4}", piece(texts), word(vocabulary.clone())];
    prop_oneof![
        2 => (at(), 1..12usize).prop_map(|(at, length)| Slip::LeaveOut(at, length)),
        3 => (at(), put_in).prop_map(|(at, more)| Slip::PutIn(at, more)),
        4 => (at(), word(vocabulary)).prop_map(|(at, word)| Slip::Replace(at, word)),
        2 => (at(), 2..40usize).prop_map(|(at, times)| Slip::Repeat(at, times)),
        2 => (at(), at()).prop_map(|(one, other)| Slip::Exchange(one, other)),
        1 => at().prop_map(Slip::BreakOff),
    ]
}

/// A word of the vocabulary, whole or its beginning, or a number that is hard to bear.
fn word(vocabulary: Vec<String>) -> impl Strategy<Value = String> {
    let numbers = [
        "0",
        "-1",
        "1",
        "2",
        "8",
        "9",
        "64",
        "65",
        "255",
        "256",
        "65535",
        "65536",
        "4294967295",
        "4294967296",
        "99999999999999999999999",
        "2.5",
        "1.999999999999",
        "0.000001",
        "1:1:1",
        "-",
    ];
    let begun = (select(vocabulary.clone()), 1..6usize)
        .prop_map(|(word, length)| word.chars().take(length).collect());
    prop_oneof![
        6 => select(vocabulary),
        2 => begun,
        2 => select(numbers.to_vec()).prop_map(str::to_owned),
    ]
}

/// Some lines out of one of the texts.
fn piece(texts: Vec<String>) -> impl Strategy<Value = String> {
    (select(texts), any::<Index>(), any::<Index>()).prop_map(|(text, one, other)| {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let (one, other) = (one.index(lines.len() + 1), other.index(lines.len() + 1));
        lines[one.min(other)..one.max(other)].concat()
    })
}

/// All words of the problem language, in three languages.
pub fn vocabulary() -> Vec<String> {
    const TABLES: [Table; 15] = [
        Table::Start,
        Table::Command,
        Table::End,
        Table::TwinStart,
        Table::TwinChange,
        Table::MirrorAxis,
        Table::Colour,
        Table::Attribute,
        Table::Option,
        Table::Condition,
        Table::OneSidedCondition,
        Table::SubOption,
        Table::Goal,
        Table::Genre,
        Table::Walk,
    ];
    let named = |language| {
        let all = TABLES.into_iter().flat_map(words);
        all.map(move |word| word.name(language).to_owned())
    };
    Language::ALL.into_iter().flat_map(named).collect()
}
