//! Lists of men with their colours: `White: Ke5, Pf6; Black: Kc3`, `Ke5 Qf6 + Kc3`, `wKb3, Rh2`.

use super::men::languages_of_side;
use super::men::{Name, NamedMen, men, side, side_of_sign};
use super::part::{Part, squeezed};
use super::phrase::Languages;
use crate::men::{Sides, WalkId, walk_id};
use crate::notation::popeye::words::Language;

/// A list at the front of the parts.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Listed {
    /// Its men, each with its colour.
    pub(super) men: Vec<NamedMen>,
    /// Of how many parts it consists.
    pub(super) taken: usize,
    /// The languages in which its words for colours exist.
    pub(super) languages: Languages,
}

/// The list of men at the front, if colours are told by words, letters or strokes; one man alone
/// is none.
pub(super) fn list(parts: &[Part], own: &[WalkId]) -> Option<Listed> {
    let mut listed = Listed {
        men: Vec::new(),
        taken: 0,
        languages: Languages::ALL,
    };
    let mut colour: Option<Sides> = None;
    let mut told = false;
    // By words or letters, not by strokes alone.
    let mut by_word = false;
    let mut at = 0;
    while at < parts.len() {
        let rest = &parts[at..];
        let opens = at == 0 || listed.taken == at;
        if let Some((sides, taken, languages)) = heading(rest, own).filter(|_| opens) {
            colour = Some(sides);
            (told, by_word) = (true, true);
            listed.languages = listed.languages.and(languages);
            at += taken;
            listed.taken = at;
            continue;
        }
        let is_joint = at > 0 && matches!(rest[0].text.as_str(), "-" | "+" | "/" | "&");
        let stroke = is_joint || at > 0 && matches!(rest[0].mark, Some('/' | ';' | '|'));
        let front = at + usize::from(is_joint);
        let Some((mut named, taken)) = man(&parts[front..], own) else {
            match counted(rest).filter(|_| at > 0) {
                Some(taken) => at += taken,
                None => break,
            }
            listed.taken = at;
            continue;
        };
        let is_new = named.sides.is_none() && stroke;
        if is_new {
            told = true;
            for earlier in &mut listed.men {
                earlier.sides = earlier.sides.or(Some(Sides::White));
            }
            colour = match colour {
                None | Some(Sides::White) => Some(Sides::Black),
                Some(_) => Some(Sides::Both),
            };
        }
        match named.sides {
            Some(sides) => {
                let is_letter =
                    named.language.is_some() || parts[front].text.starts_with(['w', 'b', 'n', 's']);
                (told, by_word) = (told | is_letter, by_word | is_letter);
                colour = if is_letter { Some(sides) } else { colour };
            }
            None => named.sides = colour,
        }
        listed.men.push(named);
        at = front + taken;
        listed.taken = at;
    }
    // A language that alone has the words has the letters, too.
    if let Some(language) = listed.languages.only() {
        let knows = |man: &NamedMen| man.walk(language, own).is_some();
        if listed.men.iter().all(knows) {
            for man in &mut listed.men {
                man.language = Some(language);
            }
        }
    }
    // `nightrider c6; grasshopper e5` is no list: without kings a stroke parts no colours.
    let kings = || {
        let mut languages = Language::ALL.into_iter();
        languages.any(|language| {
            let mut men = listed.men.iter();
            men.any(|man| man.walk(language, own) == Some(walk_id::KING))
        })
    };
    (told && listed.men.len() > 1 && (by_word || kings())).then_some(listed)
}

/// A man with letters, or a name, and squares.
fn man(parts: &[Part], own: &[WalkId]) -> Option<(NamedMen, usize)> {
    let first = parts.first()?;
    let (named, taken) = match first.text.strip_suffix('.') {
        Some(text) => {
            let whole = Part {
                text: text.to_owned(),
                ..first.clone()
            };
            men(&[whole], own)?
        }
        None => men(parts, own)?,
    };
    let is_named = named.name.is_some() && !named.squares.is_empty();
    is_named.then_some((named, taken))
}

/// `White:`, `Schwarz (5):`, `W:` in front of men; with the languages of the word.
fn heading(parts: &[Part], own: &[WalkId]) -> Option<(Sides, usize, Languages)> {
    let first = parts.first()?;
    let count = parts.get(1..).and_then(counted).unwrap_or(0);
    let behind = parts.get(1 + count)?;
    let by_colon = behind.mark == Some(':');
    if !matches!(behind.mark, None | Some(':' | ')')) {
        return None;
    }
    let (named, _) = man(&parts[1 + count..], own)?;
    if named.sides.is_some() {
        return None;
    }
    let word = squeezed(&first.text);
    if let Some(sides) = side(&first.text).filter(|_| word.len() > 1) {
        return Some((sides, 1 + count, languages_of_side(&word)));
    }
    let mut signs = first.text.chars().flat_map(char::to_lowercase);
    let sides = side_of_sign(signs.next()?).filter(|_| signs.next().is_none())?;
    let is_letter = by_colon && matches!(named.name, Some(Name::Letters(_)));
    is_letter.then_some((sides, 1 + count, Languages::ALL))
}

/// `(5)`, `(5+4)` behind the men of a side.
fn counted(parts: &[Part]) -> Option<usize> {
    let first = parts.first()?;
    let text = first.text.trim_end_matches('.');
    let is_count = !text.is_empty()
        && text.split('+').all(|number| {
            !number.is_empty() && number.len() < 3 && number.bytes().all(|c| c.is_ascii_digit())
        });
    (first.mark == Some('(') && is_count).then_some(1)
}
