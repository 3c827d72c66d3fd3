//! What may have been meant by words that nobody knows.

use super::asked;
use super::part::{Part, squeezed};
use super::phrase::{MEANINGS, Meaning, REFINEMENTS};
use crate::men::WALKS;
use crate::notation::popeye::words::likeness;
use std::sync::LazyLock;

/// From this likeness on a phrase may be what was meant.
const NEAR: f64 = 0.7;

/// From this likeness on a word beside a year is a slip, not a name.
const VERY_NEAR: f64 = 0.8;

/// As long as the longest phrase.
const LONGEST: usize = 5;

/// Every phrase, squeezed, with how people write it.
static PHRASES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let is_worth = |phrase: &str, meaning: &Meaning| match meaning {
        Meaning::Remark | Meaning::Author | Meaning::Source => false,
        Meaning::Noise => phrase.len() > 4,
        _ => true,
    };
    let meanings = MEANINGS.iter();
    let meanings = meanings.filter(|(phrase, known)| is_worth(phrase, &known.meaning));
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
    phrases
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
        // Of spellings that are equally near the first, which has capitals, is the one to show.
        let found = PHRASES
            .iter()
            .rev()
            .map(|(phrase, written)| (likeness(phrase, &text), written.as_str()))
            .filter(|(likeness, _)| *likeness >= least && *likeness < 1.0)
            .max_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((likeness, written)) = found
            && best.is_none_or(|(known, ..)| likeness > known)
        {
            best = Some((likeness, written, index + 1));
        }
    }
    best.map(|(_, written, taken)| (written, taken))
}

/// Whether words look like a slip in a phrase, not like a name.
pub(super) fn is_slip(parts: &[Part]) -> bool {
    let mut from = 0;
    while from < parts.len() {
        let rest = &parts[from..];
        // Names of magazines are no slips, and neither are `and`, `von`, `R.`
        let known = super::sort::magazine(rest).unwrap_or(0);
        let is_short = squeezed(&rest[0].text).len() < 4;
        if known == 0 && !is_short && near(rest, VERY_NEAR).is_some() {
            return true;
        }
        from += known.max(1);
    }
    false
}
