//! All themes: the rows of `words.tsv` with the functions that recognise them.

use super::proof::Proof;
use super::story::Story;
use super::{battle, choice, diagram, finals, letters, manoeuvres, moves, roles, strategy};

/// A theme with the function that finds it.
pub(super) struct Recogniser {
    pub key: &'static str,
    pub find: fn(&Story) -> Vec<Proof>,
}

impl Recogniser {
    pub(super) const fn new(key: &'static str, find: fn(&Story) -> Vec<Proof>) -> Recogniser {
        Recogniser { key, find }
    }
}

const WORDS: &str = include_str!("words.tsv");

/// What is known of a theme beside how it is recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Its key: `model-mate`.
    pub key: &'static str,
    /// Its names in English, German and French.
    pub names: [&'static str; 3],
    /// The keywords of YACPDB for it, divided by commas; none where it has no word.
    pub keywords: &'static str,
    /// The definition in use.
    pub definition: &'static str,
    /// Where that definition stands.
    pub source: &'static str,
}

impl Theme {
    /// The keywords of YACPDB.
    pub fn keywords(&self) -> impl Iterator<Item = &'static str> + use<> {
        let words = self.keywords.split(',').map(str::trim);
        words.filter(|word| *word != "-")
    }
}

/// All themes that can be recognised, in the order of the table.
///
/// ```
/// let themes: Vec<_> = dawson::themes::all().collect();
/// assert!(themes.len() >= 100);
/// assert!(themes.iter().any(|theme| theme.key == "grimshaw"));
/// ```
pub fn all() -> impl Iterator<Item = Theme> {
    let lines = WORDS.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter(|line| !line.starts_with("source\t"))
        .filter_map(theme)
}

/// The theme with this key, or with this name or keyword in any language and case.
pub fn named(word: &str) -> Option<Theme> {
    let wanted = plain(word);
    let by_key = all().find(|theme| plain(theme.key) == wanted);
    by_key.or_else(|| meant(word).next())
}

/// All themes that a keyword of a collection means: some stand for several.
pub(super) fn meant(word: &str) -> impl Iterator<Item = Theme> + use<> {
    let wanted = plain(word);
    all().filter(move |theme| {
        let words = theme.names.into_iter().chain(theme.keywords());
        [theme.key]
            .into_iter()
            .chain(words)
            .any(|name| plain(name) == wanted)
    })
}

/// Letters and figures in small letters, one and many alike.
fn plain(text: &str) -> String {
    let letters = text.to_lowercase();
    let letters: String = letters.chars().filter(|c| c.is_alphanumeric()).collect();
    letters
        .strip_suffix('s')
        .map(str::to_owned)
        .unwrap_or(letters)
}

fn theme(line: &'static str) -> Option<Theme> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [key, en, de, fr, keywords, definition, source] = cells[..] else {
        return None;
    };
    Some(Theme {
        key,
        names: [en, de, fr],
        keywords,
        definition,
        source: address(source)?,
    })
}

fn address(letter: &str) -> Option<&'static str> {
    let lines = WORDS
        .lines()
        .filter_map(|line| line.strip_prefix("source\t"));
    let rows = lines.filter_map(|line| line.split_once('\t'));
    rows.into_iter()
        .find(|(known, _)| *known == letter)
        .map(|(_, address)| address)
}

/// The themes that code recognises.
const TABLES: [&[Recogniser]; 8] = [
    diagram::ROWS,
    finals::ROWS,
    moves::ROWS,
    strategy::ROWS,
    battle::ROWS,
    choice::ROWS,
    manoeuvres::ROWS,
    roles::ROWS,
];

/// What a theme finds in a solution.
pub(super) fn find(key: &str, story: &Story) -> Vec<Proof> {
    let row = TABLES.into_iter().flatten().find(|row| row.key == key);
    match row {
        Some(row) => (row.find)(story),
        None => letters::find(key, story),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_theme_has_words_and_a_recogniser() {
        let coded = TABLES.into_iter().flatten().map(|row| row.key);
        let known: BTreeSet<&str> = coded.chain(letters::keys()).collect();
        let rows: Vec<&str> = WORDS
            .lines()
            .filter(|line| !line.starts_with('#') && !line.starts_with("source\t"))
            .collect();
        assert_eq!(
            rows.len(),
            all().count(),
            "each row has seven cells and a known source"
        );
        let told: BTreeSet<&str> = all().map(|theme| theme.key).collect();
        assert_eq!(told.len(), all().count(), "no key twice");
        assert_eq!(known, told);
    }
}
