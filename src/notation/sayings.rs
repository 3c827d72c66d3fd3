//! What reports, dice and the reference's text say, in three languages.
//!
//! **Invariant:** the texts are data: `sayings.tsv`, where each is said and its three languages.

use super::popeye::words::Language;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A text in English, German and French.
type Saying = [String; 3];

/// The rows by the place where they are said, in the order of the file.
static ROWS: LazyLock<HashMap<&str, Vec<Saying>>> = LazyLock::new(|| {
    let mut rows: HashMap<&str, Vec<Saying>> = HashMap::new();
    for line in include_str!("sayings.tsv").lines().skip(1) {
        let mut fields = line.split('\t');
        let place = fields.next().unwrap_or("");
        let mut text = || fields.next().unwrap_or("").replace("\\n", "\n");
        rows.entry(place)
            .or_default()
            .push([text(), text(), text()]);
    }
    rows
});

fn rows(place: &str) -> &'static [Saying] {
    ROWS.get(place).map_or(&[], Vec::as_slice)
}

/// What is said there for this English text, in a language.
pub(crate) fn said(place: &str, english: &str, language: Language) -> Option<&'static str> {
    let row = rows(place).iter().find(|row| row[0] == english)?;
    Some(&row[language.column()])
}

/// All texts that are said there, in any language.
pub(crate) fn all(place: &str) -> impl Iterator<Item = &'static str> + use<> {
    let texts = rows(place).iter().flatten().map(String::as_str);
    texts.filter(|text| !text.is_empty())
}
