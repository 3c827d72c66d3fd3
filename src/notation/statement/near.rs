//! What may have been meant by words that nobody knows.

use super::asked;
use super::part::{Part, squeezed};
use super::phrase::{Known, MEANINGS, REFINEMENTS, magazine};
use super::vocabulary;
use crate::men::WALKS;
use crate::notation::popeye::words::likeness;
use std::sync::LazyLock;

/// From this likeness on a phrase may be what was meant.
const NEAR: f64 = 0.7;

/// From this likeness on a word beside a year is a slip, not a name.
const VERY_NEAR: f64 = 0.8;

/// As long as the longest phrase.
const LONGEST: usize = 5;

/// A phrase to compare with.
struct Phrase {
    squeezed: String,
    /// As people write it.
    written: String,
    letters: Letters,
}

/// How often each letter stands in a word; letters may share a place.
struct Letters {
    counts: [u8; 32],
    length: usize,
}

impl Letters {
    fn of(word: &str) -> Letters {
        let mut letters = Letters {
            counts: [0; 32],
            length: 0,
        };
        for c in word.chars() {
            let count = &mut letters.counts[c as usize % 32];
            *count = count.saturating_add(1);
            letters.length += 1;
        }
        letters
    }

    /// No two words with these letters are more alike. An edit adds a letter, takes one away, or
    /// does both, so the letters of one that the other lacks are edits; swaps are not seen.
    fn most_alike(&self, other: &Letters) -> f64 {
        let pairs = self.counts.iter().zip(&other.counts);
        let differences = pairs.map(|(one, other)| u16::from(one.abs_diff(*other)));
        let differences = usize::from(differences.sum::<u16>());
        let edits = (differences + self.length.abs_diff(other.length)) / 2;
        self.with_edits(edits, other)
    }

    /// The same from the lengths alone.
    fn most_alike_by_length(&self, other: &Letters) -> f64 {
        self.with_edits(self.length.abs_diff(other.length), other)
    }

    fn with_edits(&self, edits: usize, other: &Letters) -> f64 {
        1.0 - edits as f64 / self.length.max(other.length).max(1) as f64
    }
}

/// Every phrase, in the order of the squeezed ones.
static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let is_worth = |phrase: &str, known: &Known| match known.kind {
        "remark" | "author" | "source" => false,
        "noise" => phrase.len() > 4,
        _ => true,
    };
    let meanings = MEANINGS.iter();
    let meanings = meanings.filter(|(phrase, known)| is_worth(phrase, known));
    let meanings = meanings.map(|(phrase, known)| (phrase.clone(), known.written.clone()));
    let refining = REFINEMENTS.iter();
    let refining = refining.map(|(phrase, refining)| (phrase.clone(), refining.written.clone()));
    let walks = WALKS.iter().flat_map(|walk| walk.names.in_order());
    let walks = walks.map(|name| (super::part::squeezed_phrase(name), name.to_owned()));
    let asked = asked::words().map(|word| (word.to_owned(), word.to_owned()));
    let all = meanings.chain(refining).chain(walks).chain(asked);
    let mut phrases: Vec<_> = all.filter(|(phrase, _)| phrase.len() > 2).collect();
    phrases.sort();
    phrases.dedup();
    let phrases = phrases.into_iter().map(|(squeezed, written)| Phrase {
        letters: Letters::of(&squeezed),
        squeezed,
        written,
    });
    phrases.collect()
});

/// The places of the phrases of each length, in their order.
static BY_LENGTH: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let mut by_length: Vec<Vec<usize>> = Vec::new();
    for (place, phrase) in PHRASES.iter().enumerate() {
        let length = phrase.letters.length;
        by_length.resize(by_length.len().max(length + 1), Vec::new());
        by_length[length].push(place);
    }
    by_length
});

/// The phrase nearest to the words at the front, and of how many words it consists.
pub(super) fn nearest(parts: &[Part]) -> Option<(&'static str, usize)> {
    near(parts, NEAR)
}

fn near(parts: &[Part], least: f64) -> Option<(&'static str, usize)> {
    let mut best: Option<(f64, &'static str, usize)> = None;
    let mut text = String::new();
    for (index, part) in parts.iter().take(LONGEST).enumerate() {
        if index > 0 && part.is_separated() {
            break;
        }
        text += &squeezed(&part.text);
        let letters = Letters::of(&text);
        let found = nearest_of(&text, &letters, least);
        if let Some((likeness, place)) = found
            && best.is_none_or(|(known, ..)| likeness > known)
        {
            best = Some((likeness, &PHRASES[place].written, index + 1));
        }
    }
    best.map(|(_, written, taken)| (written, taken))
}

/// The phrase nearest to a word, and how like it is. Of spellings that are equally near the first,
/// which has capitals, is the one to show.
fn nearest_of(text: &str, letters: &Letters, least: f64) -> Option<(f64, usize)> {
    let mut found: Option<(f64, usize)> = None;
    for places in BY_LENGTH.iter() {
        let Some(first) = places.first() else {
            continue;
        };
        let wanted = |found: Option<(f64, usize)>| found.map_or(least, |(likeness, _)| likeness);
        let by_length = PHRASES[*first].letters.most_alike_by_length(letters);
        if by_length < wanted(found) {
            continue;
        }
        for &place in places {
            let phrase = &PHRASES[place];
            if phrase.letters.most_alike(letters) < wanted(found) {
                continue;
            }
            let likeness = likeness(&phrase.squeezed, text);
            let is_better = found.is_none_or(|(known, former)| {
                likeness > known || likeness == known && place < former
            });
            if likeness >= least && likeness < 1.0 && is_better {
                found = Some((likeness, place));
            }
        }
    }
    found
}

/// Whether the words together look like a slip in the name of a rule.
pub(super) fn is_slip_of_rule(parts: &[Part]) -> bool {
    near(parts, VERY_NEAR).is_some_and(|(written, taken)| {
        let known = MEANINGS.get(&super::part::squeezed_phrase(written));
        taken == parts.len() && known.is_some_and(Known::is_rule)
    })
}

/// Whether words look like a slip in a phrase, not like a name.
pub(super) fn is_slip(parts: &[Part]) -> bool {
    let mut from = 0;
    while from < parts.len() {
        let rest = &parts[from..];
        // Names of magazines are no slips, and neither are `and`, `von`, `R.`
        let known = magazine(rest).unwrap_or(0);
        let is_short = squeezed(&rest[0].text).len() < 4;
        if known == 0 && !is_short && near(rest, VERY_NEAR).is_some() {
            return true;
        }
        from += known.max(1);
    }
    false
}

/// Whether one of these words is nearly the name of a rule or a word of a stipulation: `Madrsi` is, `Barry` is not.
pub(super) fn is_slip_in_name(parts: &[Part]) -> bool {
    // `Ricardo de Mattos Vieira`
    let first = parts.first();
    let is_person = first.is_some_and(|first| vocabulary::is("first-name", &first.text));
    let is_slip = |from: usize| {
        let rest = &parts[from..];
        let known = vocabulary::is("first-name", &rest[0].text) || magazine(rest).is_some();
        let length = squeezed(&rest[0].text).len();
        let slip = || near(rest, VERY_NEAR).map(|(written, _)| written);
        // `Malta` is no slip for `matta`.
        let counts = |written| names_rule(written) || !is_person && length > 5 && asks(written);
        !known && length > 4 && slip().is_some_and(counts)
    };
    (0..parts.len()).any(is_slip)
}

/// Whether a phrase is a rule.
fn names_rule(written: &str) -> bool {
    let known = MEANINGS.get(&super::part::squeezed_phrase(written));
    known.is_some_and(|known| {
        known.is_rule() || matches!(known.kind, "colourless" | "unbuilt" | "zero-position")
    })
}

/// Whether a phrase is a word of those that ask.
fn asks(written: &str) -> bool {
    asked::words().any(|word| word == written)
}

#[cfg(test)]
mod tests {
    use super::super::part::parts;
    use super::*;
    use crate::board::Geometry;
    use proptest::prelude::*;

    /// All phrases compared, none left out by its letters.
    fn plainly(text: &str) -> Option<&'static str> {
        let all = PHRASES.iter().rev();
        let all = all.map(|phrase| (likeness(&phrase.squeezed, text), phrase.written.as_str()));
        let near = all.filter(|(likeness, _)| *likeness >= NEAR && *likeness < 1.0);
        let nearest = near.max_by(|one, other| one.0.total_cmp(&other.0));
        nearest.map(|(_, written)| written)
    }

    proptest! {
        #[test]
        fn letters_leave_out_no_phrase_that_is_nearest(
            at in any::<prop::sample::Index>(),
            slips in prop::collection::vec((any::<prop::sample::Index>(), "[a-zäж]"), 0..4),
        ) {
            let mut text: Vec<char> = PHRASES[at.index(PHRASES.len())].squeezed.chars().collect();
            for (at, letter) in slips {
                let at = at.index(text.len());
                match letter.chars().next() {
                    Some('a') if text.len() > 1 => drop(text.remove(at)),
                    Some('b') if at > 0 => text.swap(at - 1, at),
                    Some(letter @ 'c'..='m') => text.insert(at, letter),
                    letter => text[at] = letter.unwrap_or('x'),
                }
            }
            let text: String = text.into_iter().collect();
            let parts = parts(&text, &Geometry::standard());
            prop_assume!(parts.len() == 1 && squeezed(&parts[0].text) == text);
            prop_assert_eq!(nearest(&parts).map(|(written, _)| written), plainly(&text));
        }
    }
}
