//! Moves with the letters of further languages: `1.Крf6`, `1.Ag7`, `1.Hd6`.
//!
//! They are guessed only where no language of problems knows all letters of a text.

use super::token::Word;
use crate::men::{WalkId, walk_id};
use crate::notation::position::Letters;
use crate::problem::Problem;

/// Those in which texts are read anyway; English has two letters for the knight.
const USUAL: [&[Letters]; 3] = [
    &[Letters::English, Letters::Game],
    &[Letters::German],
    &[Letters::French],
];

/// The words with English letters in place of those of each language that knows them all.
pub(super) fn in_english(problem: &Problem, words: &[Word]) -> Vec<Vec<Word>> {
    let used = letters_used(words);
    let walks: Vec<WalkId> = problem.men().map(|man| man.walk()).collect();
    let is_met = |walk: &WalkId| walk_id::ORTHODOX.contains(walk) || walks.contains(walk);
    let knows = |language: &Letters, letters: &str| language.walk(letters).filter(is_met).is_some();
    let is_usual = USUAL.iter().any(|languages| {
        let mut used = used.iter();
        used.all(|letters| languages.iter().any(|language| knows(language, letters)))
    });
    if is_usual {
        return Vec::new();
    }
    let fits = |language: &&Letters| used.iter().all(|letters| knows(language, letters));
    let mut found: Vec<Vec<Word>> = Vec::new();
    for language in Letters::ALL.iter().filter(fits) {
        let translated: Vec<Word> = words
            .iter()
            .map(|word| translated(word, *language))
            .collect();
        if !found.contains(&translated) {
            found.push(translated);
        }
    }
    found
}

/// All letters of men in the moves.
fn letters_used(words: &[Word]) -> Vec<String> {
    let mut used = Vec::new();
    for word in words {
        let note = &mut |letters: &str| {
            if !used.iter().any(|other| other == letters) {
                used.push(letters.to_owned());
            }
            letters.to_owned()
        };
        match word {
            Word::Move(text) if !is_castling(text) => drop(with_letters(text, note)),
            Word::Random(letters) if !letters.is_empty() => drop(note(letters)),
            _ => {}
        }
    }
    used
}

fn translated(word: &Word, language: Letters) -> Word {
    let english = &mut |letters: &str| match language.walk(letters) {
        Some(walk_id::PAWN) | None => String::new(),
        Some(walk) => walk.row().letters[0].to_owned(),
    };
    match word {
        Word::Move(text) if !is_castling(text) => Word::Move(with_letters(text, english)),
        Word::Random(letters) if !letters.is_empty() => Word::Random(english(letters)),
        word => word.clone(),
    }
}

/// A move with its letters changed, those of a promotion among them.
fn with_letters(text: &str, change: &mut dyn FnMut(&str) -> String) -> String {
    let is_letter = |sign: char| sign.is_uppercase() || sign.is_alphabetic() && !sign.is_ascii();
    let mut changed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let length = rest.find(|sign| !is_letter(sign)).unwrap_or(rest.len());
        match length {
            0 => {
                changed.push(sign);
                rest = &rest[sign.len_utf8()..];
            }
            length => {
                changed += &change(&rest[..length]);
                rest = &rest[length..];
            }
        }
    }
    changed
}

fn is_castling(text: &str) -> bool {
    text.starts_with(['0', 'O', 'o']) || text == "castling"
}
