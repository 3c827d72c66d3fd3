//! Messages in the user's language: the English text is the source, a catalogue
//! for each other language holds its translations.
//!
//! A line of a catalogue is an English pattern with `{names}` for what varies,
//! and its translation with the same names. What varies is translated in turn,
//! except between backquotes, where the user's own words stand. `{n}` and `{m}` are numbers.
//!
//! **Invariant:** a text without translation stays English; nothing is lost.

use super::diagnostic::Diagnostic;
use super::popeye::words::Language;
use miette::{LabeledSpan, Severity};
use std::fmt::{self, Display, Formatter};
use std::sync::LazyLock;

/// The text in this language.
///
/// ```
/// use dawson::notation::message::translate;
/// use dawson::notation::popeye::words::Language;
/// let text = "unknown condition `Cirrce`";
/// assert_eq!(translate(Language::De, text), "unbekannte Bedingung `Cirrce`");
/// assert_eq!(translate(Language::En, text), text);
/// ```
pub fn translate(language: Language, text: &str) -> String {
    translation(language, text).unwrap_or_else(|| text.to_owned())
}

fn translation(language: Language, text: &str) -> Option<String> {
    let catalogue = match language {
        Language::En => return None,
        Language::De => &GERMAN,
        Language::Fr => &FRENCH,
    };
    let mut entries = catalogue.iter();
    entries.find_map(|entry| entry.render(language, text))
}

/// A diagnostic with all its texts in one language.
#[derive(Clone, Debug)]
pub struct Localised {
    /// What is said.
    pub diagnostic: Diagnostic,
    /// In which language.
    pub language: Language,
}

impl Display for Localised {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&translate(self.language, &self.diagnostic.to_string()))
    }
}

impl std::error::Error for Localised {}

impl miette::Diagnostic for Localised {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.diagnostic.code()
    }

    fn severity(&self) -> Option<Severity> {
        self.diagnostic.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.diagnostic.help()?.to_string();
        Some(Box::new(translate(self.language, &help)))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.diagnostic.labels()?;
        let translated = labels.map(|label| {
            let text = label.label().map(|text| translate(self.language, text));
            LabeledSpan::new_with_span(text, *label.inner())
        });
        Some(Box::new(translated))
    }
}

/// One pattern with its translation.
struct Entry {
    pattern: Vec<Piece>,
    translation: Vec<Piece>,
}

/// A stretch of a pattern.
enum Piece {
    Text(&'static str),
    /// What varies, by its name; `quoted` if it stands between backquotes.
    Gap {
        name: &'static str,
        quoted: bool,
    },
}

impl Entry {
    /// The translation of a text that fits the pattern.
    fn render(&self, language: Language, text: &str) -> Option<String> {
        let found = fit(&self.pattern, text)?;
        let filled = self.translation.iter().map(|piece| match piece {
            Piece::Text(text) => (*text).to_owned(),
            Piece::Gap { name, .. } => {
                let gap = found.iter().find(|(other, ..)| other == name);
                gap.map_or(String::new(), |(_, quoted, text)| match quoted {
                    true => (*text).to_owned(),
                    false => translate(language, text),
                })
            }
        });
        Some(filled.collect())
    }
}

/// What stands in the gaps of the pattern, if the whole text fits it.
fn fit<'t>(pattern: &[Piece], text: &'t str) -> Option<Vec<(&'static str, bool, &'t str)>> {
    let Some((first, behind)) = pattern.split_first() else {
        return text.is_empty().then(Vec::new);
    };
    match first {
        Piece::Text(expected) => fit(behind, text.strip_prefix(expected)?),
        Piece::Gap { name, quoted } => {
            let ends = text.char_indices().map(|(at, _)| at).skip(1);
            let ends = match behind.is_empty() {
                true => Vec::from([text.len()]),
                false => ends.collect(),
            };
            ends.into_iter().find_map(|end| {
                let is_number = text.get(..end)?.bytes().all(|byte| byte.is_ascii_digit());
                if matches!(*name, "n" | "m") && !is_number {
                    return None;
                }
                let mut found = fit(behind, text.get(end..)?)?;
                found.push((name, *quoted, text.get(..end)?));
                Some(found)
            })
        }
    }
}

static GERMAN: LazyLock<Vec<Entry>> = LazyLock::new(|| catalogue(include_str!("de.tsv")));
static FRENCH: LazyLock<Vec<Entry>> = LazyLock::new(|| catalogue(include_str!("fr.tsv")));

/// The entries, those with most fixed text first: they say most.
fn catalogue(lines: &'static str) -> Vec<Entry> {
    let lines = lines.lines().skip(1);
    let lines = lines.filter_map(|line| line.split_once('\t'));
    let mut entries: Vec<Entry> = lines
        .map(|(english, translation)| Entry {
            pattern: pieces(english),
            translation: pieces(translation),
        })
        .collect();
    entries.sort_by_key(|entry| std::cmp::Reverse(fixed(&entry.pattern)));
    entries
}

fn fixed(pattern: &[Piece]) -> usize {
    let lengths = pattern.iter().map(|piece| match piece {
        Piece::Text(text) => text.len(),
        Piece::Gap { .. } => 0,
    });
    lengths.sum()
}

/// Cuts at `{name}`; braces around anything else are text.
fn pieces(mut text: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    while let Some((before, name, behind)) = next_gap(text) {
        pieces.push(Piece::Text(before));
        let quoted = before.ends_with('`');
        pieces.push(Piece::Gap { name, quoted });
        text = behind;
    }
    pieces.push(Piece::Text(text));
    pieces.retain(|piece| !matches!(piece, Piece::Text("")));
    pieces
}

fn next_gap(text: &'static str) -> Option<(&'static str, &'static str, &'static str)> {
    text.match_indices('{').find_map(|(open, _)| {
        let inside = &text[open + 1..];
        let close = inside.find(|c: char| !c.is_ascii_lowercase())?;
        let is_gap = close > 0 && inside[close..].starts_with('}');
        is_gap.then(|| (&text[..open], &inside[..close], &inside[close + 1..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_words_stand_and_the_rest_is_translated() {
        let text = "`White` is a colour, not an option";
        let german = "`White` ist eine Farbe, nicht eine Option";
        assert_eq!(translate(Language::De, text), german);
        let text = "the man on e4 is repeated (3 times in all)";
        let french = "la pièce en e4 : répétition (3 fois en tout)";
        assert_eq!(translate(Language::Fr, text), french);
    }

    #[test]
    fn what_no_catalogue_knows_stays_as_it_is() {
        for language in Language::ALL {
            assert_eq!(translate(language, "xyzzy"), "xyzzy");
        }
    }

    #[test]
    fn the_catalogues_translate_the_same_patterns_with_the_same_gaps() {
        let german: Vec<_> = include_str!("de.tsv").lines().skip(1).collect();
        let french: Vec<_> = include_str!("fr.tsv").lines().skip(1).collect();
        assert_eq!(german.len(), french.len());
        for (one, other) in german.into_iter().zip(french) {
            let (one, other) = (one.split_once('\t'), other.split_once('\t'));
            let (english, german) = one.expect("a pattern and its translation");
            let (same, french) = other.expect("a pattern and its translation");
            assert_eq!(english, same);
            for translation in [german, french] {
                assert_eq!(gaps(translation), gaps(english), "{english}");
            }
        }
    }

    fn gaps(text: &'static str) -> Vec<&'static str> {
        let pieces = pieces(text).into_iter();
        let mut gaps: Vec<_> = pieces
            .filter_map(|piece| match piece {
                Piece::Gap { name, .. } => Some(name),
                Piece::Text(_) => None,
            })
            .collect();
        gaps.sort_unstable();
        gaps
    }
}
